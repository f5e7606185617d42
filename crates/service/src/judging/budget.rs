//! When the judging of a submission is cut short.
//!
//! Where a room hides its cases, a submission runs on all of them, since stopping at
//! the first failure would say by the time that it takes which one that was. But one
//! that never ends would hold a worker for as many time limits as there are cases. So:
//!
//! - The cases together may take [`LONGEST`] of wall time; then it is a time-out.
//! - In a room that hides its cases, judging ends at the first case that is a time-out.
//!   The verdict is the one it would have had, that of its first failing case, and so
//!   is the number of that case. What differs is when it is known.
//! - With the policy "number", who waits is told that number anyway.
//! - With the policy "verdict", whatever was cut short is shown [`LONGEST`] after its
//!   cases began, whichever case it was; the worker is free in the meantime.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::store::{Feedback, Policy};
use mousetrap_judge::{Event, SubmissionResult, Verdict};

/// Wall time that a submission may take on all cases together.
pub(super) const LONGEST: Duration = Duration::from_mins(10);

/// When verdicts are shown where cases are hidden: milliseconds.
const BETWEEN_TICKS: i64 = 5_000;

/// How long the judging of one submission may go on.
#[derive(Debug)]
pub(super) struct Budget {
    hides: bool,
    pads: bool,
    longest: Duration,
    /// When the first case began.
    began: Option<Instant>,
    is_over: bool,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// `stop` ends the judging, whoever sets it.
    pub(super) fn new(policy: &Policy, longest: Duration, stop: &Arc<AtomicBool>) -> Self {
        Self {
            hides: policy.hides(),
            pads: policy.feedback == Feedback::Verdict,
            longest,
            began: None,
            is_over: false,
            stop: Arc::clone(stop),
        }
    }

    /// What the judge sees that it is to stop by.
    pub(super) fn stops(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Stops the judge once this is dropped: nobody waits for it any more.
    pub(super) fn guard(&self) -> Guard {
        Guard(self.stops())
    }

    /// Takes in what happens.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::Compiling { .. } => self.began = None,
            Event::Started { .. } => self.began = Some(Instant::now()),
            Event::Case { result, .. }
                if self.hides && result.verdict == Verdict::TimeLimitExceeded =>
            {
                self.end();
            }
            _ => {}
        }
    }

    /// Looks at the clock.
    pub(super) fn check(&mut self) {
        if self
            .began
            .is_some_and(|began| began.elapsed() > self.longest)
        {
            self.end();
        }
    }

    fn end(&mut self) {
        self.is_over = true;
        self.stop();
    }

    /// What a submission has earned that was cut short, by that of its first failing
    /// case.
    pub(super) fn result(&self, first: Option<Verdict>) -> Option<SubmissionResult> {
        let complaint = first
            .is_none()
            .then(|| format!("it took more than {:?} on all cases together", self.longest));
        self.is_over.then(|| SubmissionResult {
            verdict: first.unwrap_or(Verdict::TimeLimitExceeded),
            compiler: String::new(),
            complaint,
            unchecked: None,
            compile: None,
            startup: None,
            granted: Duration::ZERO,
            from_cache: false,
        })
    }

    /// When a verdict is shown that is there at this time. Where cases are hidden, that
    /// is on a tick.
    pub(super) fn shown(&self, now: i64) -> i64 {
        if !self.hides {
            return now;
        }
        let since = self.began.filter(|_| self.pads && self.is_over);
        let left = since.map_or(Duration::ZERO, |began| {
            self.longest.saturating_sub(began.elapsed())
        });
        let at = now + left.as_millis() as i64;
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
    use super::*;

    #[test]
    fn what_takes_too_long_on_all_cases_together_is_a_time_out() {
        let mut budget = Budget::new(&Policy::default(), Duration::ZERO, &Arc::default());
        budget.check();
        assert!(budget.result(None).is_none(), "no case has begun");
        budget.see(&Event::Started {
            submission: 0,
            worker: 0,
        });
        std::thread::sleep(Duration::from_millis(2));
        budget.check();
        let result = budget.result(None).unwrap();
        assert_eq!(result.verdict, Verdict::TimeLimitExceeded);
        assert!(result.complaint.is_some() && budget.stops().load(Ordering::Relaxed));
        let failed = budget.result(Some(Verdict::WrongAnswer)).unwrap();
        assert_eq!(failed.verdict, Verdict::WrongAnswer);
    }
}
