//! Isolation `none`: for trusted programs only. A session of its own, resource
//! limits and a fresh working directory; nothing is hidden from the program.

use std::cell::Cell;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::process::{Pid, PidfdFlags, Resource, Signal};
use tempfile::TempDir;

use super::clocks::{self, Reading};
use super::cpu_waits::CpuWaits;
use super::error::SandboxError;
use super::sys::{self, Image};
use super::{Exit, Job, TreeUsage};
use mousetrap_base::Bytes;

/// A running program and its session.
#[derive(Debug)]
pub(super) struct Plain {
    pid: Pid,
    ended: OwnedFd,
    memory_limit: Bytes,
    /// The most that was seen: readings of a tree may fall, usage may not.
    most: Cell<Reading>,
    reaped: bool,
    /// The working directory, deleted with the process.
    _directory: TempDir,
}

impl Plain {
    /// Starts `job` with `descriptors` as 0, 1, ….
    pub(super) fn start(job: &Job, descriptors: &[OwnedFd]) -> Result<Self, SandboxError> {
        let directory = tempfile::Builder::new()
            .prefix("mousetrap-box-")
            .tempdir()
            .map_err(SandboxError::step("making a working directory"))?;
        let program = match &job.program {
            None => String::new(),
            Some(program) => fs::canonicalize(&program.host)
                .map_err(SandboxError::step(format!(
                    "finding the program directory {}",
                    program.host.display()
                )))?
                .to_str()
                .ok_or_else(|| {
                    SandboxError::BadJob(format!(
                        "the program directory {} is not valid UTF-8",
                        program.host.display()
                    ))
                })?
                .to_owned(),
        };
        let job = job.with_program_at(&program);
        let limits = vec![
            (Resource::Core, 0),
            (Resource::Fsize, job.limits.file_size.0),
            (Resource::Nofile, job.limits.open_files.into()),
            (Resource::Stack, job.limits.stack.0),
        ];
        let name = job.argv.first().cloned().unwrap_or_default();
        let cwd = job.starts_in(&program, &directory.path().to_string_lossy());
        let image = Image::new(job.argv, &job.env, cwd, limits)
            .map_err(|nul| SandboxError::BadJob(format!("{name}: {nul}")))?;
        let pid =
            sys::spawn(&image, descriptors).map_err(|(step, source)| SandboxError::Start {
                program: name,
                step,
                source,
            })?;
        let ended = rustix::process::pidfd_open(pid, PidfdFlags::empty()).map_err(|error| {
            kill(pid);
            let _ = sys::wait(pid);
            SandboxError::step("watching a process (pidfd_open)")(error.into())
        })?;
        Ok(Self {
            pid,
            ended,
            memory_limit: job.limits.memory,
            most: Cell::default(),
            reaped: false,
            _directory: directory,
        })
    }

    pub(super) fn ended(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }

    pub(super) fn usage(&self) -> TreeUsage {
        let now = clocks::read_tree(self.pid);
        let most = self.most.get();
        let most = Reading {
            cpu: most.cpu.max(now.cpu),
            memory: most.memory.max(now.memory),
        };
        self.most.set(most);
        self.as_usage(most)
    }

    pub(super) fn cpu_waits(&self) -> CpuWaits {
        CpuWaits::read(self.pid)
    }

    pub(super) fn reset_peak(&self) {
        let most = self.most.get();
        self.most.set(Reading { memory: 0, ..most });
    }

    pub(super) fn finish(&mut self) -> io::Result<(Exit, TreeUsage)> {
        self.usage();
        kill(self.pid);
        let waited = sys::wait(self.pid)?;
        self.reaped = true;
        let most = self.most.get();
        let usage = self.as_usage(Reading {
            cpu: most.cpu.max(waited.cpu),
            memory: most.memory.max(waited.resident),
        });
        Ok((Exit::from_wait_status(waited.status), usage))
    }

    fn as_usage(&self, reading: Reading) -> TreeUsage {
        TreeUsage {
            cpu: reading.cpu,
            memory: Bytes(reading.memory),
            out_of_memory: reading.memory > self.memory_limit.0,
        }
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        if !self.reaped {
            kill(self.pid);
            let _ = sys::wait(self.pid);
        }
    }
}

