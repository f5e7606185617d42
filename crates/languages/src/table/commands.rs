//! The commands that compile and run submissions, and the permissions that they need.

use mousetrap_sandbox::Permissions;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The commands for submissions in function form, or for complete programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Subdirectories of `drivers/` whose files are placed next to the submission.
    #[serde(default)]
    pub driver: Vec<String>,
    /// Text that is inserted before the submission, on its first line.
    #[serde(default)]
    pub before: String,
    /// Commands that compile the program, which are run in order in the program directory.
    #[serde(default, deserialize_with = "deserialize_commands")]
    pub compile: Vec<Vec<String>>,
    /// Like `compile`, but using the files that `prepare` has created.
    #[serde(default, deserialize_with = "deserialize_commands")]
    pub prepared: Vec<Vec<String>>,
    /// The command that runs the program.
    #[serde(default)]
    pub run: Vec<String>,
    /// Commands that build the program with sanitizers. The same `run` command runs this build.
    /// Empty if the language has no sanitizers.
    #[serde(default, deserialize_with = "deserialize_commands")]
    pub checked: Vec<Vec<String>>,
    /// Like `checked`, but using the files that `prepare_checked` has created.
    #[serde(default, deserialize_with = "deserialize_commands")]
    pub prepared_checked: Vec<Vec<String>>,
}

/// Additional permissions for compiling and running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PhasePermissions {
    /// Permissions of the compiler, which may also start processes unless `macros` is set.
    pub compile: Permissions,
    /// Permissions of the program.
    pub run: Permissions,
    /// Whether the compiler runs code from the submission.
    pub macros: bool,
}

/// Deserializes commands, each of which must consist of at least one word.
pub(super) fn deserialize_commands<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<String>>, D::Error> {
    let commands = Vec::<Vec<String>>::deserialize(deserializer)?;
    if commands.iter().any(Vec::is_empty) {
        return Err(D::Error::custom("a command needs at least one word"));
    }
    Ok(commands)
}
