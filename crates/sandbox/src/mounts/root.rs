//! The file system that a job sees: built once for a worker out of read-only
//! binds, entered by `pivot_root`, and then only rearranged when the program
//! directory or the toolchain changes.
//!
//! The worker keeps two mount namespaces. The *outer* one has the host's
//! mounts and is only visited to pick up directories; the *inner* one holds the
//! new root, and each run gets a copy of it.
//!
//! ```text
//! /usr /bin /lib …   the host's, read-only, without setuid
//! /etc               a few files that all programs read, copied
//! /dev               null, zero, full, random, urandom, fd, stdin, …
//! /prog              the program directory, read-only
//! /warm              what was made ready for the tools, read-only
//! /proc /box /tmp    mounted anew for each run (see `jail`)
//! toolchain paths    read-only, at the same path
//! ```
//!
//! Whatever these hold of the judge's own is covered (see `hidden`).

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

use super::bind::{attach, detach, make_directories, mount_tmpfs, place, tree_flags};
use super::hidden::cover::Cover;
use super::hidden::hidden_files::{Hidden, changed};
use super::system;
use crate::error::{FailedStep, at};
use crate::sys;

/// Where a job sees something else than the host's directory.
const OWN: &[&str] = &["/box", "/dev", "/proc", "/prog", "/sys", "/warm"];
/// Likewise, but toolchains may have directories below it.
const OWN_AROUND: &[&str] = &["/etc", FRESH];
/// Empty for each run, which puts toolchains below it there anew.
const FRESH: &str = "/tmp";

/// Where a job sees directories of the judge.
const SHOWN: [&str; 2] = ["/prog", WARM];
/// Where it sees what was made ready for its tools.
pub(crate) const WARM: &str = "/warm";

/// Id of the program's user and group inside.
pub(crate) const RUNNER: u32 = 1000;

/// The two mount namespaces and what the inner one shows of the host.
#[derive(Debug)]
pub(crate) struct Root {
    outer: OwnedFd,
    inner: OwnedFd,
    hidden: Hidden,
    /// What is covered now, from the root.
    covers: Vec<Cover>,
    /// What is at each of [`SHOWN`].
    shown: [Option<PathBuf>; 2],
    toolchain: Vec<PathBuf>,
    /// The host's system directories that every job sees.
    pub(crate) system: Vec<PathBuf>,
    /// Whether all of it is in place, and nothing can be added.
    closed: bool,
}

impl Root {
    /// Builds the root, without these files and directories, and enters it. The
    /// process must be alone in a fresh user and mount namespace.
    pub(crate) fn build(hidden: Vec<PathBuf>) -> Result<Self, FailedStep> {
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private).map_err(at("making mounts private"))?;
        let outer = namespace()?;
        let hidden = Hidden::find(hidden).map_err(at("looking where the judge's files are"))?;
        sys::unshare(UnshareFlags::NEWNS).map_err(at("making a mount namespace (unshare)"))?;

        // Something has to be covered by the new root while it is built:
        // nothing is ever bound from /sys.
        let base = Path::new("/sys");
        mount_tmpfs(base, MountFlags::empty(), "mode=755,size=16m")
            .map_err(at("mounting a tmpfs"))?;
        let mut covers = Vec::new();
        let system = system::show(base)?;
        for host in &system {
            let inside = hidden.within(host)?.into_iter();
            covers.extend(inside.map(|cover| cover.of(host)));
        }
        for name in ["box", "prog", "tmp", "proc", "warm"] {
            make_directories(&base.join(name)).map_err(at("making the root's directories"))?;
        }
        // A full view of some /proc must stay below for the kernel to allow
        // mounting a new one in each run.
        let view = open_tree(CWD, "/proc", tree_flags()).map_err(at("picking up /proc"))?;
        attach(&view, &base.join("proc")).map_err(at("placing /proc"))?;

