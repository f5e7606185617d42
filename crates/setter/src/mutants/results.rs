//! The results of judging the mutants of a submission.

use mousetrap_judge::{JudgeError, RunSelfError};
use mousetrap_model::Verdict;
use mousetrap_mutate::Mutation;
use thiserror::Error;

use super::parser::ParserError;
use crate::stress::SearchEnd;

/// What became of a mutant.
#[derive(Debug)]
pub enum MutantStatus {
    /// It failed a case, with this verdict.
    Killed(Verdict),
    /// The compiler makes the same program of it as of the original.
    Equivalent,
    /// It does not compile.
    NotCompiled,
    /// It is accepted on every case. The search is for an instance on which it differs from
    /// the original; `None` if there was no search.
    Survived(Option<Box<SearchEnd>>),
}

/// A mutant of the sample.
#[derive(Debug)]
pub struct JudgedMutant {
    /// The change to the source.
    pub mutation: Mutation,
    /// Its index among all mutants of the submission.
    pub index: usize,
    /// `None` if the user asked to stop before it was judged.
    pub status: Option<MutantStatus>,
}

/// The mutants of a submission.
#[derive(Debug)]
pub struct MutationResults {
    /// The number of all mutants.
    pub possible: usize,
    /// The mutants of the sample.
    pub sample: Vec<JudgedMutant>,
}

impl MutationResults {
    /// Returns the number of mutants with such a status.
    pub fn count(&self, is: impl Fn(&MutantStatus) -> bool) -> usize {
        let statuses = self.sample.iter().filter_map(|one| one.status.as_ref());
        statuses.filter(|status| is(status)).count()
    }
}

/// Reason why no mutants of a submission were judged.
#[derive(Debug, Error)]
pub enum NoMutants {
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The submission does not compile.
    #[error("does not compile\n{0}")]
    NotCompiled(String),
    /// The submission is not accepted.
    #[error(
        "is not accepted ({verdict} on {case}: {reason}); only right programs have mutants that \
         a suite must kill"
    )]
    NotAccepted {
        /// Its verdict.
        verdict: Verdict,
        /// The first case that it fails.
        case: String,
        /// The reason.
        reason: String,
    },
    /// There is no grammar for its language.
    #[error("there are no mutants of programs in {0}: no parser for it is built in")]
    Language(String),
    /// The parser failed.
    #[error("cannot be parsed: the parser {0}")]
    Unparsed(ParserError),
    /// Nothing in the submission can be changed.
    #[error("has no mutants: the parser found nothing that can be changed")]
    Empty,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl From<ParserError> for NoMutants {
    fn from(error: ParserError) -> Self {
        match error {
            ParserError::Run(RunSelfError::Judge(error)) => Self::Judge(error),
            error => Self::Unparsed(error),
        }
    }
}
