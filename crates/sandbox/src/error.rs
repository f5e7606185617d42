//! Errors of the sandbox itself. The failure of a submission is not an error.

use std::borrow::Cow;
use std::io;

/// A failure of the sandbox itself.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A step failed while a run was being set up or measured.
    #[error("sandbox: {step}: {source}")]
    Step {
        /// The failed step, with the path of the file concerned.
        step: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// The job is invalid. For example, its command contains a NUL byte, or its toolchain is in a
    /// hidden directory.
    #[error("sandbox: {0}")]
    BadJob(String),
    /// This machine does not support full isolation.
    #[error(
        "full isolation is not possible here: {0}; see `mousetrap doctor`, or run trusted code \
         with --isolation=none"
    )]
    Unavailable(String),
    /// The worker process has ended or sent an unexpected reply.
    #[error("sandbox: the worker process {0}")]
    Worker(String),
}

impl SandboxError {
    /// Returns a closure for `map_err` that records in the error which step failed.
    pub fn in_step<E: Into<io::Error>>(step: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |error| Self::Step {
            step: step.into(),
            source: error.into(),
        }
    }

    /// Returns a closure for `map_err` that records in the error which startup step of a program
    /// failed.
    pub(crate) fn in_start_step(program: &str, step: &str) -> impl FnOnce(io::Error) -> Self {
        Self::in_step(format!("starting {program}: {step}"))
    }
}

/// A step that failed in a worker or in a run's init process, with the operating system's error.
pub(crate) type FailedStep = (Cow<'static, str>, io::Error);

/// Returns a closure for `map_err` that adds the name of the failed step. If the name is a literal,
/// the closure allocates no memory, so a child that shares its parent's memory can call it.
pub(crate) fn in_step<E: Into<io::Error>>(
    step: impl Into<Cow<'static, str>>,
) -> impl FnOnce(E) -> FailedStep {
    move |error| (step.into(), error.into())
}

pub(crate) fn invalid_job(reason: String) -> FailedStep {
    in_step("")(io::Error::other(reason))
}
