//! The two forms of a submission.

use serde::{Deserialize, Serialize};

mousetrap_util::choices! {
    /// How a submission is written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Form {
        /// The `LeetCode` form: a function or class, called by a driver process
        /// that answers many cases
        Function = "function",
        /// A whole program: reads one case on stdin and prints the answer
        Program = "program",
    }
}
