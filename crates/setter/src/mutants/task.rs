//! Judges the mutants of one submission.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use mousetrap_judge::{Bench, Built, JudgeError, Ran, Submission, Variant};
use mousetrap_languages::Toolchain;
use mousetrap_model::Case;
use mousetrap_mutate::Mutation;
use mousetrap_util::Bytes;

use super::fate::Fate;
use super::woven::Together;

/// The number of mutants that each case has killed so far. Cases that have killed the most
/// are run first.
#[derive(Debug)]
pub struct Order {
    kills: Vec<AtomicUsize>,
}

impl Order {
    /// Creates the order of `cases` cases that have killed no mutant.
    pub fn new(cases: usize) -> Self {
        Self {
            kills: (0..cases).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    fn count(&self, case: usize) {
        self.kills[case].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the indices of the cases in the order in which to run them.
    fn best(&self) -> Vec<usize> {
        let kills = self.kills.iter().map(|kills| kills.load(Ordering::Relaxed));
        let mut order: Vec<(usize, usize)> = kills.enumerate().collect();
        order.sort_by_key(|(_, kills)| Reverse(*kills));
        order.into_iter().map(|(case, _)| case).collect()
    }
}

/// A submission, its mutants, and what they are compared with.
pub(super) struct Task<'t, 's> {
    pub(super) submission: &'t Submission<'s>,
    pub(super) toolchain: &'t Toolchain,
    pub(super) mutations: Vec<Mutation>,
    /// The environment variable that selects a mutant.
    pub(super) variable: String,
    /// The cases, with limits by the time of the original.
    pub(super) cases: Vec<Case>,
    pub(super) memory: Bytes,
    /// The digest of the compiled original; `None` if nothing is compiled.
    pub(super) made: Option<String>,
    pub(super) together: Option<Together<'s>>,
    pub(super) order: &'t Order,
}

impl<'s> Task<'_, 's> {
    /// Returns a mutant as a submission.
    pub(super) fn mutant(&self, index: usize) -> Submission<'s> {
        let source = &self.submission.detected.code.text;
        self.submission
            .with_text(&self.mutations[index].apply(source))
    }

    /// Judges a mutant in a program of its own. Returns `None` if the user asked to stop.
    pub(super) fn alone(
        &self,
        bench: &mut Bench<'_>,
        index: usize,
    ) -> Result<Option<Fate>, JudgeError> {
        let mutant = self.mutant(index);
        let mut variant = match bench.build(&mutant, self.toolchain, self.memory)? {
            Built::Variant(variant) => variant,
            Built::Rejected(_) => return Ok(Some(Fate::Rejected)),
            Built::Interrupted => return Ok(None),
        };
        let fate = if self.made.is_some() && variant.made() == self.made {
            Some(Fate::Equivalent)
        } else {
            self.judged(bench, &mut variant, 0, &self.cases)?
        };
        variant.discard();
        Ok(fate)
    }

    /// Judges the mutant of this number in a program. Returns `None` if the user asked to
    /// stop.
    pub(super) fn judged(
        &self,
        bench: &mut Bench<'_>,
        variant: &mut Variant<'_>,
        number: usize,
        cases: &[Case],
    ) -> Result<Option<Fate>, JudgeError> {
        let best = self.order.best();
        let ordered: Vec<&Case> = best.iter().map(|case| &cases[*case]).collect();
        let ran = bench.run(variant, (&self.variable, number), &ordered, &mut |_, _| ())?;
        Ok(match ran {
            Ran::Passed => Some(Fate::Survived(None)),
            Ran::Interrupted => None,
            Ran::Failed { case, verdict, .. } => {
                self.order.count(best[case]);
                Some(Fate::Killed(verdict))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_have_killed_most_come_first_and_others_keep_their_order() {
        let order = Order::new(4);
        for case in [2, 3, 3] {
            order.count(case);
        }
        assert_eq!(order.best(), [3, 2, 0, 1]);
    }
}
