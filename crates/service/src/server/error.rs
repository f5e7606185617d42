//! Errors that keep a service from running.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use mousetrap_util::printable::named;
use thiserror::Error;

use crate::judging::RequirementsError;
use crate::secret::SECRET;
use crate::store::{RoomError, StoreError};

/// Why a service does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The suites of the project.
    #[error("the suites of the project cannot be used: {0}")]
    Suites(String),
    /// The directory of the data, or a file in it.
    #[error(
        "{}: {source}; check it, or choose another directory with --data DIR",
        named(path)
    )]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// There is nothing to copy.
    #[error("{}: no server has kept data in this directory; give --data DIR", named(.0))]
    NoData(PathBuf),
    /// A file stands where a copy is to be.
    #[error(
        "{}: there is such a file, and a copy is not overwritten; choose another name", named(.0)
    )]
    Copied(PathBuf),
    /// Another server works with the same data.
    #[error("{}: another `mousetrap serve` works with this data; stop it first", named(.0))]
    Taken(PathBuf),
    /// The secret of the owner's link.
    #[error(
        "{}: the secret has fewer than {SECRET} characters; remove the file, and the next start \
         makes another", named(.0)
    )]
    Short(PathBuf),
    /// The room to look around does not take its participants.
    #[error("the room to look around refuses its participants; start without --demo")]
    Demo,
    /// The address.
    #[error("cannot listen on {address}: {source}; choose another with --listen")]
    Listen {
        /// Which one.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// What the system should give.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl From<RequirementsError> for ServiceError {
    fn from(error: RequirementsError) -> Self {
        match error {
            RequirementsError::Store(error) => Self::Store(error),
            error => Self::Suites(error.to_string()),
        }
    }
}

impl From<RoomError> for ServiceError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::Store(error) => Self::Store(error),
            RoomError::Declined(_) => Self::Demo,
        }
    }
}
