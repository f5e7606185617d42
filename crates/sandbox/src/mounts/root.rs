//! The root file system that a job sees. A worker builds the root once from read-only bind mounts
//! and enters it with `pivot_root`. After that, the root changes only if the program directory or
//! the toolchain changes.
//!
//! The worker has two mount namespaces. The *outer* namespace has the host's mounts, and the
//! worker enters it only to copy mounts. The *inner* namespace has the new root, and each run gets
//! a copy of this namespace.
//!
//! ```text
//! /usr /bin /lib …   the host's, read-only, without setuid
//! /etc               copies of a few files that all programs read
//! /dev               null, zero, full, random, urandom, fd, stdin, …
//! /prog              the program directory, read-only
//! /warm              the prepared toolchain, read-only
//! /proc /box /tmp    mounted for each run (see `worker::run_mounts`)
//! toolchain paths    read-only, at the same path
//! ```
//!
//! Hidden files and directories at or below these paths are masked (see `hidden_files`).

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags, mount_change, unmount};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use super::bind::{
    copy_mount, copy_tree, create_dirs, mount_tmpfs, mount_tree, mount_tree_at_new_path,
    mount_tree_read_only, unmount_tree,
};
use super::hidden_files::{HiddenFiles, MaskedPath, hidden_file_changed_error};
use super::system;
use crate::error::{FailedStep, in_step};
use crate::sys;

/// Directories that the sandbox creates for each job. Neither these paths nor paths below them can
/// be used for a toolchain.
const RESERVED_DIRECTORIES: &[&str] = &["/box", "/dev", "/proc", "/prog", "/sys", "/warm"];
/// Paths that cannot be used for a toolchain, although paths below them can.
const RESERVED_PATHS: &[&str] = &["/etc", TMP_PATH];
/// The temporary directory of a job. Initially, it contains only toolchains that are installed
/// below the host's `/tmp`.
const TMP_PATH: &str = "/tmp";

/// The paths at which a job sees the two directories that the judge creates: its program directory
/// and its prepared toolchain.
const JUDGE_MOUNT_POINTS: [&str; 2] = ["/prog", PREPARED_TOOLCHAIN_PATH];
/// The path at which a job sees its prepared toolchain.
pub(crate) const PREPARED_TOOLCHAIN_PATH: &str = "/warm";

/// The user id and group id of the program in the sandbox.
pub(crate) const SANDBOX_UID: u32 = 1000;

/// The two mount namespaces, and the parts of the host that are visible in the inner namespace.
#[derive(Debug)]
pub(crate) struct RootFileSystem {
    outer: OwnedFd,
    inner: OwnedFd,
    hidden: HiddenFiles,
    /// The currently masked paths.
    masked: Vec<MaskedPath>,
    /// For each of the [`JUDGE_MOUNT_POINTS`], the host directory that is mounted there.
    mounted: [Option<PathBuf>; 2],
    toolchain: Vec<PathBuf>,
    /// The system directories of the host that every job sees.
    pub(crate) system: Vec<PathBuf>,
    /// Whether the root is complete and read-only.
    is_read_only: bool,
}

impl RootFileSystem {
    /// Builds a root in which the `hidden` files and directories are masked, and enters the root.
    /// This process must be the only one in its new user namespace and mount namespace.
    pub(crate) fn build(hidden: Vec<PathBuf>) -> Result<Self, FailedStep> {
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private).map_err(in_step("making mounts private"))?;
        let outer = open_current_mount_namespace()?;
        let hidden = HiddenFiles::find(hidden).map_err(in_step("finding the judge's files"))?;
        sys::unshare(UnshareFlags::NEWNS).map_err(in_step("creating a mount namespace"))?;

