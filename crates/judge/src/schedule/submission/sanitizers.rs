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
use crate::program::build::BuildContext;
use crate::program::compile::{PreparedProgram, compile};
use crate::program::prepared_toolchain::PrepareCallback;
use crate::run::prepare::JudgingTask;
use crate::run::runner::Runner;
use crate::schedule::submission::events::EventSink;
use crate::verdict::diagnostics::{FileNames, first_error};
use mousetrap_languages::{Exception, stage_with_sanitizers};
use mousetrap_model::{Case, Event, Message, Verdict};
use mousetrap_sandbox::Sandbox;

/// A submission that was compiled with sanitizers, or the reason why this failed.
pub(crate) struct SanitizerBuild {
    program: Result<PreparedProgram, Message>,
    /// The patterns of the sanitizers' messages.
    patterns: Vec<Exception>,
    names: FileNames,
}

/// Compiles a submission with sanitizers. Returns `None` if its language has no sanitizers.
///
/// # Errors
/// Returns an error if the judge fails or the user asks to stop.
pub(crate) fn compile_sanitizer_build(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    judging: JudgingTask<'_>,
    on_preparing: PrepareCallback<'_>,
) -> Result<Option<SanitizerBuild>, JudgeError> {
    let detected = &judging.submission.detected;
    let Some(staged) = stage_with_sanitizers(detected, judging.toolchain) else {
        return Ok(None);
    };
    let patterns = Exception::compile_patterns(&detected.language.sanitizer, &staged.source);
    let names = FileNames::for_submission(judging.submission, &staged);
    let compiled = compile(context, sandbox, staged, on_preparing)?;
    let program = compiled.program.map_err(|_| {
        let error = first_error(&names.diagnostics(&compiled.output).text).unwrap_or_default();
        Message::CheckedBuildRejected { error }
    });
    Ok(Some(SanitizerBuild {
        program,
        patterns,
        names,
    }))
}

impl SanitizerBuild {
    /// Runs the sanitizer build on the cases of a submission. If a sanitizer reports an error, adds
    /// the error to the result of the case in `sink`, and returns `None`. If the sanitizer build
    /// fails without such an error, returns the reason for the failure.
    ///
    /// # Errors
    /// Returns an error if the judge fails or the user asks to stop.
    pub(crate) fn run(
        self,
        context: &JudgeContext<'_>,
        sandbox: &mut Sandbox,
        judging: JudgingTask<'_>,
        sink: &mut EventSink<'_>,
    ) -> Result<Option<Message>, JudgeError> {
        let program = match self.program {
            Ok(program) => program,
            Err(reason) => return Ok(Some(reason)),
        };
        let (submission, cases) = (judging.submission, judging.cases);
        sink.send(|submission, worker| Event::Checking { submission, worker });
        let runner = Runner::new(context, program, &submission.detected, judging.memory);
        let runner = runner.with_sanitizers();
        let every: Vec<&Case> = cases.iter().collect();
        let mut wrong = None;
        let mut next = 0;
        while let Some((at, run)) =
            runner.run_until_failure(sandbox, &every, next, &mut |_, _| ())?
        {
            context.build.ensure_not_interrupted()?;
            next = at + 1;
            let stderr = run.output.stderr.text();
            if let Some(message) = self.patterns.iter().find_map(|it| it.find(&stderr)) {
                sink.add_sanitizer_error(&cases[at], message, self.names.clean_stderr(&stderr));
                return Ok(None);
            }
            let case = cases[at].id.to_string();
            if runner.is_past_deadline() {
                return Ok(Some(Message::CheckedTimeLimit { case }));
            }
            let reason = Message::OnCase {
                problem: run.reason.unwrap_or(Message::Interrupted).into(),
                case,
            };
            if run.verdict != Verdict::WrongAnswer {
                return Ok(Some(reason));
            }
            wrong.get_or_insert(reason);
        }
        Ok(wrong)
    }
}
