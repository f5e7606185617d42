//! Reports as GitHub workflow commands, which GitHub shows next to the files.

use std::fmt::Write as _;
use std::path::Path;

use crate::text::failing::in_full;
use crate::text::sentences::{reason, skip_groups, summary_text};
use crate::text::units::counted;
use crate::{Model, Standing, View};
use mousetrap_model::SubmissionOutcome;

/// The run as GitHub workflow commands: a notice, an error at each file whose verdict is
/// not as expected, and a warning per missing toolchain.
pub(crate) fn github(model: &Model, view: &View) -> String {
    let summary = data(&summary_text(model, view));
    let mut text = format!("::notice title=mousetrap::{summary}\n");
    let mut error = |file: &Path, title: &str, message: &str| {
        let file = property(&file.display().to_string());
        let (title, message) = (property(title), data(message.trim_end()));
        let _ = writeln!(text, "::error file={file},title={title}::{message}");
    };
    for submission in &model.submissions {
        let path = &submission.info.path;
        if let SubmissionOutcome::Failed(reason) = &submission.outcome {
            error(path, "internal error", &reason.to_string());
        } else if submission.standing() == Standing::Unexpected {
            let title = reason(submission) + &model.origin_suffix(submission);
            error(path, &title, &in_full(submission));
        }
    }
    for refused in &model.header.refused {
        error(&refused.path, "not judged", &refused.reason.to_string());
    }
    for (skip, skipped) in skip_groups(model) {
        let title = property(&format!("{} skipped", counted(skipped, "submission")));
        let message = data(&format!("{}; to judge: {}", skip.reason, skip.remedy));
        let _ = writeln!(text, "::warning title={title}::{message}");
    }
    text
}

/// The message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn a_run_as_workflow_commands() {
        let text = github(&sample::interrupted().printable(), &View::default());
        assert!(text.lines().all(|line| line.starts_with("::")));
        insta::assert_snapshot!(text);
    }
}
