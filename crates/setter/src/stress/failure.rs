//! Confirms failures, and finds the simplest instance on which a submission fails in the same way.

use std::time::{Duration, Instant};

use super::instances::Instances;
use super::outcome::{Disagreement, RunOutcome, ShrinkResult};
use super::runs::{FailureSearch, RunResult};
use mousetrap_judge::JudgeError;
use mousetrap_model::{Case, Verdict};
use mousetrap_suite::custom::CustomProblemError;

impl<P: Instances> FailureSearch<'_, P> {
    /// Runs the submissions on a case in new processes. If a submission times out, reruns it up to
    /// two more times while enough time is left, because a busy machine can cause spurious
    /// timeouts.
    pub(super) fn confirm_failure(
        &mut self,
        case: &Case,
        failure: &Disagreement,
    ) -> Result<Option<RunResult>, JudgeError> {
        let is_timeout = |outcome: &RunOutcome| outcome.verdict == Verdict::TimeLimitExceeded;
        let timed_out = failure.outcomes.iter().any(is_timeout);
        let begun = Instant::now();
        let mut result = self.run_case(case, true)?;
        let run_time = begun.elapsed();
        for _ in 0..2 {
            let same = (result.as_ref()).is_some_and(|again| Self::is_same_failure(failure, again));
            if timed_out && same && self.time_left() > run_time {
                result = self.run_case(case, true)?;
            }
        }
        Ok(result)
    }

    /// Returns the simplest instance on which the submissions fail in the way that `failure`
    /// describes, and the result of the run on this instance. `instance` first failed at the time
    /// `found_after` of the search, and `confirmed` is the rerun that has just confirmed the
    /// failure.
    pub(super) fn simplest_failing_instance(
        &mut self,
        instance: &P::Instance,
        failure: &Disagreement,
        (found_after, confirmed): (Duration, RunResult),
    ) -> Result<(ShrinkResult<P::Instance>, RunResult), CustomProblemError> {
        let confirmation = self.elapsed().saturating_sub(found_after);
        let (mut fault, mut simplest_case) = (None, None);
        let (mut tried, mut is_stopped) = (0, false);
        let instances = self.instances;
        let simplest = instances.shrink(instance.clone(), &mut |simpler| {
            // The next run and the confirmation of the result each take about as long as the first
            // confirmation. If the program hangs, this can be longer than the search itself.
            is_stopped |= self.is_interrupted() || self.time_left() <= 2 * confirmation;
            if is_stopped || fault.is_some() {
                return None;
            }
            self.state.shrinking = Some(instances.size(simpler));
            self.show_if_due();
            let failing_case = match instances.case(simpler) {
                Ok(case) => {
                    tried += usize::from(case.is_some());
                    self.fails_on(case, failure)
                }
                Err(CustomProblemError::Program(error)) if error.is_judge_failure() => Err(error),
                // The correct answer to a simpler instance is not known, for example because the
                // reference solution fails on it.
                Err(_) => Ok(None),
            };
            let failing_case = failing_case.unwrap_or_else(|error| {
                fault = Some(error);
                None
            });
            let fails = failing_case.is_some();
            simplest_case = failing_case.or_else(|| simplest_case.take());
            Some(fails)
        });
        if let Some(error) = fault {
            return Err(error.into());
        }
        let mut shrunk = ShrinkResult {
            minimal: simplest.is_some() && !is_stopped,
            instance: simplest.unwrap_or_else(|| instance.clone()),
            tried,
        };
        let Some(case) = simplest_case else {
            return Ok((shrunk, confirmed));
        };
        // An instance on which the submission fails only after earlier cases is not a valid result.
        match self.confirm_failure(&case, failure)? {
            Some(again) if Self::is_same_failure(failure, &again) => Ok((shrunk, again)),
            _ => {
                shrunk.instance = instance.clone();
                shrunk.minimal = false;
                Ok((shrunk, confirmed))
            }
        }
    }

    /// Returns the case if the submissions still fail on it in the way that `failure` describes.
    fn fails_on(
        &mut self,
        case: Option<Case>,
        failure: &Disagreement,
    ) -> Result<Option<Case>, JudgeError> {
        // The correct answer is known before the submission runs, so it is compared first.
        let is_possible = |case: &Case| {
            let answer = failure.answer.as_ref();
            P::COMPARES_ONLY_VERDICTS || answer.is_none_or(|answer| *answer == case.answer)
        };
        let Some(case) = case.filter(is_possible) else {
            return Ok(None);
        };
        let run = self.run_case(&case, false)?;
        Ok(run
            .is_some_and(|run| Self::is_same_failure(failure, &run))
            .then_some(case))
    }
}
