//! The checked build: a submission compiled with sanitizers, as on `LeetCode`. An accepted
//! submission is run on all cases again, and a mistake that a sanitizer finds counts as a
//! crash. For a failed submission, only the first failed case is run, to find the reason.
//!
//! Only a sanitizer's message counts against a submission. A checked build that exceeds its
//! limits, crashes for another reason or replies incorrectly proves nothing, and the report
//! lists the submission as not checked.

use std::sync::atomic::Ordering;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::program::compile::Source;
use crate::run::prepare::Judging;
use crate::run::runner::Runner;
use crate::schedule::submission::events::{EventSink, Finding};
use crate::verdict::diagnostics::{FileNames, first_error};
use mousetrap_languages::{Exception, checked};
use mousetrap_model::{Case, Message, Verdict};
use mousetrap_sandbox::Sandbox;

/// The result of running the checked build.
pub(crate) enum Checked {
    /// The checked build passed every case, or the language has none.
    Clean,
    /// A sanitizer reported a mistake.
    Found(Finding),
    /// The checked build failed without a sanitizer's message, for this reason.
    Unfinished(Message),
    /// The user asked to stop.
    Interrupted,
}

/// Runs the checked build of a submission on its cases.
///
/// # Errors
/// Returns an error if the judge fails.
pub(crate) fn sanitize(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: Judging<'_>,
    sink: &EventSink<'_>,
) -> Result<Checked, JudgeError> {
    let Judging {
        submission,
        toolchain,
        memory,
        cases,
    } = judging;
    let detected = &submission.detected;
    let Some(staged) = checked(detected, toolchain) else {
        return Ok(Checked::Clean);
    };
    let patterns = detected.language.sanitizer.iter();
    let patterns: Vec<Exception> = patterns
        .filter_map(|pattern| Exception::new(pattern, &staged.source).ok())
        .collect();
    let names = FileNames::for_submission(submission, &staged);
    sink.checking();
    let program = Source {
        staged,
        version: &toolchain.version,
        limits: &context.options.compile,
        on_preparing: &|failed| sink.preparing(failed),
    };
    let Some(compiled) = program.prepare(context, sandbox)? else {
        return Ok(Checked::Interrupted);
    };
    let Ok(program) = compiled.program else {
        let error = first_error(&names.diagnostics(&compiled.output).text).unwrap_or_default();
        let reason = Message::CheckedBuildRejected { error };
        return Ok(Checked::Unfinished(reason));
    };
    // The toolchain may have been prepared in between.
    sink.checking();
    let runner = Runner::new(context, program, detected, memory).with_sanitizers();
    let every: Vec<&Case> = cases.iter().collect();
    let mut wrong = None;
    let mut next = 0;
    while next < cases.len() {
        if runner.is_late() {
            return Ok(out_of_time(&cases[next]));
        }
        let Some((at, run)) = runner.run_until_failure(sandbox, &every, next, &mut |_, _| ())?
        else {
            break;
        };
        if run.interrupted || context.interrupted.load(Ordering::Relaxed) {
            return Ok(Checked::Interrupted);
        }
        next = at + 1;
        let stderr = run.stderr.text();
        if let Some(detail) = patterns.iter().find_map(|pattern| pattern.find(&stderr)) {
            return Ok(Checked::Found(Finding {
                case: at,
                detail,
                stderr: names.trace(&stderr),
            }));
        }
        if runner.is_late() {
            return Ok(out_of_time(&cases[at]));
        }
        let reason = Message::OnCase {
            problem: run.reason.unwrap_or(Message::Interrupted).into(),
            case: cases[at].id.to_string(),
        };
        if run.verdict != Verdict::WrongAnswer {
            return Ok(Checked::Unfinished(reason));
        }
        wrong.get_or_insert(reason);
    }
    Ok(wrong.map_or(Checked::Clean, Checked::Unfinished))
}

fn out_of_time(case: &Case) -> Checked {
    Checked::Unfinished(Message::CheckedTimeLimit {
        case: case.id.to_string(),
    })
}
