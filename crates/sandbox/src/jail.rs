//! Inside: what happens between the clone of a run's init and the start of its
//! program.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use rustix::mount::{MountFlags, mount, mount_bind};
use rustix::process::{DumpableBehavior, Gid, Pid, Resource, Signal, Uid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

use super::cgroup::Groups;
use super::clock::Clock;
use super::collect;
use super::error::Step;
use super::landlock;
use super::root::{self, FailedStep, RUNNER, mount_tmpfs, refused};
use super::sys::{self, Image};
use super::wire::{self, Run, RunStatus};

/// Signals and timers of a run that may be pending at once. The kernel counts
/// them for the user, who is the judge's own where there is only one.
const SIGNALS: u64 = 256;

/// A run, as prepared by the worker.
pub(super) struct Jail<'a> {
    pub(super) run: &'a Run,
    pub(super) image: &'a Image,
    pub(super) filter: &'a [libc::sock_filter],
    /// `None` where memory is limited by watching it.
    pub(super) groups: Option<&'a Groups>,
    pub(super) clock: Clock,
    /// Whether the worker runs as root of its user namespace and the program
    /// gets another user id.
    pub(super) change_user: bool,
}

/// The step that failed, and the system's reason.
pub(super) type Failed = (Step, Option<i32>);

fn failed<E: Into<io::Error>>(step: Step) -> impl FnOnce(E) -> Failed {
    move |error| (step, error.into().raw_os_error())
}

impl Jail<'_> {
    /// Whether process 1 can serve the same run once more. Without control groups
    /// it is what counts time, and a build is never the same.
    pub(super) fn is_kept(&self) -> bool {
        self.groups.is_some() && !self.run.build
    }

    /// All that is done once, by process 1: the mounts, and giving up every right,
    /// for itself and the programs to come. What is left is the directory of a build.
    pub(super) fn prepare(&self) -> Result<Option<OwnedFd>, Failed> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(failed(Step::Parent))?;
        self.mount()?;
        let directory = self
            .run
            .build
            .then(|| collect::open_directory(Path::new("/prog")));
        let directory = directory.transpose().map_err(failed(Step::Program))?;
        self.give_up_rights().map_err(failed(Step::Rights))?;
        landlock::ruleset(self.run)
            .and_then(landlock::restrict)
            .map_err(failed(Step::Landlock))?;
        if self.run.needs.fixed_addresses {
            // The filter refuses it from here on.
            sys::fix_addresses().map_err(failed(Step::Limits))?;
        }
        if self.is_kept() {
            // The kernel takes longer for it than for anything else here.
            sys::install_filter(self.filter).map_err(failed(Step::Filter))?;
        }
        Ok(directory)
    }

    /// Starts the program with `descriptors` as 0, 1, …
    pub(super) fn start(
        &self,
        directory: Option<&OwnedFd>,
        descriptors: &[OwnedFd],
        status: &OwnedFd,
    ) -> Result<Pid, Failed> {
        if let Some(directory) = directory {
            wire::send(status, &RunStatus::Directory, &[directory.as_fd()])
                .map_err(failed(Step::Program))?;
        }
        // It lives until the child has inherited it, and belongs to init: what
        // a task has made itself it may stop.
        let counter = self.counter(status).map_err(failed(Step::Counter))?;
        let mut raw: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
        let main = sys::vfork_run(|| {
            match self.become_program(&mut raw, status) {
                Err((step, errno)) => report(status, step, errno),
                Ok(never) => match never {},
            }
            127
        })
        .map_err(failed(Step::Fork))?;
        drop(counter);
        Ok(main)
    }

    /// Makes the counter of CPU time that the program will inherit, and sends
    /// it to the judge: from here, since the program's own limit on
    /// descriptors would also limit those on their way.
    fn counter(&self, status: &OwnedFd) -> Result<Option<OwnedFd>, io::Error> {
        if self.clock != Clock::Counter {
            return Ok(None);
        }
        let counter = sys::task_clock()?;
        wire::send(status, &RunStatus::Counter, &[counter.as_fd()])?;
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
        // An inode is some kilobyte of kernel memory.
        let inodes = (disk >> 12).clamp(1 << 10, 1 << 20);
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

    /// Init needs no rights from here on, and must be no target: without any of its
    /// own it could be read by a program of the same user, and its binary with it.
    fn give_up_rights(&self) -> io::Result<()> {
        self.drop_privileges()?;
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // Changing the user cleared it.
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
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
    fn become_program(
        &self,
        descriptors: &mut [RawFd],
        status: &OwnedFd,
    ) -> Result<Infallible, Failed> {
        rustix::process::setsid().map_err(failed(Step::Session))?;
        sys::release_signals();
        for mut file in self.groups.into_iter().flat_map(Groups::join) {
            file.write_all(b"0").map_err(failed(Step::Group))?;
        }
        self.image.set_limits().map_err(failed(Step::Limits))?;
        self.image
            .enter_directory()
            .map_err(failed(Step::Directory))?;
        say_start(status);
        let filter = (!self.is_kept()).then_some(self.filter);
        let (step, error) = sys::execute_filtered(self.image, descriptors, filter);
        Err(failed(step)(error))
    }
}

/// Says that the program comes next.
fn say_start(status: &OwnedFd) {
    let cpu = sys::process_clock(rustix::process::getpid()).unwrap_or_default();
    let started = RunStatus::Started {
        cpu: cpu.as_nanos() as u64,
    };
    say(status, started);
}

/// Says which step has failed.
pub(super) fn report(status: &OwnedFd, step: Step, errno: Option<i32>) {
    let errno = errno.unwrap_or(libc::EIO);
    say(status, RunStatus::Failed { step, errno });
}

pub(super) fn say(status: &OwnedFd, what: RunStatus) {
    // If the judge is gone, so are we soon.
    let _ = wire::send(status, &what, &[]);
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
