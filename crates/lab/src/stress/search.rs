//! Trying submissions on one instance after another until one fails.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use super::finding::{
    Counterexample, Disagreement, Objective, Options, Said, SearchEnd, SearchState, Slowest,
};
use super::{Shrunk, Source, Trial, shrink};
use cat_and_mouse::problem::Instance;
use mousetrap_judge::{Answer, InteractiveSession, JudgeError, Question, Verdict};
use mousetrap_suite::generate::Stream;
use mousetrap_suite::{Case, CaseId};

/// Trials that are drawn ahead while the submission works.
const AHEAD: usize = 64;

/// How often the display is updated.
const TICK: Duration = Duration::from_millis(100);

/// A search with its sessions: one that is compared with the jury, or two
/// that are compared with each other.
pub struct Search<'a> {
    sessions: &'a [InteractiveSession],
    options: Options,
    interrupted: &'a AtomicBool,
    /// Sees the state now and then.
    show: &'a mut dyn FnMut(&SearchState),
    status: SearchState,
    started: Instant,
    shown: Instant,
}

type Tried = (Option<Disagreement>, Vec<Answer>);

impl<'a> Search<'a> {
    /// A search that is ready to start; its time runs from now on.
    pub fn new(
        sessions: &'a [InteractiveSession],
        options: Options,
        interrupted: &'a AtomicBool,
        show: &'a mut dyn FnMut(&SearchState),
    ) -> Self {
        let now = Instant::now();
        Self {
            sessions,
            options,
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
                if self.stopped() || self.started.elapsed() >= self.options.time {
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

    /// Tries one instance; a failure that lasts in a fresh process is made
    /// simpler.
    fn attempt(&mut self, trial: Trial) -> Result<Option<Counterexample>, JudgeError> {
        let Some((failure, answers)) = self.ask(&trial.instance, false)? else {
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
        let Some((afresh, answers)) = self.surely(&trial.instance, &failure)? else {
            return Ok(None);
        };
        let begun = Instant::now();
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
            Some(self.simplest(&trial.instance, &failure, begun)?)
        } else {
            None
        };
        // Who has no answer to compare has a reason.
        let failing = (answers.into_iter())
            .filter(|answer| !answer.detail.is_empty())
            .min_by_key(|answer| answer.claim.is_some());
        let (detail, stderr) = failing
            .map(|answer| (answer.detail, answer.stderr))
            .unwrap_or_default();
        Ok(Some(Counterexample {
            first: trial,
            failure,
            detail,
            stderr,
            tried: self.status.cases,
            after,
            shrunk,
            shrinking: begun.elapsed(),
        }))
    }

    /// Asks in a fresh process, a few times where time decides.
    fn surely(
        &self,
        instance: &Instance,
        failure: &Disagreement,
    ) -> Result<Option<Tried>, JudgeError> {
        let mut tried = self.ask(instance, true)?;
        for _ in 0..2 {
            let again = tried.as_ref().is_some_and(|(afresh, _)| {
                let late = |said: &Said| said.verdict == Verdict::TimeLimitExceeded;
                afresh.as_ref() == Some(failure) && failure.said.iter().any(late)
            });
            if again {
                tried = self.ask(instance, true)?;
            }
        }
        Ok(tried)
    }

    /// The simplest instance that fails in the same way.
    fn simplest(
        &mut self,
        instance: &Instance,
        failure: &Disagreement,
        begun: Instant,
    ) -> Result<Shrunk, JudgeError> {
        let mut fault = None;
        let mut shrunk = shrink(instance.clone(), |simpler| {
            if self.stopped() || begun.elapsed() >= self.options.shrinking {
                return ControlFlow::Break(());
            }
            self.status.shrinking = Some(simpler.size());
            self.tick();
            // The reference is cheaper to ask than a submission.
            let answer = simpler.reply(simpler.solve());
            if failure.answer.is_some_and(|wanted| wanted != answer) {
                return ControlFlow::Continue(false);
            }
            match self.ask(simpler, false) {
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
        // What fails only after the cases before it is not a result.
        let lasts = self.surely(&shrunk.instance, failure)?;
        if lasts.is_some_and(|(failed, _)| failed.as_ref() != Some(failure)) {
            shrunk.instance = instance.clone();
            shrunk.minimal = false;
        }
        Ok(shrunk)
    }

    /// Asks all sessions; none if the user asked to stop.
    fn ask(&self, instance: &Instance, afresh: bool) -> Result<Option<Tried>, JudgeError> {
        for session in self.sessions {
            let id = CaseId("stress".to_owned());
            let case = Case::solved(id, instance.clone(), self.options.limits);
            session.send(Question { case, afresh });
        }
        let mut answers = Vec::new();
        for session in self.sessions {
            answers.extend(session.answer()?);
        }
        if answers.len() < self.sessions.len() {
            return Ok(None);
        }
        Ok(Some((Disagreement::of(&answers), answers)))
    }

    /// Keeps the slowest instance. One that looks slower is timed again, since
    /// a busy machine makes any look slow.
    fn time(&mut self, trial: &Trial, answers: &[Answer]) -> Result<(), JudgeError> {
        let cpu = |answers: &[Answer]| answers.iter().map(|answer| answer.measured.cpu).max();
        let record = self.status.slowest.as_ref().map(|slowest| slowest.cpu);
        let Some(first) = cpu(answers).filter(|&cpu| Some(cpu) > record) else {
            return Ok(());
        };
        let again = self.ask(&trial.instance, false)?;
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
            self.shown = Instant::now();
            self.status.elapsed = self.started.elapsed();
            (self.show)(&self.status);
        }
    }
}
