//! Inside: what happens between the clone of a run's init and the start of its
//! program, and what init does until it is killed.
//!
//! Process 1 of the run's pid namespace is this small init, never the program:
//! the kernel protects process 1 from signals, so that an `abort` there would
//! be misreported. It reaps, says how the main process ended, and waits to be
//! killed; with it goes the whole tree.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::mount::{MountFlags, mount, mount_bind};
use rustix::process::{DumpableBehavior, Gid, Pid, Resource, Signal, Uid, WaitOptions, wait};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};

use super::bind::mount_tmpfs;
use super::cgroup::Groups;
use super::collect;
use super::error::{FailedStep, Step, refused};
use super::landlock;
use super::root::{self, RUNNER};
use super::sys::{self, Image, Stack};
use super::watch::Watch;
use super::wire::{self, Run, RunStatus};
use mousetrap_model::Clock;

/// Signals and timers of a run that may be pending at once. The kernel counts
/// them for the user, who is the judge's own where there is only one.
const SIGNALS: u64 = 256;

/// A run, as prepared by the worker.
pub(super) struct Jail<'a> {
    pub(super) run: &'a Run,
    /// The host's system directories that it sees.
    pub(super) system: &'a [PathBuf],
    pub(super) image: &'a Image,
    pub(super) filter: &'a [libc::sock_filter],
    /// Descriptors 0, 1, … of the program.
    pub(super) descriptors: &'a [OwnedFd],
    pub(super) status: &'a OwnedFd,
    /// The worker's process.
    pub(super) worker: &'a OwnedFd,
    /// Where the program's process runs until it becomes the program.
    pub(super) stack: &'a Stack,
    /// `None` where memory is limited by watching it.
    pub(super) groups: Option<&'a Groups>,
    pub(super) clock: Clock,
    /// Whether the worker runs as root of its user namespace and the program
    /// gets another user id.
    pub(super) change_user: bool,
}

type Failed = (Step, io::Error);

fn failed<E: Into<io::Error>>(step: Step) -> impl FnOnce(E) -> Failed {
    move |error| (step, error.into())
}

impl Jail<'_> {
    /// Process 1 of the run. Never returns.
    pub(super) fn init(&self) -> ! {
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
        let _ = wire::send_without_heap(self.status.as_fd(), &status, &[]);
    }

    fn prepare(&self) -> Result<Pid, Failed> {
        self.end_with_worker().map_err(failed(Step::Parent))?;
        self.mount()?;
        // Before there is anybody to look: without rights of its own, init
        // could be read by a program of the same user, and its binary with it.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(failed(Step::Rights))?;
        if self.run.build {
            let directory =
                collect::open_directory(Path::new("/prog")).map_err(failed(Step::Program))?;
            wire::send(self.status, &RunStatus::Directory, &[directory.as_fd()])
                .map_err(failed(Step::Program))?;
        }
        // It lives until the child has inherited it, and belongs to init: what
        // a task has made itself it may stop.
        let counter = self.counter().map_err(failed(Step::Counter))?;
        let main = sys::run_until_exec(self.stack, || {
            let (step, error) = self.main();
            self.report(step, &error);
            127
        })
        .map_err(failed(Step::Fork))?;
        drop(counter);
        self.give_up_rights().map_err(failed(Step::Rights))?;
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
        wire::send(self.status, &RunStatus::Counter, &[counter.as_fd()])?;
        Ok(Some(counter))
    }

    /// The mounts that are this run's own.
    fn mount(&self) -> Result<(), Failed> {
        // Those below /tmp are about to be covered.
        let toolchain = root::take_up(&self.run.toolchain).map_err(failed(Step::Mounts))?;
        self.own_directories().map_err(failed(Step::Mounts))?;
        if self.run.build {
            self.copy_program().map_err(failed(Step::Program))?;
        }
        let finish = || {
            mount_bind("/tmp/tmp", "/tmp")?;
            root::put_back(toolchain)
        };
        finish().map_err(failed(Step::Mounts))
    }

    /// `/proc`, `/box`, and all that the run may write to, at `/tmp` for now.
    fn own_directories(&self) -> io::Result<()> {
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        // The directories of processes and nothing of the machine: its load, its
        // free memory and its counters tell what others do.
        mount("proc", "/proc", "proc", flags, Some(c"subset=pid"))?;
        let disk = self.run.limits.disk;
        // An inode takes about a kilobyte of kernel memory.
        let inodes = (disk >> 12).clamp(1 << 10, 1 << 14);
        let options = format!("mode=755,size={disk},nr_inodes={inodes}");
        mount_tmpfs(Path::new("/tmp"), self.own_files(), &options)?;
        for directory in ["box", "tmp"] {
            let path = Path::new("/tmp").join(directory);
            fs::create_dir(&path)?;
            let everybody = if directory == "tmp" { 0o1777 } else { 0o755 };
            fs::set_permissions(&path, fs::Permissions::from_mode(everybody))?;
            chown(&path, Some(RUNNER), Some(RUNNER))?;
        }
        Ok(mount_bind("/tmp/box", "/box")?)
    }

    /// What the files that a job makes may not be. A run executes none of them:
    /// a program that is its own and that nobody may read would be rid of the
    /// counter of CPU time, and of looks at its memory.
    fn own_files(&self) -> MountFlags {
        if self.run.build {
            MountFlags::empty()
        } else {
            MountFlags::NOEXEC
        }
    }

    /// Puts a writable copy over `/prog`, with links to what was made ready for the
    /// compiler.
    fn copy_program(&self) -> io::Result<()> {
        let copy = Path::new("/tmp/prog");
        fs::create_dir(copy)?;
        collect::copy_in(Path::new("/prog"), copy, RUNNER)?;
        if self.run.warm.is_some() {
            for entry in fs::read_dir(root::WARM)? {
                let entry = entry?;
                symlink(entry.path(), copy.join(entry.file_name()))?;
            }
        }
        Ok(mount_bind(copy, "/prog")?)
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
    fn main(&self) -> Failed {
        match self.become_program() {
            Err(failed) => failed,
            Ok(never) => match never {},
        }
    }

    fn become_program(&self) -> Result<Infallible, Failed> {
        rustix::process::setsid().map_err(failed(Step::Session))?;
        // Landlock needs paths, so it comes before descriptors are placed
        // over its own.
        let ruleset = landlock::ruleset(self.run, self.system).map_err(failed(Step::Landlock))?;
        for mut file in self.groups.into_iter().flat_map(Groups::join) {
            file.write_all(b"0").map_err(failed(Step::Group))?;
        }
        // Of the groups joined, so that their names, which hold the worker's process id,
        // are not seen from inside.
        sys::unshare(UnshareFlags::NEWCGROUP).map_err(failed(Step::Group))?;
        self.image.set_limits().map_err(failed(Step::Limits))?;
        self.image
            .enter_directory()
            .map_err(failed(Step::Directory))?;
        self.drop_privileges().map_err(failed(Step::Rights))?;
        landlock::restrict(ruleset).map_err(failed(Step::Landlock))?;
        if self.run.needs.fixed_addresses {
            // The filter refuses it from here on.
            sys::fix_addresses().map_err(failed(Step::Limits))?;
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
        let mut watch = Watch::new(self.run.limits.memory);
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
pub(super) fn image(run: &Run) -> Result<Image, FailedStep> {
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
