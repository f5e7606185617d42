//! Reports in Markdown, for a pull request or a job summary.

use std::fmt::Write as _;
use std::path::Path;

use crate::text::failing::explained;
use crate::text::sentences::{notes, points, reason, score, similarity, skip_groups, summary_text};
use crate::text::units::counted;
use crate::{Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::SubmissionOutcome;

/// The run as Markdown: a headline, the failures in full, then the table.
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
            let more = explained(submission, TerminalStyle::default());
            // A redacted report has nothing to unfold.
            let _ = if more.is_empty() {
                writeln!(text, "\n{path}: {reason}")
            } else {
                let summary = format!("<summary>{path}: {reason}</summary>");
                let more = fenced(&more);
                writeln!(text, "\n<details>{summary}\n\n{more}\n</details>")
            };
        }
    }
    for (skip, skipped) in skip_groups(model) {
        let skipped = counted(skipped, "submission");
        let (reason, remedy) = (html(&skip.reason.to_string()), html_code(&skip.remedy));
        let _ = write!(text, "\n{skipped} skipped: {reason}; to judge: {remedy}\n");
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
    text += &similar(model);
    let has_points = !model.header.points.is_empty();
    let (heading, rule) = if has_points {
        (" points |", " ---: |")
    } else {
        ("", "")
    };
    let _ = writeln!(
        text,
        "\n| problem | solution | language | expected | verdict | cases |{heading} first failing | \
         slowest / limit | memory |\n\
         | --- | --- | --- | --- | --- | --- |{rule} --- | ---: | ---: |"
    );
    for submission in &model.submissions {
        text += &row(model, submission, has_points);
    }
    text
}

/// Groups of similar submissions, if the user asked for them.
fn similar(model: &Model) -> String {
    let Some(similar) = &model.header.similar else {
        return String::new();
    };
    if similar.is_empty() {
        return "\nNo similar submissions.\n".to_owned();
    }
    let mut text = "\n**Similar submissions:**\n\n".to_owned();
    for alike in similar {
        let members = alike.submissions.iter();
        let names = members.map(|&index| html_path(&model.submissions[index].info.path));
        let names = names.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "- {names}: {}", html(&similarity(alike)));
    }
    text
}

fn row(model: &Model, submission: &Submission, has_points: bool) -> String {
    let info = &submission.info;
    let code = submission.code();
    let origin = html(&model.origin_suffix(submission));
    let verdict = match submission.standing() {
        Standing::AsExpected => format!("{code}{origin}"),
        Standing::Unexpected => format!("**{code}** ❌{origin}"),
        Standing::Skipped => "SKIP".to_owned(),
        Standing::Failed => "**internal error** ❌".to_owned(),
        Standing::NotJudged => "–".to_owned(),
    };
    let mut cells = vec![
        info.problem.clone(),
        html_code(&submission.short_name()),
        html(&info.language_name),
        submission.expected_code().to_owned(),
        verdict,
        score(submission),
    ];
    cells.extend(has_points.then(|| points(submission)));
    cells.extend([
        html(submission.first_failing_name()),
        submission.slowest_text(),
        submission.memory_text(),
    ]);
    format!("| {} |\n", cells.join(" | "))
}

/// Text that Markdown shows as it is.
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
    // Nothing becomes a link by itself.
    safe.replace("://", "&#58;//").replace("www.", "www&#46;")
}

fn html_path(path: &Path) -> String {
    html_code(&path.display().to_string())
}

fn html_code(text: &str) -> String {
    format!("<code>{}</code>", html(text))
}

/// A code block whose fence is longer than any in the text.
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
    fn a_run_in_markdown() {
        insta::assert_snapshot!(markdown(
            &sample::interrupted().printable(),
            &View::default()
        ));
    }

    #[test]
    fn what_hides_its_cases_cannot_be_unfolded() {
        let model = sample::interrupted().redacted();
        let text = markdown(&model.printable(), &View::default());
        assert!(!text.contains("```text\n\n```"), "{text}");
        assert!(
            text.contains("</code>: should be AC, but is WA\n"),
            "{text}"
        );
    }

    #[test]
    fn a_fence_cannot_be_closed_from_inside() {
        assert_eq!(fenced("a\n````\nb"), "`````text\na\n````\nb\n`````\n");
    }
}
