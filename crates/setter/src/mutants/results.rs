//! The results of judging the mutants of a submission.

use mousetrap_judge::JudgeError;
use mousetrap_model::Verdict;
use mousetrap_mutate::Mutation;
use thiserror::Error;

use crate::stress::SearchOutcome;

/// The result of judging a mutant.
#[derive(Debug)]
pub enum MutantStatus {
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

/// A sampled mutant, with its result.
#[derive(Debug)]
pub struct JudgedMutant {
    /// The change to the source.
    pub mutation: Mutation,
    /// The index of the mutant in the list of all mutants of the submission.
    pub index: usize,
    /// The result, or `None` if the user asked to stop before the mutant was judged.
    pub status: Option<MutantStatus>,
}

/// The results of all mutants of a submission.
#[derive(Debug)]
pub struct MutationResults {
    /// The number of mutants that the parser found, including those that were not sampled.
    pub possible: usize,
    /// The sampled mutants, with their results.
    pub sample: Vec<JudgedMutant>,
}

impl MutationResults {
    /// Returns the number of mutants whose status satisfies `predicate`.
    pub fn count(&self, predicate: impl Fn(&MutantStatus) -> bool) -> usize {
        let statuses = self.sample.iter().filter_map(|one| one.status.as_ref());
        statuses.filter(|status| predicate(status)).count()
    }
}

/// The reason why no mutants of a submission were judged.
#[derive(Debug, Error)]
pub enum SkipReason {
    /// The judge failed.
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
    #[error("cannot be parsed: the parser {0}")]
    Unparsed(String),
    /// The parser found nothing to mutate.
    #[error("has no mutants, because the parser found nothing to mutate")]
    Empty,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}
