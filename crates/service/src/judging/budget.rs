//! When the judging of a submission is cut short.
//!
//! Where a room hides its cases, a submission runs on all of them, since stopping at
//! the first failure would say by the time that it takes which one that was. But one
//! that never ends would hold a worker for as many time limits as there are cases. So:
//!
//! - Who needs more than half of the CPU time that the cases so far allow is stopped once
//!   that is more than [`LONGEST`]: it is a time-out. It is not wall time, so that nobody
//!   pays for what else the machine does; who sleeps is stopped by the judge.
//! - In a room that hides its cases, judging ends at the first case that is a time-out.
//!   The verdict is the one it would have had, that of its first failing case, and so
//!   is the number of that case. What differs is when it is known.
//! - With the policy "number", who waits is told that number anyway.
//! - With the policy "verdict", whatever was cut short is shown [`LONGEST`] after its
//!   cases began, or a multiple of that, whichever case it was; the worker is free in the
//!   meantime.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::store::{Feedback, Policy};
use mousetrap_model::{CaseResult, Event, Judgement, Message, Verdict};

/// CPU time that a submission may take in any case.
const LONGEST: Duration = Duration::from_mins(10);

/// When verdicts are shown where cases are hidden: milliseconds.
const BETWEEN_TICKS: i64 = 5_000;

/// How long the judging of one submission may go on.
#[derive(Debug)]
pub(super) struct Budget {
    hides: bool,
    pads: bool,
    /// CPU time on the cases so far, and what they allow.
    spent: Duration,
    allowed: Duration,
    /// When the first case began.
    began: Option<Instant>,
    is_over: bool,
    earlier: Vec<CaseResult>,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// `stop` ends the judging, whoever sets it.
    pub(super) fn new(policy: &Policy, stop: &Arc<AtomicBool>) -> Self {
        Self {
            hides: policy.hides(),
            pads: policy.feedback == Feedback::Verdict,
            spent: Duration::ZERO,
            allowed: Duration::ZERO,
            began: None,
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
                self.began = None;
                (self.spent, self.allowed) = (Duration::ZERO, Duration::ZERO);
                for result in self.earlier.clone() {
                    self.count(&result);
                }
            }
            Event::Started { .. } => self.began = Some(Instant::now()),
            Event::Case { result, .. } => {
                self.count(result);
                let is_spent = self.spent > LONGEST.max(self.allowed / 2);
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

    /// When a verdict is shown that is there at this time. Where cases are hidden, that
    /// is on a tick.
    pub(super) fn shown(&self, now: i64) -> i64 {
        if !self.hides {
            return now;
        }
        let since = self.began.filter(|_| self.pads && self.is_over);
        let longest = LONGEST.as_millis() as i64;
        let left = since.map_or(0, |began| {
            longest - began.elapsed().as_millis() as i64 % longest
        });
        let at = now + left;
        (at / BETWEEN_TICKS + 1) * BETWEEN_TICKS
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
}
