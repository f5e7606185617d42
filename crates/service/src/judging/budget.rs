//! When the judging of a submission is stopped early, and when its verdict is published.
//!
//! In a room that hides its cases, a submission runs on all of them: stopping at the first
//! failure would show by the time which case that was. But a submission that never ends
//! would occupy a worker for as many time limits as there are cases. Therefore:
//!
//! - A submission that needs more than [`MAX_CPU`], and more than half of the CPU time that
//!   its cases so far allow, is stopped: time limit exceeded. Wall time does not count, so
//!   other load on the machine costs nobody a verdict; the judge stops idle programs.
//! - In a room that hides its cases, judging ends at the first case that exceeds its time
//!   limit. The verdict stays that of the first failing case.
//!
//! How long judging took depends on the cases. A room that hides them publishes verdicts
//! only at the times of [`publication`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::store::Policy;
use mousetrap_model::{CaseResult, Event, Judgement, Message, Verdict};

/// CPU time that a submission may need on all cases together, whatever they allow.
const MAX_CPU: Duration = Duration::from_mins(10);

/// When a verdict can be published first if cases are hidden, in milliseconds after the
/// submission.
const FIRST_PUBLICATION: i64 = 60_000;

/// Returns when a verdict that is known `now` is published, if its task was queued at
/// `queued`: at once (0), or, if cases are hidden, at the next of 1, 2, 4, 8, … minutes after
/// `queued`. So nobody waits more than twice as long as judging takes, and how long it took
/// remains visible only as one of about seven values.
pub(super) fn publication(policy: &Policy, queued: i64, now: i64) -> i64 {
    if !policy.hides() {
        return 0;
    }
    // The clock may have been set back since.
    let queued = queued.min(now);
    let mut wait = FIRST_PUBLICATION;
    while queued + wait < now {
        wait *= 2;
    }
    queued + wait
}

/// How long the judging of one submission may go on.
#[derive(Debug)]
pub(super) struct Budget {
    hides: bool,
    /// CPU time on the cases so far, and what they allow.
    spent: Duration,
    allowed: Duration,
    is_over: bool,
    earlier: Vec<CaseResult>,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// `stop` ends the judging, whoever sets it.
    pub(super) fn new(policy: &Policy, stop: &Arc<AtomicBool>) -> Self {
        Self {
            hides: policy.hides(),
            spent: Duration::ZERO,
            allowed: Duration::ZERO,
            is_over: false,
            earlier: Vec::new(),
            stop: Arc::clone(stop),
        }
    }

    /// Counts these results of earlier attempts, too.
    #[must_use]
    pub(super) fn after(mut self, earlier: &[CaseResult]) -> Self {
        self.earlier = earlier.to_vec();
        self
    }

    /// What the judge sees that it is to stop by.
    pub(super) fn stops(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Stops the judge once this is dropped: nobody waits for it any more.
    pub(super) fn guard(&self) -> Guard {
        Guard(self.stops())
    }

    /// Takes in what happens.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            // A host that is lost is followed by another, which begins again.
            Event::Compiling { .. } => {
                (self.spent, self.allowed) = (Duration::ZERO, Duration::ZERO);
                for result in self.earlier.clone() {
                    self.count(&result);
                }
            }
            Event::Case { result, .. } => {
                self.count(result);
                let is_spent = self.spent > MAX_CPU.max(self.allowed / 2);
                if is_spent || self.hides && result.verdict == Verdict::TimeLimitExceeded {
                    self.end();
                }
            }
            _ => {}
        }
    }

    fn count(&mut self, result: &CaseResult) {
        self.spent += result.usage.cpu;
        self.allowed += result.limits.cpu;
    }

    fn end(&mut self) {
        self.is_over = true;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What a submission has earned that was cut short, by that of its first failing
    /// case.
    pub(super) fn result(&self, first: Option<Verdict>) -> Option<Judgement> {
        let compile_error = first.is_none().then_some(Message::CpuBudget {
            seconds: self.spent.as_secs(),
        });
        self.is_over.then(|| Judgement {
            compile_error,
            ..Judgement::new(first.unwrap_or(Verdict::TimeLimitExceeded))
        })
    }
}

/// See [`Budget::guard`].
pub(super) struct Guard(Arc<AtomicBool>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::store::Feedback;
    use mousetrap_model::CaseId;
    use mousetrap_model::Limits;
    use mousetrap_model::Usage;

    use super::*;

    /// What comes of a program that takes this many seconds on each of 500 cases, of 4 s
    /// each.
    fn judged(seconds: u32) -> Option<Judgement> {
        let mut budget = Budget::new(&Policy::default(), &Arc::default());
        let second = Duration::from_secs(1);
        budget.see(&Event::Started {
            submission: 0,
            worker: 0,
        });
        for number in 0..500 {
            let limits = Limits {
                cpu: 4 * second,
                ..Limits::DEFAULT
            };
            let measured = Usage {
                cpu: seconds * second,
                ..Usage::NONE
            };
            let id = CaseId(format!("suite/{number}"));
            let result = CaseResult::new(id, Verdict::Accepted, measured, limits);
            budget.see(&Event::Case {
                submission: 0,
                result: Box::new(result),
            });
        }
        assert_eq!(
            budget.stops().load(Ordering::Relaxed),
            budget.result(None).is_some()
        );
        budget.result(None)
    }

    #[test]
    fn what_needs_most_of_all_that_its_cases_allow_is_a_time_out() {
        let result = judged(3).unwrap();
        assert_eq!(result.verdict, Verdict::TimeLimitExceeded);
        let reason = result.compile_error.unwrap();
        assert!(matches!(reason, Message::CpuBudget { .. }), "{reason}");
    }

    #[test]
    fn what_is_well_within_the_limits_is_not_cut_off_however_many_cases_there_are() {
        assert!(judged(2).is_none(), "1000 s, half of what the cases allow");
    }

    #[test]
    fn publication_if_cases_are_hidden_is_at_doubling_times_after_the_submission() {
        let hiding = |feedback| Policy {
            feedback,
            ..Policy::default()
        };
        let minute = 60_000;
        for feedback in [Feedback::Verdict, Feedback::Number] {
            let policy = hiding(feedback);
            for (judged, published) in [(0, 1), (1, 1), (59, 1), (61, 2), (119, 2), (121, 4)] {
                let at = publication(&policy, 7, 7 + judged * 1000);
                assert_eq!(at, 7 + published * minute, "{judged} s");
            }
            // All times that an hour of judging can lead to.
            let hour = (0..=3600).map(|second| publication(&policy, 0, second * 1000));
            let times: BTreeSet<i64> = hour.map(|at| at / minute).collect();
            assert_eq!(times, BTreeSet::from([1, 2, 4, 8, 16, 32, 64]));
            assert_eq!(
                publication(&policy, 1_000_000, 0),
                minute,
                "a clock set back"
            );
        }
        for feedback in [Feedback::Case, Feedback::Explanation] {
            assert_eq!(publication(&hiding(feedback), 0, 12_345), 0);
        }
    }
}
