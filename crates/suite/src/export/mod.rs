//! Exports suites and problem packages in the formats of other tools.

mod cases;
mod complete_program;
mod icpc;
mod package;
mod templates;

pub use crate::project_files::{NewFile, write_directory};
pub(crate) use cases::case_files;
pub use cases::{custom_problem_jsonl, input_answer_files, jsonl};
pub use complete_program::complete_program;
pub use icpc::icpc_files;
pub use package::Package;

mousetrap_util::choices! {
    /// A file format of another tool.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// Two files per case, NAME.in and NAME.ans, in a directory per suite
        InAns = "in-ans",
        /// One JSON object per line
        Jsonl = "jsonl",
        /// A problem package in the ICPC's legacy format, for Kattis and `DOMjudge`
        Icpc = "icpc",
    }
}
