//! The data directory: its lock, the owner's secret and backups.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::error::ServiceError;
use super::process::new_runtime;
use crate::secret::{self, SECRET_LENGTH};
use crate::store::Database;

/// The file that contains the secret of the owner's link.
pub(super) const OWNER_LINK_FILE: &str = "owner-link";

/// Copies the `SQLite` file in the data directory `data` to the new file `to`, even while a server
/// is using it.
///
/// # Errors
/// Returns an error if the directory contains no data, or if the copy already exists or cannot be
/// written.
pub fn backup(data: &Path, to: &Path) -> Result<(), ServiceError> {
    let from = data.join("mousetrap.db");
    if !from.exists() {
        return Err(ServiceError::NoData(data.to_owned()));
    }
    // The target is created as an empty file that other users cannot read. SQLite accepts an empty
    // file as a target.
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(to);
    made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => ServiceError::BackupExists(to.to_owned()),
        _ => file_error(to)(error),
    })?;
    let copied = new_runtime()?.block_on(Database::copy_file(&from, to));
    Ok(copied.inspect_err(|_| drop(fs::remove_file(to)))?)
}

/// Creates the data directory if necessary, and returns its absolute path.
pub(super) fn create_data_dir(data: &Path) -> Result<PathBuf, ServiceError> {
    let mut builder = fs::DirBuilder::new();
    let made = builder.recursive(true).mode(0o700).create(data);
    let path = made.and_then(|()| fs::canonicalize(data));
    path.map_err(file_error(data))
}

/// Prevents other servers from using the data until the returned file is closed.
pub(super) fn lock_data_dir(data: &Path) -> Result<fs::File, ServiceError> {
    let file = open_private_file(&data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(ServiceError::DataInUse(data.to_owned())),
    }
}

/// Returns the secret of the owner's link. The secret is kept until the file that stores it is
/// deleted.
pub(super) fn owner_secret(data: &Path) -> Result<String, ServiceError> {
    let path = data.join(OWNER_LINK_FILE);
    let secret = read_or_create(&path, secret::new_secret)?;
    if secret.len() < SECRET_LENGTH {
        return Err(ServiceError::ShortSecret(path));
    }
    Ok(secret)
}

/// Returns the id of the server that uses this directory. The id stays the same after an upgrade.
/// Servers that share a database have the same owner's link, but different ids.
pub(super) fn server_id(data: &Path) -> Result<String, ServiceError> {
    read_or_create(&data.join("server-id"), secret::new_id)
}

/// Returns the content of a private file. If the file is empty, first initializes it with the
/// result of `new()`.
fn read_or_create(path: &Path, new: impl FnOnce() -> String) -> Result<String, ServiceError> {
    let mut file = open_private_file(path)?;
    let mut text = String::new();
    let read = file.read_to_string(&mut text).and_then(|_| {
        if text.trim().is_empty() {
            text = new();
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        Ok(text.trim().to_owned())
    });
    read.map_err(file_error(path))
}

/// Opens a file and makes it unreadable to other users. Creates the file if necessary. Does not
/// follow symbolic links, because they could lead to a file of another user.
fn open_private_file(path: &Path) -> Result<fs::File, ServiceError> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true).mode(0o600);
    options.custom_flags(OFlags::NOFOLLOW.bits() as i32);
    let private = options.open(path).and_then(|file| {
        file.set_permissions(Permissions::from_mode(0o600))?;
        Ok(file)
    });
    private.map_err(file_error(path))
}

/// Wraps an I/O error on this path in a [`ServiceError`].
fn file_error(path: &Path) -> impl FnOnce(io::Error) -> ServiceError {
    let path = path.to_owned();
    move |source| ServiceError::File { path, source }
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
    fn secret_file_is_made_private_and_symlink_is_refused() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join(OWNER_LINK_FILE);
        let fresh = owner_secret(data.path()).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(owner_secret(data.path()).unwrap(), fresh);
        fs::write(data.path().join("lock"), "").unwrap();
        lock_data_dir(data.path()).unwrap();
        for name in [OWNER_LINK_FILE, "lock"] {
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
