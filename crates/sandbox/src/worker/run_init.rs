//! The init process of a run: sets up the sandbox from inside, starts the program, and reaps
//! processes until it is killed.
//!
//! Process 1 of the run's PID namespace is this small init, not the program. The kernel protects
//! process 1 from signals, so a program that runs as process 1 and calls `abort` would not end as
//! usual. Init reaps processes, reports how the main process ended, and waits to be killed. When
//! init is killed, the kernel kills all other processes of the namespace.

use std::borrow::Cow;
use std::convert::Infallible;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::retry_on_intr;
use rustix::process::{DumpableBehavior, Gid, Pid, Resource, Signal, Uid, WaitOptions, wait};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};

use super::landlock;
use super::memory_monitor::MemoryMonitor;
use super::run_mounts;
use crate::cgroup::groups::WorkerGroups;
use crate::error::{FailedStep, in_step, invalid_job};
use crate::job::Job;
use crate::mounts::root::SANDBOX_UID;
use crate::sys::{self, PreparedCommand, Stack};
use crate::wire::messages::RunStatus;
use crate::wire::socket::{send, send_without_allocating};
use mousetrap_model::Clock;

/// Maximum number of pending signals and timers of a run. The kernel counts pending signals and
/// timers per user, and a run can have the same user id as the judge.
const MAX_PENDING_SIGNALS: u64 = 256;

/// Everything that the worker prepares for a run.
pub(crate) struct PreparedRun<'a> {
    pub(crate) job: &'a Job,
    /// The system directories of the host that the run sees.
    pub(crate) system: &'a [PathBuf],
    pub(crate) command: &'a PreparedCommand,
    pub(crate) filter: &'a [libc::sock_filter],
    /// The descriptors that become 0, 1, … in the program.
    pub(crate) descriptors: &'a [OwnedFd],
    pub(crate) status: &'a OwnedFd,
    /// The pidfd of the worker process.
    pub(crate) worker: &'a OwnedFd,
    /// The stack that the main process uses until it executes the program.
    pub(crate) stack: &'a Stack,
    /// The control groups; `None` if init enforces the memory limit instead.
    pub(crate) groups: Option<&'a WorkerGroups>,
    pub(crate) clock: Clock,
    /// Whether the worker is root in its user namespace. If so, the program gets a different user
    /// id.
    pub(crate) change_user: bool,
}

