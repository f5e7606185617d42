//! The root file system that a job sees. A worker builds it once from read-only bind
//! mounts and enters it with `pivot_root`. Later it changes only if the program directory
//! or the toolchain does.
//!
//! The worker holds two mount namespaces. The *outer* one has the host's mounts and is
//! entered only to copy mounts from it. The *inner* one has the new root, and each run gets
//! a copy of it.
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
//! Hidden files and directories in these are covered (see `hidden_files`).

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, OpenTreeFlags, UnmountFlags, mount_change, open_tree,
    unmount,
};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use super::bind::{attach, attach_new, detach, make_directories, mount_tmpfs, tree_flags};
use super::hidden_files::{Cover, Hidden, changed};
use super::system;
use crate::error::{FailedStep, at};
use crate::sys;

/// Paths that a toolchain may neither have nor lie below: a job sees its own directories there.
const RESERVED: &[&str] = &["/box", "/dev", "/proc", "/prog", "/sys", "/warm"];
/// Paths that a toolchain may not have, but may lie below.
const RESERVED_EXACTLY: &[&str] = &["/etc", TMP];
/// Empty at the start of each run, except for toolchains below it.
const TMP: &str = "/tmp";

/// Paths at which a job sees directories of the judge.
const OWN_PATHS: [&str; 2] = ["/prog", WARM];
/// The path at which a job sees its prepared toolchain.
pub(crate) const WARM: &str = "/warm";

/// Id of the program's user and group in the sandbox.
pub(crate) const RUNNER: u32 = 1000;

/// The two mount namespaces and what the inner one shows of the host.
#[derive(Debug)]
pub(crate) struct Root {
    outer: OwnedFd,
    inner: OwnedFd,
    hidden: Hidden,
    /// The current covers, with absolute paths.
    covers: Vec<Cover>,
    /// The host's directory at each path of [`OWN_PATHS`].
    shown: [Option<PathBuf>; 2],
    toolchain: Vec<PathBuf>,
    /// The host's system directories that every job sees.
    pub(crate) system: Vec<PathBuf>,
    /// Whether the root is complete and read-only.
    is_read_only: bool,
}

impl Root {
    /// Builds the root without the `hidden` files and directories, and enters it. The
    /// process must be alone in a new user and mount namespace.
    pub(crate) fn build(hidden: Vec<PathBuf>) -> Result<Self, FailedStep> {
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private).map_err(at("making mounts private"))?;
        let outer = namespace()?;
        let hidden = Hidden::find(hidden).map_err(at("finding the judge's files"))?;
        sys::unshare(UnshareFlags::NEWNS).map_err(at("making a mount namespace (unshare)"))?;

        // The new root must cover a directory while it is built. No job needs the host's
        // /sys.
        let base = Path::new("/sys");
        mount_tmpfs(base, MountFlags::empty(), "mode=755,size=16m")
            .map_err(at("mounting a tmpfs"))?;
        let mut covers = Vec::new();
        let system = system::show(base)?;
        for host in &system {
            let inside = hidden.covers_in(host)?.into_iter();
            covers.extend(inside.map(|cover| cover.at(host)));
        }
        for name in ["box", "prog", "tmp", "proc", "warm"] {
            make_directories(&base.join(name)).map_err(at("making the root's directories"))?;
        }
        // The kernel allows each run to mount a new /proc only if a complete /proc is
        // already mounted.
        let view = open_tree(CWD, "/proc", tree_flags()).map_err(at("picking up /proc"))?;
        attach(&view, &base.join("proc")).map_err(at("placing /proc"))?;

