//! Runs the submissions of a search, and reports the progress of the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::outcome::{Disagreement, Options, SearchState};
use cat_and_mouse::Instance;
use mousetrap_judge::{Answer, InteractiveSession, JudgeError, Question};
use mousetrap_model::{CaseId, Limits};
use mousetrap_suite::GameCase;

/// Minimum interval between two updates of the progress display.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A search for an instance on which submissions fail: either one submission, compared with the
/// jury's answers, or two submissions, compared with each other.
pub struct FailureSearch<'a> {
    run: &'a RunFn<'a>,
    pub(super) options: Options,
    interrupted: &'a AtomicBool,
    /// Called regularly with the progress of the search.
    show: &'a mut dyn FnMut(&SearchState),
    pub(super) state: SearchState,
    started: Instant,
    last_shown: Instant,
}

/// The answers of all submissions to one instance, or `None` if the user asked to stop.
pub type Answers = Result<Option<Vec<Answer>>, JudgeError>;

/// A function that runs all submissions on an instance. The flag requests new processes. The
/// callback is called regularly during the wait for answers.
pub type RunFn<'a> = dyn Fn(&Instance, bool, &mut dyn FnMut()) -> Answers + 'a;

/// Returns a function that runs the submissions of these sessions on an instance.
pub fn run_in_sessions(
    sessions: &[InteractiveSession],
    limits: Limits,
) -> impl Fn(&Instance, bool, &mut dyn FnMut()) -> Answers {
    move |instance, new_process, waiting| {
        for session in sessions {
            let id = CaseId("stress".to_owned());
            let case = GameCase::from_instance(id, instance.clone(), limits).to_judge_case();
            session.send(Question { case, new_process });
        }
        let mut answers = Vec::new();
        for session in sessions {
            answers.extend(session.answer(waiting)?);
        }
        Ok((answers.len() == sessions.len()).then_some(answers))
    }
}

/// The result of running the submissions on one instance: the failure, if there is one, and the
/// answers.
pub(super) type RunResult = (Option<Disagreement>, Vec<Answer>);

impl<'a> FailureSearch<'a> {
    /// Creates a search that runs the submissions with `run`. The time limit of the search begins
    /// now.
    pub fn new(
        run: &'a RunFn<'a>,
        options: Options,
        interrupted: &'a AtomicBool,
        show: &'a mut dyn FnMut(&SearchState),
    ) -> Self {
        let now = Instant::now();
        Self {
            run,
            options,
            interrupted,
            show,
            state: SearchState::default(),
            started: now,
            last_shown: now,
        }
    }

    /// Runs the submissions on an instance. Starts new processes if `new_process` is true. Returns
    /// `None` if the user asked to stop.
    pub(super) fn run_on(
        &mut self,
        instance: &Instance,
        new_process: bool,
    ) -> Result<Option<RunResult>, JudgeError> {
        let begun = Instant::now();
        let mut waiting = || {
            self.last_shown = Instant::now();
            self.state.elapsed = self.started.elapsed();
            self.state.run = Some(begun.elapsed());
            (self.show)(&self.state);
        };
        let answers = (self.run)(instance, new_process, &mut waiting)?;
        self.state.run = None;
        Ok(answers.map(|answers| (Disagreement::new(&answers), answers)))
    }

    /// Returns whether the user asked to stop.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns the time since the start of the search.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time left for search and shrinking.
    pub(super) fn time_left(&self) -> Duration {
        self.options.time.saturating_sub(self.elapsed())
    }

    /// Shows the progress of the search if it was not shown recently.
    pub(super) fn show_if_due(&mut self) {
        if self.last_shown.elapsed() >= UPDATE_INTERVAL {
            self.show();
        }
    }

    /// Shows the progress of the search.
    pub(super) fn show(&mut self) {
        self.last_shown = Instant::now();
        self.state.elapsed = self.elapsed();
        (self.show)(&self.state);
    }
}
