//! Inside: what happens between the clone of a run's init and the start of its
//! program, and what init does until it is killed.
//!
//! Process 1 of the run's pid namespace is this small init, never the program:
//! the kernel protects process 1 from signals, so that an `abort` there would
//! be misreported. It reaps, says how the main process ended, and waits to be
//! killed; with it goes the whole tree.

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
use crate::mounts::root::RUNNER;
use crate::sys::{self, Image, Stack};
use crate::wire::messages::{Run, RunStatus};
use crate::wire::socket::{send, send_without_heap};
use mousetrap_model::Clock;

/// Signals and timers of a run that may be pending at once. The kernel counts
/// them for the user, who is the judge's own where there is only one.
const SIGNALS: u64 = 256;

/// A run, as prepared by the worker.
pub(crate) struct Jail<'a> {
    pub(crate) run: &'a Run,
    /// The host's system directories that it sees.
    pub(crate) system: &'a [PathBuf],
    pub(crate) image: &'a Image,
    pub(crate) filter: &'a [libc::sock_filter],
    /// Descriptors 0, 1, … of the program.
    pub(crate) descriptors: &'a [OwnedFd],
    pub(crate) status: &'a OwnedFd,
    /// The worker's process.
    pub(crate) worker: &'a OwnedFd,
    /// Where the program's process runs until it becomes the program.
    pub(crate) stack: &'a Stack,
    /// `None` where memory is limited by watching it.
    pub(crate) groups: Option<&'a Groups>,
    pub(crate) clock: Clock,
    /// Whether the worker runs as root of its user namespace and the program
    /// gets another user id.
    pub(crate) change_user: bool,
}

