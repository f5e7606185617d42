//! The first failure of a submission, as text for the HTML report.

use std::path::Path;

use crate::Submission;
use crate::text::failing_case::CaseDescription;
use crate::texts::Texts;
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::quote_for_shell;

/// Maximum length of an input that is written inline in a suggested command. The user must save a
/// longer input to a file before running the command.
const MAX_COMMAND_INPUT_BYTES: usize = 1500;

/// The first failure of a submission.
pub(super) struct Failure<'a> {
    /// The command that runs the submission on the failing case.
    pub(super) command: Option<String>,
    /// The output of the compiler, if the compiler rejects the submission.
    pub(super) compiler: Option<String>,
    /// The first case that the submission failed, unless the compiler rejects the submission.
    pub(super) case: Option<&'a CaseResult>,
    /// The input, the expected answer and the reply; `None` if the run does not contain them.
    pub(super) texts: Option<CaseDescription<'a>>,
}

impl<'a> Failure<'a> {
    /// Returns the failure of a submission, or `None` if the submission has no verdict or is
    /// accepted.
    pub(super) fn new(submission: &'a Submission, texts: &Texts) -> Option<Self> {
        let judgement = submission.judgement()?;
        if judgement.verdict == Verdict::Accepted {
            return None;
        }
        let is_rejected = judgement.verdict == Verdict::CompileError;
        let case = submission.first_failing_case().filter(|_| !is_rejected);
        Some(Self {
            command: case.and_then(|case| shell_command(submission, case)),
            compiler: is_rejected.then(|| match judgement.compiler_output.trim() {
                "" => texts["compiler_silent"].to_owned(),
                output => output.to_owned(),
            }),
            case,
            texts: case.and_then(|case| {
                let failing = case.failing.as_ref()?;
                Some(CaseDescription::new(submission, case, failing, texts))
            }),
        })
    }
}

/// Returns a shell command with which the author can run a submission on a case.
fn shell_command(submission: &Submission, case: &CaseResult) -> Option<String> {
    let input = &case.failing.as_ref()?.arguments;
    let info = &submission.info;
    let name = info.path.file_name();
    let name = name.map_or(info.path.as_path(), Path::new);
    let name = quote_for_shell(&name.display().to_string());
    // The problem that a complete program solves cannot be recognised.
    let problem = match info.form {
        Form::Program => format!(" --problem {}", quote_for_shell(&info.problem)),
        Form::Function => String::new(),
    };
    Some(if input.len() > MAX_COMMAND_INPUT_BYTES {
        format!("mousetrap run {name} case.txt{problem}")
    } else {
        let input = quote_for_shell(input.trim_end());
        format!("printf '%s\\n' {input} | mousetrap run {name}{problem}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;
    use crate::texts::EN;

    #[test]
    fn suggested_command_contains_the_failing_input() {
        let model = sample::one_failed_run().printable();
        let failure = Failure::new(&model.submissions[0], &EN).unwrap();
        assert_eq!(
            failure.command.unwrap(),
            "printf '%s\\n' '[[1,3],[0],[3],[0,2]]' | mousetrap run answer.go"
        );
        assert_eq!(failure.texts.unwrap().got, "0");
    }

    #[test]
    fn accepted_submission_has_no_failure() {
        assert!(Failure::new(&sample::accepted_run().submissions[0], &EN).is_none());
    }
}
