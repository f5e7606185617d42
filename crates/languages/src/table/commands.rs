//! The commands that compile and run submissions, and what they need.

use mousetrap_sandbox::Needs;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The commands of one form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Directories of `drivers/` whose files are put next to the submission.
    #[serde(default)]
    pub driver: Vec<String>,
    /// Text inserted before the submission, on its first line.
    #[serde(default)]
    pub before: String,
    /// Commands that compile, run in order in the program directory.
    #[serde(default, deserialize_with = "non_empty_commands")]
    pub compile: Vec<Vec<String>>,
    /// Like `compile`, but with the files that `prepare` has left.
    #[serde(default, deserialize_with = "non_empty_commands")]
    pub prepared: Vec<Vec<String>>,
    /// The command that runs the program.
    #[serde(default)]
    pub run: Vec<String>,
    /// Commands that compile a build with sanitizers, which `run` runs as well; none if
    /// the language has no such build.
    #[serde(default, deserialize_with = "non_empty_commands")]
    pub checked: Vec<Vec<String>>,
    /// Like `checked`, but with the files that `prepare_checked` has left.
    #[serde(default, deserialize_with = "non_empty_commands")]
    pub prepared_checked: Vec<Vec<String>>,
}

/// What compiling and running need beyond the rights of every job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StageNeeds {
    /// Needs of the compiler. A compiler that runs no macros may always start processes.
    pub compile: Needs,
    /// Needs of the program.
    pub run: Needs,
    /// Whether compiling runs code of the submission.
    pub macros: bool,
}

/// Deserializes commands, each of which must have at least one word.
pub(super) fn non_empty_commands<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<String>>, D::Error> {
    let commands = Vec::<Vec<String>>::deserialize(deserializer)?;
    if commands.iter().any(Vec::is_empty) {
        return Err(D::Error::custom("a command needs at least one word"));
    }
    Ok(commands)
}
