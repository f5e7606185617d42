//! Errors of the sandbox. A failure of a submission is never an error.

use std::fmt;
use std::io;

use rustix::io::Errno;
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
    /// A failure at the judge's end of a stream.
    pub fn stream(step: &'static str, error: Errno) -> Self {
        Self::Step {
            step: format!("talking to a process ({step})"),
            source: error.into(),
        }
    }

    pub(crate) fn step(step: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Step {
            step: step.into(),
            source,
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

macro_rules! steps {
    ($($name:ident $text:literal,)*) => {
        /// A step between a fork and the start of a program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[repr(u32)]
        #[expect(missing_docs, reason = "each is described by its text")]
        pub enum Step { $($name,)* }

        impl Step {
            const ALL: &[Self] = &[$(Self::$name,)*];
        }

        impl fmt::Display for Step {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$name => $text,)* })
            }
        }
    };
}

steps! {
    Fork "forking (fork)",
    Session "starting a session (setsid)",
    Signals "resetting signals",
    Parent "binding its life to the judge's (PR_SET_PDEATHSIG)",
    Descriptors "placing descriptors 0 to 3 (dup2)",
    Limits "setting resource limits (setrlimit)",
    Directory "entering the working directory (chdir)",
    Mounts "mounting its own directories (mount)",
    Program "copying the program directory",
    Rights "giving up rights (setresuid, capset, PR_SET_NO_NEW_PRIVS)",
    Landlock "restricting file access (Landlock)",
    Group "joining its control group",
    Counter "counting its CPU time (perf_event_open)",
    Filter "filtering system calls (seccomp)",
    Execute "executing it (execve)",
}

impl Step {
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}
