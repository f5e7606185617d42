//! Compiling a submission and preparing it to run.

use crate::context::JudgeContext;
use crate::program::compile::{CompileResult, compile};
use crate::program::prepared_toolchain::PrepareCallback;
use crate::run::runner::Runner;
use crate::run::startup;
use crate::verdict::diagnostics::{Diagnostics, FileNames, first_error};
use crate::{JudgeError, Submission};
use mousetrap_languages::{
    Detection, Toolchain, entry_point_hint, fence_hint, stage, stub_source, unclosed_brace_hint,
};
use mousetrap_model::{Case, Message, Usage};
use mousetrap_sandbox::Sandbox;
use mousetrap_util::Bytes;
use mousetrap_util::printable::indent;

/// A submission that is to be compiled and run, with its cases.
#[derive(Clone, Copy)]
pub(crate) struct JudgingTask<'a> {
    pub submission: &'a Submission<'a>,
    pub toolchain: &'a Toolchain,
    /// The largest memory limit of any case on which the submission will be run.
    pub memory: Bytes,
    /// The cases; empty if each case is chosen during the run.
    pub cases: &'a [Case],
}

/// Compiles a submission.
///
/// # Errors
/// Returns an error if the judge fails or the user asks to stop.
pub(crate) fn prepare<'a>(
    context: &'a JudgeContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'a>,
    on_preparing: PrepareCallback<'_>,
) -> Result<CompileResult<Runner<'a>>, JudgeError> {
    let (submission, toolchain) = (judging.submission, judging.toolchain);
    let detected = &submission.detected;
    let staged = stage(detected, toolchain);
    let names = FileNames::for_submission(submission, &staged);
    let compiled = compile(&context.build, sandbox, staged, on_preparing)?;
    let text = compiled.output;
    let result = |program, output| CompileResult {
        program,
        usage: compiled.usage,
        output,
    };
    let Ok(program) = compiled.program else {
        let (error, output) = explain_rejection(detected, &names, &text);
        return Ok(result(Err(error), output));
    };
    let fence = detected.code.fence.iter().map(|fence| format!("{fence}\n"));
    let doubt = detected.ambiguity.iter();
    let doubt = doubt.map(|doubt| format!("{}\n", doubt.why));
    let notes: String = fence.chain(doubt).collect();
    let output = notes + &names.diagnostics(&text).text;
    let mut runner = Runner::new(context, program, detected, judging.memory);
    runner.startup = startup::startup_allowance(context, sandbox, detected, toolchain)?;
    // In languages without static checks, a misplaced entry point is only detected by starting the
    // driver.
    if let Some(remark) = entry_point_hint(detected)
        && !runner.driver_can_start(sandbox)?
    {
        let output = format!("{remark}\n\n{}{output}", expected_form(detected));
        return Ok(CompileResult {
            usage: compiled.usage.or(Some(Usage::NONE)),
            ..result(Err(Some(Message::text(remark))), output)
        });
    }
    runner.names = Some(names);
    Ok(result(Ok(runner), output))
}

/// Returns the first error of a submission that does not compile, and the compiler's output, both
/// with a hint about the probable mistake.
fn explain_rejection(
    detected: &Detection<'_>,
    names: &FileNames,
    text: &str,
) -> (Option<Message>, String) {
    let hint = detected.language.hint(text);
    let mut hint = hint.or_else(|| fence_hint(&detected.code, detected.language));
    let Diagnostics { text, driver_error } = names.diagnostics(text);
    if let Some(remark) = entry_point_hint(detected) {
        let text = driver_error.map_or(text, |_| String::new());
        let output = format!("{remark}\n\n{}{text}", expected_form(detected));
        return (Some(Message::text(remark)), output);
    }
    let mut form = String::new();
    if let Some(error) = &driver_error {
        let unclosed = unclosed_brace_hint(&detected.code.bare);
        let entry = detected.entry_point_name();
        if unclosed.is_some() {
            hint = unclosed;
        } else if entry.is_some_and(|entry| error.contains(&entry)) {
            form = format!("\n{}", expected_form(detected));
        }
    }
    let error = first_error(&text).map(Message::text);
    let remark = match (hint.map(Message::text), error, &detected.ambiguity) {
        (Some(hint), _, _) if driver_error.is_some() => Message::At {
            place: names.entry_point_position.clone(),
            problem: hint.into(),
        },
        (Some(hint), Some(error), _) => error.with_remark(hint),
        (Some(hint), None, _) => hint,
        (None, Some(error), Some(doubt)) => doubt.with_reason(error),
        (None, None, Some(doubt)) => doubt.why.clone(),
        (None, error, None) => return (error, text + &form),
    };
    let output = format!("{remark}\n\n{text}{form}");
    (Some(remark), output)
}

/// Returns text that shows how a submission must define the entry point, for a submission that the
/// driver cannot call.
fn expected_form(detected: &Detection<'_>) -> String {
    let stub = detected
        .problem
        .and_then(|problem| stub_source(detected.language, problem));
    stub.map_or(String::new(), |stub| {
        format!("the expected form is:\n\n{}\n", indent(&stub))
    })
}
