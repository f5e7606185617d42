//! A submission that is ready for the tools of its language.

use std::path::PathBuf;

use crate::table::StageNeeds;

/// A file that is written to the program directory before compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// Name relative to the program directory.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// A submission that is ready for the tools of its language. Commands and environment
/// still contain the placeholders that depend on the run: `{prog}`, `{memory_mib}` and
/// `{stack_mib}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staged {
    /// The name of the submission's file.
    pub source: String,
    /// The files in the program directory before compilation.
    pub files: Vec<StagedFile>,
    /// Commands that build it, run in order in the program directory; none for languages
    /// that check nothing before a run.
    pub compile: Vec<Vec<String>>,
    /// Commands that build the same with the files that `warm` has left at `/warm`.
    pub prepared: Vec<Vec<String>>,
    /// The command that runs it. The working directory is an empty `/box`.
    pub run: Vec<String>,
    /// Prepares the toolchain, once for all submissions: a program whose compilation
    /// leaves files in the directory `warm`.
    pub warm: Option<Box<Staged>>,
    /// Environment variables beyond those of every job, for compiling and running.
    pub env: Vec<(String, String)>,
    /// Host directories of the toolchain beyond the system directories.
    pub toolchain: Vec<PathBuf>,
    /// What its jobs need beyond the rights of every job.
    pub needs: StageNeeds,
}
