//! Searches for arguments on which a submission to a custom problem differs from the reference
//! solution, and simplifies the arguments that it finds.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mousetrap_judge::config::Config;
use mousetrap_judge::{
    Answer, InteractiveSession, JudgeError, ProjectPrograms, Question, SessionOptions, Submission,
    with_sessions,
};
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Value, Verdict};
use mousetrap_problems::cases;
use mousetrap_problems::{Definition, Shape, generate, shrink};
use mousetrap_suite::custom::{Reference, ReferenceError, wait_until_ready, with_reference};

/// A search for a case on which one submission fails.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "`SessionOptions` does not implement `Debug`"
)]
pub struct CustomSearch<'a> {
    /// The configuration of the project.
    pub config: &'a Config,
    /// The problem.
    pub definition: &'a Definition,
    /// The submission.
    pub submission: &'a Submission<'a>,
    /// The submission that is used instead of the reference solution, if any.
    pub against: Option<&'a Submission<'a>>,
    /// The options for running both programs.
    pub session: SessionOptions<'a>,
    /// The seed of the cases.
    pub seed: u64,
    /// The wall-time limit for searching and shrinking. A quarter of this time is reserved for
    /// shrinking.
    pub time: Duration,
}

/// The outcome of a search.
#[derive(Debug)]
pub struct CustomSearchOutcome {
    /// The number of cases tried.
    pub cases: usize,
    /// The wall time of the search, excluding shrinking.
    pub elapsed: Duration,
    /// The failure, if one was found.
    pub failure: Option<CustomFailure>,
}

/// The simplest case found on which the submission fails.
#[derive(Debug)]
pub struct CustomFailure {
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The answer of the submission. Includes the case and its correct answer.
    pub answer: Answer,
}

impl CustomSearch<'_> {
    /// Runs the search. Calls `show` with the number of cases tried so far.
    ///
    /// # Errors
    /// Returns an error if the reference solution cannot be used, or if the judge fails.
    pub fn run(
        &self,
        toolchain: Toolchain,
        show: &mut dyn FnMut(usize),
    ) -> Result<CustomSearchOutcome, ReferenceError> {
        let other = self.against.map(|against| &*against.path);
        with_reference(
            self.config,
            self.definition,
            other,
            self.session,
            |reference| {
                let submissions = [(self.submission, toolchain)];
                with_sessions(&submissions, self.session, |sessions| {
                    wait_until_ready(&sessions[0], self.submission)?;
                    self.search(reference, &sessions[0], show)
                })?
            },
        )
    }

    fn search(
        &self,
        reference: &Reference<'_>,
        session: &InteractiveSession,
        show: &mut dyn FnMut(usize),
    ) -> Result<CustomSearchOutcome, ReferenceError> {
        let begun = Instant::now();
        let constraints = &self.definition.constraints;
        let shapes = Shape::of_signature(&self.definition.problem.signature);
        let mut programs = ProjectPrograms::new(
            self.config,
            self.session.judge.isolation,
            self.session.interrupted,
        );
        let mut cases = 0;
        let mut failure = None;
        let mut shapes = shapes.into_iter().cycle();
        let mut number = 0;
        while failure.is_none() && begun.elapsed() < self.time * 3 / 4 {
            // Tiny cases find most bugs and run fastest.
            let shape = match number % 4 {
                0 | 2 => Shape::Tiny,
                1 => Shape::Small,
                _ => shapes.next().unwrap_or(Shape::Tiny),
            };
            let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number);
            number += 1;
            let Some(arguments) = generate(constraints, seed, shape) else {
                continue;
            };
            if self.session.interrupted.load(Ordering::Relaxed) {
                return Err(ReferenceError::Interrupted);
            }
            if !self.is_allowed(&mut programs, &arguments)? {
                continue;
            }
            cases += 1;
            show(cases);
            failure = self.find_failure(reference, session, &arguments)?;
        }
        let elapsed = begun.elapsed();
        if let Some(found) = &mut failure {
            let deadline = begun + self.time;
            self.simplify((reference, session), &mut programs, found, deadline)?;
        }
        Ok(CustomSearchOutcome {
            cases,
            elapsed,
            failure,
        })
    }

    /// Returns whether the validator allows these arguments.
    fn is_allowed(
        &self,
        programs: &mut ProjectPrograms<'_>,
        arguments: &[Value],
    ) -> Result<bool, ReferenceError> {
        let objection = programs.validate(self.definition, &cases::format_arguments(arguments));
        Ok(objection.map_err(JudgeError::from)?.is_none())
    }

    /// Runs the submission on these arguments. Returns the failure, or `None` if the answer is
    /// accepted.
    fn find_failure(
        &self,
        reference: &Reference<'_>,
        session: &InteractiveSession,
        arguments: &[Value],
    ) -> Result<Option<CustomFailure>, ReferenceError> {
        let right = match reference.answer("stress/case", arguments) {
            Err(ReferenceError::TooLarge { .. })
                if self.definition.constraints.promises_answer_fits_type() =>
            {
                return Ok(None);
            }
            answer => answer?,
        };
        let case = Case {
            answer: right,
            ..cases::without_answer(self.definition, "stress/case", arguments)
        };
        let question = Question {
            case,
            new_process: false,
        };
        let answer = session.ask(question)?;
        let answer = answer.ok_or(ReferenceError::Interrupted)?;
        Ok(
            (answer.verdict != Verdict::Accepted).then(|| CustomFailure {
                arguments: arguments.to_vec(),
                answer,
            }),
        )
    }

    /// Simplifies the arguments of a failure. Keeps a simplification only if the verdict stays the
    /// same. Stops at the deadline.
    fn simplify(
        &self,
        (reference, session): (&Reference<'_>, &InteractiveSession),
        programs: &mut ProjectPrograms<'_>,
        found: &mut CustomFailure,
        deadline: Instant,
    ) -> Result<(), ReferenceError> {
        let verdict = found.answer.verdict;
        let mut error = None;
        let mut simplest = None;
        shrink(
            &self.definition.constraints,
            found.arguments.clone(),
            &mut |arguments| {
                let is_interrupted = self.session.interrupted.load(Ordering::Relaxed);
                let is_over = is_interrupted || Instant::now() > deadline;
                // The validator worked on larger cases, so a failure on a smaller case is ignored.
                if is_over || !self.is_allowed(programs, arguments).unwrap_or(false) {
                    return false;
                }
                match self.find_failure(reference, session, arguments) {
                    Ok(Some(failure)) if failure.answer.verdict == verdict => {
                        simplest = Some(failure);
                        true
                    }
                    Ok(_) => false,
                    Err(failed) => {
                        error = Some(failed);
                        false
                    }
                }
            },
        );
        if let Some(simplest) = simplest {
            *found = simplest;
        }
        match error {
            // Other errors mean that the reference solution fails on a smaller case, which is not
            // the submission's fault.
            Some(fatal @ (ReferenceError::Judge(_) | ReferenceError::Interrupted)) => Err(fatal),
            _ => Ok(()),
        }
    }
}
