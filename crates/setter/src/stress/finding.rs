//! The options, the progress and the results of a search for failures.

use std::time::Duration;

use super::{Shrunk, Trial};
use cat_and_mouse::Instance;
use mousetrap_judge::Answer;
use mousetrap_model::{Limits, Message, Verdict};

/// The options of a search for failures.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The time limit for search, confirmation and shrinking. The last quarter is reserved for
    /// shrinking. A case in progress and the first confirmation of a failure are completed even if
    /// they exceed the limit.
    pub time: Duration,
    /// The limits of one case, before they are multiplied by the language's factors.
    pub limits: Limits,
}

/// The outcome of a submission on an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// The verdict. If submissions are compared with each other, any reply counts as accepted.
    pub verdict: Verdict,
    /// The reply, if it is a valid reply for the problem.
    pub claim: Option<String>,
}

/// The failure on an instance. It must stay the same while the instance is shrunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The outcome of each submission.
    pub reactions: Vec<Reaction>,
    /// The jury's answer, or `None` if submissions are compared with each other.
    pub answer: Option<String>,
}

/// An instance on which a submission fails.
#[derive(Debug)]
pub struct Counterexample {
    /// The instance before shrinking.
    pub first: Trial,
    /// The failure of the submissions.
    pub failure: Disagreement,
    /// The reason for the verdict, or `None` for a wrong answer.
    pub reason: Option<Message>,
    /// The submission's output on standard error.
    pub stderr: String,
    /// The number of cases that were tried until the failure.
    pub tried: usize,
    /// The time until the failure.
    pub after: Duration,
    /// The simplest instance on which the submissions fail in the same way. `None` if the
    /// submission does not fail in a new process, which means that earlier cases affect the result.
    pub shrunk: Option<Shrunk>,
    /// The time that confirmation and shrinking took.
    pub shrinking: Duration,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The number of cases tried.
    pub cases: usize,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// While a failure is shrunk, the size of the instance that is tried. `None` while the search
    /// continues.
    pub shrinking: Option<usize>,
    /// How long the submission has been running on the current instance, if it was asked.
    pub run: Option<Duration>,
}

/// The result of a search.
#[derive(Debug)]
pub struct SearchEnd {
    /// The number of cases tried.
    pub cases: usize,
    /// The time that the search took.
    pub elapsed: Duration,
    /// The counterexample, if one was found.
    pub found: Option<Counterexample>,
    /// Whether the user asked to stop.
    pub interrupted: bool,
}

impl Counterexample {
    /// Returns the simplest known instance on which the submission fails in this way.
    pub fn simplest(&self) -> &Instance {
        let shrunk = self.shrunk.as_ref();
        shrunk.map_or(&self.first.instance, |shrunk| &shrunk.instance)
    }
}

impl Disagreement {
    /// Returns the failure in the answers for one instance, or `None` if there is none.
    pub(super) fn new(answers: &[Answer]) -> Option<Self> {
        let is_compared_with_jury = answers.len() == 1;
        let reaction = |answer: &Answer| Reaction {
            verdict: match answer.verdict {
                Verdict::WrongAnswer if !is_compared_with_jury && answer.claim.is_some() => {
                    Verdict::Accepted
                }
                verdict => verdict,
            },
            claim: answer.claim.clone(),
        };
        let reactions: Vec<Reaction> = answers.iter().map(reaction).collect();
        let (fails, answer) = if is_compared_with_jury {
            let is_wrong = reactions[0].verdict != Verdict::Accepted;
            (is_wrong, Some(answers[0].case.answer.clone()))
        } else {
            (reactions.iter().any(|other| *other != reactions[0]), None)
        };
        fails.then_some(Self { reactions, answer })
    }
}
