//! Execution of programs with the isolation `none`, for trusted programs only. A program runs in a
//! new session, with resource limits and an empty working directory, but it can read all of the
//! user's files.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::process::{Pid, PidfdFlags, Resource, Signal};
use tempfile::TempDir;

use super::process::{Run, absolute_path};
use crate::error::SandboxError;
use crate::job::{Exit, Job, JobUsage};
use crate::measure::cpu_wait_times::CpuWaitTimes;
use crate::measure::process_tree::{PeakUsage, pids_in_tree, usage_of_tree};
use crate::sys::{self, PreparedCommand};

/// A program that runs in a session of its own, without isolation. Dropping this value kills the
/// program.
#[derive(Debug)]
pub(crate) struct UnisolatedRun {
    pid: Pid,
    /// The pidfd of the main process.
    pidfd: OwnedFd,
    peak: PeakUsage,
    is_reaped: bool,
    /// The working directory, deleted when the run ends.
    _directory: TempDir,
}

impl UnisolatedRun {
    /// Starts `job` with `descriptors` as its file descriptors 0, 1, ….
    pub(crate) fn start(job: &Job, descriptors: &[OwnedFd]) -> Result<Self, SandboxError> {
        let directory = tempfile::Builder::new()
            .prefix("mousetrap-box-")
            .tempdir()
            .map_err(SandboxError::in_step("creating a working directory"))?;
        let program = match &job.program {
            None => String::new(),
            Some(program) => {
                let path = absolute_path(&program.host)?.into_os_string().into_string();
                path.map_err(|path| {
                    let path = path.display();
                    SandboxError::BadJob(format!("the program directory {path} is not valid UTF-8"))
                })?
            }
        };
        let job = job.with_program_path(&program);
        let limits = vec![
            (Resource::Core, 0),
            (Resource::Fsize, job.limits.file_size.0),
            (Resource::Nofile, job.limits.open_files.into()),
            (Resource::Stack, job.limits.stack.0),
        ];
        let name = job.program_name();
        let starts_in = if job.is_build() {
            program
        } else {
            directory.path().to_string_lossy().into_owned()
        };
        let command = PreparedCommand::new(job.argv, &job.env, starts_in, limits)
            .map_err(|nul| SandboxError::BadJob(format!("{name}: {nul}")))?;
        let pid = sys::spawn(&command, descriptors)
            .map_err(|(step, source)| SandboxError::in_start_step(&name, &step)(source))?;
        let pidfd = rustix::process::pidfd_open(pid, PidfdFlags::empty()).map_err(|error| {
            let _ = kill_and_reap_tree(pid);
            SandboxError::in_step("watching a process (pidfd_open)")(error)
        })?;
        Ok(Self {
            pid,
            pidfd,
            peak: PeakUsage::new(job.limits.memory),
            is_reaped: false,
            _directory: directory,
        })
    }
}

impl Run for UnisolatedRun {
    fn exit_notification(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    fn read_usage(&self) -> Result<JobUsage, SandboxError> {
        Ok(self.peak.record(usage_of_tree(self.pid)))
    }

    fn read_cpu_wait_times(&self) -> CpuWaitTimes {
        CpuWaitTimes::read(self.pid)
    }

    fn reset_peak_memory(&self) {
        self.peak.reset_peak_memory();
    }

    fn kill_and_reap(&mut self) -> Result<(Exit, JobUsage), SandboxError> {
        self.read_usage()?;
        let (exit, usage) = kill_and_reap_tree(self.pid)
            .map_err(SandboxError::in_step("waiting for a process (wait4)"))?;
        self.is_reaped = true;
        Ok((exit, self.peak.record(usage)))
    }
}

impl Drop for UnisolatedRun {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = kill_and_reap_tree(self.pid);
        }
    }
}

/// Kills the process group of the program, and every descendant outside of the group. Reaps the
/// program.
fn kill_and_reap_tree(pid: Pid) -> io::Result<(Exit, JobUsage)> {
    let descendants = pids_in_tree(pid);
    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    for pid in descendants {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
    sys::wait_for_exit(pid)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use super::*;
    use crate::{Isolation, Sandbox};

    /// Runs a shell script to its end.
    fn run(script: &str) -> (Exit, JobUsage) {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let process = sandbox.start(&Job::new(&["sh", "-c", script])).unwrap();
        let ended = PollFd::from_borrowed_fd(process.exit_notification(), PollFlags::IN);
        poll(&mut [ended], None).unwrap();
        process.kill_and_reap().unwrap()
    }

    #[test]
    fn exit_code_and_signal_are_distinguished() {
        assert_eq!(run("exit 130").0, Exit::Code(130));
        assert_eq!(run("kill -SEGV $$").0, Exit::Signal(11));
    }

    #[test]
    fn missing_program_is_reported_with_the_failed_step() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let error = sandbox
            .start(&Job::new(&["no-such-program"]))
            .unwrap_err()
            .to_string();
        let expected = "no-such-program: executing the program";
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn kill_and_reap_ends_descendants_outside_of_the_session() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let stray = Job::new(&["sh", "-c", "setsid sleep 1000 & echo; wait"]);
        let process = sandbox.start(&stray).unwrap();
        let mut stdout = fs::File::from(process.stdout().try_clone_to_owned().unwrap());
        let wait = |stdout: &fs::File, flags| {
            let limit = Timespec::try_from(Duration::from_secs(10)).unwrap();
            poll(&mut [PollFd::new(stdout, flags)], Some(&limit)).unwrap();
        };
        wait(&stdout, PollFlags::IN);
        let mut line = [0; 32];
        assert_eq!(stdout.read(&mut line).unwrap(), 1);
        assert_eq!(process.kill_and_reap().unwrap().0, Exit::Signal(9));
        // The pipe closes when the last process that holds it has ended.
        wait(&stdout, PollFlags::empty());
        assert_eq!(stdout.read(&mut line).unwrap(), 0, "the process lives");
    }

    #[test]
    fn cpu_time_of_a_child_is_counted() {
        let (_, idle) = run("(:); true");
        let (exit, busy) = run("(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done); true");
        assert_eq!(exit, Exit::Code(0));
        assert!(busy.cpu > 2 * idle.cpu, "{busy:?} {idle:?}");
        assert!(busy.memory.0 > 100 << 10);
    }
}
