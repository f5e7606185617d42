//! Exports suites and whole problems in the formats of other tools.

mod cases;
mod icpc;
mod package;
mod templates;
mod whole_program;

pub use crate::project_files::{NewFile, write_draft};
pub(crate) use cases::case_files;
pub use cases::{custom_jsonl, input_answer_files, jsonl};
pub use icpc::icpc_files;
pub use package::Package;
pub use whole_program::whole_program;

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
