//! The build with sanitizers, as `LeetCode` has it: it runs over the cases of an
//! accepted submission, and a mistake that it finds counts as a crash. Of a
//! submission that failed it runs the first failing case alone, to name the
//! mistake behind it.
//!
//! Only a sanitizer's message is held against a submission. A checked build that
//! exceeds its limits, crashes otherwise or gives a wrong answer proves nothing, and
//! the report names the submission as not checked.

use std::sync::atomic::Ordering;

use crate::program::compile::Compiled;
use crate::run::prepare::Shared;
use crate::run::runner::Runner;
use crate::schedule::events::Sink;
use crate::verdict::diagnostics::{self, FileNames};
use crate::{JudgeError, Submission};
use mousetrap_base::Bytes;
use mousetrap_languages::{Exception, Toolchain, checked};
use mousetrap_model::{Case, Message, Verdict};
use mousetrap_sandbox::Sandbox;

/// Result of running the checked build.
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

/// A mistake that a sanitizer has found.
pub(crate) struct Finding {
    /// Index of the case.
    pub case: usize,
    /// The sanitizer's sentence, and the submission's line.
    pub detail: String,
    /// All that it said.
    pub stderr: String,
}

/// Runs the checked build of a submission over `cases`.
pub(crate) fn sanitize(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &Submission<'_>,
    toolchain: &Toolchain,
    cases: &[Case],
    memory: Bytes,
    sink: &Sink<'_>,
) -> Result<Checked, JudgeError> {
    let (detected, language) = (&submission.detected, submission.detected.language);
    let Some(staged) = checked(detected, toolchain) else {
        return Ok(Checked::Clean);
    };
    let patterns: Vec<Exception> = language
        .sanitizer
        .iter()
        .filter_map(|pattern| Exception::new(pattern, &staged.source).ok())
        .collect();
    let names = FileNames::of(submission, &staged);
    sink.checking();
    let preparing = |failed: Option<&_>| sink.preparing(failed);
    let compiled = shared.compiled(sandbox, &staged, toolchain, &shared.compile, &preparing)?;
    let program = match compiled {
        Compiled::Ready { program, .. } => program,
        Compiled::Rejected { text, .. } => {
            let error = diagnostics::first(&names.diagnostics(&text).text).unwrap_or_default();
            let reason = Message::CheckedBuildRejected { error };
            return Ok(Checked::Unfinished(reason));
        }
        Compiled::Interrupted => return Ok(Checked::Interrupted),
    };
    // The toolchain may have been prepared in between.
    sink.checking();
    let mut runner =
        Runner::new(shared, staged, program, detected.form, language, memory).checked();
    runner.reads = detected.reads_input();
    let every: Vec<&Case> = cases.iter().collect();
    let mut wrong = None;
    let mut next = 0;
    while next < cases.len() {
        if runner.is_late() {
            return Ok(out_of_time(&cases[next]));
        }
        let Some((at, run)) = runner.until_failure(sandbox, &every, next, &mut |_, _| ())? else {
            break;
        };
        if run.interrupted || shared.interrupted.load(Ordering::Relaxed) {
            return Ok(Checked::Interrupted);
        }
        next = at + 1;
        let said = run.stderr.text();
        if let Some(detail) = patterns.iter().find_map(|pattern| pattern.find(&said)) {
            return Ok(Checked::Found(Finding {
                case: at,
                detail,
                stderr: names.trace(&said),
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
