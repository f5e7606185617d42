//! The data directory: its lock, the owner's secret and backups.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::error::ServiceError;
use crate::secret::{self, SECRET};
use crate::store::Database;

/// The file with the secret of the owner's link.
pub(super) const OWNER_LINK: &str = "owner-link";

/// Copies the file of data in this directory, while a server may be working with it.
///
/// # Errors
/// A file that cannot be read, or one that is there already or cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<(), ServiceError> {
    let from = data.join("mousetrap.db");
    let file = |path: &Path, source: io::Error| ServiceError::File {
        path: path.to_owned(),
        source,
    };
    if !from.exists() {
        return Err(ServiceError::NoData(data.to_owned()));
    }
    // SQLite takes an empty file; this one is closed to other users.
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(to);
    made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => ServiceError::Copied(to.to_owned()),
        _ => file(to, error),
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build()?;
    Ok(runtime
        .block_on(Database::copy(&from, to))
        .inspect_err(|_| drop(fs::remove_file(to)))?)
}

/// The directory of the data, which is made if it is not there.
pub(super) fn directory(data: &Path) -> Result<PathBuf, ServiceError> {
    let mut builder = fs::DirBuilder::new();
    let made = builder.recursive(true).mode(0o700).create(data);
    made.and_then(|()| fs::canonicalize(data))
        .map_err(|source| ServiceError::File {
            path: data.to_owned(),
            source,
        })
}

/// Keeps other servers away from the data while the file is open.
pub(super) fn lock(data: &Path) -> Result<fs::File, ServiceError> {
    let file = private(&data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(ServiceError::Taken(data.to_owned())),
    }
}

/// The secret of the owner's link, which stays the same for as long as its file is
/// there.
pub(super) fn owner_secret(data: &Path) -> Result<String, ServiceError> {
    let path = data.join(OWNER_LINK);
    let secret = content(&path, secret::secret)?;
    if secret.len() < SECRET {
        return Err(ServiceError::Short(path));
    }
    Ok(secret)
}

/// Identifies the server of this directory in the requirements of tasks, also after an
/// upgrade. Servers that share a database have the same owner's link, but not the same id.
pub(super) fn server_id(data: &Path) -> Result<String, ServiceError> {
    content(&data.join("server-id"), secret::id)
}

/// The content of a file of our own. An empty file gets this content.
fn content(path: &Path, fresh: impl FnOnce() -> String) -> Result<String, ServiceError> {
    let mut file = private(path)?;
    let mut text = String::new();
    let read = file.read_to_string(&mut text).and_then(|_| {
        if text.trim().is_empty() {
            text = fresh();
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        Ok(text.trim().to_owned())
    });
    read.map_err(|source| ServiceError::File {
        path: path.to_owned(),
        source,
    })
}

/// Opens a file of our own, which is made if it is not there, and closes it to other
/// users. A link is not followed: it could lead to a file of theirs.
fn private(path: &Path) -> Result<fs::File, ServiceError> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true).mode(0o600);
    let unfollowed = OFlags::NOFOLLOW.bits() as i32;
    let opened = options.custom_flags(unfollowed).open(path);
    let closed = opened.and_then(|file| {
        file.set_permissions(Permissions::from_mode(0o600))?;
        Ok(file)
    });
    closed.map_err(|source| ServiceError::File {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_id_is_kept_and_differs_between_directories() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let id = server_id(one.path()).unwrap();
        assert_eq!(server_id(one.path()).unwrap(), id);
        assert_ne!(server_id(other.path()).unwrap(), id);
    }

    #[test]
    fn the_files_of_secrets_are_our_own_and_closed() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("owner-link");
        let fresh = owner_secret(data.path()).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(owner_secret(data.path()).unwrap(), fresh);
        fs::write(data.path().join("lock"), "").unwrap();
        lock(data.path()).unwrap();
        for name in ["owner-link", "lock"] {
            let mode = fs::metadata(data.path().join(name)).unwrap().permissions();
            assert_eq!(mode.mode() & 0o777, 0o600, "{name}");
        }
        fs::write(&path, "abc").unwrap();
        let short = owner_secret(data.path()).unwrap_err().to_string();
        assert!(short.contains("fewer than 32"), "{short}");
        fs::rename(&path, data.path().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", &path).unwrap();
        assert!(owner_secret(data.path()).is_err(), "a link is not followed");
    }
}
