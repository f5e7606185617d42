//! Judging one submission on its cases.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use regex::Regex;

use crate::config::{JudgeOptions, Sharing};
use crate::judge::check::check;
use crate::judge::compile::{self, Cache, Compiled};
use crate::judge::contestant::{Answer, Question, Told};
use crate::judge::live::Live;
use crate::judge::run::{Rules, Run, Session, run_program};
use crate::judge::{
    CaseResult, Failing, JudgeError, Measured, Submission, SubmissionResult, Verdict,
};
use crate::language::{Form, Staged, Toolchain, stage};
use crate::sandbox::{Access, JobLimits, Sandbox};
use crate::suite::{Bytes, Case, Limits};

/// Borderline runs are repeated this often at most.
const REPEATS: u32 = 2;

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

/// What judging a submission came to.
pub(super) enum Judged {
    Done(Box<SubmissionResult>),
    Interrupted,
}

/// A submission that is ready to run.
struct Runner<'a> {
    shared: &'a Shared<'a>,
    staged: Staged,
    folder: PathBuf,
    form: Form,
    startup: Duration,
    time_factor: f64,
    memory_factor: f64,
    out_of_memory: Option<&'a Regex>,
    /// The largest memory limit among the cases, scaled: that of the process.
    memory: Bytes,
}

/// What compiling a submission came to.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each submission, and it is taken apart at once"
)]
enum Ready<'a> {
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
fn ready<'a>(
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
    let (folder, compile, compiler) = match compiled {
        Compiled::Ready {
            folder,
            measured,
            text,
        } => (folder, measured, text),
        Compiled::Rejected { measured, text } => {
            return Ok(Ready::Rejected {
                compiler: text,
                compile: measured,
            });
        }
        Compiled::Interrupted => return Ok(Ready::Interrupted),
    };
    let memory_factor = detected.language.memory_factor;
    let runner = Runner {
        shared,
        staged,
        folder,
        form: detected.form,
        startup: detected.language.startup,
        time_factor: detected.language.time_factor,
        memory_factor,
        out_of_memory: detected.language.out_of_memory.as_ref(),
        memory: memory.scaled(memory_factor),
    };
    Ok(Ready::Runner {
        runner,
        compiler,
        compile,
    })
}

/// Compiles and runs a submission; tells each result to `report`.
pub(super) fn judge(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &Submission<'_>,
    toolchain: &Toolchain,
    cases: &[Case],
    mut started: impl FnMut(),
    report: &mut dyn FnMut(CaseResult),
) -> Result<Judged, JudgeError> {
    let largest = cases.iter().map(|case| case.limits.memory).max();
    let memory = largest.unwrap_or(Bytes(0));
    let (runner, compiler, compile) = match ready(shared, sandbox, submission, toolchain, memory)? {
        Ready::Runner {
            runner,
            compiler,
            compile,
        } => (runner, compiler, compile),
        Ready::Rejected { compiler, compile } => {
            return Ok(Judged::Done(Box::new(SubmissionResult {
                verdict: Verdict::CompileError,
                compiler,
                compile: Some(compile),
                startup: None,
                from_cache: false,
            })));
        }
        Ready::Interrupted => return Ok(Judged::Interrupted),
    };
    started();
    let mut tally = Tally {
        report,
        verdict: Verdict::Accepted,
        startup: None,
    };
    let flow = match runner.form {
        Form::Function => runner.sessions(sandbox, cases, &mut tally)?,
        Form::Program => runner.programs(sandbox, cases, &mut tally)?,
    };
    if flow == ControlFlow::Break(Cause::Interrupted) {
        return Ok(Judged::Interrupted);
    }
    Ok(Judged::Done(Box::new(SubmissionResult {
        verdict: tally.verdict,
        compiler,
        compile,
        startup: tally.startup,
        from_cache: false,
    })))
}