        rustix::process::chdir(base).map_err(at("entering the new root"))?;
        rustix::process::pivot_root(".", ".").map_err(at("changing the root (pivot_root)"))?;
        unmount(".", UnmountFlags::DETACH).map_err(at("leaving the old root"))?;
        rustix::process::chdir("/").map_err(at("entering the new root"))?;
        covers.iter().try_for_each(put_over)?;
        Ok(Self {
            outer,
            inner: namespace()?,
            hidden,
            covers,
            shown: [None, None],
            toolchain: Vec::new(),
            system,
            closed: false,
        })
    }

    /// Shows these directories of the host and no others: those of the judge at
    /// [`SHOWN`], and the toolchain where it is. Between two of these the root
    /// is read-only, and so is the copy of it that each run gets.
    pub(crate) fn arrange(
        &mut self,
        own: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        if self.closed && self.shows_just(own, toolchain) {
            return Ok(());
        }
        self.closed = false;
        sys::writable_here(c"/").map_err(at("making the root writable"))?;
        self.rearrange(own, toolchain)?;
        sys::read_only_here(c"/").map_err(at("making the root read-only"))?;
        self.closed = true;
        Ok(())
    }

    fn shows_just(&self, own: [Option<&Path>; 2], toolchain: &[PathBuf]) -> bool {
        let shown = self.shown.each_ref().map(Option::as_deref);
        shown == own && self.toolchain == toolchain
    }

    fn rearrange(
        &mut self,
        own: [Option<&Path>; 2],
        toolchain: &[PathBuf],
    ) -> Result<(), FailedStep> {
        for (index, place) in SHOWN.iter().map(Path::new).enumerate() {
            if self.shown[index].as_deref() == own[index] {
                continue;
            }
            if self.shown[index].take().is_some() {
                detach(place)?;
            }
            if let Some(directory) = own[index] {
                let tree = self.pick_up(directory)?;
                sys::read_only(&tree)
                    .map_err(at(format!("making {} read-only", directory.display())))?;
                attach(&tree, place).map_err(at(format!("placing {}", place.display())))?;
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

    /// Looks whether all that is hidden still is. What the host renames
    /// something else to, or removes, the kernel uncovers.
    ///
    /// # Errors
    /// If submissions see it, or may.
    pub(crate) fn still_hidden(&self) -> Result<(), FailedStep> {
        self.hidden.unmoved()?;
        let seen = self.covers.iter().find(|cover| {
            let [there, empty] =
                [cover.path.as_path(), Path::new(cover.empty())].map(fs::symlink_metadata);
            !matches!((there, empty), (Ok(there), Ok(empty))
                if (there.dev(), there.ino()) == (empty.dev(), empty.ino()))
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
            let error = io::Error::other("a toolchain needs an absolute path below /, without ..");
            return Err(at(step)(error));
        }
        let own = OWN.iter().find(|own| path.starts_with(own));
        let around = || OWN_AROUND.iter().find(|own| path == Path::new(own));
        if let Some(own) = own.or_else(around) {
            let error = io::Error::other(format!("{own} of a job is its own; move the toolchain"));
            return Err(at(step)(error));
        }
        let covers = self.outside(|| {
            let host = fs::canonicalize(path).map_err(at(step.clone()))?;
            self.hidden
                .within(&host)
                .map_err(|(_, reason)| at(step.clone())(reason))
        })??;
        let tree = self.pick_up(path)?;
        sys::read_only(&tree).map_err(at(step.clone()))?;
        place(&tree, path).map_err(at(step))?;
        for cover in covers {
            let cover = cover.of(path);
            put_over(&cover)?;
            self.covers.push(cover);
        }
        Ok(())
    }

    /// A copy of the host's mounts at `path`, held by a descriptor.
    fn pick_up(&self, path: &Path) -> Result<OwnedFd, FailedStep> {
        self.outside(|| open_tree(CWD, path, tree_flags()))?
            .map_err(at(format!("picking up {}", path.display())))
    }

    /// Does something among the host's mounts.
    fn outside<T>(&self, action: impl FnOnce() -> T) -> Result<T, FailedStep> {
        enter(&self.outer)?;
        let result = action();
        enter(&self.inner)?;
        Ok(result)
    }
}

/// Puts something empty, which cannot be written or run, over what is hidden.
fn put_over(cover: &Cover) -> Result<(), FailedStep> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let step = format!("hiding {}", cover.path.display());
    let empty = open_tree(CWD, cover.empty(), flags).map_err(at(step.clone()))?;
    sys::read_only(&empty).map_err(at(step.clone()))?;
    attach(&empty, &cover.path).map_err(at(step))
}

/// Takes up what is shown below a directory that a run is about to cover with one
/// of its own; to be put back by [`put_back`].
pub(crate) fn take_up(toolchain: &[PathBuf]) -> io::Result<Vec<(&Path, OwnedFd)>> {
    toolchain
        .iter()
        .filter(|path| path.starts_with(FRESH))
        .map(|path| Ok((path.as_path(), open_tree(CWD, path, tree_flags())?)))
        .collect()
}

/// Shows what was taken up where it was.
pub(crate) fn put_back(taken: Vec<(&Path, OwnedFd)>) -> io::Result<()> {
    taken
        .into_iter()
        .try_for_each(|(path, tree)| place(&tree, path))
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
