//! The results of judging the mutants of a submission, as they are written to JSON reports.

use std::collections::BTreeMap;

use mousetrap_judge::JudgeError;
use mousetrap_model::Verdict;
use serde::Serialize;
use thiserror::Error;

use crate::stress::{Counterexample, RunOutcome, SearchOutcome};

/// The result of judging a mutant.
#[derive(Debug)]
pub(super) enum MutantStatus {
    /// The mutant failed on a case, with this verdict.
    Killed(Verdict),
    /// The mutant compiles to the same program as the original.
    Equivalent,
    /// The mutant does not compile.
    NotCompiled,
    /// The mutant is accepted on every case. Contains the outcome of the search for an instance on
    /// which mutant and original differ, or `None` if there was no search.
    Survived(Option<Box<SearchOutcome>>),
}

/// The number of mutants of a submission with each result.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MutantCounts {
    /// The path of the submission.
    pub path: String,
    /// The problem.
    pub problem: String,
    /// The id of the language.
    pub language: String,
    /// The number of all possible mutants.
    pub possible: usize,
    /// The number of mutants that were selected for this run.
    pub mutants: usize,
    /// The number of mutants that at least one case killed.
    pub killed: usize,
    /// The number of killed mutants for each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// The number of mutants that compile to the same program as the original.
    pub equivalent: usize,
    /// The number of mutants that do not compile.
    pub not_compiled: usize,
    /// The number of mutants that were not judged.
    pub not_judged: usize,
    /// The number of mutants that are accepted on every case.
    pub survivors: usize,
    /// The number of survivors for which no instance was tried.
    pub not_searched: usize,
    /// The number of survivors for which the search found an instance that kills them.
    pub broken: usize,
    /// Wall time in microseconds.
    pub wall_us: u64,
}

/// A mutant that is accepted on every case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survivor {
    /// The path of the original.
    pub path: String,
    /// The number of the first line that differs.
    pub line: usize,
    /// The index of the mutant among all mutants of the file, starting at 0.
    pub place: usize,
    /// The kind of change: `comparison`, `arithmetic`, `boolean`, `constant`, `bound`,
    /// `loop bound`, `statement` or `arguments`.
    pub class: String,
    /// The lines that differ: lines of the original after `-`, lines of the mutant after `+`.
    pub diff: String,
    /// The number of instances on which the mutant was compared with the original.
    pub tried: usize,
    /// An instance on which the mutant and the original behave differently, or null if none was
    /// found. If none was found although some were tried (`tried` > 0), the mutant may be
    /// equivalent to the original.
    pub found: Option<KillingInstance>,
}

impl Survivor {
    /// Returns whether the mutant was compared with the original on any instance.
    pub fn was_compared_with_original(&self) -> bool {
        self.tried > 0 || self.found.is_some()
    }
}

/// An instance on which a mutant differs from the original.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KillingInstance {
    /// The instance, with one argument per line, in JSON.
    pub leetcode: String,
    /// The correct reply.
    pub answer: String,
    /// The mutant's reply.
    pub mutant: String,
    /// The original's reply.
    pub original: String,
}

impl KillingInstance {
    /// Converts a counterexample. The first of its outcomes must be the mutant's, and the second
    /// one the original's.
    pub(super) fn new(found: &Counterexample) -> Self {
        let instance = found.simplest_instance();
        let mut outcomes = found.failure.outcomes.iter().map(RunOutcome::to_string);
        Self {
            leetcode: instance.leetcode_text(),
            answer: instance.reply(instance.solve()).to_owned(),
            mutant: outcomes.next().unwrap_or_default(),
            original: outcomes.next().unwrap_or_default(),
        }
    }
}

/// The reason why no mutants of a submission were judged.
#[derive(Debug, Error)]
pub enum SkipReason {
    /// The judge failed or the user asked to stop.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The submission does not compile.
    #[error("does not compile\n{0}")]
    NotCompiled(String),
    /// The submission is not accepted.
    #[error(
        "is not accepted ({verdict} on {case}: {reason}); a suite needs to kill only the mutants of \
         correct programs"
    )]
    NotAccepted {
        /// The verdict of the submission.
        verdict: Verdict,
        /// The first case on which the submission fails.
        case: String,
        /// The reason for the verdict.
        reason: String,
    },
    /// There is no parser for the submission's language.
    #[error(
        "there are no mutants of programs in {0}, because there is no built-in parser for this language"
    )]
    Language(String),
    /// The parser failed.
    #[error("cannot be parsed: the parser process failed ({0})")]
    Unparsed(String),
    /// The parser found nothing to mutate.
    #[error("has no mutants, because the parser found nothing to mutate")]
    Empty,
}
