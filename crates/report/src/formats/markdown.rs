//! The report in Markdown, for a pull request or a job summary.

use std::fmt::Write as _;
use std::path::Path;

use crate::text::columns::{self, cell_text, column_titles, is_numeric};
use crate::text::failing_case::describe_failure;
use crate::text::sentences::{outcome_reason, run_notes, summary_text};
use crate::texts::EN;
use crate::{Model, OutcomeClass, OutputStyle, View};
use mousetrap_model::SubmissionOutcome;

/// Returns the run as Markdown: a headline, the details of each failure, and the table.
pub(crate) fn render_markdown(model: &Model, view: &View) -> String {
    let summary = model.summary();
    let sign = if summary.unexpected + summary.failed + summary.refused > 0 {
        "❌"
    } else if summary.as_expected == summary.submissions {
        "✅"
    } else {
        "⚠️"
    };
    let mut text = format!("## {sign} {}\n", summary_text(model, view));
    for submission in &model.submissions {
        let path = path_as_code_span(&submission.info.path);
        if let SubmissionOutcome::Failed(error) = &submission.outcome {
            let error = code_block(&error.to_string());
            let _ = write!(text, "\n**Internal error** on {path}:\n\n{error}\n");
        } else if submission.outcome_class() == OutcomeClass::Unexpected {
            let reason = escape_markdown(&outcome_reason(submission, &EN));
            let more = describe_failure(submission, OutputStyle::default());
            // A redacted report contains no details.
            let _ = if more.is_empty() {
                writeln!(text, "\n{path}: {reason}")
            } else {
                let summary = format!("<summary>{path}: {reason}</summary>");
                let more = code_block(&more);
                writeln!(text, "\n<details>{summary}\n\n{more}\n</details>")
            };
        }
    }
    if !model.header.refused.is_empty() {
        text += "\n**Not judged:**\n\n";
    }
    for refused in &model.header.refused {
        let (path, reason) = (
            path_as_code_span(&refused.path),
            escape_markdown(&refused.reason.to_string()),
        );
        let _ = writeln!(text, "- {path}: {reason}");
    }
    for line in run_notes(model, view, true) {
        let _ = writeln!(text, "\n{}", escape_markdown(&line));
    }
    let columns = column_titles(model).into_iter();
    let columns: Vec<&str> = columns.filter(|it| *it != columns::NOTE_COLUMN).collect();
    let rules = columns
        .iter()
        .map(|it| if is_numeric(it) { "---:" } else { "---" });
    let rules: Vec<&str> = rules.collect();
    let _ = writeln!(
        text,
        "\n| {} |\n| {} |",
        columns.join(" | "),
        rules.join(" | ")
    );
    for submission in &model.submissions {
        let cells = columns.iter().map(|column| {
            let cell = escape_markdown(&cell_text(model, submission, column));
            match *column {
                columns::SOLUTION_COLUMN => text_as_code_span(&submission.short_name()),
                columns::VERDICT_COLUMN => {
                    let origin = escape_markdown(&model.origin_suffix(submission, &EN));
                    match submission.outcome_class() {
                        OutcomeClass::Unexpected | OutcomeClass::Failed => {
                            format!("**{cell}** ❌{origin}")
                        }
                        _ => cell + &origin,
                    }
                }
                _ => cell,
            }
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// Escapes text, so that Markdown shows it unchanged.
fn escape_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !"/.-:,()".contains(character) {
            let _ = write!(safe, "&#{};", u32::from(character));
        } else {
            safe.push(if character.is_control() {
                ' '
            } else {
                character
            });
        }
    }
    // GitHub turns web addresses into links.
    safe.replace("://", "&#58;//").replace("www.", "www&#46;")
}

fn path_as_code_span(path: &Path) -> String {
    text_as_code_span(&path.display().to_string())
}

fn text_as_code_span(text: &str) -> String {
    format!("<code>{}</code>", escape_markdown(text))
}

/// Returns a code block whose fence is longer than any fence in the text.
fn code_block(text: &str) -> String {
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.fold(2, usize::max) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn redacted_failure_has_no_details() {
        let model = sample::interrupted_run().redacted();
        let text = render_markdown(&model.printable(), &View::default());
        let verdict = "</code>: should be AC, but is WA\n";
        assert!(
            text.contains(verdict) && !text.contains("```text\n\n```"),
            "{text}"
        );
    }

    #[test]
    fn fence_is_longer_than_any_in_the_text() {
        assert_eq!(code_block("a\n````\nb"), "`````text\na\n````\nb\n`````\n");
    }
}
