//! The errors of suites of custom problems.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_judge::JudgeError;
use mousetrap_model::{CaseId, Message, ValueError, Verdict};
use mousetrap_problems::cases::CaseError;
use mousetrap_problems::{ConstraintError, Violation};
use mousetrap_util::printable::escape_path;
use thiserror::Error;

use super::draw_counts::DrawCounts;

/// The reason why the cases of a custom problem cannot be generated, or their answers cannot be
/// computed.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum CustomProblemError {
    /// A submission or a program of the problem cannot be run, or the judge failed.
    #[error(transparent)]
    Program(#[from] JudgeError),
    #[error(transparent)]
    Cases(#[from] CaseError),
    #[error(transparent)]
    Constraints(#[from] ConstraintError),
    #[error("no case was generated: {0}")]
    Nothing(DrawCounts),
    #[error("{program} with seed {seed}, line {line}: {error}", program = escape_path(program))]
    GeneratorLine {
        program: PathBuf,
        seed: u64,
        line: usize,
        error: Box<GeneratorLineError>,
    },
    #[error("there is no reference solution; add `reference = \"FILE\"` to problem.toml")]
    NoReference,
    #[error("{} is still the unchanged stub; write the solution", escape_path(_0))]
    Stub(PathBuf),
    #[error("the reference solution fails on {case}: {verdict}, {reason}{input}")]
    Fails {
        case: CaseId,
        verdict: Verdict,
        reason: Box<Message>,
        /// The answer of the reference solution, if it gave one.
        reply: Option<String>,
        input: String,
    },
    #[error(
        "the reference solution takes {cpu:.1?} of CPU time on {case}, more than half of its \
         limit of {limit:.1?}; make it faster, or raise `limits` in problem.toml"
    )]
    Slow {
        case: CaseId,
        cpu: Duration,
        limit: Duration,
    },
    #[error(
        "the reference solution answers {case} with {first} and, in a new process, with {second}; \
         its answer must depend only on the arguments{input}"
    )]
    Unstable {
        case: CaseId,
        first: String,
        second: String,
        input: String,
    },
    #[error(
        "the answer to {case} is {reply}, which does not fit in its type; add a `validator` to \
         problem.toml, or a constraint line such as `The answer fits in a 32-bit integer.`"
    )]
    TooLarge { case: CaseId, reply: String },
    #[error(
        "a constraint line promises that the answer fits in its type; a reference solution in \
         {language} cannot check this, because its integers overflow: write the reference solution \
         in Python, or remove the line and add a `validator` to problem.toml"
    )]
    Overflows { language: String },
}

/// The reason why a line that a generator printed is not valid.
#[derive(Debug, Error)]
pub enum GeneratorLineError {
    #[error("expected arguments in JSON, such as [[1,2],\"ab\"]: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Value(#[from] ValueError),
    #[error(transparent)]
    Violation(#[from] Violation),
}
