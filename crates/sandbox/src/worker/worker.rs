//! A worker process: sets itself up, and starts, kills and measures runs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};

use super::jail::{self, Jail};
use super::namespaces;
use crate::cgroup::groups::Groups;
use crate::cgroup::hierarchy;
use crate::cores;
use crate::error::{FailedStep, at};
use crate::filter::program::program;
use crate::job::{Exit, Needs};
use crate::mounts::root::Root;
use crate::sys::{self, Stack};
use crate::wire::messages::{Final, Reply, Request, Run};
use crate::wire::socket::{receive, send, send_without_heap};
use mousetrap_model::Clock;

/// The exit code of a process 1 that has broken down.
const LOST: i32 = 127;

/// A worker process and its current run.
pub(super) struct Worker {
    groups: Option<Groups>,
    root: Root,
    /// By what a run may do, as they are used first.
    filters: BTreeMap<Needs, Vec<libc::sock_filter>>,
    clock: Clock,
    change_user: bool,
    /// The cores that it may use, and the one that it keeps to.
    cores: Vec<usize>,
    core: Option<usize>,
    running: Option<Running>,
    /// Of a run's init, and of its program's process until that is the program.
    stacks: [Stack; 2],
    /// Whether init shares this process's memory. Where it watches memory itself it
    /// needs some of its own, and where one that has changed its user stays readable
    /// (`fs.suid_dumpable` is 1, or nobody says), a program could read this process in it.
    shares: bool,
    /// This process, for its children to see whether it lives.
    myself: OwnedFd,
}

struct Running {
    init: Pid,
    cpu_before: u64,
}

impl Worker {
    /// Sets up the worker, as the judge asks through `socket`.
    pub(super) fn set_up(socket: &OwnedFd) -> Result<Self, FailedStep> {
        let expected = |what: &str| -> Result<Request, FailedStep> {
            match receive(socket) {
                Ok(Some((request, _))) => Ok(request),
                Ok(None) => exit(0),
                Err(error) => Err((format!("waiting for {what}"), error)),
            }
        };
        let Request::Hello { hidden } = expected("the judge")? else {
            return Err(at("waiting for the judge")(io::Error::other("no greeting")));
        };
        // Away from the terminal's signals: the judge decides when to end.
        rustix::process::setsid().map_err(at("starting a session (setsid)"))?;
        // What the judge ignores or blocks, programs would, too.
        sys::reset_signals();
        // Submissions go first when the machine runs out of memory.
        fs::write("/proc/self/oom_score_adj", "1000").map_err(at("setting oom_score_adj"))?;
        let myself = pidfd_open(rustix::process::getpid(), PidfdFlags::empty())
            .map_err(at("holding the worker (pidfd_open)"))?;
        let stack = || Stack::new().map_err(at("making a stack"));
        let stacks = [stack()?, stack()?];
        let groups = match hierarchy::find() {
            Ok(hierarchy) => Some(Groups::make(&hierarchy).map_err(at("making control groups"))?),
            Err(_) => None,
        };
        let clock = match (&groups, sys::task_clock()) {
            (Some(_), _) => Clock::ControlGroup,
            (None, Ok(_)) => Clock::Counter,
            (None, Err(_)) => Clock::Processes,
        };
        let built = namespaces::isolate(socket, expected, hidden);
        if built.is_err()
            && let Some(groups) = &groups
        {
            groups.remove();
        }
        let (root, change_user) = built?;
        let readable = fs::read_to_string("/proc/sys/fs/suid_dumpable");
        let shares = groups.is_some() && readable.is_ok_and(|it| it.trim() != "1");
        Ok(Self {
            shares,
            myself,
            groups,
            root,
            filters: BTreeMap::new(),
            clock,
            change_user,
            cores: cores::allowed(),
            core: None,
            running: None,
            stacks,
        })
    }