        rustix::process::chdir(base).map_err(at("entering the new root"))?;
        rustix::process::pivot_root(".", ".").map_err(at("changing the root (pivot_root)"))?;
        unmount(".", UnmountFlags::DETACH).map_err(at("leaving the old root"))?;
        rustix::process::chdir("/").map_err(at("entering the new root"))?;
        covers.iter().try_for_each(mount_cover)?;
        Ok(Self {
            outer,
            inner: namespace()?,
            hidden,
            covers,
            shown: [None, None],
            toolchain: Vec::new(),
            system,
            is_read_only: false,
        })
    }

    /// Shows exactly these directories of the host: `own` at the paths [`OWN_PATHS`], and
    /// `toolchain` at its own paths. The root is read-only afterwards, as is the copy that
    /// each run gets.
    pub(crate) fn arrange(
        &mut self,
        own: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        let shown = self.shown.each_ref().map(Option::as_deref);
        if self.is_read_only && shown == own && self.toolchain == toolchain {
            return Ok(());
        }
        self.is_read_only = false;
        sys::writable_here(c"/").map_err(at("making the root writable"))?;
        self.rearrange(own, toolchain)?;
        sys::read_only_here(c"/").map_err(at("making the root read-only"))?;
        self.is_read_only = true;
        Ok(())
    }

    fn rearrange(
        &mut self,
        own: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        for (index, path) in OWN_PATHS.iter().map(Path::new).enumerate() {
            if self.shown[index].as_deref() == own[index] {
                continue;
            }
            if self.shown[index].take().is_some() {
                detach(path)?;
            }
            if let Some(directory) = own[index] {
                let tree = self.copy_from_host(directory)?;
                sys::read_only(&tree)
                    .map_err(at(format!("making {} read-only", directory.display())))?;
                attach(&tree, path).map_err(at(format!("placing {}", path.display())))?;
                self.shown[index] = Some(directory.to_owned());
            }
        }
        if self.toolchain != toolchain {
            while let Some(path) = self.toolchain.pop() {
                if !system::shows(&path) {
                    detach(&path)?;
                    self.covers.retain(|cover| !cover.path.starts_with(&path));
                }
            }
            for path in toolchain {
                if !system::shows(path) {
                    self.show(path)?;
                }
                self.toolchain.push(path.clone());
            }
        }
        Ok(())
    }

    /// Checks that all hidden files are still covered. The kernel removes a cover if the
    /// host removes the file or renames another file to its name.
    ///
    /// # Errors
    /// If submissions can or could see a hidden file.
    pub(crate) fn check_hidden(&self) -> Result<(), FailedStep> {
        self.hidden.check_unmoved()?;
        let seen = self.covers.iter().find(|cover| {
            let [current, empty] =
                [cover.path.as_path(), Path::new(cover.empty())].map(fs::symlink_metadata);
            !matches!((current, empty), (Ok(current), Ok(empty))
                if (current.dev(), current.ino()) == (empty.dev(), empty.ino()))
        });
        match seen {
            Some(cover) => Err(changed(&cover.path, "replaced or removed")),
            None => Ok(()),
        }
    }

    fn show(&mut self, path: &Path) -> Result<(), FailedStep> {
        let step = format!("showing {}", path.display());
        let plain = path.is_absolute()
            && path.components().count() > 1
            && !path.components().any(|part| part == Component::ParentDir);
        if !plain {
            let error =
                io::Error::other("a toolchain must have an absolute path below /, without ..");
            return Err(at(step)(error));
        }
        let own = RESERVED.iter().find(|own| path.starts_with(own));
        let exactly = || RESERVED_EXACTLY.iter().find(|own| path == Path::new(own));
        if let Some(own) = own.or_else(exactly) {
            let error = io::Error::other(format!("each job has its own {own}; move the toolchain"));
            return Err(at(step)(error));
        }
        let covers = self.outside(|| {
            let host = fs::canonicalize(path).map_err(at(step.clone()))?;
            self.hidden
                .covers_in(&host)
                .map_err(|(_, reason)| at(step.clone())(reason))
        })??;
        let tree = self.copy_from_host(path)?;
        sys::read_only(&tree).map_err(at(step.clone()))?;
        attach_new(&tree, path).map_err(at(step))?;
        for cover in covers {
            let cover = cover.at(path);
            mount_cover(&cover)?;
            self.covers.push(cover);
        }
        Ok(())
    }

    /// Copies the host's mounts at `path`. Returns a descriptor of the copy.
    fn copy_from_host(&self, path: &Path) -> Result<OwnedFd, FailedStep> {
        self.outside(|| open_tree(CWD, path, tree_flags()))?
            .map_err(at(format!("picking up {}", path.display())))
    }

    /// Runs `action` in the mount namespace of the host.
    fn outside<T>(&self, action: impl FnOnce() -> T) -> Result<T, FailedStep> {
        enter(&self.outer)?;
        let result = action();
        enter(&self.inner)?;
        Ok(result)
    }
}

/// Mounts something empty, which cannot be written or executed, over a hidden file.
fn mount_cover(cover: &Cover) -> Result<(), FailedStep> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let step = format!("hiding {}", cover.path.display());
    let empty = open_tree(CWD, cover.empty(), flags).map_err(at(step.clone()))?;
    sys::read_only(&empty).map_err(at(step.clone()))?;
    attach(&empty, &cover.path).map_err(at(step))
}

/// Copies the mounts of toolchains below `/tmp`, which a run is about to cover. Pass the
/// result to [`mount_again`].
pub(crate) fn copy_below_tmp(toolchain: &[PathBuf]) -> io::Result<Vec<(&Path, OwnedFd)>> {
    toolchain
        .iter()
        .filter(|path| path.starts_with(TMP))
        .map(|path| Ok((path.as_path(), open_tree(CWD, path, tree_flags())?)))
        .collect()
}

/// Mounts the copies of [`copy_below_tmp`] at their paths.
pub(crate) fn mount_again(copies: Vec<(&Path, OwnedFd)>) -> io::Result<()> {
    copies
        .into_iter()
        .try_for_each(|(path, tree)| attach_new(&tree, path))
}

fn namespace() -> Result<OwnedFd, FailedStep> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    rustix::fs::open("/proc/self/ns/mnt", flags, Mode::empty())
        .map_err(at("holding a mount namespace"))
}

fn enter(namespace: &OwnedFd) -> Result<(), FailedStep> {
    move_into_link_name_space(namespace.as_fd(), Some(LinkNameSpaceType::Mount))
        .map_err(at("changing between mount namespaces (setns)"))
}
