//! A problem that submissions solve, and the two forms of submissions.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::signature::Signature;

/// A problem that submissions solve.
///
/// This is data: judging, languages and reports handle any problem alike. A problem
/// that is one of the built-in games names its game. Solvers, generators and drawings
/// exist for those only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Unique in a project: `1728`.
    pub id: String,
    /// The public title: `Cat and Mouse II`.
    pub title: String,
    /// The function that solves the problem.
    pub signature: Signature,
    /// Decides which replies are accepted.
    pub checker: Checker,
    /// All replies that can be right, in canonical spelling; empty if they cannot be listed.
    pub replies: Vec<String>,
    /// The built-in game, if the problem is one.
    pub game: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id)
    }
}

mousetrap_util::choices! {
    /// How a submission is written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Form {
        /// The `LeetCode` form: a function or class, called by a driver process
        /// that answers many cases
        Function = "function",
        /// A whole program: reads one case on stdin and prints the answer
        Program = "program",
    }
}
