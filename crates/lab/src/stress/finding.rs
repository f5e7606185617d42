//! What a search for failures is asked for, and what it comes to.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Shrunk, Trial};
use cat_and_mouse::problem::{Instance, Problem};
use mousetrap_base::Limits;
use mousetrap_base::printable::one_line;
use mousetrap_judge::{Answer, Verdict};
use mousetrap_suite::generate::Seed;

mousetrap_base::choices! {
    /// What a search is after.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Objective {
        /// Any failure, small instances first
        Wrong = "wrong",
        /// The slowest instance: variations of the slowest one so far
        Slow = "slow",
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long to search.
    pub time: Duration,
    /// After how long a failure is shown as it is, however much simpler it
    /// could still be made.
    pub shrinking: Duration,
    /// The seed, for variations of the slowest instance.
    pub seed: Seed,
    /// What to look for.
    pub goal: Objective,
    /// What a run may use, before language factors.
    pub limits: Limits,
}

/// One of the replies that a problem has, if any.
pub(super) type Reply = Option<&'static str>;

/// What one submission said to an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Its verdict. Where submissions are compared with each other, a reply is
    /// neither right nor wrong, and any counts as accepted.
    pub verdict: Verdict,
    /// Its reply, if it gave one of the problem's.
    #[serde(deserialize_with = "crate::written::reply")]
    pub claim: Reply,
}

/// What makes an instance a failure. While an instance is made simpler, this
/// stays the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// What each submission said.
    pub said: Vec<Said>,
    /// The jury's answer; none where submissions are compared with each other.
    #[serde(deserialize_with = "crate::written::reply")]
    pub answer: Reply,
}

/// An instance on which a submission fails.
#[derive(Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// As it was found.
    pub first: Trial,
    /// How it fails.
    pub failure: Disagreement,
    /// More on that in one line.
    pub detail: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// Cases tried before it, and the time that took.
    pub tried: usize,
    /// See `tried`.
    pub after: Duration,
    /// The simplest instance that fails in the same way; none where a fresh
    /// process does not fail, so that earlier cases have to do with it.
    pub shrunk: Option<Shrunk>,
    /// How long it took to make it simpler.
    pub shrinking: Duration,
}

/// The slowest instance.
#[derive(Debug, Serialize, Deserialize)]
pub struct Slowest {
    /// The instance.
    #[serde(with = "crate::written::instance")]
    pub instance: Instance,
    /// Where it comes from.
    pub origin: String,
    /// The CPU time of the slowest submission on it.
    pub cpu: Duration,
}

/// How far a search is.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SearchState {
    /// Cases tried.
    pub cases: usize,
    /// Time so far.
    pub elapsed: Duration,
    /// Where the cases came from.
    pub origins: BTreeSet<String>,
    /// The slowest case so far.
    pub slowest: Option<Slowest>,
    /// Size of the failing instance while it is made simpler.
    pub shrinking: Option<usize>,
}

/// No search takes longer.
const LONGEST: Duration = Duration::from_hours(24 * 366);
/// Nor tries more.
const MOST: usize = 1 << 40;

/// What a search came to.
#[derive(Debug, Serialize, Deserialize)]
pub struct SearchEnd {
    /// The end state.
    pub status: SearchState,
    /// The failure, if there is one.
    pub found: Option<Counterexample>,
    /// Whether the user asked to stop.
    pub interrupted: bool,
}

