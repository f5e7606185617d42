//! Exit codes, and the errors that cause them.

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use mousetrap_judge::JudgeError;
use mousetrap_problems::CaseError;
use mousetrap_suite::SuiteError;
use mousetrap_util::printable::{escape_path, to_printable};
use mousetrap_util::replace::create_file;

/// The exit status of a command. The value of each variant is the corresponding exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ExitStatus {
    /// All results are as expected.
    Expected = 0,
    /// A verdict, an answer or a check is not as expected.
    Unexpected = 1,
    /// The command line, the configuration or an input file is wrong.
    Usage = 2,
    /// Mousetrap or the machine has failed. The failure is not attributed to any submission.
    Internal = 3,
    /// A signal stopped the command. The results so far are reported.
    Interrupted = 130,
    /// The reader of standard output, such as `head`, has closed the pipe. This is the usual exit
    /// code of a program that was killed by SIGPIPE.
    NoReader = 141,
}

impl ExitStatus {
    /// Returns [`ExitStatus::Expected`] or [`ExitStatus::Unexpected`].
    pub(crate) const fn from_is_expected(is_expected: bool) -> Self {
        if is_expected {
            Self::Expected
        } else {
            Self::Unexpected
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// The exit status of a command, or the reason why it failed.
pub(crate) type CommandResult = Result<ExitStatus, Failure>;

/// The reason why a command failed, or was interrupted before it had a result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    /// [`ExitStatus::Usage`], [`ExitStatus::Internal`] or [`ExitStatus::Interrupted`].
    pub(crate) status: ExitStatus,
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Cache { .. } => Self::usage_error(error),
            JudgeError::Interrupted => Self {
                message: error.to_string(),
                status: ExitStatus::Interrupted,
            },
            error if error.is_judge_failure() => Self::internal_error(error),
            error => Self::usage_error(error),
        }
    }
}

impl From<SuiteError> for Failure {
    fn from(error: SuiteError) -> Self {
        Self::usage_error(error)
    }
}

impl From<CaseError> for Failure {
    fn from(error: CaseError) -> Self {
        Self::usage_error(error)
    }
}

impl Failure {
    /// Returns a usage failure with this message.
    pub(crate) fn usage_error(message: impl std::fmt::Display) -> Self {
        let (message, status) = (message.to_string(), ExitStatus::Usage);
        Self { message, status }
    }

    /// Returns an internal failure with this message.
    pub(crate) fn internal_error(message: impl std::fmt::Display) -> Self {
        let (message, status) = (message.to_string(), ExitStatus::Internal);
        Self { message, status }
    }

    /// Prints the error to standard error. Prints nothing if the user asked to stop.
    pub(crate) fn print(&self) {
        if self.status != ExitStatus::Interrupted {
            // The message may contain untrusted text, such as a file name or the output of a
            // compiler.
            errln!("error: {}", to_printable(&self.message));
        }
    }
}

/// Creates a file that must not exist yet. If the file already exists, the error message ends with
/// `remedy`.
pub(crate) fn create_new_file(path: &Path, text: &str, remedy: &str) -> Result<(), Failure> {
    create_file(path, text).map_err(|error| {
        let path = escape_path(path);
        Failure::usage_error(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{path}: already exists and was not changed; {remedy}")
            }
            _ => format!("{path}: {error}"),
        })
    })
}
