//! Runs submissions on the instances of a search, and reports the progress of the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::instances::Instances;
use super::outcome::{Disagreement, SearchState};
use mousetrap_judge::{Answer, CaseRequest, InteractiveSession, JudgeError};
use mousetrap_model::Case;

/// Minimum interval between two updates of the progress display.
const MIN_PROGRESS_UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A search for an instance on which submissions fail: either one submission, compared with the
/// jury's answers, or two submissions, compared with each other.
pub struct FailureSearch<'a, P> {
    pub(super) instances: &'a P,
    run: &'a CaseRunner<'a>,
    /// The time limit for search, confirmation and shrinking.
    pub(super) time: Duration,
    observer: SearchObserver<'a>,
    pub(super) state: SearchState,
    started: Instant,
    last_shown: Instant,
}

/// The observer of a search, which shows its progress and can stop it.
pub struct SearchObserver<'a> {
    /// Set when the user asks to stop.
    pub interrupted: &'a AtomicBool,
    /// Called regularly with the progress of the search.
    pub show: &'a mut dyn FnMut(&SearchState),
}

/// The answers of all submissions to one case, or `None` if the user asked to stop.
pub type Answers = Result<Option<Vec<Answer>>, JudgeError>;

/// A function that runs all submissions on a case. If the flag is true, the function starts new
/// processes. The callback is called regularly while waiting for answers.
pub type CaseRunner<'a> = dyn Fn(&Case, bool, &mut dyn FnMut()) -> Answers + 'a;

/// Returns a function that runs a case in all given sessions. There is one session per submission.
pub fn session_runner(
    sessions: &[InteractiveSession],
) -> impl Fn(&Case, bool, &mut dyn FnMut()) -> Answers {
    move |case, new_process, waiting| {
        for session in sessions {
            let case = case.clone();
            session.send(CaseRequest { case, new_process });
        }
        let mut answers = Vec::new();
        for session in sessions {
            answers.extend(session.answer(waiting)?);
        }
        Ok((answers.len() == sessions.len()).then_some(answers))
    }
}

/// The result of running the submissions on one case: the failure, if there is one, and the
/// answers.
pub(super) type RunResult = (Option<Disagreement>, Vec<Answer>);

impl<'a, P: Instances> FailureSearch<'a, P> {
    /// Creates a search that runs the submissions with `run`. `time` is the time limit for search,
    /// confirmation and shrinking, counted from this call. A quarter of this time is reserved for
    /// shrinking. The case in progress and the first run that confirms a failure are finished even
    /// if they exceed this limit.
    pub fn new(
        instances: &'a P,
        run: &'a CaseRunner<'a>,
        time: Duration,
        observer: SearchObserver<'a>,
    ) -> Self {
        let now = Instant::now();
        Self {
            instances,
            run,
            time,
            observer,
            state: SearchState::default(),
            started: now,
            last_shown: now,
        }
    }

    /// Runs the submissions on a case. Starts new processes if `new_process` is true. Returns
    /// `None` if the user asked to stop.
    pub(super) fn run_case(
        &mut self,
        case: &Case,
        new_process: bool,
    ) -> Result<Option<RunResult>, JudgeError> {
        let begun = Instant::now();
        let mut waiting = || {
            self.last_shown = Instant::now();
            self.state.elapsed = self.started.elapsed();
            self.state.run = Some(begun.elapsed());
            (self.observer.show)(&self.state);
        };
        let answers = (self.run)(case, new_process, &mut waiting)?;
        self.state.run = None;
        Ok(answers.map(|answers| (Disagreement::new(&answers), answers)))
    }

    /// Returns whether another run failed in the way that `failure` describes.
    pub(super) fn is_same_failure(failure: &Disagreement, run: &RunResult) -> bool {
        run.0.as_ref().is_some_and(|failed| {
            let verdicts = failure.outcomes.iter().map(|outcome| outcome.verdict);
            let again = failed.outcomes.iter().map(|outcome| outcome.verdict);
            failed == failure || P::COMPARES_ONLY_VERDICTS && verdicts.eq(again)
        })
    }

    /// Returns whether the user asked to stop.
    pub(super) fn is_interrupted(&self) -> bool {
        self.observer.interrupted.load(Ordering::Relaxed)
    }

    /// Returns the time since the start of the search.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time left for search and shrinking.
    pub(super) fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.elapsed())
    }

    /// Shows the progress of the search if it was not shown recently.
    pub(super) fn show_if_due(&mut self) {
        if self.last_shown.elapsed() >= MIN_PROGRESS_UPDATE_INTERVAL {
            self.last_shown = Instant::now();
            self.state.elapsed = self.elapsed();
            (self.observer.show)(&self.state);
        }
    }
}
