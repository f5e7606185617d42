//! The init of a run: sets up the sandbox from inside, starts the program, and reaps
//! until it is killed.
//!
//! Process 1 of the run's PID namespace is this small init, never the program. The kernel
//! protects process 1 from signals, so the judge would misread an `abort` there. Init reaps
//! processes, reports how the main process ended, and waits to be killed. The kernel then
//! kills all other processes of the namespace.

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
use super::memory_watch::MemoryWatch;
use super::run_mounts;
use crate::cgroup::groups::Groups;
use crate::error::{FailedStart, FailedStep, Step, at_step, refused};
use crate::job::Job;
use crate::mounts::root::RUNNER;
use crate::sys::{self, Image, Stack};
use crate::wire::messages::RunStatus;
use crate::wire::socket::{send, send_without_heap};
use mousetrap_model::Clock;

/// Maximum number of pending signals and timers of a run. The kernel counts them per user,
/// and the run may share the judge's user.
const MAX_PENDING_SIGNALS: u64 = 256;

/// A run, as prepared by the worker.
pub(crate) struct Jail<'a> {
    pub(crate) job: &'a Job,
    /// The host's system directories that the run sees.
    pub(crate) system: &'a [PathBuf],
    pub(crate) image: &'a Image,
    pub(crate) filter: &'a [libc::sock_filter],
    /// Descriptors 0, 1, … of the program.
    pub(crate) descriptors: &'a [OwnedFd],
    pub(crate) status: &'a OwnedFd,
    /// The worker's process.
    pub(crate) worker: &'a OwnedFd,
    /// The stack of the main process until it executes the program.
    pub(crate) stack: &'a Stack,
    /// `None` if init watches memory instead.
    pub(crate) groups: Option<&'a Groups>,
    pub(crate) clock: Clock,
    /// Whether the worker is root in its user namespace, so that the program gets another
    /// user id.
    pub(crate) change_user: bool,
}

