//! The cache directory, which all runs of a user share. Anyone who can write to the cache can
//! change verdicts.

use std::env;
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::Mode;

use crate::regular_file::read_nofollow;
use crate::{Bytes, user_directory};

/// Returns the path of the cache directory: `$XDG_CACHE_HOME/mousetrap`, otherwise
/// `~/.cache/mousetrap`, otherwise a private directory in the system's temporary directory.
pub fn path() -> PathBuf {
    path_in_home().unwrap_or_else(path_in_temporary_directory)
}

fn path_in_home() -> Option<PathBuf> {
    user_directory("XDG_CACHE_HOME", ".cache").map(|caches| caches.join("mousetrap"))
}

fn path_in_temporary_directory() -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    env::temp_dir().join(format!("mousetrap-{user}"))
}

/// Creates the cache directory. In the system's temporary directory, where every user may
/// create directories, an existing cache directory must be private.
///
/// # Errors
/// Returns an error if the directory cannot be created, or if other users have access to it.
pub fn create() -> io::Result<()> {
    match path_in_home() {
        Some(directory) => fs::create_dir_all(directory),
        None => create_private_directory(&path_in_temporary_directory()),
    }
}

fn create_private_directory(directory: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => check_is_private(directory),
    }
}

fn check_is_private(directory: &Path) -> io::Result<()> {
    let facts = fs::symlink_metadata(directory)?;
    let user = rustix::process::geteuid().as_raw();
    let others = Mode::from_raw_mode(facts.mode()).intersection(Mode::RWXG | Mode::RWXO);
    if facts.is_dir() && facts.uid() == user && others.is_empty() {
        return Ok(());
    }
    Err(io::Error::new(
        ErrorKind::PermissionDenied,
        "other users can read or write it, or it belongs to another user",
    ))
}

/// Returns the path of the cache directory, if it exists and is not accessible to other users. Does
/// not create the directory, because root may be using the environment of another user.
pub fn existing_path() -> Option<PathBuf> {
    match path_in_home() {
        Some(directory) => directory.is_dir().then_some(directory),
        None => Some(path_in_temporary_directory())
            .filter(|directory| check_is_private(directory).is_ok()),
    }
}

/// Returns the content of a cache file, or `None` if it is not a regular file of at most
/// `max` bytes.
pub fn read(path: &Path, max: u64) -> Option<Vec<u8>> {
    read_nofollow(path, Bytes(max)).ok()
}

/// Returns the text of a cache file if the file has at most `max` bytes and was written less than
/// `valid` ago.
pub fn read_if_recent(path: &Path, max: u64, valid: Duration) -> Option<String> {
    let written = fs::metadata(path).ok()?.modified().ok()?;
    // A file with a modification time in the future is not used, because one of the clocks was
    // wrong.
    let age = SystemTime::now().duration_since(written).ok()?;
    let text = read(path, max).filter(|_| age < valid)?;
    String::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn shared_directory_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let cache = directory.path().join("cache");
        create_private_directory(&cache).unwrap();
        assert_eq!(fs::metadata(&cache).unwrap().mode() & 0o777, 0o700);
        create_private_directory(&cache).unwrap();
        let link = directory.path().join("link");
        symlink(&cache, &link).unwrap();
        assert!(create_private_directory(&link).is_err());
        for open in [0o770, 0o707, 0o701] {
            fs::set_permissions(&cache, Permissions::from_mode(open)).unwrap();
            assert!(create_private_directory(&cache).is_err(), "{open:o}");
        }
    }

    #[test]
    fn read_returns_none_for_a_large_file_or_a_link() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("file"), "four").unwrap();
        symlink(path("file"), path("link")).unwrap();
        assert_eq!(read(&path("file"), 4), Some(b"four".to_vec()));
        assert_eq!(read(&path("file"), 3), None);
        assert_eq!(read(&path("link"), 4), None);
    }
}
