//! Running a prepared submission on cases, with limits scaled for its language.

use std::time::{Duration, Instant};

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::job::MAX_OPEN_FILES;
use crate::process::running::{EXCERPT_LENGTH, RunningProcess};
use crate::program::compile::PreparedProgram;
use crate::run::driver_session::{DriverSession, Opened};
use crate::run::rules::{Rules, Run};
use crate::verdict::diagnostics::FileNames;
use crate::verdict::ending::{BORDERLINE_FRACTION, hard_stop};
use mousetrap_languages::{Detected, Exception};
use mousetrap_model::{Case, Form, Limits, Usage, Verdict};
use mousetrap_sandbox::{JobLimits, Sandbox};
use mousetrap_util::Bytes;

/// A program that is ready to run on cases.
pub(crate) struct Runner<'a> {
    pub(crate) context: &'a JudgeContext<'a>,
    pub(super) program: PreparedProgram,
    pub(crate) form: Form,
    /// The allowance of CPU time for the program's start.
    pub(crate) startup: Duration,
    time_factor: f64,
    memory_factor: f64,
    exception: Vec<Exception>,
    detected: &'a Detected<'a>,
    /// The names of the submission's files in messages; `None` for other programs.
    pub(crate) names: Option<FileNames>,
    /// The line on which a function reads standard input.
    reads: Option<usize>,
    /// Memory limit of the process: the largest limit of the cases, scaled for the language.
    memory: Bytes,
    /// Time by which all runs must end, regardless of the limits of the cases.
    until: Option<Instant>,
}

/// Factors by which the time limits and memory limits are multiplied for a build with sanitizers.
const SANITIZER_FACTORS: (f64, f64) = (10.0, 4.0);

/// Maximum wall time of all runs of a build with sanitizers, unless the sleep budget is lower.
/// This limit is necessary because a program can detect the sanitizers and sleep.
const MAX_SANITIZER_TIME: Duration = Duration::from_mins(1);

/// The reason why a repeated run could have a different verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uncertainty {
    /// The run was close to the time limit, or got too little CPU time on a busy machine.
    Time,
    /// Earlier cases in the same process may have used the memory.
    Memory,
}

impl<'a> Runner<'a> {
    /// Creates a runner for a prepared program. `memory` is the largest memory limit of all future
    /// cases.
    pub(crate) fn new(
        context: &'a JudgeContext<'a>,
        program: PreparedProgram,
        detected: &'a Detected<'a>,
        memory: Bytes,
    ) -> Self {
        let language = detected.language;
        let exception = language.exception.iter();
        let exception = exception
            .filter_map(|pattern| Exception::new(pattern, &program.staged.source).ok())
            .collect();
        Self {
            context,
            program,
            form: detected.form,
            startup: language.startup,
            time_factor: language.time_factor,
            memory_factor: language.memory_factor,
            exception,
            detected,
            names: None,
            reads: detected.input_line(),
            memory: memory.scaled(language.memory_factor),
            until: None,
        }
    }

    /// Changes the limits to those for a build with sanitizers.
    pub(crate) fn with_sanitizers(mut self) -> Self {
        let (time, memory) = SANITIZER_FACTORS;
        self.time_factor *= time;
        self.memory_factor *= memory;
        self.memory = self.memory.scaled(memory);
        self.program.staged.needs.run.fixed_addresses = true;
        self.program.staged.needs.run.process_files = true;
        let together = MAX_SANITIZER_TIME.min(self.context.options.judge.sleep_budget);
        self.until = Some(Instant::now() + together);
        self
    }

    /// # Errors
    /// Returns an error if files of the program are missing or changed, because that may have
    /// caused a failure.
    pub(crate) fn check_intact(&self) -> Result<(), JudgeError> {
        if self.program.entry.is_intact() {
            return Ok(());
        }
        Err(JudgeError::Damaged(self.program.directory()))
    }

