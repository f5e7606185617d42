//! Exit codes, and which errors lead to which.

use std::process::ExitCode;

use mousetrap_judge::JudgeError;
use mousetrap_util::printable::printable;

/// How a command ended; the process exits with the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    /// Everything is as expected.
    Expected = 0,
    /// Some verdict, answer or check is not as expected.
    Unexpected = 1,
    /// The command line, the configuration or an input file is at fault.
    Usage = 2,
    /// Mousetrap or the machine is at fault; no submission is blamed.
    Internal = 3,
    /// A signal asked to stop; what was done by then is reported.
    Interrupted = 130,
    /// Whoever read standard output has gone away, as `head` does; the number
    /// is that of a program that SIGPIPE has ended.
    NoReader = 141,
}

impl Status {
    /// Returns [`Status::Expected`] or [`Status::Unexpected`].
    pub(crate) const fn expected_if(is_expected: bool) -> Self {
        if is_expected {
            Self::Expected
        } else {
            Self::Unexpected
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user can mend it: exit code 2.
    Usage(anyhow::Error),
    /// The user cannot: exit code 3.
    Internal(anyhow::Error),
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Cache { .. } => Self::usage(error),
            _ => Self::internal(error),
        }
    }
}

impl Failure {
    /// A usage failure with this message.
    pub(crate) fn usage(message: impl std::fmt::Display) -> Self {
        Self::Usage(anyhow::anyhow!("{message}"))
    }

    /// An internal failure with this message.
    pub(crate) fn internal(message: impl std::fmt::Display) -> Self {
        Self::Internal(anyhow::anyhow!("{message}"))
    }

    /// The error behind it.
    pub(crate) const fn error(&self) -> &anyhow::Error {
        match self {
            Self::Usage(error) | Self::Internal(error) => error,
        }
    }

    /// Says it on standard error.
    pub(crate) fn complain(&self) {
        // What others wrote may be part of it: a name, a compiler's text.
        errln!("error: {}", printable(&format!("{:#}", self.error())));
    }

    /// The exit status it leads to.
    pub(crate) const fn status(&self) -> Status {
        match self {
            Self::Usage(_) => Status::Usage,
            Self::Internal(_) => Status::Internal,
        }
    }
}
