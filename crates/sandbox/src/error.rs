//! Errors of the sandbox. Failures of submissions are not errors of the sandbox.

use std::borrow::Cow;
use std::io;

/// A failure of the sandbox itself.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A step of setting up or measuring a run failed.
    #[error("sandbox: {step}: {source}")]
    Step {
        /// The failed step and the path that it concerns.
        step: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The job is invalid. For example, its command contains a NUL byte, or its toolchain is in a
    /// hidden directory.
    #[error("sandbox: {0}")]
    BadJob(String),
    /// This machine does not allow full isolation.
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
    /// Returns a function for `map_err` that adds the name of the failed step to an error.
    pub fn step<E: Into<io::Error>>(step: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |error| Self::Step {
            step: step.into(),
            source: error.into(),
        }
    }

    /// Returns a function for `map_err` that adds the failed step of starting a program.
    pub(crate) fn start(program: &str, step: &str) -> impl FnOnce(io::Error) -> Self {
        Self::step(format!("starting {program}: {step}"))
    }
}

/// A failed step of the worker or of the init of a run, and the error of the operating system.
pub(crate) type FailedStep = (Cow<'static, str>, io::Error);

/// Returns a function for `map_err` that adds the name of a failed step. It allocates no memory if
/// the name is a literal, so that a child that shares its parent's memory can use it.
pub(crate) fn at<E: Into<io::Error>>(
    step: impl Into<Cow<'static, str>>,
) -> impl FnOnce(E) -> FailedStep {
    move |error| (step.into(), error.into())
}

/// Returns the error for an invalid job.
pub(crate) fn refused(reason: String) -> FailedStep {
    at("")(io::Error::other(reason))
}
