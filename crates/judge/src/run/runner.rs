//! Running a prepared submission on cases, with limits scaled for its language.

use std::time::{Duration, Instant};

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::job::{MAX_OPEN_FILES, run_limits};
use crate::process::running_process::{EXCERPT_LENGTH, RunningProcess};
use crate::program::compile::PreparedProgram;
use crate::run::driver_session::{DriverSession, SessionStartResult};
use crate::run::judging_rules::{Run, RunRules};
use crate::verdict::diagnostics::FileNames;
use crate::verdict::ending::BORDERLINE_FRACTION;
use mousetrap_languages::{Detection, Exception};
use mousetrap_model::{Case, Form, Limits, Usage, Verdict};
use mousetrap_sandbox::Sandbox;
use mousetrap_util::Bytes;

/// A program that is ready to run on cases.
pub(crate) struct Runner<'a> {
    pub(crate) context: &'a JudgeContext<'a>,
    pub(crate) program: PreparedProgram,
    /// CPU time allowed for starting the program.
    pub(crate) startup: Duration,
    time_factor: f64,
    memory_factor: f64,
    exceptions: Vec<Exception>,
    pub(crate) detected: &'a Detection<'a>,
    /// File names for restoring the original file name in error messages; `None` for programs other
    /// than submissions.
    pub(crate) names: Option<FileNames>,
    /// Memory limit of the process: the largest memory limit of all cases, scaled for the language.
    memory: Bytes,
    /// Deadline for all runs combined, which applies in addition to the limits of the cases.
    deadline: Option<Instant>,
}

/// Factors by which the time limits and memory limits are multiplied for a sanitizer build.
const SANITIZER_LIMIT_FACTORS: (f64, f64) = (10.0, 4.0);

/// Maximum total wall time of all runs of a sanitizer build, unless the sleep budget is lower.
/// This limit is necessary because a program can detect the sanitizers and sleep.
const MAX_TOTAL_SANITIZER_WALL_TIME: Duration = Duration::from_mins(1);

impl<'a> Runner<'a> {
    /// Creates a runner for a prepared program. `memory` is the largest memory limit of any case on
    /// which the program will be run.
    pub(crate) fn new(
        context: &'a JudgeContext<'a>,
        program: PreparedProgram,
        detected: &'a Detection<'a>,
        memory: Bytes,
    ) -> Self {
        let language = detected.language;
        Self {
            exceptions: Exception::compile_patterns(&language.exception, &program.staged.source),
            context,
            program,
            startup: language.startup,
            time_factor: language.time_factor,
            memory_factor: language.memory_factor,
            detected,
            names: None,
            memory: memory.scaled_by(language.memory_factor),
            deadline: None,
        }
    }

    /// Increases the limits for a build with sanitizers, and limits the total time of its runs.
    pub(crate) fn with_sanitizers(mut self) -> Self {
        let (time, memory) = SANITIZER_LIMIT_FACTORS;
        self.time_factor *= time;
        self.memory_factor *= memory;
        self.memory = self.memory.scaled_by(memory);
        self.program.staged.needs.run.fixed_addresses = true;
        self.program.staged.needs.run.process_files = true;
        let total_time =
            MAX_TOTAL_SANITIZER_WALL_TIME.min(self.context.build.options.judge.sleep_budget);
        self.deadline = Some(Instant::now() + total_time);
        self
    }

