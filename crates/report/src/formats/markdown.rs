//! Reports in Markdown (for a pull request or a job summary) and as GitHub
//! workflow commands (shown beside the files).

use std::fmt::Write as _;

use crate::text::failing::in_full;
use crate::text::sentences::{
    converted, left_out, partial_points, points, reason, score, similarity, skip_groups, stopped,
    summary_text, unchecked,
};
use crate::text::units::{counted, time};
use crate::{Model, Standing, Submission, TerminalStyle};
use mousetrap_model::RefusedFile;
use mousetrap_model::SubmissionOutcome;

/// The run as Markdown: a headline, what is wrong in full, then the table.
pub(crate) fn markdown(model: &Model) -> String {
    let summary = model.summary();
    let sign = if summary.unexpected + summary.failed + summary.refused > 0 {
        "❌"
    } else if summary.as_expected == summary.submissions {
        "✅"
    } else {
        "⚠️"
    };
    let mut text = format!("## {sign} {}\n", summary_text(model));
    for submission in &model.submissions {
        match (submission.standing(), &submission.outcome) {
            (Standing::Unexpected, _) => {
                let path = html_code(&submission.info.path.display().to_string());
                let reason = html(&reason(submission));
                let more = in_full(submission, TerminalStyle::PLAIN);
                // What hides its cases has nothing to unfold.
                let _ = if more.is_empty() {
                    writeln!(text, "\n{path}: {reason}")
                } else {
                    let more = fenced(&more);
                    writeln!(
                        text,
                        "\n<details><summary>{path}: {reason}</summary>\n\n{more}\n</details>",
                    )
                };
            }
            (_, SubmissionOutcome::Failed(error)) => {
                let path = submission.info.path.display().to_string();
                let _ = write!(
                    text,
                    "\n**Internal error** on {}:\n\n{}\n",
                    html_code(&path),
                    fenced(&error.to_string())
                );
            }
            _ => {}
        }
    }
    for (skip, skipped) in skip_groups(model) {
        let _ = write!(
            text,
            "\n{} skipped: {}; to judge: {}\n",
            counted(skipped, "submission"),
            html(&skip.reason.to_string()),
            html_code(&skip.remedy),
        );
    }
    if !model.header.refused.is_empty() {
        text += "\n**Not judged:**\n\n";
    }
    for RefusedFile { path, reason } in &model.header.refused {
        let path = html_code(&path.display().to_string());
        let _ = writeln!(text, "- {path}: {}", html(&reason.to_string()));
    }
    let notes = [
        left_out(model),
        converted(model),
        unchecked(model),
        stopped(model),
    ];
    for line in notes.into_iter().flatten().chain(partial_points(model)) {
        let _ = writeln!(text, "\n{}", html(&line));
    }
    text += &similar(model);
    let (heading, rule) = if model.header.points.is_empty() {
        ("", "")
    } else {
        (" points |", " ---: |")
    };
    let _ = writeln!(
        text,
        "\n| problem | solution | language | expected | verdict | cases |{heading} first failing | \
         slowest / limit | memory |\n\
         | --- | --- | --- | --- | --- | --- |{rule} --- | ---: | ---: |"
    );
    for submission in &model.submissions {
        text += &row(model, submission, !model.header.points.is_empty());
    }
    text
}

/// Which submissions resemble each other, if that was asked.
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
        let names = members
            .map(|&index| html_code(&model.submissions[index].info.path.display().to_string()));
        let names = names.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "- {names}: {}", html(&similarity(alike)));
    }
    text
}

fn row(model: &Model, submission: &Submission, has_points: bool) -> String {
    let info = &submission.info;
    let code = submission.verdict().map_or("", |verdict| verdict.code());
    let origin = html(&model.origin_suffix(submission));
    let verdict = match submission.standing() {
        Standing::AsExpected => format!("{code}{origin}"),
        Standing::Unexpected => format!("**{code}** ❌{origin}"),
        Standing::Skipped => "SKIP".to_owned(),
        Standing::Failed => "**internal error** ❌".to_owned(),
        Standing::NotJudged => "–".to_owned(),
    };
    let first = submission
        .first_failing()
        .map_or(String::new(), |case| html(&case.id.to_string()));
    let slowest = submission.peak().map_or(String::new(), |peak| {
        format!("{} / {}", time(peak.cpu), time(peak.cpu_limit))
    });
    let memory = submission
        .peak()
        .map_or(String::new(), |peak| peak.memory.to_string());
    let expected = submission.expected().map_or("", |verdict| verdict.code());
    let points = has_points.then(|| format!("{} | ", points(submission)));
    let points = points.unwrap_or_default();
    format!(
        "| {} | {} | {} | {expected} | {verdict} | {} | {points}{first} | {slowest} | {memory} |\n",
        info.problem,
        html_code(&submission.short_name()),
        html(&info.language_name),
        score(submission),
    )
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

/// The run as GitHub workflow commands: an notice, an error at each file
/// whose verdict is not as expected, and a warning per missing toolchain.
pub(crate) fn github(model: &Model) -> String {
    let summary = data(&summary_text(model));
    let mut text = format!("::notice title=mousetrap::{summary}\n");
    for submission in &model.submissions {
        let (title, message) = match (&submission.outcome, submission.standing()) {
            (SubmissionOutcome::Failed(error), _) => {
                ("internal error".to_owned(), error.to_string())
            }
            (_, Standing::Unexpected) => (
                reason(submission) + &model.origin_suffix(submission),
                in_full(submission, TerminalStyle::PLAIN),
            ),
            _ => continue,
        };
        let _ = writeln!(
            text,
            "::error file={},title={}::{}",
            property(&submission.info.path.display().to_string()),
            property(&title),
            data(message.trim_end()),
        );
    }
    for RefusedFile { path, reason } in &model.header.refused {
        let file = property(&path.display().to_string());
        let _ = writeln!(
            text,
            "::error file={file},title=not judged::{}",
            data(&reason.to_string())
        );
    }
    for (skip, skipped) in skip_groups(model) {
        let _ = writeln!(
            text,
            "::warning title={}::{}; to judge: {}",
            property(&format!("{} skipped", counted(skipped, "submission"))),
            data(&skip.reason.to_string()),
            data(&skip.remedy),
        );
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
    use crate::sample;

    #[test]
    fn a_run_in_markdown() {
        insta::assert_snapshot!(markdown(&sample::interrupted().printable()));
    }

    #[test]
    fn what_hides_its_cases_cannot_be_unfolded() {
        let model = sample::interrupted().redacted();
        let text = markdown(&model.printable());
        assert!(!text.contains("```text\n\n```"), "{text}");
        assert!(
            text.contains("</code>: should be AC, but is WA\n"),
            "{text}"
        );
    }

    #[test]
    fn a_run_as_workflow_commands() {
        let text = github(&sample::interrupted().printable());
        assert!(text.lines().all(|line| line.starts_with("::")));
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_fence_cannot_be_closed_from_inside() {
        assert_eq!(fenced("a\n````\nb"), "`````text\na\n````\nb\n`````\n");
    }
}
