//! Problems and the two forms of submissions that solve them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::signature::Signature;

/// A problem for submissions to solve.
///
/// A problem is plain data: judging, languages and reports treat all problems alike. Only the
/// built-in games have solvers, generators and drawings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// The id, unique in a project, such as `1728`.
    pub id: String,
    /// The public title, such as `Cat and Mouse II`.
    pub title: String,
    /// The signature of the function that solves the problem.
    pub signature: Signature,
    /// The rule that decides which replies are accepted.
    pub checker: Checker,
    /// All possible answers in their canonical form; empty if they cannot be listed.
    pub replies: Vec<String>,
    /// The built-in game, if the problem is a game.
    pub game: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id)
    }
}

mousetrap_util::choices! {
    /// The form of a submission: a function or a complete program.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Form {
        /// The `LeetCode` form: a function or class that a driver calls for many cases in one
        /// process
        Function = "function",
        /// A complete program that reads one case from stdin and prints the answer
        Program = "program",
    }
}
