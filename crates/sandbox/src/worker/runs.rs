//! A worker process: it sets itself up, and then starts, measures and kills runs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};
use rustix::thread::{
    CapabilitySet, UnshareFlags, capability_is_in_bounding_set, remove_capability_from_bounding_set,
};

use super::run_init::{self, PreparedRun};
use crate::cgroup::groups::WorkerGroups;
use crate::cgroup::hierarchy;
use crate::cores;
use crate::error::{FailedStep, in_step};
use crate::filter::program::build_program;
use crate::job::{Exit, Job, JobUsage, Permissions};
use crate::mounts::root::RootFileSystem;
use crate::sys::{self, Stack};
use crate::wire::messages::{Reply, Request};
use crate::wire::socket::{receive, send, send_without_allocating};
use mousetrap_model::Clock;

/// The exit code of an init process that failed.
const INIT_FAILED_EXIT_CODE: i32 = 127;

/// A worker process and its current run.
pub(super) struct Worker {
    groups: Option<WorkerGroups>,
    root: RootFileSystem,
    /// The system call filters that have been built so far.
    filters: BTreeMap<Permissions, Vec<libc::sock_filter>>,
    /// The clock that measures the CPU time of runs.
    pub(super) clock: Clock,
    change_user: bool,
    /// The CPU cores that the worker may use while it is not pinned to one core.
    cores: Vec<usize>,
    core: Option<usize>,
    running: Option<CurrentRun>,
    /// The stacks of a run's init process and of its main process. The main process needs its stack
    /// only until it executes the program.
    stacks: [Stack; 2],
    /// Whether init shares this process's memory. Memory is not shared if init enforces the memory
    /// limit, or if `fs.suid_dumpable` is 1 or unknown, because a program could then read init's
    /// memory even after init has changed its user.
    shares_memory: bool,
    /// The pidfd of this process, through which its children learn that it has ended.
    own_process: OwnedFd,
}

struct CurrentRun {
    init: Pid,
    /// CPU time of the control group before the run.
    cpu_before: Duration,
}

impl Worker {
    /// Sets up the worker at the judge's request, which arrives on `socket`.
    pub(super) fn set_up_on_request(socket: &OwnedFd) -> Result<Self, FailedStep> {
        let expected = |what: &str| -> Result<Request, FailedStep> {
            match receive(socket) {
                Ok(Some((request, _))) => Ok(request),
                Ok(None) => exit(0),
                Err(error) => Err(in_step(format!("waiting for {what}"))(error)),
            }
        };
        let Request::Hello { hidden } = expected("the judge")? else {
            return Err(in_step("waiting for the judge")(io::Error::other(
                "the first request must be Hello",
            )));
        };
        // Without this reset, programs would inherit the signals that the judge ignores or blocks.
        sys::reset_signals();
        // If the machine runs out of memory, the kernel kills this process and its runs first.
        fs::write("/proc/self/oom_score_adj", "1000").map_err(in_step("setting oom_score_adj"))?;
        let own_process = pidfd_open(rustix::process::getpid(), PidfdFlags::empty())
            .map_err(in_step("opening a pidfd of the worker (pidfd_open)"))?;
        let stack = || Stack::new().map_err(in_step("creating a stack"));
        let stacks = [stack()?, stack()?];
        let groups = hierarchy::find().ok().map(|it| WorkerGroups::create(&it));
        let groups = groups
            .transpose()
            .map_err(in_step("creating control groups"))?;
        let clock = match (&groups, sys::create_task_clock()) {
            (Some(_), _) => Clock::ControlGroup,
            (None, Ok(_)) => Clock::Counter,
            (None, Err(_)) => Clock::Processes,
        };
        sys::unshare(
            UnshareFlags::NEWUSER
                | UnshareFlags::NEWNS
                | UnshareFlags::NEWNET
                | UnshareFlags::NEWIPC
                | UnshareFlags::NEWUTS,
        )
        .map_err(in_step("creating namespaces (unshare)"))?;
        send(socket, &Reply::Unshared, &[]).map_err(in_step("asking for a user map"))?;
        expected("a user map")?;
        let change_user = rustix::process::geteuid().is_root();
        rustix::system::sethostname(b"mousetrap").map_err(in_step("setting the host name"))?;
        let root = RootFileSystem::build(hidden)?;
        drop_bounding_set().map_err(in_step("dropping capabilities from the bounding set"))?;
        let readable = fs::read_to_string("/proc/sys/fs/suid_dumpable");
        let shares_memory = groups.is_some() && readable.is_ok_and(|it| it.trim() != "1");
        Ok(Self {
            shares_memory,
            own_process,
            groups,
            root,
            filters: BTreeMap::new(),
            clock,
            change_user,
            cores: cores::allowed_cores(),
            core: None,
            running: None,
            stacks,
        })
    }

