//! A submission that is compiled and ready to run on cases.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use regex::Regex;

use crate::config::{JudgeOptions, Sharing};
use crate::judge::compile::{self, Cache, Compiled, Kept};
use crate::judge::live::Live;
use crate::judge::run::{Rules, Run, Session, run_program};
use crate::judge::{JudgeError, Measured, Submission, Verdict};
use crate::language::{Exception, Form, Staged, Toolchain, stage};
use crate::sandbox::{Access, JobLimits, Sandbox};
use crate::suite::{Bytes, Case, Limits};

/// Open files of a program that may make pairs of sockets: their buffers are
/// nobody's memory where there are no control groups.
const FILES_BESIDE_PAIRS: u32 = 64;

/// What all workers share.
pub(super) struct Shared<'a> {
    pub options: JudgeOptions,
    pub compile: Limits,
    pub cache: Cache,
    /// Whether a submission goes on after its first failing case.
    pub all_cases: bool,
    pub interrupted: &'a AtomicBool,
    /// Held for reading during a run, for writing during one that must be
    /// alone on the machine.
    pub quiet: RwLock<()>,
}

/// A submission that is ready to run.
pub(super) struct Runner<'a> {
    pub(super) shared: &'a Shared<'a>,
    staged: Staged,
    program: Kept,
    pub(super) form: Form,
    startup: Duration,
    time_factor: f64,
    memory_factor: f64,
    out_of_memory: Option<&'a Regex>,
    exception: Vec<Exception>,
    /// The largest memory limit among the cases, scaled: that of the process.
    memory: Bytes,
}

/// What compiling a submission came to.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each submission, and it is taken apart at once"
)]
pub(super) enum Ready<'a> {
    Runner {
        runner: Runner<'a>,
        /// The compiler's text and what it took; see [`SubmissionResult`].
        compiler: String,
        compile: Option<Measured>,
    },
    Rejected {
        compiler: String,
        compile: Measured,
    },
    Interrupted,
}

/// Compiles a submission. `memory` is the largest memory limit among the cases
/// to come.
pub(super) fn ready<'a>(
    shared: &'a Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &'a Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
) -> Result<Ready<'a>, JudgeError> {
    let detected = &submission.detected;
    let staged = stage(detected, toolchain);
    let compiled = shared.cache.compile(
        sandbox,
        &staged,
        &toolchain.version,
        &shared.compile,
        shared.interrupted,
    )?;
    let (program, compile, compiler) = match compiled {
        Compiled::Ready {
            program,
            measured,
            text,
        } => (program, measured, text),
        Compiled::Rejected { measured, text } => {
            return Ok(Ready::Rejected {
                compiler: text,
                compile: measured,
            });
        }
        Compiled::Interrupted => return Ok(Ready::Interrupted),
    };
    let patterns = detected.language.exception.iter();
    let exception = patterns
        .filter_map(|pattern| Exception::new(pattern, &staged.source).ok())
        .collect();
    let memory_factor = detected.language.memory_factor;
    let runner = Runner {
        shared,
        staged,
        program,
        form: detected.form,
        startup: detected.language.startup,
        time_factor: detected.language.time_factor,
        memory_factor,
        out_of_memory: detected.language.out_of_memory.as_ref(),
        exception,
        memory: memory.scaled(memory_factor),
    };
    Ok(Ready::Runner {
        runner,
        compiler,
        compile,
    })
}

impl Runner<'_> {
    /// Whether another run might earn another verdict: close to the time
    /// limit, or out of a resource that earlier cases in the same process, or
    /// a busy machine, may have used up.
    pub(super) fn is_doubtful(&self, run: &Run, case: &Case) -> bool {
        let limits = self.limits(case);
        let band = limits.cpu.mul_f64(self.shared.options.borderline);
        let close = run.measured.cpu.abs_diff(limits.cpu) <= band;
        let starved = run.measured.cpu < limits.cpu && run.measured.cpu * 4 > limits.cpu;
        match run.verdict {
            Verdict::TimeLimitExceeded => close || starved,
            Verdict::MemoryLimitExceeded => {
                self.form == Form::Function && self.shared.options.isolation == Sharing::Session
            }
            _ => false,
        }
    }

    /// One case in a process of its own.
    pub(super) fn alone(&self, sandbox: &mut Sandbox, case: &Case) -> Result<Run, JudgeError> {
        match self.form {
            Form::Program => Ok(run_program(self.start(sandbox)?, case, &self.rules(case))?),
            Form::Function => match self.open(sandbox, case)? {
                Err(run) => Ok(run),
                Ok(session) => {
                    let (run, alive) = session.ask(case, &self.rules(case))?;
                    let stray = alive.map(Session::close).transpose()?.flatten();
                    Ok(stray.unwrap_or(run))
                }
            },
        }
    }

    pub(super) fn open<'s>(
        &'s self,
        sandbox: &'s mut Sandbox,
        case: &Case,
    ) -> Result<Result<Session<'s>, Run>, JudgeError> {
        Ok(Session::open(
            self.start(sandbox)?,
            &self.rules(case),
            self.startup,
        )?)
    }

    fn start<'s>(&'s self, sandbox: &'s mut Sandbox) -> Result<Live<'s>, JudgeError> {
        let talks = self.form == Form::Function;
        let limits = JobLimits {
            memory: self.memory,
            stack: self.memory,
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: if self.staged.needs.run.pairs {
                FILES_BESIDE_PAIRS
            } else {
                512
            },
        };
        let job = compile::job(
            &self.staged,
            &self.staged.run,
            &self.program.folder,
            Access::Read,
            talks,
            limits,
        );
        // A program's output is its reply, which is judged whole; the budget of
        // a case is its cap.
        let keep = if talks { 0 } else { usize::MAX };
        Ok(Live::start(sandbox, &job, keep, self.shared.interrupted)?)
    }

    /// The limits of a case, scaled for the language; a program also pays for
    /// its start-up.
    pub(super) fn limits(&self, case: &Case) -> Limits {
        let startup = match self.form {
            Form::Function => Duration::ZERO,
            Form::Program => self.startup,
        };
        Limits {
            cpu: case.limits.cpu.mul_f64(self.time_factor) + startup,
            wall: case.limits.wall.mul_f64(self.time_factor) + startup,
            memory: case.limits.memory.scaled(self.memory_factor),
            output: case.limits.output,
        }
    }

    pub(super) fn rules(&self, case: &Case) -> Rules<'_> {
        Rules {
            limits: self.limits(case),
            booleans: self.shared.options.booleans,
            hard: 1.5 + self.shared.options.borderline,
            out_of_memory: self.out_of_memory,
            exception: &self.exception,
        }
    }
}
