//! Trying submissions on one instance after another until one fails.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use super::finding::{
    Counterexample, Disagreement, Objective, Options, PendingRun, Purpose, Said, SearchEnd,
    SearchState, Shrinking, Slowest,
};
use super::{Shrunk, Source, Trial, shrink};
use cat_and_mouse::Instance;
use mousetrap_judge::{Answer, InteractiveSession, JudgeError, Question};
use mousetrap_model::CaseId;
use mousetrap_model::Verdict;
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Stream;

/// Trials that are drawn ahead while the submission works.
const AHEAD: usize = 64;

/// How often the display is updated.
const TICK: Duration = Duration::from_millis(100);

/// A search with its sessions: one that is compared with the jury, or two
/// that are compared with each other.
pub struct Search<'a> {
    ask: Box<Ask<'a>>,
    options: Options,
    /// CPU time at which the judge stops a run.
    max_cpu: Duration,
    interrupted: &'a AtomicBool,
    /// Sees the state now and then.
    show: &'a mut dyn FnMut(&SearchState),
    status: SearchState,
    started: Instant,
    shown: Instant,
}

/// Runs all submissions on an instance, in fresh processes or not. Calls the closure every
/// [`TICK`] while it waits. Returns `None` if the user asked to stop.
type Ask<'a> =
    dyn Fn(&Instance, bool, &mut dyn FnMut()) -> Result<Option<Vec<Answer>>, JudgeError> + 'a;

type Tried = (Option<Disagreement>, Vec<Answer>);

impl<'a> Search<'a> {
    /// A search that is ready to start; its time runs from now on. The judge stops a run
    /// of these sessions after the CPU time `max_cpu`.
    pub fn new(
        sessions: &'a [InteractiveSession],
        options: Options,
        max_cpu: Duration,
        interrupted: &'a AtomicBool,
        show: &'a mut dyn FnMut(&SearchState),
    ) -> Self {
        let ask = move |instance: &Instance, afresh, waiting: &mut dyn FnMut()| {
            ask(sessions, options, instance, afresh, waiting)
        };
        Self::asking(Box::new(ask), options, max_cpu, interrupted, show)
    }

    fn asking(
        ask: Box<Ask<'a>>,
        options: Options,
        max_cpu: Duration,
        interrupted: &'a AtomicBool,
        show: &'a mut dyn FnMut(&SearchState),
    ) -> Self {
        let now = Instant::now();
        Self {
            ask,
            options,
            max_cpu,
            interrupted,
            show,
            status: SearchState::default(),
            started: now,
            shown: now,
        }
    }

    /// Tries what `source` gives until something fails or time is up.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn run(mut self, source: Source) -> Result<SearchEnd, JudgeError> {
        let (hand_over, trials) = sync_channel(AHEAD);
        let found = thread::scope(|scope| {
            scope.spawn(move || {
                for trial in source {
                    if hand_over.send(trial).is_err() {
                        break;
                    }
                }
            });
            let mut stream = Stream::named("stress", "slow", self.options.seed, 0);
            // The row of trials never ends; dropping it ends the thread.
            let trials = trials;
            let mut next = || trials.recv().expect("the source never ends");
            loop {
                if self.stopped() || self.started.elapsed() >= self.options.time.search {
                    break Ok(None);
                }
                let trial = self.slower(&mut stream).unwrap_or_else(&mut next);
                match self.attempt(trial) {
                    Ok(Some(found)) => break Ok(Some(found)),
                    Ok(None) => {}
                    Err(error) => break Err(error),
                }
            }
        })?;
        self.status.elapsed = self.started.elapsed();
        Ok(SearchEnd {
            found,
            interrupted: self.stopped(),
            status: self.status,
        })
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// A variation of the slowest instance, every other time if that is the
    /// goal.
    fn slower(&self, stream: &mut Stream) -> Option<Trial> {
        if self.options.goal == Objective::Wrong || self.status.cases < 100 || stream.percent(50) {
            return None;
        }
        let slowest = self.status.slowest.as_ref()?;
        let mut instance = slowest.instance.clone();
        for _ in 0..=stream.below(4) {
            instance = instance.varied(&mut |below| stream.below(below));
        }
        Some(Trial {
            instance,
            origin: slowest.origin.clone(),
        })
    }

    /// Returns the time left for the entire run.
    fn left(&self) -> Duration {
        let elapsed = self.started.elapsed();
        self.options.time.total.saturating_sub(elapsed)
    }

