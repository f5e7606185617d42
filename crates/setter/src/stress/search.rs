//! Runs submissions on one instance after another until a submission fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::instances::{InstanceWithOrigin, Instances};
use super::outcome::{Counterexample, RunOutcome, SearchOutcome};
use super::runs::FailureSearch;
use mousetrap_judge::JudgeError;
use mousetrap_model::Verdict;
use mousetrap_suite::custom::CustomProblemError;

/// Maximum number of instances to generate in advance while the submission runs.
const MAX_PREGENERATED_INSTANCES: usize = 64;

/// While the search waits for an instance, it checks at this interval whether it must end.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The result of generating an instance, or `None` if the attempt failed. An error ends the search.
pub type GeneratedInstance<I> = Result<Option<InstanceWithOrigin<I>>, CustomProblemError>;

impl<P: Instances> FailureSearch<'_, P> {
    /// Tries the instances of `source`, an endless sequence, until a submission fails on one of
    /// them or the search time is up. When the search ends, sets `is_over`; a running generator
    /// program must then stop.
    ///
    /// # Errors
    /// Returns an error if an item of `source` is an error, if a correct answer cannot be computed,
    /// or if the judge itself fails.
    pub fn run(
        mut self,
        source: impl Iterator<Item = GeneratedInstance<P::Instance>> + Send,
        is_over: &AtomicBool,
    ) -> Result<SearchOutcome<P::Instance>, CustomProblemError> {
        let (sender, trials) = sync_channel(MAX_PREGENERATED_INSTANCES);
        let result = thread::scope(|scope| {
            scope.spawn(move || {
                for trial in source {
                    if sender.send(trial).is_err() {
                        break;
                    }
                }
            });
            // Moves the receiver into this closure, so that it is dropped when the closure ends.
            // The thread that generates instances then stops.
            let trials = trials;
            let mut result = Ok(None);
            while matches!(result, Ok(None))
                && !self.is_interrupted()
                && self.time_left() > self.time / 4
            {
                result = match trials.recv_timeout(CHECK_INTERVAL) {
                    Ok(Ok(Some(trial))) => self.try_instance(trial),
                    Ok(Ok(None) | Err(CustomProblemError::Program(JudgeError::Interrupted)))
                    | Err(RecvTimeoutError::Timeout) => Ok(None),
                    Ok(Err(error)) => Err(error),
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the source never ends"),
                };
            }
            is_over.store(true, Ordering::Relaxed);
            result
        });
        let found = result?;
        Ok(SearchOutcome {
            cases: self.state.cases,
            elapsed: self.elapsed(),
            found,
            interrupted: self.is_interrupted(),
        })
    }

    /// Tries one instance. If a new process confirms a failure, shrinks the instance.
    fn try_instance(
        &mut self,
        trial: InstanceWithOrigin<P::Instance>,
    ) -> Result<Option<Counterexample<P::Instance>>, CustomProblemError> {
        let Some(case) = self.instances.case(&trial.instance)? else {
            return Ok(None);
        };
        let Some((failure, _)) = self.run_case(&case, false)? else {
            return Ok(None);
        };
        self.state.cases += 1;
        self.show_if_due();
        let Some(failure) = failure else {
            return Ok(None);
        };
        let after = self.elapsed();
        let begun = Instant::now();
        let Some(confirmed) = self.confirm_failure(&case, &failure)? else {
            return Ok(None);
        };
        let exceeds_limit = |outcome: &RunOutcome| {
            let verdicts = [Verdict::TimeLimitExceeded, Verdict::MemoryLimitExceeded];
            verdicts.contains(&outcome.verdict)
        };
        let (shrunk, (simplest_failure, answers)) = if Self::is_same_failure(&failure, &confirmed) {
            let instance = &trial.instance;
            let (shrunk, run) =
                self.simplest_failing_instance(instance, &failure, (after, confirmed))?;
            (Some(shrunk), run)
        } else if failure.outcomes.iter().any(exceeds_limit) {
            // A busy machine, or memory used by earlier cases, can cause such a failure.
            return Ok(None);
        } else {
            (None, (None, confirmed.1))
        };
        // If one of two submissions gave no answer, its reason and its output are shown.
        let failing = (answers.into_iter())
            .filter(|answer| answer.reason.is_some())
            .min_by_key(|answer| answer.claim.is_some());
        let (reason, stderr) = failing
            .map(|answer| (answer.reason, answer.stderr))
            .unwrap_or_default();
        Ok(Some(Counterexample {
            first: trial,
            failure: simplest_failure.unwrap_or(failure),
            reason,
            stderr,
            after,
            shrunk,
            shrinking: begun.elapsed(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::stress::{GameInstances, InstanceSource, SearchObserver, SearchState};
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;
    use mousetrap_judge::Answer;
    use mousetrap_model::{Case, Limits, Usage};
    use mousetrap_suite::generate::Seed;

    /// The duration of each simulated run.
    const RUN_DURATION: Duration = Duration::from_millis(200);

    /// Runs a search with a simulated submission. Each run takes [`RUN_DURATION`] and ends with
    /// this verdict. Returns the outcome and the number of runs.
    fn run_simulated_search(
        verdict: Verdict,
        time: Duration,
        show: &mut dyn FnMut(&SearchState),
    ) -> (SearchOutcome, u32) {
        let game = Game::by_id("1728").unwrap();
        let text = "[\"C..#...\",\"#...#F#\",\"..M#...\"]\n2\n1";
        let instance = game.parse(text, Bounds::Contest).unwrap();
        let runs = Cell::new(0);
        let fails = |case: &Case, _, waiting: &mut dyn FnMut()| {
            runs.set(runs.get() + 1);
            thread::sleep(RUN_DURATION);
            waiting();
            Ok(Some(vec![Answer {
                case: case.clone(),
                verdict,
                claim: None,
                reason: None,
                reply: None,
                stdout: String::new(),
                stderr: String::new(),
                usage: Usage {
                    cpu: RUN_DURATION,
                    ..Usage::NONE
                },
                limits: case.limits,
            }]))
        };
        let first = InstanceWithOrigin {
            instance,
            origin: "given".to_owned(),
        };
        let source = InstanceSource::new(game, Seed(1), vec![first]);
        let observer = SearchObserver {
            interrupted: &AtomicBool::new(false),
            show,
        };
        let instances = GameInstances(Limits::DEFAULT);
        let search = FailureSearch::new(&instances, &fails, time, observer);
        let source = source.map(|instance| Ok(Some(instance)));
        let outcome = search.run(source, &AtomicBool::new(false));
        (outcome.unwrap(), runs.get())
    }

    #[test]
    fn hanging_program_is_run_at_most_four_times() {
        let mut waits = Vec::new();
        let mut show = |state: &SearchState| {
            if let Some(run) = state.run {
                assert!(run >= RUN_DURATION, "{run:?}");
                waits.push(state.cases);
            }
        };
        let verdict = Verdict::TimeLimitExceeded;
        let (end, runs) = run_simulated_search(verdict, 8 * RUN_DURATION, &mut show);
        assert!(end.found.is_some());
        assert_eq!(end.cases, 1, "the first case fails");
        assert!(runs <= 4, "{runs} runs");
        assert_eq!(waits[..2], [0, 1]);
    }

    #[test]
    fn shrinking_ends_within_the_total_time() {
        let (verdict, time) = (Verdict::WrongAnswer, 10 * RUN_DURATION);
        let (end, runs) = run_simulated_search(verdict, time, &mut |_| ());
        let shrunk = end.found.unwrap().shrunk.unwrap();
        assert!(!shrunk.minimal, "{runs} runs");
        // A run takes at least RUN_DURATION, even on an idle machine.
        assert!(runs <= 10, "{runs} runs");
    }

    #[test]
    fn first_failure_is_confirmed_even_after_the_time_limit() {
        let (verdict, time) = (Verdict::TimeLimitExceeded, RUN_DURATION * 9 / 10);
        let (end, runs) = run_simulated_search(verdict, time, &mut |_| ());
        assert!(end.found.is_some());
        assert_eq!(runs, 2);
    }
}
