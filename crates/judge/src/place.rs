//! The directory of what is kept from run to run. Whoever can write there decides
//! verdicts.

use std::env;
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::Mode;

use mousetrap_base::regular_file::read_unlinked;
use mousetrap_base::{Bytes, user_directory};

/// `$XDG_CACHE_HOME/mousetrap`, else `~/.cache/mousetrap`, else a directory of the
/// user's own beside the temporary files.
pub(super) fn directory() -> PathBuf {
    own().unwrap_or_else(beside_temporary_files)
}

fn own() -> Option<PathBuf> {
    user_directory("XDG_CACHE_HOME", ".cache").map(|caches| caches.join("mousetrap"))
}

fn beside_temporary_files() -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    env::temp_dir().join(format!("mousetrap-{user}"))
}

/// Makes the directory. Where everybody may make directories, only one that is
/// closed to all others is taken.
///
/// # Errors
/// Those of the file system, and a directory that is not the user's alone.
pub(super) fn make() -> io::Result<()> {
    match own() {
        Some(directory) => fs::create_dir_all(directory),
        None => make_private(&beside_temporary_files()),
    }
}

fn make_private(directory: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => check_private(directory),
    }
}

fn check_private(directory: &Path) -> io::Result<()> {
    let facts = fs::symlink_metadata(directory)?;
    let user = rustix::process::geteuid().as_raw();
    let others = Mode::from_raw_mode(facts.mode()).intersection(Mode::RWXG | Mode::RWXO);
    if facts.is_dir() && facts.uid() == user && others.is_empty() {
        return Ok(());
    }
    Err(io::Error::new(
        ErrorKind::PermissionDenied,
        "others can write or read it, or it belongs to another user",
    ))
}

/// The directory if it is there and would be taken. Who only looks makes none: it would
/// be root's where root looks for another.
pub(super) fn existing() -> Option<PathBuf> {
    match own() {
        Some(directory) => directory.is_dir().then_some(directory),
        None => Some(beside_temporary_files()).filter(|directory| check_private(directory).is_ok()),
    }
}

/// The content of a cache file, or `None` if it is not a regular file of at most `max`
/// bytes.
pub(super) fn read(path: &Path, max: u64) -> Option<Vec<u8>> {
    read_unlinked(path, Bytes(max)).ok()
}

/// The text that is kept in a file of at most `most` bytes, written less than `valid` ago.
pub(super) fn read_recent(path: &Path, most: u64, valid: Duration) -> Option<String> {
    let written = fs::metadata(path).ok()?.modified().ok()?;
    // One from the future was made by another clock.
    let age = SystemTime::now().duration_since(written).ok()?;
    let text = read(path, most).filter(|_| age < valid)?;
    String::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use rustix::fs::{CWD, FileType};

    use super::*;

    #[test]
    fn a_shared_directory_is_not_trusted() {
        let directory = tempfile::tempdir().unwrap();
        let cache = directory.path().join("cache");
        make_private(&cache).unwrap();
        assert_eq!(fs::metadata(&cache).unwrap().mode() & 0o777, 0o700);
        make_private(&cache).unwrap();
        let link = directory.path().join("link");
        symlink(&cache, &link).unwrap();
        assert!(make_private(&link).is_err());
        for open in [0o770, 0o707, 0o701] {
            fs::set_permissions(&cache, Permissions::from_mode(open)).unwrap();
            assert!(make_private(&cache).is_err(), "{open:o}");
        }
    }

    #[test]
    fn only_files_that_are_not_too_large_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("file"), "four").unwrap();
        symlink(path("file"), path("link")).unwrap();
        fs::create_dir(path("directory")).unwrap();
        let mode = Mode::RUSR | Mode::WUSR;
        rustix::fs::mknodat(CWD, path("pipe"), FileType::Fifo, mode, 0).unwrap();
        assert_eq!(read(&path("file"), 4), Some(b"four".to_vec()));
        assert_eq!(read(&path("file"), 3), None);
        for odd in ["link", "directory", "pipe", "nothing"] {
            assert_eq!(read(&path(odd), 4), None, "{odd}");
        }
    }
}
