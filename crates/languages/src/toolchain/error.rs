//! Why a toolchain cannot be used, and the command that helps.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use crate::table::Language;
use mousetrap_base::printable::named;
use mousetrap_sandbox::SandboxError;

/// Why a toolchain cannot be used. [`Probed::Missing`](super::Probed::Missing) also has the
/// command that installs it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The row of the language table names no command.
    #[error("its probe has no command")]
    NoCommand,
    /// The tool is not installed.
    #[error("{tool} is not installed")]
    NotInstalled {
        /// The command.
        tool: String,
    },
    /// The system does not start the tool.
    #[error("{tool} cannot be run: {source}")]
    CannotRun {
        /// The command.
        tool: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The tool ends with a failure.
    #[error("{tool} fails with {status}: {stderr}")]
    Fails {
        /// The command.
        tool: String,
        /// How it ended.
        status: ExitStatus,
        /// The first line that it wrote on standard error.
        stderr: String,
    },
    /// The tool does not end.
    #[error("{tool} was stopped, because it had not ended after {} s", limit.as_secs())]
    NoEnd {
        /// The command.
        tool: String,
        /// Its time limit.
        limit: Duration,
    },
    /// A tool of a project was stopped.
    #[error("{tool} {reason}")]
    Stopped {
        /// The command.
        tool: String,
        /// The limit that it exceeded.
        reason: String,
    },
    /// The sandbox does not show the tool of a project.
    #[error("{tool} is not installed, or not in a directory that `binds` names")]
    NotInSandbox {
        /// The command.
        tool: String,
    },
    /// The sandbox for the tool of a project failed.
    #[error("its probe comes from judge.toml and runs only in the sandbox: {0}")]
    Sandbox(#[source] SandboxError),
    /// A project names a private path in `binds`.
    #[error(
        "`binds` in judge.toml names {}, which is outside the system and toolchain directories; \
         if you trust the project, name it with -C",
        named(path)
    )]
    Bind {
        /// The path, as the project names it.
        path: PathBuf,
    },
    /// A file of the toolchain is missing.
    #[error("{file} is missing")]
    NoFile {
        /// The file.
        file: String,
    },
    /// The output of the tool contains no version.
    #[error("{tool} prints {printed:?}, in which the pattern of its probe finds no version")]
    NoVersion {
        /// The command.
        tool: String,
        /// The first line of its output, at most 100 characters.
        printed: String,
    },
    /// The tool is too old.
    #[error("{tool} {version} is too old; {least} or later is required")]
    Old {
        /// The command.
        tool: String,
        /// Its version.
        version: String,
        /// The oldest supported version.
        least: String,
    },
}

impl ProbeError {
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
