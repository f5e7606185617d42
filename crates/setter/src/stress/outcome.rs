//! The progress and the result of a search for an instance on which a submission fails.

use std::fmt;
use std::time::Duration;

use super::InstanceWithOrigin;
use cat_and_mouse::Instance;
use mousetrap_judge::Answer;
use mousetrap_model::{Message, Verdict};

/// The outcome of a submission on an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// The verdict. If submissions are compared with each other, there is no jury answer, and every
    /// valid reply counts as accepted.
    pub verdict: Verdict,
    /// The submission's reply, or `None` if it is not a valid reply to the problem.
    pub claim: Option<String>,
}

impl fmt::Display for RunOutcome {
    /// Describes how the submission responded, such as `replies false` or `run time error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.claim {
            Some(claim) => write!(f, "replies {claim}"),
            None => write!(f, "{}", self.verdict.directory().replace('_', " ")),
        }
    }
}

/// A failure on an instance: the outcomes of the submissions. Shrinking keeps only instances with
/// the same failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The outcome of each submission.
    pub outcomes: Vec<RunOutcome>,
    /// The jury's answer, or `None` if submissions are compared with each other.
    pub answer: Option<String>,
}

/// An instance on which a submission fails.
#[derive(Debug)]
pub struct Counterexample<I = Instance> {
    /// The instance before shrinking.
    pub first: InstanceWithOrigin<I>,
    /// The outcomes of the submissions on the simplest instance.
    pub failure: Disagreement,
    /// The reason for the verdict, or `None` for a wrong answer.
    pub reason: Option<Message>,
    /// The submission's output on standard error.
    pub stderr: String,
    /// The search time until the failure.
    pub after: Duration,
    /// The result of shrinking. `None` if the submission does not fail in a new process, which
    /// means that earlier cases affect its answer.
    pub shrunk: Option<ShrinkResult<I>>,
    /// The time spent on confirmation and shrinking.
    pub shrinking: Duration,
}

/// The result of shrinking.
#[derive(Debug)]
pub struct ShrinkResult<I = Instance> {
    /// The simplest instance found.
    pub instance: I,
    /// Whether the instance is known to be minimal: the submission does not fail in the same way
    /// after any further simplification. False if shrinking was stopped early.
    pub minimal: bool,
    /// The number of instances tried.
    pub tried: usize,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The number of cases tried.
    pub cases: usize,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The size of the instance being tried, or `None` before shrinking begins.
    pub shrinking: Option<usize>,
    /// How long the submissions have been running on the current instance, or `None` if none is
    /// running.
    pub run: Option<Duration>,
}

/// The result of a search.
#[derive(Debug)]
pub struct SearchOutcome<I = Instance> {
    /// The number of cases tried. If the search found a counterexample, its case is the last one.
    pub cases: usize,
    /// The total time of the search, including shrinking.
    pub elapsed: Duration,
    /// The counterexample, if one was found.
    pub found: Option<Counterexample<I>>,
    /// Whether the user asked to stop.
    pub interrupted: bool,
}

impl<I> Counterexample<I> {
    /// Returns the simplest known instance that causes this failure.
    pub fn simplest_instance(&self) -> &I {
        let shrunk = self.shrunk.as_ref();
        shrunk.map_or(&self.first.instance, |shrunk| &shrunk.instance)
    }
}

impl Disagreement {
    /// Determines from the submissions' answers to an instance how they fail on it. Returns `None`
    /// if they do not fail. If there is only one submission, its answer is compared with the jury's
    /// answer.
    pub(super) fn new(answers: &[Answer]) -> Option<Self> {
        let is_compared_with_jury = answers.len() == 1;
        let outcome = |answer: &Answer| RunOutcome {
            verdict: match answer.verdict {
                Verdict::WrongAnswer if !is_compared_with_jury && answer.claim.is_some() => {
                    Verdict::Accepted
                }
                verdict => verdict,
            },
            claim: answer.claim.clone(),
        };
        let outcomes: Vec<RunOutcome> = answers.iter().map(outcome).collect();
        let (fails, answer) = if is_compared_with_jury {
            let is_wrong = outcomes[0].verdict != Verdict::Accepted;
            (is_wrong, Some(answers[0].case.answer.clone()))
        } else {
            (outcomes.iter().any(|other| *other != outcomes[0]), None)
        };
        fails.then_some(Self { outcomes, answer })
    }
}
