//! What goes wrong between machines.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use mousetrap_base::printable::named;
use mousetrap_judge::JudgeError;

/// Why a cluster cannot be used.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The broker does not answer, or turns us away.
    #[error("{address}: {reason}; {remedy}")]
    Unreachable {
        /// Its address.
        address: String,
        /// What the client says.
        reason: String,
        /// What to look at.
        remedy: &'static str,
    },
    /// The address is none, or says more than it should.
    #[error("{0}")]
    Address(String),
    /// A file cannot be read.
    #[error("{}: {source}", named(path))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What the system does not give.
    #[error("cannot begin: {0}")]
    System(#[from] io::Error),
    /// The broker does not let this user do what is needed.
    #[error("the server does not let this user do its work: {reason}; {remedy}")]
    Denied {
        /// What it says.
        reason: String,
        /// What to look at.
        remedy: String,
    },
    /// The broker refuses what is needed.
    #[error("the broker refuses {what}: {reason}")]
    Refused {
        /// What was asked for.
        what: &'static str,
        /// What it says.
        reason: String,
    },
}

impl ClusterError {
    /// Whether the user has to say something else.
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Address(_) | Self::File { .. })
    }
}

impl From<ClusterError> for JudgeError {
    fn from(error: ClusterError) -> Self {
        Self::Engine(Box::new(error))
    }
}

/// Why something was given up, in words that go to whoever is on the other side.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct GaveUp(pub String);

impl From<String> for GaveUp {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<&str> for GaveUp {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}
