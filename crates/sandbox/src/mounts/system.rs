//! The parts of the host that every job sees: system directories, devices and some files in
//! `/etc`.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use super::bind::{copy_mount, copy_tree, create_dirs, mount_tree, mount_tree_read_only};
use crate::error::{FailedStep, in_step};
use crate::sys;

/// System directories of the host, which every job sees if they exist.
const SYSTEM_DIRECTORIES: &[&str] = &["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/// Name prefixes of files in `/etc` that any program may need. Files that only one toolchain needs
/// are listed in [`Job::toolchain`](crate::Job::toolchain).
const COPIED_ETC_PREFIXES: &[&str] = &["alternatives", "ld.so", "localtime", "timezone"];
/// Maximum size in bytes of a file copied from `/etc`. Larger files are assumed not to be
/// configuration files.
const MAX_ETC_FILE_SIZE: u64 = 1 << 20;
/// The device files in the job's `/dev`, each with the host's device file that is mounted over it.
/// `zero` is replaced by `full`, which returns the same bytes: mapping the real `zero` would create
/// shared memory that no process is charged for.
const DEVICE_FILES: &[(&str, &str)] = &[
    ("null", "/dev/null"),
    ("zero", "/dev/full"),
    ("full", "/dev/full"),
    ("random", "/dev/random"),
    ("urandom", "/dev/urandom"),
];

/// Mounts the host's system directories and devices below `base`, and copies files from `/etc`.
/// Returns the host directories that were mounted.
pub(crate) fn mount_system_directories(base: &Path) -> Result<Vec<PathBuf>, FailedStep> {
    let mut mounted = Vec::new();
    for name in SYSTEM_DIRECTORIES {
        let host = Path::new("/").join(name);
        let is_mounted = mount_directory_or_copy_link(&host, &base.join(name));
        if is_mounted.map_err(in_step(format!("mounting {}", host.display())))? {
            mounted.push(host);
        }
    }
    copy_etc_files(&base.join("etc")).map_err(in_step("copying from /etc"))?;
    mount_devices(&base.join("dev"))?;
    Ok(mounted)
}

/// Returns whether the path is at or below a system directory, which every job sees.
pub(crate) fn is_system_path(path: &Path) -> bool {
    SYSTEM_DIRECTORIES
        .iter()
        .any(|name| path.starts_with(Path::new("/").join(name)))
}

/// Mounts a system directory, or copies it if it is a symbolic link. Returns whether the directory
/// was mounted.
fn mount_directory_or_copy_link(host: &Path, path: &Path) -> io::Result<bool> {
    if let Ok(target) = fs::read_link(host) {
        symlink(target, path)?;
        return Ok(false);
    }
    if !host.is_dir() {
        return Ok(false);
    }
    create_dirs(path)?;
    mount_tree_read_only(&copy_tree(host)?, path)?;
    Ok(true)
}

fn mount_devices(path: &Path) -> Result<(), FailedStep> {
    let step = "creating /dev";
    create_dirs(path).map_err(in_step(step))?;
    for (name, host) in DEVICE_FILES {
        mount_device(host, &path.join(name)).map_err(in_step(format!("mounting {host}")))?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", "/tmp"),
    ] {
        symlink(target, path.join(name)).map_err(in_step(step))?;
    }
    Ok(())
}

fn mount_device(host: &str, path: &Path) -> io::Result<()> {
    fs::File::create(path)?;
    let device = copy_mount(host)?;
    sys::make_device_read_only(&device)?;
    mount_tree(&device, path)
}

fn copy_etc_files(path: &Path) -> io::Result<()> {
    create_dirs(path)?;
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
            && COPIED_ETC_PREFIXES.iter().any(|own| text.starts_with(own))
        {
            copy_world_readable_files(&entry.path(), &path.join(&name))?;
        }
    }
    Ok(())
}

/// Copies the symbolic links in a directory tree, and the directories and small regular files that
/// everybody may read.
fn copy_world_readable_files(from: &Path, to: &Path) -> io::Result<()> {
    let data = fs::symlink_metadata(from)?;
    let is_world_readable = data.permissions().mode() & 0o004 != 0;
    if data.is_symlink() {
        symlink(fs::read_link(from)?, to)?;
    } else if data.is_dir() && is_world_readable {
        create_dirs(to)?;
        for entry in fs::read_dir(from)?.flatten() {
            copy_world_readable_files(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else if data.is_file() && is_world_readable && data.size() <= MAX_ETC_FILE_SIZE {
        fs::write(to, fs::read(from)?)?;
    }
    Ok(())
}