    /// Starts a run.
    pub(super) fn start(
        &mut self,
        run: &Run,
        mut descriptors: Vec<OwnedFd>,
        socket: &OwnedFd,
    ) -> Result<(), FailedStep> {
        self.end_run();
        let status = descriptors
            .pop()
            .ok_or_else(|| at("starting a run")(io::Error::other("no status socket")))?;
        // Out of the way of descriptors 0 to 3.
        let status = rustix::io::fcntl_dupfd_cloexec(status, 16).map_err(at("starting a run"))?;
        let own = [run.program.as_deref(), run.warm.as_deref()];
        self.root.arrange(own, &run.toolchain)?;
        self.root.still_hidden()?;
        self.keep_to(run.core)?;
        let image = jail::image(run)?;
        let mut cpu_before = 0;
        if let Some(groups) = &mut self.groups {
            groups
                .limit(&run.limits)
                .map_err(at("limiting the control group"))?;
            cpu_before = groups.usage.cpu().map_err(at("reading CPU time"))?;
        }
        let needs = Needs {
            processes: run.needs.processes || self.allows_children(run.needs),
            ..run.needs
        };
        let filter = self.filters.entry(needs);
        let filter = filter.or_insert_with(|| program(needs));
        let namespaces = libc::CLONE_NEWPID | libc::CLONE_NEWNS;
        let jail = Jail {
            run,
            system: &self.root.system,
            image: &image,
            filter,
            descriptors: &descriptors,
            status: &status,
            stack: &self.stacks[1],
            worker: &self.myself,
            groups: self.groups.as_ref(),
            clock: self.clock,
            change_user: self.change_user,
        };
        let init = || {
            // A panic must not unwind into the worker's own loop.
            let _ = catch_unwind(AssertUnwindSafe(|| jail.init()));
            LOST
        };
        let directories = jail.groups.map(Groups::directories);
        let directories = directories.as_ref().map_or(&[][..], |both| &both[..]);
        let group = jail.groups.map(|groups| groups.made);
        let mut said = Ok(());
        // At once: no program runs before the judge looks at its clock.
        let mut say = |init: Pid| {
            let reply = Reply::Launched {
                init: init.as_raw_nonzero().get(),
                cpu_before,
                group,
            };
            said = send_without_heap(socket.as_fd(), &reply, directories);
        };
        let init = if self.shares {
            sys::run_until_reaping(&self.stacks[0], namespaces, init, say)
        } else {
            sys::run_copy(namespaces, init).inspect(|&init| say(init))
        };
        let init = init.map_err(at("cloning into new namespaces"))?;
        drop((descriptors, status));
        self.running = Some(Running { init, cpu_before });
        said.map_err(at("reporting a start"))
    }

    /// What reads the CPU time of its runs.
    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// Returns whether a run may start processes although its language does not need them.
    /// What an event loop watches is limited for the user: one that shares the judge's user
    /// has no children, each of which could watch as much again.
    fn allows_children(&self, needs: Needs) -> bool {
        self.clock.allows_children() && (self.change_user || !needs.event_loop)
    }

    /// Keeps itself and the runs to come on one core, or on none.
    fn keep_to(&mut self, core: Option<usize>) -> Result<(), FailedStep> {
        if core != self.core {
            let cores = core.map_or_else(|| self.cores.clone(), |core| vec![core]);
            cores::pin(&cores).map_err(at(format!("moving to cores {cores:?}")))?;
            self.core = core;
        }
        Ok(())
    }

    /// Kills the run and reports its usage.
    pub(super) fn finish(&mut self, socket: &OwnedFd) -> Result<(), FailedStep> {
        let running = self
            .running
            .take()
            .ok_or_else(|| at("ending a run")(io::Error::other("none is running")))?;
        // What init itself has used until now was the worker's idea.
        let own = sys::process_clock(running.init).unwrap_or_default();
        let waited = kill(running.init).map_err(at("waiting for init"))?;
        if Exit::from_wait_status(waited.status) == Exit::Code(LOST) {
            // What it took with it was not the program's doing.
            let lost = io::Error::other("process 1 broke down");
            return Err(at("watching over a run")(lost));
        }
        let figures = match &mut self.groups {
            None => Final {
                cpu: waited.cpu.saturating_sub(own).as_nanos() as u64,
                memory: waited.resident,
                out_of_memory: false,
            },
            Some(groups) => {
                let step = "reading the control group";
                let figures = Final {
                    cpu: groups.usage.cpu().map_err(at(step))? - running.cpu_before,
                    memory: groups.usage.peak().map_err(at(step))?,
                    out_of_memory: groups.usage.killed().map_err(at(step))?,
                };
                groups.renew().map_err(at("renewing the control group"))?;
                figures
            }
        };
        // What the run may have seen makes its outcome worthless.
        self.root.still_hidden()?;
        send(socket, &Reply::Finished(figures), &[]).map_err(at("reporting an end"))
    }

    /// Kills the current run, if there is one, and removes the control groups.
    pub(super) fn shut_down(&mut self) {
        self.end_run();
        if let Some(groups) = &self.groups {
            groups.remove();
        }
    }

    /// Kills the current run, if there is one.
    pub(super) fn end_run(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = kill(running.init);
        }
    }
}

/// Kills the whole run through its init, and waits until all of it is gone.
fn kill(init: Pid) -> io::Result<sys::Waited> {
    let _ = rustix::process::kill_process(init, Signal::KILL);
    sys::wait(init)
}
