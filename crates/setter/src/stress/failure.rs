//! Confirms failures, and finds the simplest instance on which a submission fails in the same way.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::outcome::{Disagreement, RunOutcome};
use super::runs::{FailureSearch, RunResult};
use super::shrink::{Shrunk, shrink};
use cat_and_mouse::Instance;
use mousetrap_judge::JudgeError;
use mousetrap_model::Verdict;

impl FailureSearch<'_> {
    /// Runs the submissions on an instance in new processes. If a submission times out, reruns it
    /// up to two more times while enough time is left, because a busy machine can cause spurious
    /// timeouts.
    pub(super) fn confirm_failure(
        &mut self,
        instance: &Instance,
        failure: &Disagreement,
    ) -> Result<Option<RunResult>, JudgeError> {
        let is_timeout = |outcome: &RunOutcome| outcome.verdict == Verdict::TimeLimitExceeded;
        let timed_out = failure.outcomes.iter().any(is_timeout);
        let begun = Instant::now();
        let mut result = self.run_on(instance, true)?;
        let run_time = begun.elapsed();
        for _ in 0..2 {
            let same = (result.as_ref()).is_some_and(|(again, _)| again.as_ref() == Some(failure));
            if timed_out && same && self.time_left() > run_time {
                result = self.run_on(instance, true)?;
            }
        }
        Ok(result)
    }

    /// Returns the simplest instance on which the submissions fail in the same way. `instance`
    /// first failed at the time `found_after` of the search, and a rerun has just confirmed the
    /// failure.
    pub(super) fn simplest_failing_instance(
        &mut self,
        instance: &Instance,
        failure: &Disagreement,
        found_after: Duration,
    ) -> Result<Shrunk, JudgeError> {
        let confirmation = self.elapsed().saturating_sub(found_after);
        let mut judge_error = None;
        let mut shrunk = shrink(instance.clone(), |simpler| {
            // The next run and the confirmation of the result take about as long as the first
            // confirmation did, and even longer than the search if the program hangs.
            if self.is_interrupted() || self.time_left() <= 2 * confirmation {
                return ControlFlow::Break(());
            }
            self.state.shrinking = Some(simpler.size());
            self.show_if_due();
            // The reference solver is faster than the submission, so it runs first.
            let answer = simpler.reply(simpler.solve());
            if failure
                .answer
                .as_ref()
                .is_some_and(|expected| expected != answer)
            {
                return ControlFlow::Continue(false);
            }
            match self.run_on(simpler, false) {
                Ok(Some((failed, _))) => ControlFlow::Continue(failed.as_ref() == Some(failure)),
                Ok(None) => ControlFlow::Break(()),
                Err(error) => {
                    judge_error = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(error) = judge_error {
            return Err(error);
        }
        if shrunk.instance.text() == instance.text() {
            return Ok(shrunk);
        }
        // An instance on which the submission fails only after earlier cases is not a valid result.
        let confirmed = self.confirm_failure(&shrunk.instance, failure)?;
        if confirmed.is_some_and(|(failed, _)| failed.as_ref() != Some(failure)) {
            shrunk.instance = instance.clone();
            shrunk.minimal = false;
        }
        Ok(shrunk)
    }
}
