//! Errors of the sandbox. Failures of submissions are not errors of the sandbox.

use std::io;

use serde::{Deserialize, Serialize};

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
    /// A step between creating the process and executing the program failed.
    #[error("sandbox: starting {program}: {step}: {source}")]
    Start {
        /// The name of the program.
        program: String,
        /// The step that failed.
        step: Step,
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
}

/// A failed step of the worker, and the error of the operating system.
pub(crate) type FailedStep = (String, io::Error);

/// Returns a function for `map_err` that adds the name of the worker's failed step.
pub(crate) fn at<E: Into<io::Error>>(step: impl Into<String>) -> impl FnOnce(E) -> FailedStep {
    move |error| (step.into(), error.into())
}

/// Returns the error for an invalid job.
pub(crate) fn refused(reason: String) -> FailedStep {
    at("")(io::Error::other(reason))
}

/// A failed step of starting a program, and the error of the operating system.
pub(crate) type FailedStart = (Step, io::Error);

/// Returns a function for `map_err` that adds the failed step of starting a program.
pub(crate) fn at_step<E: Into<io::Error>>(step: Step) -> impl FnOnce(E) -> FailedStart {
    move |error| (step, error.into())
}

/// A step between forking and executing a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[expect(missing_docs, reason = "the text of each variant describes it")]
pub enum Step {
    #[error("forking (fork)")]
    Fork,
    #[error("starting a session (setsid)")]
    Session,
    #[error("requesting to be killed with the judge (PR_SET_PDEATHSIG)")]
    Parent,
    #[error("placing descriptors 0 to 3 (dup2)")]
    Descriptors,
    #[error("setting resource limits (setrlimit)")]
    Limits,
    #[error("entering the working directory (chdir)")]
    Directory,
    #[error("mounting the directories of the run (mount)")]
    Mounts,
    #[error("copying the program directory")]
    Program,
    #[error("giving up privileges (setresuid, capset, PR_SET_NO_NEW_PRIVS)")]
    Rights,
    #[error("restricting file access (Landlock)")]
    Landlock,
    #[error("joining its control group")]
    Group,
    #[error("counting its CPU time (perf_event_open)")]
    Counter,
    #[error("filtering system calls (seccomp)")]
    Filter,
    #[error("executing the program (execve)")]
    Execute,
}
