//! The report in Markdown, for a pull request or a job summary.

use std::fmt::Write as _;
use std::path::Path;

use crate::text::columns::{NOTE, SOLUTION, VERDICT, cell, columns, is_numeric};
use crate::text::failing::describe_failure;
use crate::text::sentences::{notes, reason, summary_text};
use crate::{Model, Standing, TerminalStyle, View};
use mousetrap_model::SubmissionOutcome;

/// Returns the run as Markdown: a headline, the failures in full, and the table.
pub(crate) fn markdown(model: &Model, view: &View) -> String {
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
        let path = html_path(&submission.info.path);
        if let SubmissionOutcome::Failed(error) = &submission.outcome {
            let error = fenced(&error.to_string());
            let _ = write!(text, "\n**Internal error** on {path}:\n\n{error}\n");
        } else if submission.standing() == Standing::Unexpected {
            let reason = html(&reason(submission));
            let more = describe_failure(submission, TerminalStyle::default());
            // A redacted report contains no details.
            let _ = if more.is_empty() {
                writeln!(text, "\n{path}: {reason}")
            } else {
                let summary = format!("<summary>{path}: {reason}</summary>");
                let more = fenced(&more);
                writeln!(text, "\n<details>{summary}\n\n{more}\n</details>")
            };
        }
    }
    if !model.header.refused.is_empty() {
        text += "\n**Not judged:**\n\n";
    }
    for refused in &model.header.refused {
        let (path, reason) = (html_path(&refused.path), html(&refused.reason.to_string()));
        let _ = writeln!(text, "- {path}: {reason}");
    }
    for line in notes(model, view) {
        let _ = writeln!(text, "\n{}", html(&line));
    }
    let columns = columns(model).into_iter();
    let columns: Vec<&str> = columns.filter(|column| *column != NOTE).collect();
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
            let cell = html(&cell(model, submission, column));
            match *column {
                SOLUTION => html_code(&submission.short_name()),
                VERDICT => {
                    let origin = html(&model.origin_suffix(submission));
                    match submission.standing() {
                        Standing::Unexpected | Standing::Failed => format!("**{cell}** ❌{origin}"),
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
fn html(text: &str) -> String {
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
    // GitHub turns addresses into links.
    safe.replace("://", "&#58;//").replace("www.", "www&#46;")
}

fn html_path(path: &Path) -> String {
    html_code(&path.display().to_string())
}

fn html_code(text: &str) -> String {
    format!("<code>{}</code>", html(text))
}

/// Returns a code block whose fence is longer than any fence in the text.
fn fenced(text: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn markdown_has_failures_and_a_table() {
        insta::assert_snapshot!(markdown(
            &sample::interrupted().printable(),
            &View::default()
        ));
    }

    #[test]
    fn redacted_failure_has_no_details() {
        let model = sample::interrupted().redacted();
        let text = markdown(&model.printable(), &View::default());
        assert!(!text.contains("```text\n\n```"), "{text}");
        assert!(
            text.contains("</code>: should be AC, but is WA\n"),
            "{text}"
        );
    }

    #[test]
    fn fence_is_longer_than_any_in_the_text() {
        assert_eq!(fenced("a\n````\nb"), "`````text\na\n````\nb\n`````\n");
    }
}
