//! What became of the mutants of a submission.

use cat_and_mouse::problem::Problem;
use mousetrap_judge::{JudgeError, Verdict};
use mousetrap_mutate::Mutation;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::stress::SearchEnd;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Serialize, Deserialize)]
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
#[derive(Debug, Default, Serialize, Deserialize)]
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

    /// Takes in another part of them.
    pub fn join(&mut self, other: Self) {
        self.possible = other.possible;
        self.woven += other.woven;
        self.tried.extend(other.tried);
        self.survivors.extend(other.survivors);
        self.survivors.sort_by_key(|survivor| survivor.place);
    }

    /// Why they cannot be mutants of this program, if that shows.
    pub fn fault(&self, problem: Problem, source: &str) -> Option<&'static str> {
        let survivors = self.survivors.iter().map(|survivor| &survivor.mutation);
        let mut all = self
            .tried
            .iter()
            .map(|(mutation, _)| mutation)
            .chain(survivors);
        if !all.all(|mutation| mutation.fits(source)) {
            return Some("what it changes is not there");
        }
        let survived = self.count(|fate| *fate == Fate::Survived);
        if survived != self.survivors.len() {
            return Some("it does not count its survivors");
        }
        let mut searches = self.survivors.iter().filter_map(|it| it.search.as_ref());
        searches.find_map(|search| search.fault(problem))
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
        "is not accepted ({verdict} on {case}: {detail}); what a suite notices is measured on \
         mutants of a right program"
    )]
    NotAccepted {
        /// What it earned.
        verdict: Verdict,
        /// The first case that it fails.
        case: String,
        /// The reason in one line.
        detail: String,
    },
    /// There is no grammar of its language.
    #[error("there are no mutants of programs in {0}: no parser for it is built in")]
    Language(String),
    /// The parser did not come to its end.
    #[error("cannot be parsed: the parser {0}")]
    Unparsed(String),
    /// Nothing in it can be changed.
    #[error("has no mutants: the parser found nothing that can be changed")]
    Empty,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}
