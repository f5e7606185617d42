//! Judging one submission on its cases.

use std::mem::replace;
use std::sync::atomic::Ordering;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::run::driver_session::{DriverSession, Opened};
use crate::run::prepare::{JudgingTask, prepare};
use crate::run::rules::Run;
use crate::run::runner::{Runner, Uncertainty};
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::exclusive::ExclusiveRun;
use crate::schedule::submission::sanitizers::{CheckedBuildResult, run_checked_build};
use crate::schedule::submission::tally::{Halt, Tally};
use mousetrap_model::{Case, CaseResult, Judgement, Message, Verdict};
use mousetrap_sandbox::{Isolation, Sandbox};

/// Maximum number of repetitions of a run that was close to the time limit.
const MAX_REPEATS: u32 = 2;

/// Compiles and runs a submission, and reports each result. Returns `None` if the user
/// asked to stop.
///
/// # Errors
/// Returns an error if the judge fails.
pub(crate) fn judge(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    sink: &mut EventSink<'_>,
) -> Result<Option<Judgement>, JudgeError> {
    let cases = judging.cases;
    let on_preparing = |failed: Option<&_>| sink.send_preparing(failed);
    let Some(compiled) = prepare(context, sandbox, judging, &on_preparing)? else {
        return Ok(None);
    };
    let (compile, compiler_output) = (compiled.usage, compiled.output);
    let runner = match compiled.program {
        Ok(runner) => runner,
        Err(compile_error) => {
            return Ok(Some(Judgement {
                compiler_output,
                compile_error,
                compile,
                ..Judgement::new(Verdict::CompileError)
            }));
        }
    };
    sink.send_started();
    let earlier = &judging.submission.earlier_results;
    if earlier.len() <= cases.len() && cases.iter().zip(earlier).all(|(case, it)| case.id == it.id)
    {
        sink.cases.clone_from(earlier);
    }
    let mut tally = Tally::new(sink);
    match runner.run_cases(sandbox, cases, &mut tally) {
        Ok(()) | Err(Halt::Failed) => {}
        Err(Halt::Interrupted) => return Ok(None),
        Err(Halt::Judge(error)) => return Err(error),
    }
    // This is checked only with isolation. Without it, a submission can remove its own files.
    let is_isolated = sandbox.isolation() == Isolation::Full;
    if is_isolated && tally.verdict != Verdict::Accepted {
        runner.check_intact()?;
    }
    let mut judgement = Judgement {
        compiler_output,
        compile,
        // If the last time-out is on the last case, no case was skipped.
        gave_up: tally
            .gave_up
            .filter(|_| tally.sink.cases.len() < cases.len()),
        startup: tally.startup,
        startup_allowance: runner.startup,
        ..Judgement::new(tally.verdict)
    };
    let to_check = match judgement.verdict {
        _ if !context.options.sanitizers => &[],
        Verdict::Accepted => cases,
        Verdict::WrongAnswer | Verdict::RunTimeError => first_failed_case(&sink.cases, cases),
        _ => &[],
    };
    if !to_check.is_empty() {
        let to_sanitize = JudgingTask {
            cases: to_check,
            ..judging
        };
        match run_checked_build(context, sandbox, to_sanitize, sink)? {
            CheckedBuildResult::Clean => {}
            CheckedBuildResult::Found(finding) => {
                if judgement.verdict == Verdict::Accepted {
                    judgement.verdict = Verdict::RunTimeError;
                }
                sink.report_finding(&finding, &to_check[finding.case]);
            }
            CheckedBuildResult::Unfinished(_) if judgement.verdict != Verdict::Accepted => {}
            CheckedBuildResult::Unfinished(reason) => judgement.unchecked = Some(reason),
            CheckedBuildResult::Interrupted => return Ok(None),
        }
    }
    judgement.cases = std::mem::take(&mut sink.cases);
    Ok(Some(judgement))
}

/// Returns the first failed case as a slice of one case, or an empty slice.
fn first_failed_case<'a>(results: &[CaseResult], cases: &'a [Case]) -> &'a [Case] {
    let failed = results
        .iter()
        .find(|result| result.verdict != Verdict::Accepted);
    // A result other than the last one can only be changed when all results are known.
    let is_last = |failed: &&CaseResult| {
        results.len() == cases.len() || results.last().is_some_and(|last| last.id == failed.id)
    };
    let failed = failed.filter(is_last);
    let place = failed.and_then(|failed| cases.iter().position(|case| case.id == failed.id));
    place.map_or(&[], |place| &cases[place..=place])
}