        // While the new root is built, it must be mounted over a directory of the host. No job
        // needs the host's /sys.
        let base = Path::new("/sys");
        mount_tmpfs(base, MountFlags::empty(), "mode=755,size=16m")
            .map_err(in_step("mounting a tmpfs"))?;
        let mut masked = Vec::new();
        let system = system::mount_system_directories(base)?;
        for host in &system {
            masked.extend(hidden.find_paths_to_mask(host, host)?);
        }
        for name in ["box", "prog", "tmp", "proc", "warm"] {
            create_dirs(&base.join(name)).map_err(in_step("creating the root's directories"))?;
        }
        // The kernel allows a run to mount a new /proc only if a complete /proc is already
        // mounted.
        let view = copy_tree("/proc").map_err(in_step("copying /proc"))?;
        mount_tree(&view, &base.join("proc")).map_err(in_step("mounting /proc"))?;

        rustix::process::chdir(base).map_err(in_step("entering the new root"))?;
        rustix::process::pivot_root(".", ".").map_err(in_step("changing the root (pivot_root)"))?;
        unmount(".", UnmountFlags::DETACH).map_err(in_step("leaving the old root"))?;
        rustix::process::chdir("/").map_err(in_step("entering the new root"))?;
        masked.iter().try_for_each(mask_path)?;
        Ok(Self {
            outer,
            inner: open_current_mount_namespace()?,
            hidden,
            masked,
            mounted: [None, None],
            toolchain: Vec::new(),
            system,
            is_read_only: false,
        })
    }

    /// Mounts exactly these host directories: `judge_directories` at the [`JUDGE_MOUNT_POINTS`],
    /// and `toolchain` at the same paths as on the host. When this function returns, the root is
    /// read-only, and so is each run's copy.
    pub(crate) fn set_mounted_directories(
        &mut self,
        judge_directories: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        let mounted = self.mounted.each_ref().map(Option::as_deref);
        if self.is_read_only && mounted == judge_directories && self.toolchain == toolchain {
            return Ok(());
        }
        self.is_read_only = false;
        sys::make_mount_writable(c"/").map_err(in_step("making the root writable"))?;
        self.remount_changed_directories(judge_directories, toolchain)?;
        sys::make_mount_read_only(c"/").map_err(in_step("making the root read-only"))?;
        self.is_read_only = true;
        Ok(())
    }

    fn remount_changed_directories(
        &mut self,
        judge_directories: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        for (index, path) in JUDGE_MOUNT_POINTS.iter().map(Path::new).enumerate() {
            if self.mounted[index].as_deref() == judge_directories[index] {
                continue;
            }
            if self.mounted[index].take().is_some() {
                unmount_tree(path)?;
            }
            if let Some(directory) = judge_directories[index] {
                let tree = self.copy_host_mounts(directory)?;
                sys::make_tree_read_only(&tree)
                    .map_err(in_step(format!("making {} read-only", directory.display())))?;
                mount_tree(&tree, path).map_err(in_step(format!("mounting {}", path.display())))?;
                self.mounted[index] = Some(directory.to_owned());
            }
        }
        if self.toolchain != toolchain {
            while let Some(path) = self.toolchain.pop() {
                if !system::is_system_path(&path) {
                    unmount_tree(&path)?;
                    self.masked.retain(|mask| !mask.path.starts_with(&path));
                }
            }
            for path in toolchain {
                if !system::is_system_path(path) {
                    self.mount_toolchain(path)?;
                }
                self.toolchain.push(path.clone());
            }
        }
        Ok(())
    }

    /// Checks that all hidden files are still masked. The kernel unmounts the mount over a hidden
    /// file if the host removes the file or renames another file over it.
    ///
    /// # Errors
    /// Returns an error if submissions can see a hidden file, or could see one for some time.
    pub(crate) fn check_hidden_files(&self) -> Result<(), FailedStep> {
        self.hidden.check_unchanged()?;
        let seen = self.masked.iter().find(|mask| {
            let [current, empty] =
                [mask.path.as_path(), Path::new(mask.mask_source_path())].map(fs::symlink_metadata);
            !matches!((current, empty), (Ok(current), Ok(empty))
                if (current.dev(), current.ino()) == (empty.dev(), empty.ino()))
        });
        match seen {
            Some(mask) => Err(hidden_file_changed_error(&mask.path, "replaced or removed")),
            None => Ok(()),
        }
    }

    fn mount_toolchain(&mut self, path: &Path) -> Result<(), FailedStep> {
        let step = format!("mounting {}", path.display());
        let is_valid = path.is_absolute()
            && path.components().count() > 1
            && !path.components().any(|part| part == Component::ParentDir);
        if !is_valid {
            let error =
                io::Error::other("it must be an absolute path without \"..\", and not / itself");
            return Err(in_step(step)(error));
        }
        let tree = RESERVED_DIRECTORIES
            .iter()
            .find(|tree| path.starts_with(tree));
        let exactly = || RESERVED_PATHS.iter().find(|it| path == Path::new(it));
        if let Some(taken) = tree.or_else(exactly) {
            let reason = format!("each job gets its own {taken}; install the toolchain elsewhere");
            return Err(in_step(step)(io::Error::other(reason)));
        }
        let masked = self.run_in_host_namespace(|| {
            let host = fs::canonicalize(path).map_err(in_step(step.clone()))?;
            self.hidden
                .find_paths_to_mask(&host, path)
                .map_err(|(_, reason)| in_step(step.clone())(reason))
        })??;
        let tree = self.copy_host_mounts(path)?;
        sys::make_tree_read_only(&tree).map_err(in_step(step.clone()))?;
        mount_tree_at_new_path(&tree, path).map_err(in_step(step))?;
        for mask in masked {
            mask_path(&mask)?;
            self.masked.push(mask);
        }
        Ok(())
    }

    /// Copies the host's mounts at `path`, and returns a descriptor of the copy.
    fn copy_host_mounts(&self, path: &Path) -> Result<OwnedFd, FailedStep> {
        self.run_in_host_namespace(|| copy_tree(path))?
            .map_err(in_step(format!("copying the mounts at {}", path.display())))
    }

    /// Runs `action` in the mount namespace of the host.
    fn run_in_host_namespace<T>(&self, action: impl FnOnce() -> T) -> Result<T, FailedStep> {
        enter_mount_namespace(&self.outer)?;
        let result = action();
        enter_mount_namespace(&self.inner)?;
        Ok(result)
    }
}

