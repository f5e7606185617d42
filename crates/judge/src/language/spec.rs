//! What the rest of the program knows about a submission's language.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mousetrap_sandbox::Needs;
use serde::Deserialize;

/// Where jobs and probes look for tools.
pub(crate) const TOOL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A file that is put into the program directory before compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StagedFile {
    /// Name relative to the program directory.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A submission made ready for its language's tools. What depends on the run
/// is still open in the commands and the environment: `{prog}`, `{memory_mib}` and
/// `{stack_mib}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Staged {
    /// The name of the submission's own file.
    pub source: String,
    /// What stands in the program directory before compilation.
    pub files: Vec<StagedFile>,
    /// Commands run in the program directory, one after the other, to build it;
    /// none for languages that have nothing to check before a run.
    pub compile: Vec<Vec<String>>,
    /// Commands that come to the same with what `warm` has left at `/warm`.
    pub prepared: Vec<Vec<String>>,
    /// The command that runs it. The working directory is an empty `/box`.
    pub run: Vec<String>,
    /// What makes its compiler ready, once for all submissions: a program of ours
    /// whose compilation leaves that in the directory `warm`.
    pub warm: Option<Box<Staged>>,
    /// Environment beyond what every job has, for both.
    pub env: Vec<(String, String)>,
    /// Host directories of the toolchain beyond the system directories.
    pub toolchain: Vec<PathBuf>,
    /// What its jobs need beyond what every job may do.
    pub needs: StageNeeds,
}

/// What compiling and running a language need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StageNeeds {
    /// To compile. A compiler that runs no macros may always start processes.
    pub compile: Needs,
    /// To run.
    pub run: Needs,
    /// Whether compiling runs code of the submission.
    pub macros: bool,
}

/// Replaces each `{name}` that has a value; leaves every other brace alone.
pub(super) fn expand(word: &str, values: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let value = rest
            .find('}')
            .and_then(|close| Some((values.get(&rest[1..close])?, close)));
        if let Some((value, close)) = value {
            out.push_str(value);
            rest = &rest[close + 1..];
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_other_braces_kept() {
        let values = [
            ("prog", "/prog"),
            ("memory_mib", "256"),
            ("stack_mib", "64"),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let values = BTreeMap::from(values);
        let filled = [
            "{prog}/main",
            "-Xmx{memory_mib}m-Xss{stack_mib}m",
            "{unknown} { {prog} }",
        ];
        let filled = filled.map(|word| expand(word, &values));
        assert_eq!(
            filled,
            ["/prog/main", "-Xmx256m-Xss64m", "{unknown} { /prog }"]
        );
    }
}
