//! A submission that is compiled and ready to run on cases.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use regex::Regex;

use crate::config::Process;
use crate::process::job::job;
use crate::process::running::{EXCERPT, Live};
use crate::program::program_cache::CachedProgram;
use crate::run::prepare::Shared;
use crate::run::verdict::{Rules, Run, Session, run_program};
use crate::verdict::diagnostics::FileNames;
use crate::{JudgeError, Options, Submission};
use mousetrap_base::Bytes;
use mousetrap_languages::{Detected, Exception, Language, Staged, StagedFile};
use mousetrap_model::{Case, Form, Limits, Usage, Verdict};
use mousetrap_sandbox::{Access, JobLimits, Sandbox};

/// Maximum number of open files of a submission. Without control groups, the buffers of
/// pipes and sockets and the watches of event loops are limited by this alone.
pub(crate) const OPEN_FILES: u32 = 64;

/// A submission that is ready to run.
pub(crate) struct Runner<'a> {
    pub(crate) shared: &'a Shared<'a>,
    staged: Staged,
    program: CachedProgram,
    pub(crate) form: Form,
    /// CPU time granted for its start.
    pub(crate) startup: Duration,
    time_factor: f64,
    memory_factor: f64,
    out_of_memory: Option<&'a Regex>,
    exception: Vec<Exception>,
    language: &'a Language,
    /// The submission.
    pub(crate) detected: Option<&'a Detected<'a>>,
    /// What its tools call its files; none for programs that are no submissions.
    pub(crate) names: Option<FileNames>,
    /// The line on which a function reads standard input.
    pub(crate) reads: Option<usize>,
    /// The largest memory limit among the cases, scaled: that of the process.
    memory: Bytes,
    /// When all runs have to be over, whatever the limits of the cases.
    until: Option<Instant>,
}

/// How much more than their own limits runs of a checked build may use; beyond
/// that they say nothing.
const CHECKED: (f64, f64) = (10.0, 4.0);

/// What all runs of a checked build may take together, or the sleep budget if
/// that is less: a program can see that it is one, and keep everybody waiting.
const CHECKED_TOGETHER: Duration = Duration::from_mins(1);

/// Why another run might earn another verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Close to the time limit, or a busy machine has left it no time to get
    /// there: on a quiet machine it may do better.
    Time,
    /// Out of memory that earlier cases in the same process may have used up.
    Memory,
}

