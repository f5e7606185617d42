//! Judging one submission on its cases.

use std::mem::replace;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::program::build::BuildContext;
use crate::run::driver_session::{DriverSession, SessionStartResult};
use crate::run::judging_rules::Run;
use crate::run::prepare::{JudgingTask, prepare};
use crate::run::runner::Runner;
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::sanitizers::compile_sanitizer_build;
use crate::schedule::submission::tally::Tally;
use mousetrap_model::{Case, CaseResult, Event, Judgement, Message, Verdict};
use mousetrap_sandbox::{Isolation, Sandbox};

/// Maximum number of repetitions of a run that was close to the time limit.
const MAX_REPEATS: u32 = 2;

/// Compiles and runs a submission, and then its sanitizer build if necessary. Sends an event for
/// each result. If there is a spare sandbox, the sanitizer build is compiled in this sandbox while
/// the submission is compiled and run. Removes the spare sandbox if an error occurs while it is in
/// use.
///
/// # Errors
/// Returns an error if the judge fails or the user asks to stop.
pub(crate) fn judge(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    spare: &mut Option<Sandbox>,
    judging: JudgingTask<'_>,
    sink: &mut EventSink<'_>,
) -> Result<Judgement, JudgeError> {
    let cases = judging.cases;
    let language = judging.submission.detected.language;
    let has_sanitizers = context.build.options.sanitizers && !language.sanitizer.is_empty();
    let is_cancelled = AtomicBool::new(false);
    let build = BuildContext {
        interrupted: &is_cancelled,
        ..context.build.clone()
    };
    let on_failure = sink.preparation_failure_sender();
    let (judgement, to_check, compiled) = thread::scope(|scope| {
        let compiling = spare.as_mut().filter(|_| has_sanitizers).map(|spare| {
            scope.spawn(|| compile_sanitizer_build(&build, spare, judging, &on_failure))
        });
        let judgement = judge_without_sanitizers(context, sandbox, judging, sink);
        let to_check = match judgement.as_ref().map(|judgement| judgement.verdict) {
            _ if !has_sanitizers => &[],
            Ok(Verdict::Accepted) => cases,
            Ok(Verdict::WrongAnswer | Verdict::RunTimeError) => {
                first_failed_case(&sink.cases, cases)
            }
            _ => &[],
        };
        if to_check.is_empty() {
            is_cancelled.store(true, Ordering::Relaxed);
        } else {
            sink.send(|submission, worker| Event::Checking { submission, worker });
        }
        let compiled = compiling.map(|thread| join(thread, &is_cancelled, &context.build));
        (judgement, to_check, compiled)
    });
    if matches!(&compiled, Some(Err(error)) if !matches!(error, JudgeError::Interrupted)) {
        *spare = None;
    }
    let mut judgement = judgement?;
    if !to_check.is_empty() {
        let to_sanitize = JudgingTask {
            cases: to_check,
            ..judging
        };
        let on_preparing = |failed: Option<&_>| sink.send_toolchain_preparation_state(failed);
        let build = compiled.unwrap_or_else(|| {
            compile_sanitizer_build(&context.build, sandbox, judging, &on_preparing)
        })?;
        if let Some(build) = build {
            let unfinished = build.run(context, sandbox, to_sanitize, sink)?;
            if judgement.verdict == Verdict::Accepted {
                judgement.unchecked = unfinished;
                // An error that a sanitizer reports changes the verdict of its case.
                let mut verdicts = sink.cases.iter().map(|result| result.verdict);
                let failed = verdicts.find(|&verdict| verdict != Verdict::Accepted);
                judgement.verdict = failed.unwrap_or(Verdict::Accepted);
            }
        }
    }
    judgement.cases = std::mem::take(&mut sink.cases);
    Ok(judgement)
}

/// Waits for a thread. Tells the thread to stop if the user asks to stop.
fn join<T>(
    thread: ScopedJoinHandle<'_, T>,
    is_cancelled: &AtomicBool,
    build: &BuildContext<'_>,
) -> T {
    while !thread.is_finished() {
        if build.is_interrupted() {
            is_cancelled.store(true, Ordering::Relaxed);
        }
        thread::sleep(Duration::from_millis(1));
    }
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Compiles and runs a submission without sanitizers. The results of the cases are in `sink`.
fn judge_without_sanitizers(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    sink: &mut EventSink<'_>,
) -> Result<Judgement, JudgeError> {
    let cases = judging.cases;
    let on_preparing = |failed: Option<&_>| sink.send_toolchain_preparation_state(failed);
    let compiled = prepare(context, sandbox, judging, &on_preparing)?;
    let (compile, compiler_output) = (compiled.usage, compiled.output);
    let runner = match compiled.program {
        Ok(runner) => runner,
        Err(compile_error) => {
            return Ok(Judgement {
                compiler_output,
                compile_error,
                compile,
                ..Judgement::new(Verdict::CompileError)
            });
        }
    };
    sink.send(|submission, worker| Event::Started { submission, worker });
    let earlier = &judging.submission.earlier_results;
    if earlier.len() <= cases.len() && cases.iter().zip(earlier).all(|(case, it)| case.id == it.id)
    {
        sink.cases.clone_from(earlier);
    }
    let mut tally = Tally::new(&runner, sink);
    tally.run_cases(sandbox, cases)?;
    // If files of the program were removed or changed, this may have caused the failure. The files
    // are checked only with full isolation, because a submission without isolation can remove its
    // own files.
    let is_isolated = sandbox.isolation() == Isolation::Full;
    let has_failed = tally.verdict != Verdict::Accepted;
    if is_isolated && has_failed && !runner.program.entry.is_intact() {
        return Err(JudgeError::Damaged(runner.program.entry.directory()));
    }
    Ok(Judgement {
        compiler_output,
        compile,
        // If judging stopped at the last case, no case was skipped.
        gave_up: tally
            .gave_up
            .filter(|_| tally.sink.cases.len() < cases.len()),
        startup: tally.startup,
        startup_allowance: runner.startup,
        ..Judgement::new(tally.verdict)
    })
}

/// Returns the first failed case as a slice of one case, or an empty slice.
fn first_failed_case<'a>(results: &[CaseResult], cases: &'a [Case]) -> &'a [Case] {
    let failed = results
        .iter()
        .find(|result| result.verdict != Verdict::Accepted);
    // The result of a case can be changed only if it is the latest result, or if all cases have
    // results.
    let is_last = |failed: &&CaseResult| {
        results.len() == cases.len() || results.last().is_some_and(|last| last.id == failed.id)
    };
    let failed = failed.filter(is_last);
    let index = failed.and_then(|failed| cases.iter().position(|case| case.id == failed.id));
    index.map_or(&[], |index| &cases[index..=index])
}

