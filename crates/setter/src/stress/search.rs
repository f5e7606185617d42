//! Runs submissions on one instance after another until one fails.

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use super::finding::{Counterexample, Objective, Purpose, Said, SearchEnd, Slowest};
use super::runs::Search;
use super::source::{Source, Trial};
use mousetrap_judge::{Answer, JudgeError};
use mousetrap_model::Verdict;
use mousetrap_suite::generate::Stream;

/// Maximum number of trials that are generated in advance while the submission runs.
const MAX_TRIALS_AHEAD: usize = 64;

impl Search<'_> {
    /// Tries the instances of `source` until one fails or the time is up.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn run(mut self, source: Source) -> Result<SearchEnd, JudgeError> {
        let (sender, trials) = sync_channel(MAX_TRIALS_AHEAD);
        let found = thread::scope(|scope| {
            scope.spawn(move || {
                for trial in source {
                    if sender.send(trial).is_err() {
                        break;
                    }
                }
            });
            let mut stream = Stream::named("stress", "slow", self.options.seed, 0);
            // Dropping the receiver ends the thread.
            let trials = trials;
            let mut next = || trials.recv().expect("the source never ends");
            loop {
                if self.stopped() || self.elapsed() >= self.options.time.search {
                    break Ok(None);
                }
                let trial = self
                    .variation_of_slowest(&mut stream)
                    .unwrap_or_else(&mut next);
                match self.attempt(trial) {
                    Ok(Some(found)) => break Ok(Some(found)),
                    Ok(None) => {}
                    Err(error) => break Err(error),
                }
            }
        })?;
        self.state.elapsed = self.elapsed();
        Ok(SearchEnd {
            found,
            interrupted: self.stopped(),
            status: self.state,
        })
    }

    /// Returns a variation of the slowest instance in half of all calls, if slow instances
    /// are the objective.
    fn variation_of_slowest(&self, stream: &mut Stream) -> Option<Trial> {
        if self.options.goal == Objective::Wrong || self.state.cases < 100 || stream.percent(50) {
            return None;
        }
        let slowest = self.state.slowest.as_ref()?;
        let mut instance = slowest.instance.clone();
        for _ in 0..=stream.below(4) {
            instance = instance.varied(&mut |below| stream.below(below));
        }
        Some(Trial {
            instance,
            origin: slowest.origin.clone(),
        })
    }

    /// Tries one instance. Shrinks a failure that a fresh process confirms.
    fn attempt(&mut self, trial: Trial) -> Result<Option<Counterexample>, JudgeError> {
        let Some((failure, answers)) = self.ask(&trial.instance, Purpose::Trial)? else {
            return Ok(None);
        };
        self.state.cases += 1;
        if !self.state.origins.contains(&trial.origin) {
            self.state.origins.insert(trial.origin.clone());
        }
        self.record_slowest(&trial, &answers)?;
        self.update();
        let Some(failure) = failure else {
            return Ok(None);
        };
        let after = self.elapsed();
        let begun = Instant::now();
        let Some((confirmed, answers)) = self.confirm(&trial.instance, &failure)? else {
            return Ok(None);
        };
        let is_confirmed = confirmed.as_ref() == Some(&failure);
        let resource = |said: &Said| {
            let verdicts = [Verdict::TimeLimitExceeded, Verdict::MemoryLimitExceeded];
            verdicts.contains(&said.verdict)
        };
        if !is_confirmed && failure.said.iter().any(resource) {
            // A busy machine or memory used by earlier cases can cause this.
            return Ok(None);
        }
        let shrunk = if is_confirmed {
            Some(self.simplest(&trial.instance, &failure, after)?)
        } else {
            None
        };
        // A submission without an answer has a reason.
        let failing = (answers.into_iter())
            .filter(|answer| answer.reason.is_some())
            .min_by_key(|answer| answer.claim.is_some());
        let (reason, stderr) = failing
            .map(|answer| (answer.reason, answer.stderr))
            .unwrap_or_default();
        Ok(Some(Counterexample {
            first: trial,
            failure,
            reason,
            stderr,
            tried: self.state.cases,
            after,
            shrunk,
            shrinking: begun.elapsed(),
        }))
    }

    /// Records the slowest instance. Measures an instance that appears slower a second time,
    /// because a busy machine slows every run down. A time-out is confirmed later anyway.
    fn record_slowest(&mut self, trial: &Trial, answers: &[Answer]) -> Result<(), JudgeError> {
        let cpu = |answers: &[Answer]| answers.iter().map(|answer| answer.measured.cpu).max();
        let record = self.state.slowest.as_ref().map(|slowest| slowest.cpu);
        let Some(first) = cpu(answers).filter(|&cpu| Some(cpu) > record) else {
            return Ok(());
        };
        let late = |answer: &Answer| answer.verdict == Verdict::TimeLimitExceeded;
        let again = if answers.iter().any(late) {
            None
        } else {
            self.ask(&trial.instance, Purpose::Remeasuring)?
        };
        let again = again
            .and_then(|(_, answers)| cpu(&answers))
            .unwrap_or(first);
        let cpu = first.min(again);
        if Some(cpu) > record {
            self.state.slowest = Some(Slowest {
                instance: trial.instance.clone(),
                origin: trial.origin.clone(),
                cpu,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::stress::{Options, SearchState, TimeLimits};
    use cat_and_mouse::game::Bounds;
    use cat_and_mouse::{Game, Instance};
    use mousetrap_model::{CaseId, Limits, Usage};
    use mousetrap_suite::GameCase;
    use mousetrap_suite::generate::Seed;

    /// The duration of a run.
    const RUN: Duration = Duration::from_millis(100);

    /// The CPU time at which a run is stopped.
    const MAX_CPU: Duration = Duration::from_secs(7);

    /// Searches with a submission that gets this verdict on every case after [`RUN`].
    /// Returns the result and the number of runs.
    fn search(
        verdict: Verdict,
        time: Duration,
        show: &mut dyn FnMut(&SearchState),
    ) -> (SearchEnd, u32) {
        let game = Game::by_id("1728").unwrap();
        let text = "[\"C..#...\",\"#...#F#\",\"..M#...\"]\n2\n1";
        let instance = game.parse(text, Bounds::Contest).unwrap();
        let options = Options {
            time: TimeLimits::within(time),
            seed: Seed(1),
            goal: Objective::Wrong,
            limits: Limits::DEFAULT,
        };
        let runs = Cell::new(0);
        let fails = |instance: &Instance, _, waiting: &mut dyn FnMut()| {
            runs.set(runs.get() + 1);
            thread::sleep(RUN);
            waiting();
            Ok(Some(vec![Answer {
                case: GameCase::solved(CaseId(String::new()), instance.clone(), options.limits)
                    .for_judge(),
                verdict,
                claim: None,
                reason: None,
                reply: None,
                stdout: String::new(),
                stderr: String::new(),
                measured: Usage {
                    cpu: RUN,
                    ..Usage::NONE
                },
                limits: options.limits,
                interrupted: false,
            }]))
        };
        let first = Trial {
            instance,
            origin: "given".to_owned(),
        };
        let source = Source::new(game, options.seed, vec![first]);
        let never = AtomicBool::new(false);
        let search = Search::with_runner(Box::new(fails), options, MAX_CPU, &never, show);
        (search.run(source).unwrap(), runs.get())
    }

    #[test]
    fn program_that_hangs_is_run_four_times_at_most() {
        let (end, runs) = search(Verdict::TimeLimitExceeded, 8 * RUN, &mut |_| ());
        assert_eq!(end.found.unwrap().tried, 1, "the first case fails");
        assert!(runs <= 4, "{runs} runs");
    }

    #[test]
    fn shrinking_ends_within_the_total_time() {
        let (end, runs) = search(Verdict::WrongAnswer, 10 * RUN, &mut |_| ());
        let shrunk = end.found.unwrap().shrunk.unwrap();
        assert!(!shrunk.minimal, "{runs} runs");
        // A run takes at least RUN, however busy the machine is.
        assert!(runs <= 10, "{runs} runs");
    }

    #[test]
    fn first_failure_is_confirmed_even_without_time() {
        let (end, runs) = search(Verdict::TimeLimitExceeded, RUN / 2, &mut |_| ());
        assert!(end.found.is_some());
        assert_eq!(runs, 2);
    }

    #[test]
    fn state_names_the_run_that_the_search_waits_for() {
        let mut waits = Vec::new();
        search(Verdict::TimeLimitExceeded, 8 * RUN, &mut |state| {
            if let Some(run) = state.run {
                assert!(run.elapsed >= RUN && run.max_cpu == MAX_CPU, "{run:?}");
                waits.push((state.cases, run.purpose));
            }
        });
        assert_eq!(
            waits[..2],
            [(0, Purpose::Trial), (1, Purpose::Confirmation)]
        );
    }

    #[test]
    fn shrinking_keeps_the_time_at_which_the_failure_was_found() {
        let mut shown = None;
        let (end, _) = search(Verdict::WrongAnswer, 30 * RUN, &mut |state| {
            shown = state.shrinking.map(|shrinking| shrinking.found_after);
        });
        assert_eq!(shown, Some(end.found.unwrap().after));
    }
}