    /// Tries one instance. Shrinks a failure that a fresh process confirms.
    fn attempt(&mut self, trial: Trial) -> Result<Option<Counterexample>, JudgeError> {
        let Some((failure, answers)) = self.ask(&trial.instance, Purpose::Trial)? else {
            return Ok(None);
        };
        self.status.cases += 1;
        if !self.status.origins.contains(&trial.origin) {
            self.status.origins.insert(trial.origin.clone());
        }
        self.time(&trial, &answers)?;
        self.tick();
        let Some(failure) = failure else {
            return Ok(None);
        };
        let after = self.started.elapsed();
        let begun = Instant::now();
        let Some((afresh, answers)) = self.confirm(&trial.instance, &failure)? else {
            return Ok(None);
        };
        let lasts = afresh.as_ref() == Some(&failure);
        let resource = |said: &Said| {
            let verdicts = [Verdict::TimeLimitExceeded, Verdict::MemoryLimitExceeded];
            verdicts.contains(&said.verdict)
        };
        if !lasts && failure.said.iter().any(resource) {
            // A busy machine, or what earlier cases left in memory.
            return Ok(None);
        }
        let shrunk = if lasts {
            Some(self.simplest(&trial.instance, &failure, after)?)
        } else {
            None
        };
        // Who has no answer to compare has a reason.
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
            tried: self.status.cases,
            after,
            shrunk,
            shrinking: begun.elapsed(),
        }))
    }

    /// Runs an instance in a fresh process. A time-out is confirmed up to twice more
    /// while enough time is left, because a busy machine can cause one.
    fn confirm(
        &mut self,
        instance: &Instance,
        failure: &Disagreement,
    ) -> Result<Option<Tried>, JudgeError> {
        let late = |said: &Said| said.verdict == Verdict::TimeLimitExceeded;
        let timed_out = failure.said.iter().any(late);
        let begun = Instant::now();
        let mut tried = self.ask(instance, Purpose::Confirmation)?;
        let one_run = begun.elapsed();
        for _ in 0..2 {
            let same = (tried.as_ref()).is_some_and(|(afresh, _)| afresh.as_ref() == Some(failure));
            if timed_out && same && self.left() > one_run {
                tried = self.ask(instance, Purpose::Confirmation)?;
            }
        }
        Ok(tried)
    }

    /// Returns the simplest instance that fails in the same way. The failure of `instance`
    /// was found after the time `found_after` and has just been confirmed.
    fn simplest(
        &mut self,
        instance: &Instance,
        failure: &Disagreement,
        found_after: Duration,
    ) -> Result<Shrunk, JudgeError> {
        let confirmation = self.started.elapsed().saturating_sub(found_after);
        let mut fault = None;
        let mut shrunk = shrink(instance.clone(), |simpler| {
            let left = self.left();
            // The next run and the confirmation of the result need time, too. For a
            // program that hangs, they take longer than everything else.
            if self.stopped() || left <= 2 * confirmation {
                return ControlFlow::Break(());
            }
            let begins = self.status.shrinking.is_none();
            let size = simpler.size();
            self.status.shrinking = Some(Shrinking {
                size,
                left,
                found_after,
            });
            if begins {
                self.show();
            }
            self.tick();
            // The reference is cheaper to ask than a submission.
            let answer = simpler.reply(simpler.solve());
            if failure
                .answer
                .as_ref()
                .is_some_and(|wanted| wanted != answer)
            {
                return ControlFlow::Continue(false);
            }
            match self.ask(simpler, Purpose::Shrinking) {
                Ok(Some((failed, _))) => ControlFlow::Continue(failed.as_ref() == Some(failure)),
                Ok(None) => ControlFlow::Break(()),
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(error) = fault {
            return Err(error);
        }
        if shrunk.instance.text() == instance.text() {
            return Ok(shrunk);
        }
        // An instance that fails only after earlier cases is not a result.
        let lasts = self.confirm(&shrunk.instance, failure)?;
        if lasts.is_some_and(|(failed, _)| failed.as_ref() != Some(failure)) {
            shrunk.instance = instance.clone();
            shrunk.minimal = false;
        }
        Ok(shrunk)
    }

    fn ask(&mut self, instance: &Instance, purpose: Purpose) -> Result<Option<Tried>, JudgeError> {
        let begun = Instant::now();
        let mut waiting = || {
            self.shown = Instant::now();
            self.status.elapsed = self.started.elapsed();
            self.status.run = Some(PendingRun {
                purpose,
                elapsed: begun.elapsed(),
                max_cpu: self.max_cpu,
            });
            (self.show)(&self.status);
        };
        let answers = (self.ask)(instance, purpose == Purpose::Confirmation, &mut waiting)?;
        self.status.run = None;
        Ok(answers.map(|answers| (Disagreement::of(&answers), answers)))
    }

    /// Keeps the slowest instance. One that looks slower is timed again, since
    /// a busy machine makes any look slow; one that is a time-out is asked about again
    /// anyway.
    fn time(&mut self, trial: &Trial, answers: &[Answer]) -> Result<(), JudgeError> {
        let cpu = |answers: &[Answer]| answers.iter().map(|answer| answer.measured.cpu).max();
        let record = self.status.slowest.as_ref().map(|slowest| slowest.cpu);
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
            self.status.slowest = Some(Slowest {
                instance: trial.instance.clone(),
                origin: trial.origin.clone(),
                cpu,
            });
        }
        Ok(())
    }

    fn tick(&mut self) {
        if self.shown.elapsed() >= TICK {
            self.show();
        }
    }

    fn show(&mut self) {
        self.shown = Instant::now();
        self.status.elapsed = self.started.elapsed();
        (self.show)(&self.status);
    }
}

/// See [`Ask`].
fn ask(
    sessions: &[InteractiveSession],
    options: Options,
    instance: &Instance,
    afresh: bool,
    waiting: &mut dyn FnMut(),
) -> Result<Option<Vec<Answer>>, JudgeError> {
    for session in sessions {
        let id = CaseId("stress".to_owned());
        let case = GameCase::solved(id, instance.clone(), options.limits);
        session.send(Question {
            case: case.for_judge(),
            afresh,
        });
    }
    let mut answers = Vec::new();
    for session in sessions {
        answers.extend(session.answer_with_progress(TICK, waiting)?);
    }
    Ok((answers.len() == sessions.len()).then_some(answers))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::TimeLimits;
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;
    use mousetrap_model::{Limits, Usage};
    use mousetrap_suite::generate::Seed;

    /// The duration of a run.
    const RUN: Duration = Duration::from_millis(100);

    /// The CPU time at which a run is stopped.
    const MAX_CPU: Duration = Duration::from_secs(7);

    /// Searches with a submission that gets this verdict on every case after [`RUN`].
    /// Returns the result and the number of runs.
    fn search(
        verdict: Verdict,
        time: TimeLimits,
        show: &mut dyn FnMut(&SearchState),
    ) -> (SearchEnd, u32) {
        let game = Game::by_id("1728").unwrap();
        let text = "[\"C..#...\",\"#...#F#\",\"..M#...\"]\n2\n1";
        let instance = game.parse(text, Bounds::Contest).unwrap();
        let options = Options {
            time,
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
        let source = Source::new(game, options.seed, &[], vec![first]);
        let never = AtomicBool::new(false);
        let search = Search::asking(Box::new(fails), options, MAX_CPU, &never, show);
        (search.run(source).unwrap(), runs.get())
    }

    #[test]
    fn program_that_hangs_is_run_four_times_at_most() {
        let (end, runs) = search(
            Verdict::TimeLimitExceeded,
            TimeLimits::within(8 * RUN),
            &mut |_| (),
        );
        assert_eq!(end.found.unwrap().tried, 1, "the first case fails");
        assert!(runs <= 4, "{runs} runs");
    }

    #[test]
    fn shrinking_ends_within_the_total_time() {
        let (end, runs) = search(
            Verdict::WrongAnswer,
            TimeLimits::within(10 * RUN),
            &mut |_| (),
        );
        let shrunk = end.found.unwrap().shrunk.unwrap();
        assert!(!shrunk.minimal, "{runs} runs");
        // A run takes at least RUN, however busy the machine is.
        assert!(runs <= 10, "{runs} runs");
    }

    #[test]
    fn first_failure_is_confirmed_even_without_time() {
        let limits = TimeLimits {
            search: RUN / 2,
            total: RUN / 2,
        };
        let (end, runs) = search(Verdict::TimeLimitExceeded, limits, &mut |_| ());
        assert!(end.found.is_some());
        assert_eq!(runs, 2);
    }

    #[test]
    fn state_names_the_run_that_the_search_waits_for() {
        let mut waits = Vec::new();
        let limits = TimeLimits::within(8 * RUN);
        search(Verdict::TimeLimitExceeded, limits, &mut |state| {
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
        let limits = TimeLimits::within(30 * RUN);
        let (end, _) = search(Verdict::WrongAnswer, limits, &mut |state| {
            shown = state.shrinking.map(|shrinking| shrinking.found_after);
        });
        assert_eq!(shown, Some(end.found.unwrap().after));
    }
}