impl<'a> Runner<'a> {
    /// A program in its directory, compiled. `memory` is the largest memory limit
    /// among the cases to come.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        staged: Staged,
        program: CachedProgram,
        form: Form,
        language: &'a Language,
        memory: Bytes,
    ) -> Self {
        let exception = language.exception.iter();
        let exception = exception
            .filter_map(|pattern| Exception::new(pattern, &staged.source).ok())
            .collect();
        Self {
            shared,
            staged,
            program,
            form,
            startup: language.startup,
            time_factor: language.time_factor,
            memory_factor: language.memory_factor,
            out_of_memory: language.out_of_memory.as_deref(),
            exception,
            language,
            detected: None,
            names: None,
            reads: None,
            memory: memory.scaled(language.memory_factor),
            until: None,
        }
    }

    /// The same for a build with sanitizers, with limits of its own.
    pub(crate) fn checked(mut self) -> Self {
        let (time, memory) = CHECKED;
        self.time_factor *= time;
        self.memory_factor *= memory;
        self.memory = self.memory.scaled(memory);
        self.staged.needs.run.fixed_addresses = true;
        self.staged.needs.run.process_files = true;
        let together = CHECKED_TOGETHER.min(self.shared.options.sleep_budget);
        self.until = Some(Instant::now() + together);
        self
    }

    /// Gives the program a variable from now on, and limits that are not scaled.
    pub(crate) fn set_variable(&mut self, name: &str, value: &str) {
        self.time_factor = 1.0;
        self.staged.env.retain(|(known, _)| known != name);
        self.staged.env.push((name.to_owned(), value.to_owned()));
    }

    /// The directory of the program, and the files in it that were there before it
    /// was compiled.
    pub(crate) fn made(&self) -> (PathBuf, &[StagedFile]) {
        (self.program.directory(), &self.staged.files)
    }

    /// The cache entry of the program.
    pub(crate) fn entry(&self) -> &Path {
        &self.program.entry
    }

    /// # Errors
    /// If files of the program are missing or changed, which may have caused a failure.
    pub(crate) fn check_intact(&self) -> Result<(), JudgeError> {
        if self.program.is_intact() {
            return Ok(());
        }
        Err(JudgeError::Damaged(self.program.directory()))
    }

    /// Whether all runs should be over by now.
    pub(crate) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| until <= Instant::now())
    }

    /// Whether a run on this case has spent its time sleeping: more of it than
    /// the limit would allow for work, and less than a quarter of it at work.
    pub(crate) fn slept(&self, measured: Usage, case: &Case) -> bool {
        measured.slept(&self.limits(case))
    }

    /// Whether a run is worth another one. Who mostly slept would sleep again,
    /// and keep all others waiting.
    pub(crate) fn doubt(&self, run: &Run, case: &Case) -> Option<Doubt> {
        let limits = self.limits(case);
        match run.verdict {
            Verdict::TimeLimitExceeded => {
                let borderline = self.shared.options.borderline;
                let doubtful = run.measured.is_borderline(&limits, borderline);
                doubtful.then_some(Doubt::Time)
            }
            Verdict::MemoryLimitExceeded => {
                let shared = self.shared.options.process == Process::Shared;
                (shared && self.form == Form::Function).then_some(Doubt::Memory)
            }
            _ => None,
        }
    }

    /// One case in a process of its own.
    pub(crate) fn alone(&self, sandbox: &mut Sandbox, case: &Case) -> Result<Run, JudgeError> {
        match self.form {
            Form::Program => Ok(run_program(self.start(sandbox)?, case, &self.rules(case))?),
            Form::Function => match self.open(sandbox, case)? {
                Err(run) => Ok(run),
                Ok(session) => {
                    let (run, alive) = session.ask(case, &self.rules(case))?;
                    Ok(match alive {
                        Some(session) => session.close(run, &self.rules(case))?,
                        None => run,
                    })
                }
            },
        }
    }

    /// Runs the cases from `next` on until one is failed. Returns the index of that
    /// case and its run; the measurements of accepted runs go to `passed`.
    pub(crate) fn until_failure(
        &self,
        sandbox: &mut Sandbox,
        cases: &[&Case],
        mut next: usize,
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<Option<(usize, Run)>, JudgeError> {
        if self.form == Form::Program {
            for (at, case) in cases.iter().enumerate().skip(next) {
                let _lock = self.shared.run_lock.read();
                let run = self.alone(sandbox, case)?;
                if run.verdict != Verdict::Accepted {
                    return Ok(Some((at, run)));
                }
                passed(at, run.measured);
            }
            return Ok(None);
        }
        // A session can end after an accepted case: the function read standard input.
        while let Some(first) = cases.get(next) {
            let mut session = match self.open(sandbox, first)? {
                Ok(session) => Some(session),
                Err(run) => return Ok(Some((next, run))),
            };
            let mut last = None;
            while let Some(case) = cases.get(next)
                && let Some(open) = session.take()
            {
                let _lock = self.shared.run_lock.read();
                let (run, alive) = open.ask(case, &self.rules(case))?;
                if run.verdict != Verdict::Accepted {
                    return Ok(Some((next, run)));
                }
                passed(next, run.measured);
                next += 1;
                session = alive;
                last = Some((case, run));
            }
            if let (Some(session), Some((case, run))) = (session, last) {
                let run = session.close(run, &self.rules(case))?;
                if run.verdict != Verdict::Accepted {
                    return Ok(Some((next - 1, run)));
                }
            }
        }
        Ok(None)
    }

    pub(crate) fn open<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
        case: &Case,
    ) -> Result<Result<Session<'s>, Run>, JudgeError> {
        let live = self.start(sandbox)?;
        Ok(Session::open(live, &self.rules(case), self.startup)?)
    }

    /// Starts the driver, and returns its run if that fails or is interrupted.
    pub(crate) fn fails_at_start(&self, sandbox: &mut Sandbox) -> Result<Option<Run>, JudgeError> {
        let rules = self.rules_within(&Limits::DEFAULT);
        let opened = Session::open(self.start(sandbox)?, &rules, self.startup)?;
        let run = match opened {
            Ok(session) => {
                session.kill()?;
                return Ok(None);
            }
            Err(run) => run,
        };
        Ok(Some(run).filter(|run| run.verdict == Verdict::RunTimeError || run.interrupted))
    }

    /// Adds to the reason of a failure what makes it likely or possible that the
    /// submission is of the other form. A function that was called and reads standard
    /// input is one.
    pub(crate) fn doubt_form(&self, run: &mut Run) {
        let doubt = self.detected.and_then(|detected| detected.doubt.as_ref());
        if let (Some(doubt), false) = (doubt, run.waited) {
            run.wrap_reason(|reason| doubt.with_reason(*reason));
        }
    }

    /// What a run has written to standard error, as the author of the submission
    /// knows its files.
    pub(crate) fn trace(&self, stderr: &str) -> String {
        let names = self.names.as_ref();
        names.map_or_else(|| stderr.to_owned(), |names| names.trace(stderr))
    }

    pub(crate) fn start<'s>(&'s self, sandbox: &'s mut Sandbox) -> Result<Live<'s>, JudgeError> {
        let talks = self.form == Form::Function;
        let limits = JobLimits {
            memory: self.memory,
            stack: self.memory.scaled(self.language.stack),
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: OPEN_FILES,
        };
        let job = job(
            &self.staged,
            &self.staged.run,
            None,
            &self.program.directory(),
            Access::Read,
            talks,
            limits,
        );
        // A program's output is its reply, which is judged whole; the budget of
        // a case is its cap.
        let keep = if talks { EXCERPT } else { usize::MAX };
        Ok(Live::start(sandbox, &job, keep, self.shared.interrupted)?)
    }

    /// The limits of a case, scaled for the language; a program also pays for
    /// its start-up.
    pub(crate) fn limits(&self, case: &Case) -> Limits {
        self.scaled(&case.limits)
    }

    fn scaled(&self, limits: &Limits) -> Limits {
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

    pub(crate) fn rules(&self, case: &Case) -> Rules<'_> {
        self.rules_within(&case.limits)
    }

    fn rules_within(&self, limits: &Limits) -> Rules<'_> {
        let limits = self.scaled(limits);
        let borderline = self.shared.options.borderline;
        Rules {
            limits,
            excludes_cpu_wait: true,
            booleans: self.shared.options.booleans,
            hard: hard_stop(limits.cpu, borderline),
            certain: limits.cpu.mul_f64(1.0 + borderline),
            out_of_memory: self.out_of_memory,
            stack_overflow: self.language.stack_overflow.as_deref(),
            exception: &self.exception,
            reads: self.reads,
            language: self.language,
        }
    }
}

/// Returns the CPU time at which the judge stops a run of `submission` with these limits,
/// which its language scales. A complete program also gets its start-up time.
pub fn max_cpu_time(submission: &Submission<'_>, limits: Limits, options: &Options) -> Duration {
    let limit = limits.cpu.mul_f64(submission.detected.language.time_factor);
    hard_stop(limit, options.judge.borderline)
}

/// CPU time at which a run is stopped. Up to the end of the borderline band it may
/// still be repeated; what is shown of the time beyond is worth a second at most.
fn hard_stop(limit: Duration, borderline: f64) -> Duration {
    const SHOWN: Duration = Duration::from_secs(1);
    limit.mul_f64(1.0 + borderline) + (limit / 2).min(SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hopeless_run_is_stopped_soon_after_its_limit() {
        let millis = |limit| hard_stop(Duration::from_millis(limit), 0.2).as_millis();
        assert_eq!([100, 2000, 20_000].map(millis), [170, 3400, 25_000]);
    }
}
