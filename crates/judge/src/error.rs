//! Reasons why the judge cannot produce a result, as opposed to the verdicts of submissions.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use mousetrap_model::{Message, RefusedFile, SkipReason};
use mousetrap_sandbox::SandboxError;
use mousetrap_util::printable::escape_path;

/// The reason why the judge has no result: the judge failed, a program of the project or a
/// submission cannot be run, or the user asked to stop.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The cache directory cannot be used.
    #[error(
        "{}: compiled programs cannot be stored here: {source}; set XDG_CACHE_HOME to a directory \
         that you own",
        escape_path(path)
    )]
    Cache {
        /// The path of the directory.
        path: PathBuf,
        /// The underlying error of the operating system.
        source: io::Error,
    },
    /// The checker of the judged problem cannot be used.
    #[error(transparent)]
    Checker(Box<JudgeError>),
    /// Files of a compiled program were removed or changed while the program was running.
    #[error(
        "{}: files of the compiled program were removed or changed during the run; judge the \
         submission again",
        escape_path(_0)
    )]
    Damaged(PathBuf),
    /// The judge has a defect, which stopped it with this message.
    #[error("the judge itself failed: {0}; please report this defect")]
    Panic(String),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A file that the judge needs cannot be read or written.
    #[error("{}: {source}", escape_path(path))]
    File {
        /// The path of the file or directory.
        path: PathBuf,
        /// The underlying error of the operating system.
        source: io::Error,
    },
    /// A program of the project does not exist.
    #[error("{program}: no such file in the project or the built-in project; correct the name")]
    NoFile {
        /// The path of the program.
        program: String,
    },
    /// A program or a submission is refused.
    #[error(transparent)]
    Source(#[from] RefusedFile),
    /// The toolchain of a program or a submission is missing.
    #[error("{}: {}; run `{}`", escape_path(path), skip.reason, skip.remedy)]
    NoToolchain {
        /// The path of the source file.
        path: PathBuf,
        /// Why the toolchain cannot be used.
        skip: Box<SkipReason>,
    },
    /// The compiler rejects a program or a submission.
    #[error("{} does not compile:\n{compiler}", escape_path(path))]
    Rejected {
        /// The path of the source file.
        path: PathBuf,
        /// The output of the compiler.
        compiler: String,
    },
    /// A generator, checker, validator or parser failed.
    #[error("{program} {fault}{}", stderr_lines(stderr))]
    Run {
        /// The program, with its seed if it has one.
        program: String,
        /// The kind of failure, as a phrase that follows the name of the program.
        fault: String,
        /// The standard error of the program.
        stderr: String,
    },
}

/// Formats a program's standard error so that it can be appended to an error message.
fn stderr_lines(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        text => format!(":\n{text}"),
    }
}

impl From<JudgeError> for Message {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Interrupted => Self::Interrupted,
            error => Self::text(error.to_string()),
        }
    }
}

impl JudgeError {
    /// Returns whether the judge or the machine failed, rather than a program.
    pub const fn is_judge_failure(&self) -> bool {
        matches!(
            self,
            Self::Sandbox(_)
                | Self::Cache { .. }
                | Self::Checker(_)
                | Self::Damaged(_)
                | Self::Panic(_)
                | Self::File { .. }
        )
    }

    /// Turns the failure of a checker into a failure of the judge.
    pub(crate) fn in_checker(self) -> Self {
        if self.is_judge_failure() || matches!(self, Self::Interrupted) {
            return self;
        }
        Self::Checker(Box::new(self))
    }

    /// Returns a function for `map_err` that reports a failed operation in the cache directory
    /// `path`.
    pub(crate) fn cache_error(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Cache { path, source }
    }

    /// Returns a function for `map_err` that reports a failed operation on the file or directory
    /// `path`.
    pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