impl Tally<'_, '_> {
    /// Runs the submission on all cases, in sessions or as a complete program, and records a
    /// verdict for each case.
    fn run_cases(&mut self, sandbox: &mut Sandbox, cases: &[Case]) -> Result<(), JudgeError> {
        let Runner { context, .. } = self.runner;
        let mut session = None;
        for (index, case) in cases.iter().enumerate().skip(self.sink.cases.len()) {
            context.build.ensure_not_interrupted()?;
            self.sink.send_case_started(case, index + 1);
            let lock = context.run_lock.read();
            let rules = self.runner.rules(&case.limits);
            let is_new = session.is_none();
            let start = if let Some(session) = session.map(SessionStartResult::Session) {
                session
            } else {
                self.runner.start_session(sandbox, case, &rules)?
            };
            if let (true, SessionStartResult::Session(session)) = (is_new, &start) {
                self.add_idle_time(session.startup);
                self.startup.get_or_insert(session.startup);
            }
            let (mut run, alive) = start.run_case(case, &rules)?;
            drop(lock);
            if self.runner.must_be_repeated(&run, case) {
                drop(alive);
                session = None;
                if self.repeat_run_until_verdict_is_final(sandbox, case, run)? {
                    continue;
                }
                break;
            }
            // After the first failure, the session ends, because earlier cases in the same process
            // may have caused the failure. The session also ends if no further case is run.
            let is_first = self.verdict == Verdict::Accepted;
            let failed = run.verdict != Verdict::Accepted;
            let ends = failed && (is_first || !context.build.options.all_cases);
            if alive.is_some() && !ends && index + 1 < cases.len() {
                session = alive;
            } else {
                run = DriverSession::close(alive, run, &rules)?;
                if is_first && !is_new {
                    self.detect_shared_state(sandbox, case, &mut run)?;
                }
                session = None;
            }
            if !self.record_run(case, run, 0) {
                break;
            }
        }
        Ok(())
    }

    /// Runs a failed case again, in a new process. If the case passes in the new process, earlier
    /// cases caused its failure, and a remark about this is added to the reason.
    fn detect_shared_state(
        &self,
        sandbox: &mut Sandbox,
        case: &Case,
        run: &mut Run,
    ) -> Result<(), JudgeError> {
        if !matches!(run.verdict, Verdict::WrongAnswer | Verdict::RunTimeError) {
            return Ok(());
        }
        let alone = self.runner.run_in_new_process(sandbox, case)?;
        if alone.verdict == Verdict::Accepted {
            run.add_remark(Message::PassesAlone);
        }
        Ok(())
    }

    /// Repeats a run until its verdict is final, and records the best run. A run that was close to
    /// the time limit is repeated as an exclusive run, if possible. Returns whether the next case is
    /// to be run.
    fn repeat_run_until_verdict_is_final(
        &mut self,
        sandbox: &mut Sandbox,
        case: &Case,
        mut best: Run,
    ) -> Result<bool, JudgeError> {
        let mut repeats = 0;
        let runner = self.runner;
        let cpu_limit = runner.scaled_limits(&case.limits).cpu;
        let number = self.sink.cases.len() + 1;
        while runner.must_be_repeated(&best, case) {
            let is_timeout = best.verdict == Verdict::TimeLimitExceeded;
            // After the memory limit was exceeded, one repetition in a new process is enough.
            let max_repeats = if is_timeout { MAX_REPEATS } else { 1 };
            if repeats >= max_repeats {
                break;
            }
            self.sink.send_case_started(case, number);
            let run = if is_timeout {
                self.exclusive_runs.repeat_run(runner, sandbox, case)?
            } else {
                Some(runner.run_in_new_process(sandbox, case)?)
            };
            // If the run slept, another run would sleep again.
            let Some(run) = run else { break };
            repeats += 1;
            let better = run.verdict == Verdict::Accepted && best.verdict != Verdict::Accepted;
            let quicker = run.verdict == best.verdict && run.usage.cpu < best.usage.cpu;
            let discarded = if better || quicker {
                replace(&mut best, run)
            } else {
                run
            };
            self.add_run_times(discarded.usage, cpu_limit);
        }
        Ok(self.record_run(case, best, repeats))
    }
}