impl Runner<'_> {
    /// Runs sessions or whole programs until every case has its verdict.
    fn run_cases(
        &self,
        sandbox: &mut Sandbox,
        cases: &[Case],
        tally: &mut Tally<'_, '_>,
    ) -> Result<(), Halt> {
        let mut session = None;
        for (index, case) in cases.iter().enumerate().skip(tally.sink.cases.len()) {
            if self.context.interrupted.load(Ordering::Relaxed) {
                return Err(Halt::Interrupted);
            }
            tally.sink.send_case_started(case, index + 1);
            let lock = self.context.run_lock.read();
            let rules = self.rules(&case.limits);
            let is_new = session.is_none();
            let opened = match session.map(Opened::Session) {
                Some(session) => session,
                none => {
                    drop(none);
                    self.open(sandbox, case, &rules)?
                }
            };
            if let (true, Opened::Session(session)) = (is_new, &opened) {
                tally.count_idle(session.startup);
                tally.startup.get_or_insert(session.startup);
            }
            let (mut run, alive) = opened.run_case(case, &rules)?;
            drop(lock);
            if self.uncertainty(&run, case).is_some() {
                drop(alive);
                self.repeat(sandbox, tally, case, run)?;
                session = None;
                continue;
            }
            // After the first failure, the session ends, because earlier cases in the same process
            // may be the reason. It also ends if no further case is needed.
            let is_first = tally.verdict == Verdict::Accepted;
            let failed = run.verdict != Verdict::Accepted;
            let ends = failed && (is_first || !self.context.options.all_cases);
            if alive.is_some() && !ends && index + 1 < cases.len() {
                session = alive;
            } else {
                run = DriverSession::close(alive, run, &rules)?;
                if is_first && !is_new {
                    self.check_for_state(sandbox, case, &mut run)?;
                }
                session = None;
            }
            self.record(tally, case, run, 0)?;
        }
        Ok(())
    }

    /// Runs a failed case in a new process, and adds a remark to the reason if the case passes
    /// there.
    fn check_for_state(
        &self,
        sandbox: &mut Sandbox,
        case: &Case,
        run: &mut Run,
    ) -> Result<(), JudgeError> {
        if !matches!(run.verdict, Verdict::WrongAnswer | Verdict::RunTimeError) {
            return Ok(());
        }
        let _lock = self.context.run_lock.read();
        let alone = self.run_alone(sandbox, case)?;
        if alone.verdict == Verdict::Accepted && !alone.interrupted {
            run.add_remark(Message::PassesAlone);
        }
        Ok(())
    }

    /// Repeats an uncertain run, and records the best run. If the time is uncertain, the
    /// repetition is an exclusive run, if possible.
    fn repeat(
        &self,
        sandbox: &mut Sandbox,
        tally: &mut Tally<'_, '_>,
        case: &Case,
        mut best: Run,
    ) -> Result<(), Halt> {
        let mut repeats = 0;
        let number = tally.sink.cases.len() + 1;
        while let (Some(uncertainty), false) = (self.uncertainty(&best, case), best.interrupted) {
            let run = match uncertainty {
                Uncertainty::Time if repeats < MAX_REPEATS => {
                    tally.sink.send_case_started(case, number);
                    match tally.exclusive_runs.run(self, sandbox, case)? {
                        ExclusiveRun::Finished(run) => run,
                        // The run would sleep again.
                        ExclusiveRun::Idle => break,
                        ExclusiveRun::NotPossible => {
                            let _lock = self.context.run_lock.read();
                            self.run_alone(sandbox, case)?
                        }
                    }
                }
                // One run in a new process is enough.
                Uncertainty::Memory if repeats == 0 => {
                    let _lock = self.context.run_lock.read();
                    tally.sink.send_case_started(case, number);
                    self.run_alone(sandbox, case)?
                }
                _ => break,
            };
            repeats += 1;
            let better = run.verdict == Verdict::Accepted && best.verdict != Verdict::Accepted;
            let quicker = run.verdict == best.verdict && run.measured.cpu < best.measured.cpu;
            let discarded = if better || quicker || run.interrupted {
                replace(&mut best, run)
            } else {
                run
            };
            tally.count_run(discarded.measured, self.limits(&case.limits).cpu);
        }
        self.record(tally, case, best, repeats)
    }
}