impl SearchEnd {
    /// Why it cannot be what a search on this problem came to, if that shows.
    pub fn fault(&self, problem: Problem) -> Option<&'static str> {
        let slowest = self.status.slowest.iter().map(|slowest| &slowest.origin);
        let found = self.found.iter().map(|found| &found.first.origin);
        let mut origins = self.status.origins.iter().chain(slowest).chain(found);
        if origins.any(|origin| one_line(origin) != *origin) {
            return Some("where its cases come from is no line of text");
        }
        if self.status.elapsed > LONGEST || self.status.cases > MOST {
            return Some("it tried more than there is time for");
        }
        let Some(found) = &self.found else {
            return None;
        };
        let instance = match &found.shrunk {
            Some(shrunk) => &shrunk.instance,
            None => &found.first.instance,
        };
        if instance.problem() != problem || found.first.instance.problem() != problem {
            return Some("what it found is an instance of another problem");
        }
        let jury = instance.reply(instance.solve());
        let right = |said: &Said| match said.verdict {
            Verdict::Accepted => true,
            Verdict::WrongAnswer => said.claim == Some(jury),
            _ => false,
        };
        match found.failure.answer {
            Some(answer) if answer != jury => Some("the jury's answer is another"),
            Some(_) if found.failure.said.iter().any(right) => {
                Some("what it found is not a failure")
            }
            _ => None,
        }
    }
}

impl Disagreement {
    /// What is wrong with the answers to one instance, if anything.
    pub(super) fn of(answers: &[Answer]) -> Option<Self> {
        if let [answer] = answers {
            let said = Said {
                verdict: answer.verdict,
                claim: answer.claim,
            };
            return (answer.verdict != Verdict::Accepted).then(|| Self {
                said: vec![said],
                answer: Some(answer.case.answer),
            });
        }
        let said: Vec<Said> = answers
            .iter()
            .map(|answer| Said {
                verdict: match answer.verdict {
                    Verdict::WrongAnswer if answer.claim.is_some() => Verdict::Accepted,
                    verdict => verdict,
                },
                claim: answer.claim,
            })
            .collect();
        let differ = said.iter().any(|other| *other != said[0]);
        differ.then_some(Self { said, answer: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::game::Bounds;

    type Forgery = dyn Fn(&mut SearchEnd);

    const PROBLEM: Problem = Problem::CatAndMouse;

    fn instance() -> Instance {
        let text = "4\n2 1 3\n1 0\n1 3\n2 0 2\n";
        PROBLEM.parse(text, Bounds::Contest).unwrap()
    }

    /// One that found an answer to be wrong.
    fn end() -> SearchEnd {
        let origin = || "graph 3".to_owned();
        let instance = instance();
        let answer = instance.reply(instance.solve());
        let said = Said {
            verdict: Verdict::WrongAnswer,
            claim: None,
        };
        SearchEnd {
            status: SearchState {
                cases: 7,
                elapsed: Duration::from_secs(3),
                origins: BTreeSet::from([origin()]),
                slowest: Some(Slowest {
                    instance: instance.clone(),
                    origin: origin(),
                    cpu: Duration::from_millis(20),
                }),
                shrinking: None,
            },
            found: Some(Counterexample {
                first: Trial {
                    instance,
                    origin: origin(),
                },
                failure: Disagreement {
                    said: vec![said],
                    answer: Some(answer),
                },
                detail: String::new(),
                stderr: String::new(),
                tried: 7,
                after: Duration::from_secs(3),
                shrunk: None,
                shrinking: Duration::ZERO,
            }),
            interrupted: false,
        }
    }

    #[test]
    fn escape_sequences_and_counts_that_nobody_can_have_are_no_end_of_a_search() {
        assert_eq!(end().fault(PROBLEM), None);
        let text = "where its cases come from is no line of text";
        let much = "it tried more than there is time for";
        let forgeries: [(&str, &Forgery); 6] = [
            (text, &|end| {
                end.status.origins.insert("\u{1b}[2J".to_owned());
            }),
            (text, &|end| {
                end.status.slowest.as_mut().unwrap().origin.push('\n');
            }),
            (text, &|end| {
                end.found.as_mut().unwrap().first.origin.push('\u{1b}');
            }),
            (much, &|end| end.status.cases = usize::MAX),
            (much, &|end| end.status.elapsed = Duration::MAX),
            ("what it found is not a failure", &|end| {
                end.found.as_mut().unwrap().failure.said[0].verdict = Verdict::Accepted;
            }),
        ];
        for (fault, forge) in forgeries {
            let mut forged = end();
            forge(&mut forged);
            assert_eq!(forged.fault(PROBLEM), Some(fault));
        }
    }
}