/// Kills the session's first process group and every descendant that left it.
fn kill(pid: Pid) {
    let strays = clocks::tree(pid);
    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    for stray in strays {
        let _ = rustix::process::kill_process(stray, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};

    use super::*;
    use crate::{Access, Isolation, Process, Program, Sandbox};

    fn await_end(process: &Process) {
        poll(
            &mut [PollFd::from_borrowed_fd(process.ended(), PollFlags::IN)],
            None,
        )
        .unwrap();
    }

    fn run(job: &Job) -> Exit {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let process = sandbox.start(job).unwrap();
        await_end(&process);
        process.finish().unwrap().0
    }

    #[test]
    fn exit_codes_and_signals_are_distinguished() {
        assert_eq!(run(&Job::new(&["true"])), Exit::Code(0));
        assert_eq!(run(&Job::new(&["sh", "-c", "exit 130"])), Exit::Code(130));
        assert_eq!(
            run(&Job::new(&["sh", "-c", "kill -SEGV $$"])),
            Exit::Signal(11)
        );
    }

    #[test]
    fn a_program_answers_on_the_reply_channel() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let mut process = sandbox.start(&Job::new(&["sh", "-c", "cat >&3"])).unwrap();
        rustix::io::write(process.stdin().unwrap(), b"hello").unwrap();
        process.close_stdin();
        await_end(&process);
        let mut reply = [0; 16];
        let count = rustix::io::read(process.replies().unwrap(), &mut reply).unwrap();
        assert_eq!(&reply[..count], b"hello");
        assert_eq!(process.finish().unwrap().0, Exit::Code(0));
    }

    #[test]
    fn a_missing_program_is_an_error_with_its_step() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let error = sandbox.start(&Job::new(&["no-such-program"])).unwrap_err();
        assert!(
            error.to_string().contains("no-such-program: executing it"),
            "{error}"
        );
    }

    #[test]
    fn the_program_directory_stands_for_its_placeholder() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("data"), "x").unwrap();
        let mut job = Job::new(&["test", "-f", "{prog}/data"]);
        job.program = Some(Program {
            host: directory.path().to_owned(),
            access: Access::Read,
        });
        assert_eq!(run(&job), Exit::Code(0));
    }

    #[test]
    fn finishing_kills_descendants_that_left_the_session() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let process = sandbox
            .start(&Job::new(&[
                "sh",
                "-c",
                "setsid sleep 1000 & echo $!; wait",
            ]))
            .unwrap();
        let mut fds = [PollFd::from_borrowed_fd(process.stdout(), PollFlags::IN)];
        poll(&mut fds, None).unwrap();
        let mut line = [0; 32];
        let count = rustix::io::read(process.stdout(), &mut line).unwrap();
        let stray = String::from_utf8_lossy(&line[..count]).trim().to_owned();
        let mut stdout = fs::File::from(process.stdout().try_clone_to_owned().unwrap());
        assert_eq!(process.finish().unwrap().0, Exit::Signal(9));
        // Its end of the pipe closes when the last process is gone.
        let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
        poll(
            &mut fds,
            Some(&rustix::time::Timespec::try_from(Duration::from_secs(10)).unwrap()),
        )
        .unwrap();
        assert_eq!(stdout.read(&mut line).unwrap(), 0, "process {stray} lives");
    }

    #[test]
    fn the_time_of_a_child_is_counted() {
        let mut sandbox = Sandbox::new(Isolation::None).unwrap();
        let mut run = |child: &str| {
            let process = sandbox
                .start(&Job::new(&["sh", "-c", &format!("({child}); true")]))
                .unwrap();
            await_end(&process);
            let (exit, usage) = process.finish().unwrap();
            assert_eq!(exit, Exit::Code(0));
            usage
        };
        let idle = run(":");
        let busy = run("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
        assert!(busy.cpu > 2 * idle.cpu, "{busy:?} {idle:?}");
        assert!(busy.memory.0 > 100 << 10);
    }
}