/// Compiles a submission and runs it on the cases that `next` gives, one at a
/// time; each result goes to `told` before the next case is asked for. A case
/// with `afresh` gets a process of its own.
pub(super) fn converse(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
    mut next: impl FnMut() -> Option<Question>,
    mut told: impl FnMut(Told),
) -> Result<(), JudgeError> {
    let runner = match ready(shared, sandbox, submission, toolchain, memory)? {
        Ready::Runner { runner, .. } => runner,
        Ready::Rejected { compiler, .. } => {
            told(Told::Rejected(compiler));
            return Ok(());
        }
        Ready::Interrupted => return Ok(()),
    };
    told(Told::Ready);
    let mut waiting = next();
    while let Some(question) = waiting.take() {
        if question.afresh || runner.form == Form::Program {
            let run = runner.alone(sandbox, &question.case)?;
            told(runner.answer(question.case, run));
            waiting = next();
            continue;
        }
        let mut session = match runner.open(sandbox, &question.case)? {
            Ok(session) => session,
            Err(run) => {
                told(runner.answer(question.case, run));
                waiting = next();
                continue;
            }
        };
        waiting = Some(question);
        while let Some(question) = waiting.take_if(|question| !question.afresh) {
            let (run, alive) = session.ask(&question.case, &runner.rules(&question.case))?;
            told(runner.answer(question.case, run));
            waiting = next();
            match alive {
                Some(alive) => session = alive,
                None => break,
            }
        }
    }
    Ok(())
}

/// Why no further case is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Failed,
    Interrupted,
}

/// What is known of a submission so far.
struct Tally<'r> {
    report: &'r mut dyn FnMut(CaseResult),
    verdict: Verdict,
    startup: Option<Measured>,
}

