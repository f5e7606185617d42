//! Process 1 of a run's pid namespace: this small init, never the program, since
//! the kernel protects process 1 from signals, so that an `abort` there would be
//! misreported. It starts the program, reaps, says how the main process ended, and
//! kills whatever else there is when the worker says so. When it is killed itself,
//! the whole tree goes with it.
//!
//! To make all that is around a run costs as much as the rest of it, so an init serves
//! the same run once more as long as each has left it clean: every process is gone,
//! and nothing was done in the directories that can be written. All else that a run
//! sees is read-only. A run can tell by its process id how often that was.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::statfs;
use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, WaitOptions, getpriority_process, wait};

use super::cgroup::Groups;
use super::jail::{Jail, report, say};
use super::job::Exit;
use super::root::{FailedStep, at};
use super::sys;
use super::watch::{self, Watch};
use super::wire::{self, Order, RunStatus};

/// The exit code of a process 1 that has broken down.
const LOST: i32 = 127;

/// Descriptors below are those of a program.
const SPARE: i32 = 16;

/// An init as its worker knows it.
pub(super) struct Init {
    pid: Pid,
    orders: OwnedFd,
}

impl Init {
    /// Clones the worker into the namespaces of a run.
    pub(super) fn make(jail: &Jail<'_>) -> io::Result<Self> {
        let (ours, theirs) = wire::pair()?;
        let namespaces = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWCGROUP;
        let Some(pid) = sys::fork(namespaces)? else {
            // A panic must not unwind into the worker's own loop.
            let served = catch_unwind(AssertUnwindSafe(|| serve(jail, &theirs)));
            exit(if served.is_ok() { 0 } else { LOST });
        };
        Ok(Self { pid, orders: ours })
    }

    pub(super) fn pid(&self) -> Pid {
        self.pid
    }

    /// Has it start the program, with these as 0, 1, …, and the status socket.
    pub(super) fn start(&self, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        wire::send(&self.orders, &Order::Start, descriptors)
    }

    /// Has it kill what is left of a run; whether it can serve the next.
    pub(super) fn end(&self) -> bool {
        let answer = wire::send(&self.orders, &Order::End, &[])
            .and_then(|()| wire::receive::<bool>(&self.orders));
        matches!(answer, Ok(Some((true, _))))
    }

    /// Kills it and the whole run with it, and waits until all of it is gone.
    pub(super) fn kill(self) -> Result<sys::Waited, FailedStep> {
        let _ = rustix::process::kill_process(self.pid, Signal::KILL);
        let waited = sys::wait(self.pid).map_err(at("waiting for init"))?;
        if Exit::from_wait_status(waited.status) == Exit::Code(LOST) {
            // What it took with it was no doing of the program's.
            let lost = io::Error::other("process 1 broke down");
            return Err(at("watching over a run")(lost));
        }
        Ok(waited)
    }
}

/// The life of process 1; it returns when the worker is gone.
fn serve(jail: &Jail<'_>, orders: &OwnedFd) {
    let ready = jail.prepare();
    let fresh = Traces::read();
    let Ok(ended) = sys::child_signals() else {
        return;
    };
    let mut kept = vec![orders.as_fd(), ended.as_fd()];
    kept.extend(ready.iter().flatten().map(AsFd::as_fd));
    let groups = jail.groups.into_iter();
    kept.extend(groups.flat_map(Groups::join).map(AsFd::as_fd));
    // The judge must see the worker's sockets close with the worker.
    sys::close_all_but(&kept);
    while let Ok(Some((Order::Start, mut descriptors))) = wire::receive(orders) {
        let status = descriptors.pop();
        // Out of the way of those of a program.
        let status = status.and_then(|status| rustix::io::fcntl_dupfd_cloexec(status, SPARE).ok());
        let Some(status) = status else {
            return;
        };
        let main = match &ready {
            Ok(directory) => jail.start(directory.as_ref(), &descriptors, &status),
            Err(failed) => Err(*failed),
        };
        let main = main.map_err(|(step, errno)| report(&status, step, errno));
        // What only the program may hold: the other ends must see it close.
        drop(descriptors);
        watch_over(jail, main.ok(), &status, [orders, &ended]);
        let ordered = matches!(wire::receive(orders), Ok(Some((Order::End, _))));
        let alone = kill_all();
        drop(status);
        let unchanged = fresh
            .as_ref()
            .is_ok_and(|fresh| Traces::read().is_ok_and(|now| now == *fresh));
        let clean = ready.is_ok() && alone && unchanged;
        let answered = wire::send(orders, &(clean && jail.is_kept()), &[]);
        if !ordered || answered.is_err() {
            return;
        }
    }
}

/// Reaps, and says when the main process ends, until there is an order.
fn watch_over(
    jail: &Jail<'_>,
    main: Option<Pid>,
    status: &OwnedFd,
    [orders, ended]: [&OwnedFd; 2],
) {
    let mut watch = jail
        .groups
        .is_none()
        .then(|| Watch::new(jail.run.limits.memory));
    let period = watch.is_some().then_some(watch::PERIOD);
    loop {
        while let Ok(Some((pid, state))) = retry_on_intr(|| wait(WaitOptions::NOHANG)) {
            if Some(pid) == main {
                let (peak, out_of_memory) = watch.as_ref().map_or((0, false), Watch::result);
                let ended = RunStatus::Ended {
                    status: state.as_raw(),
                    peak,
                    out_of_memory,
                };
                say(status, ended);
            }
        }
        let mut polled = [orders, ended].map(|fd| PollFd::new(fd, PollFlags::IN));
        let _ = poll(&mut polled, period.as_ref());
        if !polled[0].revents().is_empty() {
            return;
        }
        // Which one it was, waiting says.
        let _ = rustix::io::read(ended, &mut [0; 128]);
        if let Some(watch) = &mut watch {
            watch.look();
        }
    }
}

/// Kills every other process and waits until there is none; whether there is none.
/// The kernel sends the signal to all in one step, out of which nobody can fork.
fn kill_all() -> bool {
    // To the group of process 1: all that this process may signal.
    while rustix::process::kill_process_group(Pid::INIT, Signal::KILL).is_ok() {
        if retry_on_intr(|| wait(WaitOptions::empty())).is_err() {
            return false;
        }
    }
    true
}

/// What a run would change if it did anything in the directories that it can write,
/// or to this process, whose user is its own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Traces {
    directories: [[i64; 9]; 2],
    /// Blocks and files of both that are free.
    free: [u64; 2],
    nice: i32,
}

impl Traces {
    fn read() -> io::Result<Self> {
        let facts = |path| -> io::Result<_> {
            let facts = fs::metadata(path)?;
            Ok([
                facts.mode().into(),
                facts.uid().into(),
                facts.gid().into(),
                facts.nlink() as i64,
                facts.size() as i64,
                facts.mtime(),
                facts.mtime_nsec(),
                facts.ctime(),
                facts.ctime_nsec(),
            ])
        };
        let system = statfs("/tmp")?;
        Ok(Self {
            directories: [facts("/box")?, facts("/tmp")?],
            free: [system.f_bfree, system.f_ffree],
            nice: getpriority_process(None)?,
        })
    }
}
