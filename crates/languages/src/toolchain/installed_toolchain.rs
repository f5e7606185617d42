//! A toolchain that is installed on this machine, and the directories that contain tools.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::table::Language;
use mousetrap_model::Message;
use mousetrap_util::user_directory;

/// The `PATH` of jobs and version commands.
pub const TOOL_SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A toolchain that is installed on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// The version, as the toolchain prints it.
    pub version: String,
    /// Values of the placeholder `{toolchains}` and of the placeholders under `locate`.
    pub(crate) vars: BTreeMap<String, String>,
    /// Directories outside the system directories that are visible to jobs.
    pub binds: Vec<PathBuf>,
    /// Additional environment variables of jobs.
    pub env: Vec<(String, String)>,
}

/// Returns the command that makes the toolchain of a language usable.
pub(super) fn remedy_command(reason: &Message, language: &Language) -> String {
    match reason {
        // The tool is a proxy of rustup, which has no default toolchain.
        Message::ToolFails { stderr, .. } if stderr.contains("no default") => {
            "rustup default stable".to_owned()
        }
        Message::PrivateBind { .. } => "mousetrap -C DIR".to_owned(),
        _ => format!("mousetrap setup {}", language.id),
    }
}

/// Returns the directory in which `mousetrap setup` installs tools that apt does not provide:
/// `$MOUSETRAP_TOOLCHAINS`, by default `mousetrap/toolchains` in the user's data directory.
pub fn toolchains_dir() -> PathBuf {
    match std::env::var_os("MOUSETRAP_TOOLCHAINS") {
        Some(dir) if !dir.is_empty() => std::path::absolute(&dir).unwrap_or_else(|_| dir.into()),
        _ => user_directory("XDG_DATA_HOME", ".local/share")
            .unwrap_or_else(|| PathBuf::from("/var/lib"))
            .join("mousetrap/toolchains"),
    }
}

pub(super) fn home_directory() -> Option<PathBuf> {
    user_directory("HOME", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rustup_without_default_toolchain_suggests_rustup_default() {
        use crate::table::Languages;
        let languages = Languages::embedded();
        let rust = languages.by_id("rust").unwrap();
        let unspecified = "error: rustup could not choose a version of rustc to run, because one \
                           wasn't specified explicitly, and no default is configured.";
        let unset = "error: no override and no default toolchain set";
        for (stderr, expected) in [
            (unspecified, "rustup default stable"),
            (unset, "rustup default stable"),
            ("error: linker not found", "mousetrap setup rust"),
        ] {
            let reason = Message::ToolFails {
                tool: "rustc".to_owned(),
                status: "exit status: 1".to_owned(),
                stderr: stderr.to_owned(),
            };
            assert_eq!(remedy_command(&reason, rust), expected);
        }
    }
}