impl Jail<'_> {
    /// Process 1 of the run. Never returns.
    pub(crate) fn init(&self) -> ! {
        match self.prepare() {
            // What only the program may hold is closed: the other ends must see it.
            Ok(main) if self.groups.is_some() => sys::reap(self.status, main),
            Ok(main) => self.watch(main),
            Err((step, error)) => self.report(step, &error),
        }
        sys::exit_child(0)
    }

    fn report(&self, step: Step, error: &io::Error) {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        self.say(RunStatus::Failed { step, errno });
    }

    fn say(&self, status: RunStatus) {
        // If the judge is gone, so are we soon.
        let _ = send_without_heap(self.status.as_fd(), &status, &[]);
    }

    fn prepare(&self) -> Result<Pid, FailedStart> {
        self.end_with_worker().map_err(at_step(Step::Parent))?;
        run_mounts::mount_own(self.run)?;
        // Before there is anybody to look: without rights of its own, init
        // could be read by a program of the same user, and its binary with it.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(at_step(Step::Rights))?;
        if self.run.build {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let directory =
                rustix::fs::open("/prog", flags, Mode::empty()).map_err(at_step(Step::Program))?;
            send(self.status, &RunStatus::Directory, &[directory.as_fd()])
                .map_err(at_step(Step::Program))?;
        }
        // It lives until the child has inherited it, and belongs to init: what
        // a task has made itself it may stop.
        let counter = self.counter().map_err(at_step(Step::Counter))?;
        let main = sys::run_until_exec(self.stack, || {
            let (step, error) = self.main();
            self.report(step, &error);
            127
        })
        .map_err(at_step(Step::Fork))?;
        drop(counter);
        self.give_up_rights().map_err(at_step(Step::Rights))?;
        Ok(main)
    }

    /// Makes the counter of CPU time that the program will inherit, and sends
    /// it to the judge: from here, since the program's own limit on
    /// descriptors would also limit those on their way.
    fn counter(&self) -> Result<Option<OwnedFd>, io::Error> {
        if self.clock != Clock::Counter {
            return Ok(None);
        }
        let counter = sys::task_clock()?;
        send(self.status, &RunStatus::Counter, &[counter.as_fd()])?;
        Ok(Some(counter))
    }

    /// Init needs no rights from here on, and must not be a target.
    fn give_up_rights(&self) -> io::Result<()> {
        self.drop_privileges()?;
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // Changing the user cleared it.
        self.end_with_worker()
    }

    /// Has the kernel kill init when the worker ends, and ends it if it has already.
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

    /// The main process, up to its program; returns only when a step fails.
    fn main(&self) -> FailedStart {
        match self.become_program() {
            Err(failed) => failed,
            Ok(never) => match never {},
        }
    }

    fn become_program(&self) -> Result<Infallible, FailedStart> {
        rustix::process::setsid().map_err(at_step(Step::Session))?;
        // Landlock needs paths, so it comes before descriptors are placed
        // over its own.
        let ruleset = landlock::ruleset(self.run, self.system).map_err(at_step(Step::Landlock))?;
        for mut file in self.groups.into_iter().flat_map(Groups::join) {
            file.write_all(b"0").map_err(at_step(Step::Group))?;
        }
        // Of the groups joined, so that their names, which hold the worker's process id,
        // are not seen from inside.
        sys::unshare(UnshareFlags::NEWCGROUP).map_err(at_step(Step::Group))?;
        self.image.set_limits().map_err(at_step(Step::Limits))?;
        self.image
            .enter_directory()
            .map_err(at_step(Step::Directory))?;
        self.drop_privileges().map_err(at_step(Step::Rights))?;
        landlock::restrict(ruleset).map_err(at_step(Step::Landlock))?;
        if self.run.needs.fixed_addresses {
            // The filter refuses it from here on.
            sys::fix_addresses().map_err(at_step(Step::Limits))?;
        }
        self.say_start();
        let (step, error) = sys::execute_filtered(self.image, self.descriptors, self.filter);
        Err((step, error))
    }

    /// Says that the program comes next.
    fn say_start(&self) {
        let cpu = sys::process_clock(rustix::process::getpid()).unwrap_or_default();
        let status = RunStatus::Started {
            cpu: cpu.as_nanos() as u64,
        };
        self.say(status);
    }

    /// Waits for all processes of the run, for ever, and limits their memory by looking
    /// at it; says when the main one ends.
    fn watch(&self, main: Pid) -> ! {
        let mut watch = MemoryWatch::new(self.run.limits.memory);
        sys::close_all_but(self.status.as_fd());
        loop {
            match retry_on_intr(|| wait(WaitOptions::NOHANG)) {
                Ok(Some((pid, status))) if pid == main => {
                    let (peak, out_of_memory) = watch.result();
                    self.say(RunStatus::Ended {
                        status: status.as_raw(),
                        peak,
                        out_of_memory,
                    });
                }
                Ok(Some(_)) => {}
                Ok(None) => watch.pause(),
                // Nobody is left, and nobody can come any more.
                Err(_) => sys::await_child(Duration::from_hours(1)),
            }
        }
    }
}

/// The command and its limits laid out for `execve`.
pub(crate) fn image(run: &Run) -> Result<Image, FailedStep> {
    let limits = vec![
        // Not 0: with 1 the kernel does not start a core dump helper either.
        (Resource::Core, 1),
        (Resource::Fsize, run.limits.file_size),
        (Resource::Nofile, run.limits.open_files),
        // Two more than allowed: the worker and init have the same user where
        // there is only one.
        (Resource::Nproc, run.limits.processes + 2),
        (Resource::Stack, run.limits.stack),
        (Resource::Memlock, 64 << 10),
        (Resource::Msgqueue, 0),
        (Resource::Sigpending, SIGNALS),
    ];
    let name = run.argv.first().cloned().unwrap_or_default();
    let directory = if run.build { "/prog" } else { "/box" };
    Image::new(run.argv.clone(), &run.env, directory.to_owned(), limits)
        .map_err(|nul| refused(format!("{name}: {nul}")))
}
