//! Sanitizer builds: submissions are compiled with sanitizers, as on `LeetCode`. The sanitizer
//! build of an accepted submission is run on all cases, and an error that a sanitizer reports
//! counts as a crash. The sanitizer build of a failed submission is run only on the first failed
//! case, to find the reason.
//!
//! Only an error that a sanitizer reports counts against a submission. If the sanitizer build
//! exceeds its limits, crashes for another reason or replies incorrectly, the verdict does not
//! change. The report then lists the submission as not checked.

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::program::compile::compile;
use crate::run::prepare::JudgingTask;
use crate::run::runner::Runner;
use crate::schedule::submission::events::{EventSink, SanitizerError};
use crate::verdict::diagnostics::{FileNames, first_error};
use mousetrap_languages::{Exception, stage_with_sanitizers};
use mousetrap_model::{Case, Message, Verdict};
use mousetrap_sandbox::Sandbox;

/// The result of compiling and running a sanitizer build.
pub(crate) enum SanitizerRunResult {
    /// The sanitizer build passed every case, or the language has no sanitizers.
    Clean,
    /// A sanitizer reported an error.
    Found(SanitizerError),
    /// The sanitizer build failed, but no sanitizer reported an error. Contains the reason.
    Unfinished(Message),
}

/// Compiles a submission with sanitizers and runs it on its cases.
///
/// # Errors
/// Returns an error if the judge fails or the user asks to stop.
pub(crate) fn run_sanitizer_build(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    sink: &EventSink<'_>,
) -> Result<SanitizerRunResult, JudgeError> {
    let JudgingTask {
        submission,
        toolchain,
        memory,
        cases,
    } = judging;
    let detected = &submission.detected;
    let Some(staged) = stage_with_sanitizers(detected, toolchain) else {
        return Ok(SanitizerRunResult::Clean);
    };
    let patterns = Exception::compile_patterns(&detected.language.sanitizer, &staged.source);
    let names = FileNames::for_submission(submission, &staged);
    sink.send_sanitizer_build_started();
    let on_preparing = |failed: Option<&_>| sink.send_toolchain_preparation(failed);
    let compiled = compile(&context.build, sandbox, staged, &on_preparing)?;
    let Ok(program) = compiled.program else {
        let error = first_error(&names.diagnostics(&compiled.output).text).unwrap_or_default();
        let reason = Message::CheckedBuildRejected { error };
        return Ok(SanitizerRunResult::Unfinished(reason));
    };
    // The event is sent again, because preparing the toolchain may have sent another event.
    sink.send_sanitizer_build_started();
    let runner = Runner::new(context, program, detected, memory).with_sanitizers();
    let every: Vec<&Case> = cases.iter().collect();
    let mut wrong = None;
    let mut next = 0;
    while next < cases.len() {
        if runner.is_past_deadline() {
            return Ok(time_limit_result(&cases[next]));
        }
        let Some((at, run)) = runner.run_until_failure(sandbox, &every, next, &mut |_, _| ())?
        else {
            break;
        };
        context.build.check_interrupted()?;
        next = at + 1;
        let stderr = run.stderr.text();
        if let Some(detail) = patterns.iter().find_map(|pattern| pattern.find(&stderr)) {
            return Ok(SanitizerRunResult::Found(SanitizerError {
                case: at,
                detail,
                stderr: names.clean_stderr(&stderr),
            }));
        }
        if runner.is_past_deadline() {
            return Ok(time_limit_result(&cases[at]));
        }
        let reason = Message::OnCase {
            problem: run.reason.unwrap_or(Message::Interrupted).into(),
            case: cases[at].id.to_string(),
        };
        if run.verdict != Verdict::WrongAnswer {
            return Ok(SanitizerRunResult::Unfinished(reason));
        }
        wrong.get_or_insert(reason);
    }
    Ok(wrong.map_or(SanitizerRunResult::Clean, SanitizerRunResult::Unfinished))
}

fn time_limit_result(case: &Case) -> SanitizerRunResult {
    SanitizerRunResult::Unfinished(Message::CheckedTimeLimit {
        case: case.id.to_string(),
    })
}
