//! Files and directories that no job may see, wherever the host shows them: the judge's
//! executable, which contains all answers, and the directories of its suites, solutions
//! and programs.
//!
//! They are covered, not omitted: a toolchain or a system directory may contain them,
//! and appears with something empty in their place.

pub(crate) mod hidden_files;
pub(crate) mod hidden_paths;
