//! What became of the mutants of a submission.

use mousetrap_judge::{JudgeError, RunSelfError};
use mousetrap_model::Verdict;
use mousetrap_mutate::Mutation;
use thiserror::Error;

use super::parser::ParserError;
use crate::stress::SearchEnd;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A case has noticed it: of this index, with this verdict.
    Killed(usize, Verdict),
    /// The compiler makes the same program of it.
    Equivalent,
    /// The compiler does not take it.
    Rejected,
    /// It is accepted on every case.
    Survived,
}

/// A mutant that is accepted on every case.
#[derive(Debug)]
pub struct Survivor {
    /// What it changes.
    pub mutation: Mutation,
    /// Where it stands among all mutants of the submission, from 0.
    pub place: usize,
    /// The search for an instance on which it differs from the original; none where
    /// there was no time for one.
    pub search: Option<SearchEnd>,
}

/// The mutants of a submission.
#[derive(Debug, Default)]
pub struct Mutants {
    /// How many there are in all.
    pub possible: usize,
    /// Those that were to be tried, each with what became of it; none where the user
    /// asked to stop before.
    pub tried: Vec<(Mutation, Option<Fate>)>,
    /// How many of them were in one program.
    pub woven: usize,
    /// Those that survived.
    pub survivors: Vec<Survivor>,
    /// Whether the user asked to stop.
    pub interrupted: bool,
}

impl Mutants {
    /// How many met this fate.
    pub fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        let fates = self.tried.iter().filter_map(|(_, fate)| fate.as_ref());
        fates.filter(|fate| is(fate)).count()
    }
}

/// Why a submission has no mutants to be tried.
#[derive(Debug, Error)]
pub enum Unfit {
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// It does not compile.
    #[error("does not compile\n{0}")]
    Rejected(String),
    /// It is not accepted.
    #[error(
        "is not accepted ({verdict} on {case}: {reason}); what a suite notices is measured on \
         mutants of a right program"
    )]
    NotAccepted {
        /// What it earned.
        verdict: Verdict,
        /// The first case that it fails.
        case: String,
        /// The reason.
        reason: String,
    },
    /// There is no grammar of its language.
    #[error("there are no mutants of programs in {0}: no parser for it is built in")]
    Language(String),
    /// The parser did not come to its end.
    #[error("cannot be parsed: the parser {0}")]
    Unparsed(ParserError),
    /// Nothing in it can be changed.
    #[error("has no mutants: the parser found nothing that can be changed")]
    Empty,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl From<ParserError> for Unfit {
    fn from(error: ParserError) -> Self {
        match error {
            ParserError::Run(RunSelfError::Judge(error)) => Self::Judge(error),
            error => Self::Unparsed(error),
        }
    }
}
