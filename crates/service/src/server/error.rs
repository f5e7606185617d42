//! Errors that can occur when a service starts or runs.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use mousetrap_util::printable::escape_path;
use thiserror::Error;

use crate::judging::RequirementsError;
use crate::secret::SECRET_LENGTH;
use crate::store::StoreError;

/// The reason why a service failed to start, or stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// A database operation failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The suites of the project cannot be used.
    #[error("the suites of the project cannot be used: {0}")]
    Suites(#[from] RequirementsError),
    /// The data directory or a file in it cannot be used.
    #[error(
        "{}: {source}; check this path, or choose another directory with --data DIR",
        escape_path(path)
    )]
    File {
        /// The directory or file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is no database to copy.
    #[error(
        "{}: this directory contains no server data; specify the data directory with --data DIR",
        escape_path(.0)
    )]
    NoData(PathBuf),
    /// The file to which the data should be copied already exists.
    #[error(
        "{}: this file already exists, and --backup does not overwrite files; choose \
         another name",
        escape_path(.0)
    )]
    BackupExists(PathBuf),
    /// Another server uses the same data.
    #[error("{}: another `mousetrap serve` uses this data; stop it first", escape_path(.0))]
    DataInUse(PathBuf),
    /// The secret of the owner's link is too short.
    #[error(
        "{}: the secret has fewer than {SECRET_LENGTH} characters; remove the file and \
         restart the server to create a new secret", escape_path(.0)
    )]
    ShortSecret(PathBuf),
    /// The server cannot listen on its address.
    #[error("cannot listen on {address}: {source}; choose another address with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// A system call failed.
    #[error(transparent)]
    System(#[from] io::Error),
}
