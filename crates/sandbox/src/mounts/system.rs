//! The parts of the host's system that every job sees: directories, devices, and some
//! files of `/etc`.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::mount::{OpenTreeFlags, open_tree};

use super::bind::{attach, make_directories, tree_flags};
use crate::error::{FailedStep, at};
use crate::sys;

/// System directories that every job sees if the host has them.
const SYSTEM: &[&str] = &["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/// Prefixes of names in `/etc` that any program may need. Files of one toolchain are part
/// of the job.
const ETC: &[&str] = &["alternatives", "ld.so", "localtime", "timezone"];
/// Maximum size of a file copied from `/etc`. Larger ones are not configuration.
const MAX_ETC_FILE: u64 = 1 << 20;
/// Names of devices, and the host's device for each. A mapping of `zero` would be shared
/// memory that counts for no process; `full` returns the same bytes and cannot be mapped.
const DEVICES: &[(&str, &str)] = &[
    ("null", "/dev/null"),
    ("zero", "/dev/full"),
    ("full", "/dev/full"),
    ("random", "/dev/random"),
    ("urandom", "/dev/urandom"),
];

/// Mounts the system below `base`. Returns the directories of the host that are shown.
pub(crate) fn show(base: &Path) -> Result<Vec<PathBuf>, FailedStep> {
    let mut shown = Vec::new();
    for name in SYSTEM {
        let host = Path::new("/").join(name);
        if directory(&host, &base.join(name))? {
            shown.push(host);
        }
    }
    etc(&base.join("etc")).map_err(at("copying from /etc"))?;
    devices(&base.join("dev"))?;
    Ok(shown)
}

/// Returns whether a system directory contains the path.
pub(crate) fn shows(path: &Path) -> bool {
    SYSTEM
        .iter()
        .any(|name| path.starts_with(Path::new("/").join(name)))
}

/// Mounts a system directory, or copies it if it is a link. Returns whether it was mounted.
fn directory(host: &Path, path: &Path) -> Result<bool, FailedStep> {
    let step = format!("showing {}", host.display());
    if let Ok(target) = fs::read_link(host) {
        symlink(target, path).map_err(at(step))?;
        return Ok(false);
    }
    if !host.is_dir() {
        return Ok(false);
    }
    make_directories(path).map_err(at(step.clone()))?;
    let tree = open_tree(CWD, host, tree_flags()).map_err(at(step.clone()))?;
    sys::read_only(&tree).map_err(at(step.clone()))?;
    attach(&tree, path).map_err(at(step))?;
    Ok(true)
}

fn devices(path: &Path) -> Result<(), FailedStep> {
    let step = "making /dev";
    make_directories(path).map_err(at(step))?;
    for (name, host) in DEVICES {
        let path = path.join(name);
        let step = format!("showing {host}");
        fs::File::create(&path).map_err(at(step.clone()))?;
        let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
        let tree = open_tree(CWD, *host, flags).map_err(at(step.clone()))?;
        sys::read_only_device(&tree).map_err(at(step.clone()))?;
        attach(&tree, &path).map_err(at(step))?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", "/tmp"),
    ] {
        symlink(target, path.join(name)).map_err(at(step))?;
    }
    Ok(())
}

fn etc(path: &Path) -> io::Result<()> {
    make_directories(path)?;
    for (name, text) in [
        (
            "passwd",
            "root:x:0:0:root:/:/usr/sbin/nologin\nrunner:x:1000:1000:runner:/box:/bin/sh\n",
        ),
        ("group", "root:x:0:\nrunner:x:1000:\n"),
        (
            "nsswitch.conf",
            "passwd: files\ngroup: files\nhosts: files\n",
        ),
        ("hosts", "127.0.0.1 localhost\n"),
    ] {
        fs::write(path.join(name), text)?;
    }
    for entry in fs::read_dir("/etc")?.flatten() {
        let name = entry.file_name();
        if let Some(text) = name.to_str()
            && ETC.iter().any(|start| text.starts_with(start))
        {
            copy_public(&entry.path(), &path.join(&name))?;
        }
    }
    Ok(())
}

/// Copies directories, links and small regular files that everybody may read.
fn copy_public(from: &Path, to: &Path) -> io::Result<()> {
    let data = fs::symlink_metadata(from)?;
    let everybody = data.permissions().mode() & 0o004 != 0;
    if data.is_symlink() {
        symlink(fs::read_link(from)?, to)?;
    } else if data.is_dir() && everybody {
        make_directories(to)?;
        for entry in fs::read_dir(from)?.flatten() {
            copy_public(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else if data.is_file() && everybody && data.size() <= MAX_ETC_FILE {
        fs::write(to, fs::read(from)?)?;
    }
    Ok(())
}
