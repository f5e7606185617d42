//! Compiles and starts submissions, and runs a search for an instance on which they fail.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::custom_instances::{CustomInstances, arguments_to_try};
use super::instance_source::InstanceSource;
use super::instances::{GameInstances, InstanceWithOrigin, Instances};
use super::{
    FailureSearch, GeneratedInstance, SearchObserver, SearchOutcome, SearchState, session_runner,
};
use mousetrap_judge::config::Config;
use mousetrap_judge::{ProjectPrograms, SessionOptions, Submission, with_sessions};
use mousetrap_model::{Limits, Value};
use mousetrap_problems::Definition;
use mousetrap_suite::custom::{CustomProblemError, with_reference_solution, with_validator};

/// The settings of a search for an instance on which a submission fails.
#[derive(Clone, Copy)]
pub struct SearchPlan<'a> {
    /// The submission.
    pub submission: &'a Submission<'a>,
    /// A second submission, whose answers are used instead of the jury's.
    pub against: Option<&'a Submission<'a>>,
    /// The options of the judge.
    pub judge: &'a mousetrap_judge::Options,
    /// The limits of one case, before they are multiplied by the language's factors.
    pub limits: Limits,
    /// The time limit for search, confirmation and shrinking.
    pub time: Duration,
    /// Set when the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

impl SearchPlan<'_> {
    /// Tries the instances of a game until a submission fails on one or the time is up. Calls
    /// `show` regularly with the progress.
    ///
    /// # Errors
    /// Returns [`CustomProblemError::Program`] if a submission cannot be run, or if the judge fails.
    pub fn search_game(
        &self,
        source: InstanceSource,
        show: &mut dyn FnMut(&SearchState),
    ) -> Result<SearchOutcome, CustomProblemError> {
        let submissions: Vec<_> = [self.submission].into_iter().chain(self.against).collect();
        let instances = GameInstances(self.limits);
        let source = source.map(|instance| Ok(Some(instance)));
        let is_over = AtomicBool::new(false);
        self.run(&submissions, &instances, source, &is_over, show)
    }

    /// Tries arguments of a custom problem until the submission fails on them or the time is up.
    /// The search begins with the arguments in `first`, and continues with random ones. The answers
    /// come from the reference solution, or from the other submission. Calls `show` regularly with
    /// the progress.
    ///
    /// # Errors
    /// Returns an error if a program cannot be run, or if the judge fails.
    pub fn search_custom_problem(
        &self,
        config: &Config,
        definition: &Definition,
        first: Vec<InstanceWithOrigin<Vec<Value>>>,
        seed: u64,
        show: &mut dyn FnMut(&SearchState),
    ) -> Result<SearchOutcome<Vec<Value>>, CustomProblemError> {
        let other = self.against.map(|against| &*against.path);
        let options = self.session_options();
        let is_over = AtomicBool::new(false);
        let generator = ProjectPrograms::new(config, self.judge.isolation, &is_over);
        let source = arguments_to_try(definition, seed, generator);
        let source = first.into_iter().map(|it| Ok(Some(it))).chain(source);
        with_reference_solution(config, definition, other, options, |reference| {
            with_validator(config, definition, options, |validator| {
                let arguments = CustomInstances {
                    definition,
                    reference,
                    validator,
                };
                self.run(&[self.submission], &arguments, source, &is_over, show)
            })
        })
    }

    fn run<P: Instances>(
        &self,
        submissions: &[&Submission<'_>],
        instances: &P,
        source: impl Iterator<Item = GeneratedInstance<P::Instance>> + Send,
        is_over: &AtomicBool,
        show: &mut dyn FnMut(&SearchState),
    ) -> Result<SearchOutcome<P::Instance>, CustomProblemError> {
        with_sessions(submissions, self.session_options(), |sessions| {
            let run = session_runner(sessions);
            let interrupted = self.interrupted;
            let observer = SearchObserver { interrupted, show };
            FailureSearch::new(instances, &run, self.time, observer).run(source, is_over)
        })
    }

    const fn session_options(&self) -> SessionOptions<'_> {
        SessionOptions {
            memory: self.limits.memory,
            judge: self.judge,
            interrupted: self.interrupted,
        }
    }
}