    pub(super) fn start(
        &mut self,
        job: &Job,
        core: Option<usize>,
        mut descriptors: Vec<OwnedFd>,
        socket: &OwnedFd,
    ) -> Result<(), FailedStep> {
        self.kill_current_run();
        let status = descriptors
            .pop()
            .ok_or_else(|| in_step("starting a run")(io::Error::other("no status socket")))?;
        // The remaining descriptors become 0 to 3 in the program.
        let status =
            rustix::io::fcntl_dupfd_cloexec(status, 16).map_err(in_step("starting a run"))?;
        let host = job.program.as_ref().map(|program| &*program.host);
        let own = [host, job.warm.as_deref()];
        self.root.set_mounted_directories(own, &job.toolchain)?;
        self.root.check_hidden_files()?;
        self.pin_to_core(core)?;
        let command = run_init::prepare_command(job)?;
        let mut cpu_before = Duration::ZERO;
        if let Some(groups) = &mut self.groups {
            groups
                .set_limits(&job.limits)
                .map_err(in_step("limiting the control group"))?;
            let cpu_time = groups.usage.cpu_time();
            cpu_before = cpu_time.map_err(in_step("reading CPU time"))?;
        }
        // If the clock allows it, a run may start processes even if its language does not need
        // them. The exception is a run that may use `epoll` as the judge's user: the kernel limits
        // `epoll` watches per user, and each child could add more.
        let limits_epoll_watches = self.change_user || !job.needs.event_loop;
        let allows_child_processes = self.clock.allows_child_processes() && limits_epoll_watches;
        let permissions = Permissions {
            processes: job.needs.processes || allows_child_processes,
            ..job.needs
        };
        let filter = self.filters.entry(permissions);
        let filter = filter.or_insert_with(|| build_program(permissions));
        let namespaces = libc::CLONE_NEWPID | libc::CLONE_NEWNS;
        let prepared = PreparedRun {
            job,
            system: &self.root.system,
            command: &command,
            filter,
            descriptors: &descriptors,
            status: &status,
            stack: &self.stacks[1],
            worker: &self.own_process,
            groups: self.groups.as_ref(),
            clock: self.clock,
            change_user: self.change_user,
        };
        let init = || {
            // A panic must not unwind into the worker's loop.
            let _ = catch_unwind(AssertUnwindSafe(|| prepared.run_as_init()));
            INIT_FAILED_EXIT_CODE
        };
        let directories = prepared.groups.map(WorkerGroups::usage_directories);
        let directories = directories.as_ref().map_or(&[][..], |both| &both[..]);
        let group = prepared.groups.map(|groups| groups.created);
        let mut reported = Ok(());
        // The start is reported immediately, because the judge reads the clock before the program
        // runs.
        let mut report = |init: Pid| {
            let reply = Reply::Launched {
                init: init.as_raw_nonzero().get(),
                cpu_before,
                group,
            };
            reported = send_without_allocating(socket.as_fd(), &reply, directories);
        };
        let init = if self.shares_memory {
            sys::run_until_ready_to_reap(&self.stacks[0], namespaces, init, report)
        } else {
            sys::run_in_forked_child(namespaces, init).inspect(|&init| report(init))
        };
        let init = init.map_err(in_step("cloning into new namespaces"))?;
        drop((descriptors, status));
        self.running = Some(CurrentRun { init, cpu_before });
        reported.map_err(in_step("reporting the start of a run"))
    }

    /// Pins this process and later runs to one CPU core, or unpins them.
    fn pin_to_core(&mut self, core: Option<usize>) -> Result<(), FailedStep> {
        if core != self.core {
            let cores = core.map_or_else(|| self.cores.clone(), |core| vec![core]);
            cores::set_affinity(&cores).map_err(in_step(format!("pinning to cores {cores:?}")))?;
            self.core = core;
        }
        Ok(())
    }

    /// Kills the run and reports its usage.
    pub(super) fn kill_run_and_report_usage(&mut self, socket: &OwnedFd) -> Result<(), FailedStep> {
        let running = self
            .running
            .take()
            .ok_or_else(|| in_step("ending a run")(io::Error::other("no run is in progress")))?;
        // The CPU time of init itself is subtracted, because it is not charged to the program.
        let own = sys::process_cpu_time(running.init).unwrap_or_default();
        let (exit, mut usage) = kill_and_wait(running.init).map_err(in_step("waiting for init"))?;
        if exit == Exit::Code(INIT_FAILED_EXIT_CODE) {
            // The run ended because of a failure of init, not because of the program.
            let lost = io::Error::other("init failed");
            return Err(in_step("supervising a run")(lost));
        }
        usage.cpu = usage.cpu.saturating_sub(own);
        if let Some(groups) = &mut self.groups {
            let step = "reading the control group";
            let cpu = groups.usage.cpu_time().map_err(in_step(step))?;
            usage = JobUsage {
                cpu: cpu.saturating_sub(running.cpu_before),
                memory: groups.usage.peak_memory().map_err(in_step(step))?,
                out_of_memory: groups.usage.has_oom_kill().map_err(in_step(step))?,
            };
            groups
                .replace_used_memory_group()
                .map_err(in_step("replacing the control group"))?;
        }
        // The result is invalid if the run may have seen a hidden file.
        self.root.check_hidden_files()?;
        send(socket, &Reply::Finished(usage), &[]).map_err(in_step("reporting the end of a run"))
    }

    /// Kills the current run, if any.
    pub(super) fn kill_current_run(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = kill_and_wait(running.init);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The run must end before the control groups are removed.
        self.kill_current_run();
    }
}

/// Drops all capabilities from the bounding set, so that neither this process nor its descendants
/// can regain a capability.
fn drop_bounding_set() -> io::Result<()> {
    let all = (0..64).map(|number| CapabilitySet::from_bits_retain(1 << number));
    // Capabilities are numbered without gaps.
    for capability in all.take_while(|&one| capability_is_in_bounding_set(one).is_ok()) {
        remove_capability_from_bounding_set(capability)?;
    }
    Ok(())
}

/// Kills all processes of a run through its init, and waits until they have ended.
fn kill_and_wait(init: Pid) -> io::Result<(Exit, JobUsage)> {
    let _ = rustix::process::kill_process(init, Signal::KILL);
    sys::wait_for_exit(init)
}
