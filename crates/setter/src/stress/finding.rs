//! Options and results of a search for failures.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Shrunk, Trial};
use cat_and_mouse::Instance;
use mousetrap_judge::Answer;
use mousetrap_model::Verdict;
use mousetrap_model::{Limits, Message};
use mousetrap_suite::generate::Seed;

mousetrap_util::choices! {
    /// The kind of instance to search for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Objective {
        /// Any failure, small instances first
        Wrong = "wrong",
        /// The slowest instance: variations of the slowest one so far
        Slow = "slow",
    }
}

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Time limits of the search and of the entire run.
    pub time: TimeLimits,
    /// The seed for variations of the slowest instance.
    pub seed: Seed,
    /// The kind of instance to search for.
    pub goal: Objective,
    /// Limits of one case, before language factors.
    pub limits: Limits,
}

/// Time limits of a search. A case in progress and the first confirmation of a failure
/// are finished even if they exceed these limits.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// Time limit for finding a failure.
    pub search: Duration,
    /// Time limit for the entire run: search, confirmation and shrinking.
    pub total: Duration,
}

impl TimeLimits {
    /// Divides `total`: the last quarter is reserved for confirmation and shrinking.
    pub fn within(total: Duration) -> Self {
        Self {
            search: total / 4 * 3,
            total,
        }
    }
}

/// The reaction of a submission to an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The verdict. If submissions are compared with each other, every reply counts as
    /// accepted.
    pub verdict: Verdict,
    /// The reply, if it is one of the problem's.
    pub claim: Option<String>,
}

/// A failure on an instance. It stays the same while the instance is shrunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The reaction of each submission.
    pub said: Vec<Said>,
    /// The jury's answer; `None` if submissions are compared with each other.
    pub answer: Option<String>,
}

/// An instance on which a submission fails.
#[derive(Debug)]
pub struct Counterexample {
    /// The instance before shrinking.
    pub first: Trial,
    /// The failure.
    pub failure: Disagreement,
    /// The reason of the verdict; `None` for a wrong answer.
    pub reason: Option<Message>,
    /// The submission's output on standard error.
    pub stderr: String,
    /// The number of cases tried until the failure.
    pub tried: usize,
    /// The time until the failure.
    pub after: Duration,
    /// The simplest instance that fails in the same way; `None` if the submission does not
    /// fail in a new process, so that earlier cases contribute to the failure.
    pub shrunk: Option<Shrunk>,
    /// Time that confirmation and shrinking took.
    pub shrinking: Duration,
}

/// The slowest instance.
#[derive(Debug)]
pub struct Slowest {
    /// The instance.
    pub instance: Instance,
    /// Its origin.
    pub origin: String,
    /// The CPU time of the slowest submission on it.
    pub cpu: Duration,
}

/// The progress of a search.
#[derive(Debug, Default)]
pub struct SearchState {
    /// Cases tried.
    pub cases: usize,
    /// Time so far.
    pub elapsed: Duration,
    /// The origins of the cases.
    pub origins: BTreeSet<String>,
    /// The slowest case so far.
    pub slowest: Option<Slowest>,
    /// Progress of shrinking; `None` while the search continues.
    pub shrinking: Option<Shrinking>,
    /// The run in progress, if it takes noticeable time.
    pub run: Option<PendingRun>,
}

/// A run that the search waits for.
#[derive(Clone, Copy, Debug)]
pub struct PendingRun {
    /// Why the submission is run.
    pub purpose: Purpose,
    /// Time since the run began.
    pub elapsed: Duration,
    /// CPU time at which the judge stops the run.
    pub max_cpu: Duration,
}

/// Why a search runs a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To try the next case.
    Trial,
    /// To measure the slowest case a second time.
    Remeasuring,
    /// To confirm a failure in a fresh process.
    Confirmation,
    /// To try a simpler instance.
    Shrinking,
}

/// Progress of shrinking.
#[derive(Clone, Copy, Debug)]
pub struct Shrinking {
    /// Size of the instance that is tried.
    pub size: usize,
    /// Time left for shrinking.
    pub left: Duration,
    /// Time after which the failure was found.
    pub found_after: Duration,
}

/// The result of a search.
#[derive(Debug)]
pub struct SearchEnd {
    /// The state at the end.
    pub status: SearchState,
    /// The failure, if there is one.
    pub found: Option<Counterexample>,
    /// Whether the user asked to stop.
    pub interrupted: bool,
}

impl Counterexample {
    /// Returns the simplest instance known that fails in this way.
    pub fn simplest(&self) -> &Instance {
        let shrunk = self.shrunk.as_ref();
        shrunk.map_or(&self.first.instance, |shrunk| &shrunk.instance)
    }
}

impl Disagreement {
    /// Returns the failure in the answers to one instance, if there is one.
    pub(super) fn of(answers: &[Answer]) -> Option<Self> {
        if let [answer] = answers {
            let said = Said {
                verdict: answer.verdict,
                claim: answer.claim.clone(),
            };
            return (answer.verdict != Verdict::Accepted).then(|| Self {
                said: vec![said],
                answer: Some(answer.case.answer.clone()),
            });
        }
        let said: Vec<Said> = answers
            .iter()
            .map(|answer| Said {
                verdict: match answer.verdict {
                    Verdict::WrongAnswer if answer.claim.is_some() => Verdict::Accepted,
                    verdict => verdict,
                },
                claim: answer.claim.clone(),
            })
            .collect();
        let differ = said.iter().any(|other| *other != said[0]);
        differ.then_some(Self { said, answer: None })
    }
}