    /// Returns whether the time for all runs has expired.
    pub(crate) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| until <= Instant::now())
    }

    /// Returns the reason why a run should be repeated, or `None` if it should not. A run that
    /// mostly slept is not repeated, because it would sleep again while all other runs wait.
    pub(crate) fn uncertainty(&self, run: &Run, case: &Case) -> Option<Uncertainty> {
        let limits = self.limits(&case.limits);
        match run.verdict {
            Verdict::TimeLimitExceeded
                if run.measured.is_borderline(&limits, BORDERLINE_FRACTION) =>
            {
                Some(Uncertainty::Time)
            }
            Verdict::MemoryLimitExceeded if self.form == Form::Function => {
                Some(Uncertainty::Memory)
            }
            _ => None,
        }
    }

    /// Runs one case in a new process.
    pub(crate) fn run_alone(&self, sandbox: &mut Sandbox, case: &Case) -> Result<Run, JudgeError> {
        self.run_alone_with_rules(sandbox, case, &self.rules(&case.limits))
    }

    /// Runs one case in a new process, with the given rules instead of the rules of the case.
    pub(crate) fn run_alone_with_rules(
        &self,
        sandbox: &mut Sandbox,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<Run, JudgeError> {
        let (run, alive) = self.open(sandbox, case, rules)?.run_case(case, rules)?;
        Ok(DriverSession::close(alive, run, rules)?)
    }

    /// Runs the cases from index `next` on, until one fails. Returns the index and the run of the
    /// failed case. Calls `passed` with the measurements of each accepted run.
    pub(crate) fn run_until_failure(
        &self,
        sandbox: &mut Sandbox,
        cases: &[&Case],
        next: usize,
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<Option<(usize, Run)>, JudgeError> {
        let mut session = None;
        for (at, case) in cases.iter().enumerate().skip(next) {
            let _lock = self.context.run_lock.read();
            let rules = self.rules(&case.limits);
            let opened = match session.map(Opened::Session) {
                Some(session) => session,
                none => {
                    drop(none);
                    self.open(sandbox, case, &rules)?
                }
            };
            let (run, alive) = opened.run_case(case, &rules)?;
            if run.verdict != Verdict::Accepted {
                return Ok(Some((at, run)));
            }
            passed(at, run.measured);
            if at + 1 == cases.len() {
                let run = DriverSession::close(alive, run, &rules)?;
                return Ok((run.verdict != Verdict::Accepted).then_some((at, run)));
            }
            session = alive;
        }
        Ok(None)
    }

    /// Starts a session. If the submission fails to start, or is a whole program and has no
    /// sessions, returns the run on the first case instead.
    pub(crate) fn open<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
        first: &Case,
        rules: &Rules<'_>,
    ) -> Result<Opened<'s>, JudgeError> {
        let process = self.start(sandbox)?;
        Ok(match self.form {
            Form::Function => DriverSession::open(process, rules, self.startup)?,
            Form::Program => Opened::Ended(rules.run_program(process, first)?),
        })
    }

    /// Starts the driver to check that it can start. Returns the run if that fails or is
    /// interrupted.
    pub(crate) fn check_start(&self, sandbox: &mut Sandbox) -> Result<Option<Run>, JudgeError> {
        let rules = self.rules(&Limits::DEFAULT);
        let opened = DriverSession::open(self.start(sandbox)?, &rules, self.startup)?;
        Ok(match opened {
            Opened::Session(session) => {
                session.kill()?;
                None
            }
            Opened::Ended(run) => {
                (run.verdict == Verdict::RunTimeError || run.interrupted).then_some(run)
            }
        })
    }

    /// Adds a remark to the reason of a failure if the submission was perhaps meant to have the
    /// other form.
    pub(crate) fn remark_on_form(&self, run: &mut Run) {
        if let Some(doubt) = &self.detected.ambiguity {
            run.map_reason(|reason| doubt.with_reason(*reason));
        }
    }

    /// Returns the standard error of a run, with the file names that the author knows.
    pub(crate) fn trace(&self, stderr: &str) -> String {
        let names = self.names.as_ref();
        names.map_or_else(|| stderr.to_owned(), |names| names.trace(stderr))
    }

    /// Starts the process of the program.
    pub(crate) fn start<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
    ) -> Result<RunningProcess<'s>, JudgeError> {
        let talks = self.form == Form::Function;
        let limits = JobLimits {
            memory: self.memory,
            stack: self.memory.scaled(self.detected.language.stack),
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: MAX_OPEN_FILES,
        };
        let job = self.program.job(&[], talks, limits);
        // The output of a whole program is its reply, which is checked in full. Its size is
        // bounded by the output limit of the case.
        let keep = if talks { EXCERPT_LENGTH } else { usize::MAX };
        let interrupted = self.context.interrupted;
        Ok(RunningProcess::start(sandbox, &job, keep, interrupted)?)
    }

    /// Scales the limits of a case for the language. The time limit of a whole program includes
    /// the allowance for its start.
    pub(crate) fn limits(&self, limits: &Limits) -> Limits {
        let startup = match self.form {
            Form::Function => Duration::ZERO,
            Form::Program => self.startup,
        };
        let wall = limits.wall.mul_f64(self.time_factor) + startup;
        let left = self.until.map_or(wall, |until| {
            until.saturating_duration_since(Instant::now())
        });
        Limits {
            cpu: limits.cpu.mul_f64(self.time_factor) + startup,
            wall: wall.min(left),
            memory: limits.memory.scaled(self.memory_factor),
            output: limits.output,
        }
    }

    /// Returns the rules for runs on a case with these limits.
    pub(crate) fn rules(&self, limits: &Limits) -> Rules<'_> {
        let limits = self.limits(limits);
        Rules {
            limits,
            excludes_cpu_wait: true,
            hard: hard_stop(limits.cpu),
            exception: &self.exception,
            context: self.context,
            problem: self.detected.problem,
            reads: self.reads,
            language: self.detected.language,
        }
    }
}