impl Runner<'_> {
    /// Runs driver processes until every case has its verdict.
    fn sessions(
        &self,
        sandbox: &mut Sandbox,
        cases: &[Case],
        tally: &mut Tally<'_>,
    ) -> Result<ControlFlow<Cause>, JudgeError> {
        let mut next = 0;
        while let Some(first) = cases.get(next) {
            let mut session = match self.open(sandbox, first)? {
                Ok(session) => Some(session),
                Err(run) => {
                    next += 1;
                    if let ControlFlow::Break(cause) = self.record(tally, first, run, 0) {
                        return Ok(ControlFlow::Break(cause));
                    }
                    continue;
                }
            };
            if tally.startup.is_none() {
                tally.startup = session.as_ref().map(|session| session.startup);
            }
            // A run is reported once it is known whether a stray reply follows.
            let mut pending: Option<(&Case, Run)> = None;
            let mut doubtful = None;
            while let (Some(case), Some(asked)) = (cases.get(next), session.take()) {
                if self.shared.interrupted.load(Ordering::Relaxed) {
                    return Ok(ControlFlow::Break(Cause::Interrupted));
                }
                let quiet = self.shared.quiet.read();
                let (run, alive) = asked.ask(case, &self.rules(case))?;
                drop(quiet);
                next += 1;
                session = alive;
                if let Some((case, run)) = pending.take()
                    && let ControlFlow::Break(cause) = self.record(tally, case, run, 0)
                {
                    return Ok(ControlFlow::Break(cause));
                }
                if self.is_doubtful(&run, case) {
                    doubtful = Some((case, run));
                    break;
                }
                pending = Some((case, run));
                if self.shared.options.isolation == Sharing::Case {
                    break;
                }
            }
            let stray = session.map(Session::close).transpose()?.flatten();
            let last = match (pending, stray) {
                (Some((case, _)), Some(stray)) => Some((case, stray)),
                (pending, _) => pending,
            };
            if let Some((case, run)) = last
                && let ControlFlow::Break(cause) = self.record(tally, case, run, 0)
            {
                return Ok(ControlFlow::Break(cause));
            }
            if let Some((case, run)) = doubtful
                && let ControlFlow::Break(cause) = self.repeat(sandbox, tally, case, run)?
            {
                return Ok(ControlFlow::Break(cause));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Runs a process for each case.
    fn programs(
        &self,
        sandbox: &mut Sandbox,
        cases: &[Case],
        tally: &mut Tally<'_>,
    ) -> Result<ControlFlow<Cause>, JudgeError> {
        for case in cases {
            let quiet = self.shared.quiet.read();
            let run = self.alone(sandbox, case)?;
            drop(quiet);
            let flow = if self.is_doubtful(&run, case) {
                self.repeat(sandbox, tally, case, run)?
            } else {
                self.record(tally, case, run, 0)
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Repeats a doubtful run with nothing else running; the best counts.
    fn repeat(
        &self,
        sandbox: &mut Sandbox,
        tally: &mut Tally<'_>,
        case: &Case,
        mut best: Run,
    ) -> Result<ControlFlow<Cause>, JudgeError> {
        let mut repeats = 0;
        while repeats < REPEATS && self.is_doubtful(&best, case) && !best.interrupted {
            let alone = self.shared.quiet.write();
            let run = self.alone(sandbox, case)?;
            drop(alone);
            repeats += 1;
            let better = run.verdict == Verdict::Accepted && best.verdict != Verdict::Accepted;
            let quicker = run.verdict == best.verdict && run.measured.cpu < best.measured.cpu;
            if better || quicker || run.interrupted {
                best = run;
            }
        }
        Ok(self.record(tally, case, best, repeats))
    }

    /// Whether another run might earn another verdict: close to the time
    /// limit, or out of a resource that earlier cases in the same process, or
    /// a busy machine, may have used up.
    fn is_doubtful(&self, run: &Run, case: &Case) -> bool {
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
    fn alone(&self, sandbox: &mut Sandbox, case: &Case) -> Result<Run, JudgeError> {
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

    fn open<'s>(
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
            open_files: 512,
        };
        let job = compile::job(
            &self.staged,
            &self.staged.run,
            &self.folder,
            Access::Read,
            talks,
            limits,
        );
        // A program's output is its reply: one byte past a sane reply is
        // enough to judge it.
        let keep = if talks { 0 } else { 64 * 1024 };
        Ok(Live::start(sandbox, &job, keep, self.shared.interrupted)?)
    }

    /// What a run on a case says.
    fn answer(&self, case: Case, run: Run) -> Told {
        let reply = run.reply.as_deref().unwrap_or_default();
        let mut replies = case.instance.problem().replies().iter().copied();
        let claim = replies
            .find(|answer| check(reply.as_bytes(), answer, self.shared.options.booleans).is_ok());
        Told::Answer(Box::new(Answer {
            verdict: run.verdict,
            claim,
            detail: run.detail,
            stderr: run.stderr,
            measured: run.measured,
            limits: self.limits(&case),
            interrupted: run.interrupted,
            case,
        }))
    }

    /// The limits of a case, scaled for the language; a program also pays for
    /// its start-up.
    fn limits(&self, case: &Case) -> Limits {
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

    fn rules(&self, case: &Case) -> Rules<'_> {
        Rules {
            limits: self.limits(case),
            booleans: self.shared.options.booleans,
            hard: 1.5 + self.shared.options.borderline,
            out_of_memory: self.out_of_memory,
        }
    }

    /// Reports a run; tells whether to go on.
    fn record(
        &self,
        tally: &mut Tally<'_>,
        case: &Case,
        run: Run,
        repeats: u32,
    ) -> ControlFlow<Cause> {
        if run.interrupted {
            return ControlFlow::Break(Cause::Interrupted);
        }
        let verdict = run.verdict;
        (tally.report)(CaseResult {
            id: case.id.clone(),
            verdict,
            detail: run.detail,
            stderr: run.stderr,
            failing: Failing::of(case, verdict, run.reply),
            measured: run.measured,
            limits: self.limits(case),
            repeats,
        });
        if tally.verdict == Verdict::Accepted {
            tally.verdict = verdict;
        }
        if verdict == Verdict::Accepted || self.shared.all_cases {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Cause::Failed)
        }
    }
}