impl PreparedRun<'_> {
    /// Runs as process 1 of the run's PID namespace. Never returns.
    pub(crate) fn run_as_init(&self) -> ! {
        match self.set_up_and_start_program() {
            // Reaping closes init's copies of the program's descriptors, so that the judge notices
            // when the program closes them.
            Ok(main) if self.groups.is_some() => sys::reap(self.status, main),
            Ok(main) => self.reap_and_monitor_memory(main),
            Err((step, error)) => self.report_failed_step(step, &error),
        }
        sys::exit_from_child(0)
    }

    fn report_failed_step(&self, step: Cow<'static, str>, error: &io::Error) {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        self.send_status(&RunStatus::Failed { step, errno });
    }

    fn send_status(&self, status: &RunStatus) {
        // Errors are ignored: if the judge has ended, this process will be killed soon.
        let _ = send_without_allocating(self.status.as_fd(), status, &[]);
    }

    fn set_up_and_start_program(&self) -> Result<Pid, FailedStep> {
        self.set_parent_death_signal().map_err(in_step(
            "requesting to be killed when the worker ends (PR_SET_PDEATHSIG)",
        ))?;
        run_mounts::mount_private_directories(self.job)?;
        // Init must be protected before another process exists. Otherwise, once init has dropped
        // its capabilities, a program of the same user could read init's memory and executable.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(in_step("protecting init (PR_SET_DUMPABLE)"))?;
        if self.job.is_build() {
            let step = "sending the program directory";
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let directory =
                rustix::fs::open("/prog", flags, Mode::empty()).map_err(in_step(step))?;
            send(self.status, &RunStatus::Directory, &[directory.as_fd()])
                .map_err(in_step(step))?;
        }
        // Init creates the counter, because a task could stop a counter that it created itself.
        // The counter must stay open until the child has inherited it.
        let counter = self
            .create_cpu_counter()
            .map_err(in_step("counting its CPU time (perf_event_open)"))?;
        let main = sys::run_until_exec(self.stack, || {
            let Err((step, error)) = self.exec_program();
            self.report_failed_step(step, &error);
            libc::EXIT_FAILURE
        })
        .map_err(in_step("forking (fork)"))?;
        drop(counter);
        self.drop_init_privileges()
            .map_err(in_step("dropping the privileges of init"))?;
        Ok(main)
    }

    /// Creates the CPU time counter that the program will inherit, and sends the counter to the
    /// judge. The main process cannot send the counter itself, because the program's limit on open
    /// files is already in force, and applies to descriptors in messages, too.
    fn create_cpu_counter(&self) -> Result<Option<OwnedFd>, io::Error> {
        if self.clock != Clock::Counter {
            return Ok(None);
        }
        let counter = sys::create_task_clock()?;
        send(self.status, &RunStatus::Counter, &[counter.as_fd()])?;
        Ok(Some(counter))
    }

    /// Drops the privileges that init no longer needs, and protects init from the program.
    fn drop_init_privileges(&self) -> io::Result<()> {
        self.drop_privileges()?;
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // Changing the user has reset the parent death signal.
        self.set_parent_death_signal()
    }

    /// Makes the kernel kill init when the worker ends. Exits if the worker has already ended.
    fn set_parent_death_signal(&self) -> io::Result<()> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        let mut worker = [PollFd::new(self.worker, PollFlags::IN)];
        if retry_on_intr(|| poll(&mut worker, Some(&Timespec::default())))? > 0 {
            sys::exit_from_child(0);
        }
        Ok(())
    }

    fn drop_privileges(&self) -> io::Result<()> {
        if self.change_user {
            let (user, group) = (Uid::from_raw(SANDBOX_UID), Gid::from_raw(SANDBOX_UID));
            set_thread_groups(&[])?;
            set_thread_res_gid(group, group, group)?;
            set_thread_res_uid(user, user, user)?;
        }
        let none = CapabilitySet::empty();
        let sets = CapabilitySets {
            effective: none,
            permitted: none,
            inheritable: none,
        };
        rustix::thread::set_capabilities(None, sets)?;
        rustix::thread::set_no_new_privs(true)?;
        Ok(())
    }

    /// Executes the program in the main process. Returns only if a step fails.
    fn exec_program(&self) -> Result<Infallible, FailedStep> {
        rustix::process::setsid().map_err(in_step("starting a session (setsid)"))?;
        // Creating Landlock rules opens files, so the rules are created before the program's
        // descriptors replace the descriptors of this process.
        let ruleset = landlock::create_ruleset_for_job(self.job, self.system)
            .map_err(in_step("creating Landlock rules"))?;
        for mut file in self.groups.into_iter().flat_map(WorkerGroups::procs_files) {
            file.write_all(b"0")
                .map_err(in_step("joining its control group"))?;
        }
        // The joined control groups become the root of the new namespace. The program therefore
        // cannot see the names of the groups, which contain the worker's process id.
        sys::unshare(UnshareFlags::NEWCGROUP)
            .map_err(in_step("creating a control group namespace (unshare)"))?;
        self.command.apply_limits_and_chdir()?;
        self.drop_privileges().map_err(in_step(
            "dropping privileges (setresuid, capset, PR_SET_NO_NEW_PRIVS)",
        ))?;
        landlock::restrict_self(ruleset).map_err(in_step("restricting file access (Landlock)"))?;
        if self.job.needs.fixed_addresses {
            // Address randomization is disabled before the system call filter is installed, because
            // the filter refuses this call.
            sys::disable_address_randomization()
                .map_err(in_step("fixing addresses (personality)"))?;
        }
        let cpu = sys::process_cpu_time(rustix::process::getpid()).unwrap_or_default();
        self.send_status(&RunStatus::Started { cpu });
        sys::exec_with_filter(self.command, self.descriptors, self.filter)
    }

    /// Reaps the run's processes in an endless loop, enforces the memory limit, and reports how the
    /// main process ended.
    fn reap_and_monitor_memory(&self, main: Pid) -> ! {
        let mut monitor = MemoryMonitor::new(self.job.limits.memory.0);
        sys::close_descriptors_except(self.status.as_fd());
        loop {
            match retry_on_intr(|| wait(WaitOptions::NOHANG)) {
                Ok(Some((pid, status))) if pid == main => {
                    let (peak, out_of_memory) = monitor.peak_and_limit_exceeded();
                    self.send_status(&RunStatus::Ended {
                        status: status.as_raw(),
                        peak,
                        out_of_memory,
                    });
                }
                Ok(Some(_)) => {}
                Ok(None) => monitor.wait_and_measure(),
                // The run has no processes left, and cannot start new ones.
                Err(_) => sys::await_sigchld(Duration::from_hours(1)),
            }
        }
    }
}

/// Prepares the command of a job and its limits for `execve`.
pub(crate) fn prepare_command(job: &Job) -> Result<PreparedCommand, FailedStep> {
    let limits = vec![
        // Unlike a limit of 0, a limit of 1 byte also prevents the kernel from starting a core dump
        // helper.
        (Resource::Core, 1),
        (Resource::Fsize, job.limits.file_size.0),
        (Resource::Nofile, job.limits.open_files.into()),
        // The worker and init also count towards this limit if they run as the same user.
        (Resource::Nproc, u64::from(job.limits.processes) + 2),
        (Resource::Stack, job.limits.stack.0),
        (Resource::Memlock, 64 << 10),
        (Resource::Msgqueue, 0),
        (Resource::Sigpending, MAX_PENDING_SIGNALS),
    ];
    let directory = if job.is_build() { "/prog" } else { "/box" };
    PreparedCommand::new(job.argv.clone(), &job.env, directory.to_owned(), limits)
        .map_err(|nul| invalid_job(format!("{}: {nul}", job.program_name())))
}
