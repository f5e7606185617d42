//! What the rest of the program knows about a submission's language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::needs::StageNeeds;
use crate::suite::Bytes;

/// Where jobs and probes look for tools.
pub const TOOL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// How a submission is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Form {
    /// The `LeetCode` form: a function or class, called by a driver process
    /// that answers many cases.
    Function,
    /// A whole program: reads one case on stdin and prints the answer.
    Program,
}

/// A file that is put into the program folder before compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// Name relative to the program folder.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A submission made ready for its language's tools. What depends on the run
/// is still open in the commands and the environment; see [`Placeholders`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// The name of the submission's own file.
    pub source: String,
    /// What stands in the program folder before compilation.
    pub files: Vec<StagedFile>,
    /// Commands run in the program folder, one after the other, to build it;
    /// none for languages that have nothing to check before a run.
    pub compile: Vec<Vec<String>>,
    /// The command that runs it. The working folder is an empty `/box`.
    pub run: Vec<String>,
    /// Environment beyond what every job has, for both.
    pub env: Vec<(String, String)>,
    /// Host folders of the toolchain beyond the system folders.
    pub toolchain: Vec<PathBuf>,
    /// What its jobs need beyond what every job may do.
    pub needs: StageNeeds,
}

/// The values of what commands and environment leave open until a run:
/// `{prog}`, `{memory_mib}` and `{stack_mib}`.
#[derive(Clone, Copy, Debug)]
pub struct Placeholders<'a> {
    /// Where the job sees its program folder: `/prog`, or the real folder
    /// where there is no isolation.
    pub prog: &'a Path,
    /// The memory limit of the run.
    pub memory: Bytes,
    /// The stack limit of the run.
    pub stack: Bytes,
}

impl Placeholders<'_> {
    /// A command with every placeholder filled in.
    pub fn fill(&self, command: &[String]) -> Vec<String> {
        let values = self.values();
        command.iter().map(|word| expand(word, &values)).collect()
    }

    /// An environment with every placeholder filled in.
    pub fn fill_env(&self, env: &[(String, String)]) -> Vec<(String, String)> {
        let values = self.values();
        env.iter()
            .map(|(name, value)| (name.clone(), expand(value, &values)))
            .collect()
    }

    fn values(&self) -> BTreeMap<String, String> {
        let mib = |bytes: Bytes| (bytes.0 >> 20).max(1).to_string();
        BTreeMap::from([
            ("prog".to_owned(), self.prog.display().to_string()),
            ("memory_mib".to_owned(), mib(self.memory)),
            ("stack_mib".to_owned(), mib(self.stack)),
        ])
    }
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
        let placeholders = Placeholders {
            prog: Path::new("/prog"),
            memory: Bytes::mib(256),
            stack: Bytes::mib(64),
        };
        let filled = placeholders.fill(&[
            "{prog}/main".to_owned(),
            "-Xmx{memory_mib}m-Xss{stack_mib}m".to_owned(),
            "{unknown} { {prog} }".to_owned(),
        ]);
        assert_eq!(
            filled,
            ["/prog/main", "-Xmx256m-Xss64m", "{unknown} { /prog }"]
        );
    }
}
