//! What the rest of the program knows about a submission's language.

/// How a submission is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Name relative to the program folder, `/prog` inside the sandbox.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A submission made ready for its language's tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// What stands in `/prog` before compilation.
    pub files: Vec<StagedFile>,
    /// Commands run in `/prog`, one after the other, to build it; none for
    /// languages that are only checked for syntax.
    pub compile: Vec<Vec<String>>,
    /// The command that runs it. The working folder is an empty `/box`.
    pub run: Vec<String>,
}
