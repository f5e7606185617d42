//! Confirms a failure and finds the simplest instance that fails in the same way.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::finding::{Disagreement, Purpose, Said, Shrinking};
use super::runs::{RunResult, Runs};
use super::shrink::{Shrunk, shrink};
use cat_and_mouse::Instance;
use mousetrap_judge::JudgeError;
use mousetrap_model::Verdict;

/// Runs an instance in a fresh process. A time-out is confirmed up to twice more
/// while enough time is left, because a busy machine can cause one.
pub(super) fn confirm(
    runs: &mut Runs<'_>,
    instance: &Instance,
    failure: &Disagreement,
) -> Result<Option<RunResult>, JudgeError> {
    let late = |said: &Said| said.verdict == Verdict::TimeLimitExceeded;
    let timed_out = failure.said.iter().any(late);
    let begun = Instant::now();
    let mut result = runs.run(instance, Purpose::Confirmation)?;
    let one_run = begun.elapsed();
    for _ in 0..2 {
        let same = (result.as_ref()).is_some_and(|(again, _)| again.as_ref() == Some(failure));
        if timed_out && same && runs.left() > one_run {
            result = runs.run(instance, Purpose::Confirmation)?;
        }
    }
    Ok(result)
}

/// Returns the simplest instance that fails in the same way. The failure of `instance`
/// was found after the time `found_after` and has just been confirmed.
pub(super) fn simplest(
    runs: &mut Runs<'_>,
    instance: &Instance,
    failure: &Disagreement,
    found_after: Duration,
) -> Result<Shrunk, JudgeError> {
    let confirmation = runs.elapsed().saturating_sub(found_after);
    let mut judge_error = None;
    let mut shrunk = shrink(instance.clone(), |simpler| {
        let left = runs.left();
        // The next run and the confirmation of the result need time, too. For a
        // program that hangs, they take longer than everything else.
        if runs.stopped() || left <= 2 * confirmation {
            return ControlFlow::Break(());
        }
        let is_first = runs.state.shrinking.is_none();
        let size = simpler.size();
        runs.state.shrinking = Some(Shrinking {
            size,
            left,
            found_after,
        });
        if is_first {
            runs.show();
        }
        runs.update();
        // The reference solver is faster than a submission.
        let answer = simpler.reply(simpler.solve());
        if failure
            .answer
            .as_ref()
            .is_some_and(|wanted| wanted != answer)
        {
            return ControlFlow::Continue(false);
        }
        match runs.run(simpler, Purpose::Shrinking) {
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
    // An instance that fails only after earlier cases is not a result.
    let confirmed = confirm(runs, &shrunk.instance, failure)?;
    if confirmed.is_some_and(|(failed, _)| failed.as_ref() != Some(failure)) {
        shrunk.instance = instance.clone();
        shrunk.minimal = false;
    }
    Ok(shrunk)
}
