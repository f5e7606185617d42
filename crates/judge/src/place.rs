//! The directory of what is kept from run to run. Whoever can write there decides
//! verdicts.

use std::env;
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;

use mousetrap_base::user_directory;

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
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
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

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

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
}
