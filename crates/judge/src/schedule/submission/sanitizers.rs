//! The checked build: a submission compiled with sanitizers, as on `LeetCode`. The checked build
//! of an accepted submission is run on all cases, and a mistake that a sanitizer finds counts as a
//! crash. For a failed submission, only the first failed case is run, to find the reason.
//!
//! Only the message of a sanitizer counts against a submission. A checked build that exceeds its
//! limits, crashes for another reason or replies incorrectly proves nothing. The report then lists
//! the submission as not checked.

use std::sync::atomic::Ordering;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::program::compile::Source;
use crate::run::prepare::JudgingTask;
use crate::run::runner::Runner;
use crate::schedule::submission::events::{EventSink, Finding};
use crate::verdict::diagnostics::{FileNames, first_error};
use mousetrap_languages::{Exception, stage_with_sanitizers};
use mousetrap_model::{Case, Message, Verdict};
use mousetrap_sandbox::Sandbox;

/// The result of running the checked build.
pub(crate) enum CheckedBuildResult {
    /// The checked build passed every case, or the language has no sanitizers.
    Clean,
    /// A sanitizer found a mistake.
    Found(Finding),
    /// The checked build failed without a message of a sanitizer. Contains the reason.
    Unfinished(Message),
    /// The user asked to stop.
    Interrupted,
}

/// Runs the checked build of a submission on its cases.
///
/// # Errors
/// Returns an error if the judge fails.
pub(crate) fn run_checked_build(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    sink: &EventSink<'_>,
) -> Result<CheckedBuildResult, JudgeError> {
    let JudgingTask {
        submission,
        toolchain,
        memory,
        cases,
    } = judging;
    let detected = &submission.detected;
    let Some(staged) = stage_with_sanitizers(detected, toolchain) else {
        return Ok(CheckedBuildResult::Clean);
    };
    let patterns = detected.language.sanitizer.iter();
    let patterns: Vec<Exception> = patterns
        .filter_map(|pattern| Exception::new(pattern, &staged.source).ok())
        .collect();
    let names = FileNames::for_submission(submission, &staged);
    sink.send_checking();
    let program = Source {
        staged,
        version: &toolchain.version,
        limits: &context.options.compile,
        on_preparing: &|failed| sink.send_preparing(failed),
    };
    let Some(compiled) = program.prepare(context, sandbox)? else {
        return Ok(CheckedBuildResult::Interrupted);
    };
    let Ok(program) = compiled.program else {
        let error = first_error(&names.diagnostics(&compiled.output).text).unwrap_or_default();
        let reason = Message::CheckedBuildRejected { error };
        return Ok(CheckedBuildResult::Unfinished(reason));
    };
    // Preparing the toolchain may have sent another event in between.
    sink.send_checking();
    let runner = Runner::new(context, program, detected, memory).with_sanitizers();
    let every: Vec<&Case> = cases.iter().collect();
    let mut wrong = None;
    let mut next = 0;
    while next < cases.len() {
        if runner.is_late() {
            return Ok(time_limit_reached(&cases[next]));
        }
        let Some((at, run)) = runner.run_until_failure(sandbox, &every, next, &mut |_, _| ())?
        else {
            break;
        };
        if run.interrupted || context.interrupted.load(Ordering::Relaxed) {
            return Ok(CheckedBuildResult::Interrupted);
        }
        next = at + 1;
        let stderr = run.stderr.text();
        if let Some(detail) = patterns.iter().find_map(|pattern| pattern.find(&stderr)) {
            return Ok(CheckedBuildResult::Found(Finding {
                case: at,
                detail,
                stderr: names.trace(&stderr),
            }));
        }
        if runner.is_late() {
            return Ok(time_limit_reached(&cases[at]));
        }
        let reason = Message::OnCase {
            problem: run.reason.unwrap_or(Message::Interrupted).into(),
            case: cases[at].id.to_string(),
        };
        if run.verdict != Verdict::WrongAnswer {
            return Ok(CheckedBuildResult::Unfinished(reason));
        }
        wrong.get_or_insert(reason);
    }
    Ok(wrong.map_or(CheckedBuildResult::Clean, CheckedBuildResult::Unfinished))
}

fn time_limit_reached(case: &Case) -> CheckedBuildResult {
    CheckedBuildResult::Unfinished(Message::CheckedTimeLimit {
        case: case.id.to_string(),
    })
}
