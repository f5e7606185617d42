//! Errors of the sandbox. A failure of a submission is never an error.

use std::io;

use serde::{Deserialize, Serialize};

/// A failure of the sandbox itself.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A step of the setup or of measuring failed.
    #[error("sandbox: {step}: {source}")]
    Step {
        /// The step, with its path.
        step: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A step between the start of the process and the execution of the program failed.
    #[error("sandbox: starting {program}: {step}: {source}")]
    Start {
        /// The command.
        program: String,
        /// The step that failed.
        step: Step,
        /// The system's reason.
        source: io::Error,
    },
    /// The job is invalid: for example, its command contains a NUL, or its toolchain is in a
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
    /// Returns a function for `map_err` on a step that can fail.
    pub fn step<E: Into<io::Error>>(step: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |error| Self::Step {
            step: step.into(),
            source: error.into(),
        }
    }
}

/// A failed step of the worker, and the system's reason.
pub(crate) type FailedStep = (String, io::Error);

/// Names the failed step. For use with `map_err`.
pub(crate) fn at<E: Into<io::Error>>(step: impl Into<String>) -> impl FnOnce(E) -> FailedStep {
    move |error| (step.into(), error.into())
}

/// Returns the error for an invalid job.
pub(crate) fn refused(reason: String) -> FailedStep {
    at("")(io::Error::other(reason))
}

/// A failed step of starting a program, and the system's reason.
pub(crate) type FailedStart = (Step, io::Error);

/// Names the failed step of a start. For use with `map_err`.
pub(crate) fn at_step<E: Into<io::Error>>(step: Step) -> impl FnOnce(E) -> FailedStart {
    move |error| (step, error.into())
}

/// A step between a fork and the start of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[expect(missing_docs, reason = "each is described by its text")]
pub enum Step {
    #[error("forking (fork)")]
    Fork,
    #[error("starting a session (setsid)")]
    Session,
    #[error("binding its life to the judge's (PR_SET_PDEATHSIG)")]
    Parent,
    #[error("placing descriptors 0 to 3 (dup2)")]
    Descriptors,
    #[error("setting resource limits (setrlimit)")]
    Limits,
    #[error("entering the working directory (chdir)")]
    Directory,
    #[error("mounting its own directories (mount)")]
    Mounts,
    #[error("copying the program directory")]
    Program,
    #[error("giving up rights (setresuid, capset, PR_SET_NO_NEW_PRIVS)")]
    Rights,
    #[error("restricting file access (Landlock)")]
    Landlock,
    #[error("joining its control group")]
    Group,
    #[error("counting its CPU time (perf_event_open)")]
    Counter,
    #[error("filtering system calls (seccomp)")]
    Filter,
    #[error("executing it (execve)")]
    Execute,
}