impl Jail<'_> {
    /// Process 1 of the run. Never returns.
    pub(crate) fn init(&self) -> ! {
        match self.prepare() {
            // Reaping closes the program's descriptors, so that the judge notices their end.
            Ok(main) if self.groups.is_some() => sys::reap(self.status, main),
            Ok(main) => self.watch(main),
            Err((step, error)) => self.report(step, &error),
        }
        sys::exit_child(0)
    }

    fn report(&self, step: Step, error: &io::Error) {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        self.send_status(RunStatus::Failed { step, errno });
    }

    fn send_status(&self, status: RunStatus) {
        // If the judge has ended, this process ends soon, too.
        let _ = send_without_heap(self.status.as_fd(), &status, &[]);
    }

    fn prepare(&self) -> Result<Pid, FailedStart> {
        self.end_with_worker().map_err(at_step(Step::Parent))?;
        run_mounts::mount_own(self.job)?;
        // Before another process exists: without capabilities, init and its executable
        // could be read by a program of the same user.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(at_step(Step::Rights))?;
        if self.job.is_build() {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let directory =
                rustix::fs::open("/prog", flags, Mode::empty()).map_err(at_step(Step::Program))?;
            send(self.status, &RunStatus::Directory, &[directory.as_fd()])
                .map_err(at_step(Step::Program))?;
        }
        // Init creates the counter, because a task may stop a counter of its own. It must
        // exist until the child has inherited it.
        let counter = self.counter().map_err(at_step(Step::Counter))?;
        let main = sys::run_until_exec(self.stack, || {
            let Err((step, error)) = self.become_program();
            self.report(step, &error);
            libc::EXIT_FAILURE
        })
        .map_err(at_step(Step::Fork))?;
        drop(counter);
        self.give_up_rights().map_err(at_step(Step::Rights))?;
        Ok(main)
    }

    /// Creates the counter of CPU time that the program will inherit, and sends it to the
    /// judge. The main process cannot send it: the program's limit on descriptors also
    /// applies to descriptors in messages.
    fn counter(&self) -> Result<Option<OwnedFd>, io::Error> {
        if self.clock != Clock::Counter {
            return Ok(None);
        }
        let counter = sys::task_clock()?;
        send(self.status, &RunStatus::Counter, &[counter.as_fd()])?;
        Ok(Some(counter))
    }

    /// Drops the privileges of init, which needs none from here on, and protects it from the
    /// program.
    fn give_up_rights(&self) -> io::Result<()> {
        self.drop_privileges()?;
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // Changing the user cleared this setting.
        self.end_with_worker()
    }

    /// Makes the kernel kill init when the worker ends, and exits if the worker has ended.
    fn end_with_worker(&self) -> io::Result<()> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        let mut worker = [PollFd::new(self.worker, PollFlags::IN)];
        if retry_on_intr(|| poll(&mut worker, Some(&Timespec::default())))? > 0 {
            sys::exit_child(0);
        }
        Ok(())
    }

    fn drop_privileges(&self) -> io::Result<()> {
        if self.change_user {
            let (user, group) = (Uid::from_raw(RUNNER), Gid::from_raw(RUNNER));
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

    /// Runs the main process up to its program. Returns only if a step fails.
    fn become_program(&self) -> Result<Infallible, FailedStart> {
        rustix::process::setsid().map_err(at_step(Step::Session))?;
        // Landlock opens paths, so its rules are made before descriptors are placed over
        // those of this process.
        let ruleset = landlock::ruleset(self.job, self.system).map_err(at_step(Step::Landlock))?;
        for mut file in self.groups.into_iter().flat_map(Groups::join) {
            file.write_all(b"0").map_err(at_step(Step::Group))?;
        }
        // The joined groups become the root of the namespace, so that the program does not
        // see their names, which contain the worker's process id.
        sys::unshare(UnshareFlags::NEWCGROUP).map_err(at_step(Step::Group))?;
        self.image.limit_and_enter()?;
        self.drop_privileges().map_err(at_step(Step::Rights))?;
        landlock::restrict(ruleset).map_err(at_step(Step::Landlock))?;
        if self.job.needs.fixed_addresses {
            // The filter refuses this call later.
            sys::fix_addresses().map_err(at_step(Step::Limits))?;
        }
        let cpu = sys::process_clock(rustix::process::getpid()).unwrap_or_default();
        self.send_status(RunStatus::Started { cpu });
        sys::execute_filtered(self.image, self.descriptors, self.filter)
    }

    /// Reaps all processes of the run, without end, and limits their memory by watching
    /// it. Reports the end of the main process.
    fn watch(&self, main: Pid) -> ! {
        let mut watch = MemoryWatch::new(self.job.limits.memory.0);
        sys::close_all_but(self.status.as_fd());
        loop {
            match retry_on_intr(|| wait(WaitOptions::NOHANG)) {
                Ok(Some((pid, status))) if pid == main => {
                    let (peak, out_of_memory) = watch.result();
                    self.send_status(RunStatus::Ended {
                        status: status.as_raw(),
                        peak,
                        out_of_memory,
                    });
                }
                Ok(Some(_)) => {}
                Ok(None) => watch.pause(),
                // No process is left, and none can start any more.
                Err(_) => sys::await_child(Duration::from_hours(1)),
            }
        }
    }
}

/// Prepares the command and its limits for `execve`.
pub(crate) fn image(job: &Job) -> Result<Image, FailedStep> {
    let limits = vec![
        // With 1, unlike 0, the kernel does not start a core dump helper either.
        (Resource::Core, 1),
        (Resource::Fsize, job.limits.file_size.0),
        (Resource::Nofile, job.limits.open_files.into()),
        // The worker and init count as well if they have the same user.
        (Resource::Nproc, u64::from(job.limits.processes) + 2),
        (Resource::Stack, job.limits.stack.0),
        (Resource::Memlock, 64 << 10),
        (Resource::Msgqueue, 0),
        (Resource::Sigpending, MAX_PENDING_SIGNALS),
    ];
    let directory = if job.is_build() { "/prog" } else { "/box" };
    Image::new(job.argv.clone(), &job.env, directory.to_owned(), limits)
        .map_err(|nul| refused(format!("{}: {nul}", job.name())))
}
