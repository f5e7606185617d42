//! The fates of the mutants of a submission.

use mousetrap_judge::{JudgeError, RunSelfError};
use mousetrap_model::Verdict;
use mousetrap_mutate::Mutation;
use thiserror::Error;

use super::parser::ParserError;
use crate::stress::SearchEnd;

/// The fate of a mutant.
#[derive(Debug)]
pub enum Fate {
    /// A case has noticed it, with this verdict.
    Killed(Verdict),
    /// The compiler makes the same program of it.
    Equivalent,
    /// The compiler rejects it.
    Rejected,
    /// It is accepted on every case. The search is for an instance on which it differs from
    /// the original; `None` if there was none.
    Survived(Option<Box<SearchEnd>>),
}

/// A mutant that was to be judged.
#[derive(Debug)]
pub struct Tried {
    /// The change to the source.
    pub mutation: Mutation,
    /// Its number among all mutants of the submission, from 0.
    pub place: usize,
    /// Its fate; `None` if the user asked to stop before.
    pub fate: Option<Fate>,
}

/// The mutants of a submission.
#[derive(Debug, Default)]
pub struct Mutants {
    /// The number of all mutants.
    pub possible: usize,
    /// Those of the sample.
    pub tried: Vec<Tried>,
    /// The number of mutants in the program that holds many.
    pub woven: usize,
}

impl Mutants {
    /// Returns the number of mutants with such a fate.
    pub fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        let fates = self.tried.iter().filter_map(|one| one.fate.as_ref());
        fates.filter(|fate| is(fate)).count()
    }
}

/// Reason why no mutants of a submission were judged.
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
