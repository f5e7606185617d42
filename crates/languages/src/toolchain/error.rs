//! Why a toolchain cannot be used, and the command that helps.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use crate::table::Language;
use mousetrap_model::Message;
use mousetrap_sandbox::SandboxError;
use mousetrap_util::printable::named;

/// Why a toolchain cannot be used. [`Probed::Missing`](super::Probed::Missing) also has the
/// command that installs it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The row of the language table names no command.
    NoCommand,
    /// The tool is not installed.
    NotInstalled {
        /// The command.
        tool: String,
    },
    /// The system does not start the tool.
    CannotRun {
        /// The command.
        tool: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The tool ends with a failure.
    Fails {
        /// The command.
        tool: String,
        /// How it ended.
        status: ExitStatus,
        /// The first line that it wrote on standard error.
        stderr: String,
    },
    /// The tool does not end.
    NoEnd {
        /// The command.
        tool: String,
        /// Its time limit.
        limit: Duration,
    },
    /// A tool of a project was stopped.
    Stopped {
        /// The command.
        tool: String,
        /// The limit that it exceeded.
        reason: String,
    },
    /// The sandbox does not show the tool of a project.
    NotInSandbox {
        /// The command.
        tool: String,
    },
    /// The sandbox for the tool of a project failed.
    Sandbox(#[source] SandboxError),
    /// A project names a private path in `binds`.
    Bind {
        /// The path, as the project names it.
        path: PathBuf,
    },
    /// A file of the toolchain is missing.
    NoFile {
        /// The file.
        file: String,
    },
    /// The output of the tool contains no version.
    NoVersion {
        /// The command.
        tool: String,
        /// The first line of its output, at most 100 characters.
        printed: String,
    },
    /// The tool is too old.
    Old {
        /// The command.
        tool: String,
        /// Its version.
        version: String,
        /// The oldest supported version.
        least: String,
    },
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl ProbeError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::NoCommand => Message::NoProbeCommand,
            Self::NotInstalled { tool } => Message::ToolNotInstalled { tool: tool.clone() },
            Self::CannotRun { tool, source } => Message::ToolNotStarted {
                tool: tool.clone(),
                error: source.to_string(),
            },
            Self::Fails {
                tool,
                status,
                stderr,
            } => Message::ToolFails {
                tool: tool.clone(),
                status: status.to_string(),
                stderr: stderr.clone(),
            },
            Self::NoEnd { tool, limit } => Message::ToolTimeLimit {
                tool: tool.clone(),
                seconds: limit.as_secs(),
            },
            Self::Stopped { tool, reason } => Message::ToolStopped {
                tool: tool.clone(),
                reason: reason.clone(),
            },
            Self::NotInSandbox { tool } => Message::ToolNotInSandbox { tool: tool.clone() },
            Self::Sandbox(error) => Message::ProbeSandbox {
                error: error.to_string(),
            },
            Self::Bind { path } => Message::PrivateBind { path: named(path) },
            Self::NoFile { file } => Message::ToolchainFileMissing { file: file.clone() },
            Self::NoVersion { tool, printed } => Message::NoVersion {
                tool: tool.clone(),
                printed: format!("{printed:?}"),
            },
            Self::Old {
                tool,
                version,
                least,
            } => Message::ToolTooOld {
                tool: tool.clone(),
                version: version.clone(),
                required: least.clone(),
            },
        }
    }

    /// Returns the command that makes the toolchain usable.
    pub(super) fn remedy(&self, language: &Language) -> String {
        match self {
            // The tool is a proxy of rustup, which has no default toolchain.
            Self::Fails { stderr, .. } if stderr.contains("no default") => {
                "rustup default stable".to_owned()
            }
            Self::Bind { .. } => "mousetrap -C DIR".to_owned(),
            Self::Sandbox(_) => "mousetrap doctor".to_owned(),
            _ => format!("mousetrap setup {}", language.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedy_for_rustup_without_default_toolchain_is_rustup_default() {
        use crate::table::Languages;
        use std::os::unix::process::ExitStatusExt as _;
        let languages = Languages::embedded();
        let rust = languages.by_id("rust").unwrap();
        for (stderr, remedy) in [
            (
                "error: rustup could not choose a version of rustc to run, because one wasn't \
                 specified explicitly, and no default is configured.",
                "rustup default stable",
            ),
            (
                "error: no override and no default toolchain set",
                "rustup default stable",
            ),
            ("error: linker not found", "mousetrap setup rust"),
        ] {
            let error = ProbeError::Fails {
                tool: "rustc".to_owned(),
                status: ExitStatus::from_raw(1 << 8),
                stderr: stderr.to_owned(),
            };
            assert_eq!(error.remedy(rust), remedy);
        }
    }
}