/// Hides a file or directory by mounting an empty, read-only one over it.
fn mask_path(mask: &MaskedPath) -> Result<(), FailedStep> {
    copy_mount(mask.mask_source_path())
        .and_then(|empty| mount_tree_read_only(&empty, &mask.path))
        .map_err(in_step(format!("hiding {}", mask.path.display())))
}

/// Copies those toolchain mounts that lie below `/tmp`. Called before a run hides them with its
/// private `/tmp`. [`remount_toolchain_copies`] then mounts the copies.
pub(crate) fn copy_toolchains_below_tmp(
    toolchain: &[PathBuf],
) -> io::Result<Vec<(&Path, OwnedFd)>> {
    toolchain
        .iter()
        .filter(|path| path.starts_with(TMP_PATH))
        .map(|path| Ok((path.as_path(), copy_tree(path)?)))
        .collect()
}

/// Mounts the copies from [`copy_toolchains_below_tmp`] at the original paths of the toolchains.
pub(crate) fn remount_toolchain_copies(copies: Vec<(&Path, OwnedFd)>) -> io::Result<()> {
    copies
        .into_iter()
        .try_for_each(|(path, tree)| mount_tree_at_new_path(&tree, path))
}

fn open_current_mount_namespace() -> Result<OwnedFd, FailedStep> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    rustix::fs::open("/proc/self/ns/mnt", flags, Mode::empty())
        .map_err(in_step("opening a mount namespace"))
}

fn enter_mount_namespace(namespace: &OwnedFd) -> Result<(), FailedStep> {
    move_into_link_name_space(namespace.as_fd(), Some(LinkNameSpaceType::Mount))
        .map_err(in_step("changing between mount namespaces (setns)"))
}