    /// Returns whether the deadline for all runs combined has passed.
    pub(crate) fn is_past_deadline(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Returns whether another run of the same case could lead to a different verdict: the run was
    /// close to the time limit, or earlier cases in the same process may have used the memory. A
    /// run that mostly slept is not repeated, because it would sleep again while all other runs
    /// wait.
    pub(crate) fn must_be_repeated(&self, run: &Run, case: &Case) -> bool {
        let limits = self.scaled_limits(&case.limits);
        match run.verdict {
            Verdict::TimeLimitExceeded => run.usage.is_borderline(&limits, BORDERLINE_FRACTION),
            Verdict::MemoryLimitExceeded => self.detected.form == Form::Function,
            _ => false,
        }
    }

    /// Runs one case in a new process. First waits until no exclusive run is in progress.
    pub(crate) fn run_in_new_process(
        &self,
        sandbox: &mut Sandbox,
        case: &Case,
    ) -> Result<Run, JudgeError> {
        let _lock = self.context.run_lock.read();
        self.run_with_rules(sandbox, case, &self.rules(&case.limits))
    }

    /// Runs one case in a new process, and judges the run by these rules.
    pub(crate) fn run_with_rules(
        &self,
        sandbox: &mut Sandbox,
        case: &Case,
        rules: &RunRules<'_>,
    ) -> Result<Run, JudgeError> {
        let (run, alive) = self
            .start_session(sandbox, case, rules)?
            .run_case(case, rules)?;
        DriverSession::close(alive, run, rules)
    }

    /// Runs the cases, beginning at index `next`, until a case fails. Returns the index and the run
    /// of the failed case. Calls `passed` with the index and the usage of each accepted run.
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
            let start = if let Some(session) = session.map(SessionStartResult::Session) {
                session
            } else {
                self.start_session(sandbox, case, &rules)?
            };
            let (run, alive) = start.run_case(case, &rules)?;
            if run.verdict != Verdict::Accepted {
                return Ok(Some((at, run)));
            }
            passed(at, run.usage);
            if at + 1 == cases.len() {
                let run = DriverSession::close(alive, run, &rules)?;
                return Ok((run.verdict != Verdict::Accepted).then_some((at, run)));
            }
            session = alive;
        }
        Ok(None)
    }

    /// Starts a session. If the submission fails to start, or is a complete program and therefore
    /// has no sessions, the result contains the run on the first case instead.
    pub(crate) fn start_session<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
        first: &Case,
        rules: &RunRules<'_>,
    ) -> Result<SessionStartResult<'s>, JudgeError> {
        let mut process = self.start(sandbox)?;
        process.excludes_cpu_wait = rules.excludes_cpu_wait;
        Ok(match self.detected.form {
            Form::Function => DriverSession::open(process, rules, self.startup)?,
            Form::Program => SessionStartResult::Ended(rules.run_program(process, first)?),
        })
    }

    /// Returns whether the driver can start, which means that it finds the entry point.
    pub(crate) fn driver_can_start(&self, sandbox: &mut Sandbox) -> Result<bool, JudgeError> {
        let rules = self.rules(&Limits::DEFAULT);
        let start = DriverSession::open(self.start(sandbox)?, &rules, self.startup)?;
        Ok(match start {
            SessionStartResult::Session(_) => true,
            SessionStartResult::Ended(run) => run.verdict != Verdict::RunTimeError,
        })
    }

    /// Adds a remark to the reason for a failure if it is unclear whether the submission is a
    /// function or a complete program.
    pub(crate) fn add_ambiguity_remark(&self, run: &mut Run) {
        if let Some(doubt) = &self.detected.ambiguity {
            run.map_reason(|reason| doubt.with_reason(*reason));
        }
    }

    /// Returns the standard error of a run, with original file names and without stack frames of
    /// the driver.
    pub(crate) fn stderr_for_author(&self, stderr: &str) -> String {
        let names = self.names.as_ref();
        names.map_or_else(|| stderr.to_owned(), |names| names.clean_stderr(stderr))
    }

    /// Starts the process of the program.
    pub(crate) fn start<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
    ) -> Result<RunningProcess<'s>, JudgeError> {
        let talks = self.detected.form == Form::Function;
        let stack = self.memory.scaled_by(self.detected.language.stack);
        let limits = run_limits(self.memory, stack, MAX_OPEN_FILES);
        let job = self.program.job(&[], talks, limits);
        // The standard output of a complete program is its reply, which is checked in full. The
        // output limit of the case bounds its size.
        let keep = if talks { EXCERPT_LENGTH } else { usize::MAX };
        let interrupted = self.context.build.interrupted;
        Ok(RunningProcess::start(sandbox, &job, keep, interrupted)?)
    }

    /// Returns the limits of a case, scaled for the language. The time limit of a complete program
    /// includes the allowance for its start.
    pub(crate) fn scaled_limits(&self, limits: &Limits) -> Limits {
        let startup = match self.detected.form {
            Form::Function => Duration::ZERO,
            Form::Program => self.startup,
        };
        let wall = limits.wall.mul_f64(self.time_factor) + startup;
        let left = self.deadline.map_or(wall, |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        Limits {
            cpu: limits.cpu.mul_f64(self.time_factor) + startup,
            wall: wall.min(left),
            memory: limits.memory.scaled_by(self.memory_factor),
            output: limits.output,
        }
    }

    /// Returns the rules for judging runs on a case that has these limits.
    pub(crate) fn rules(&self, limits: &Limits) -> RunRules<'_> {
        RunRules {
            limits: self.scaled_limits(limits),
            excludes_cpu_wait: true,
            exceptions: &self.exceptions,
            context: self.context,
            detected: self.detected,
        }
    }
}
