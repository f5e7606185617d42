//! The report for terminals and text files: the table of a run, and the lines below the table.

use console::Style;

use crate::text::grid::render_grid;
use crate::text::sentences::{run_notes, summary_text};
use crate::text::terminal::printable_failure_lines;
use crate::text::units::format_number;
use crate::texts::EN;
use crate::{Model, View};

/// Returns the table of all submissions, followed by lines about similar submissions, failures,
/// notes and a summary.
pub(crate) fn render_table(model: &Model, view: &View) -> String {
    let style = view.style;
    let mut text = String::new();
    if !model.submissions.is_empty() {
        text += &render_grid(model, style);
        text.push('\n');
    }
    let wrapped = |sentence: String| style.wrap(&sentence) + "\n";
    text.extend(similarity_lines(model).into_iter().map(wrapped));
    text += &printable_failure_lines(model, view);
    text.extend(run_notes(model, view).into_iter().map(wrapped));
    text += &wrapped(summary_line(model, view));
    text.extend(unmeasured_processes_line(model).map(wrapped));
    text
}

/// Returns a line per group of similar submissions, if `--similar` was given.
fn similarity_lines(model: &Model) -> Vec<String> {
    const MAX_LISTED_GROUPS: usize = 20;
    let Some(similar) = &model.header.similar else {
        return Vec::new();
    };
    if similar.is_empty() {
        return vec!["no similar submissions".to_owned()];
    }
    let groups = similar.iter().take(MAX_LISTED_GROUPS).map(|group| {
        let members = group.submissions.iter();
        let names = members.map(|&index| model.submissions[index].info.path.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        let similarity = EN.similarity_text(&group.similarity);
        format!("similar: {names}: {similarity}")
    });
    let mut lines: Vec<String> = groups.collect();
    if similar.len() > MAX_LISTED_GROUPS {
        let more = format_number(similar.len() - MAX_LISTED_GROUPS);
        let rest = "more groups of similar submissions; see the report files";
        lines.push(format!("{more} {rest}"));
    }
    lines
}

/// Returns a line about the processes whose CPU time could not be measured, if there are any.
fn unmeasured_processes_line(model: &Model) -> Option<String> {
    let unmeasured = model.header.clock.describe_unmeasured_processes()?;
    (!model.submissions.is_empty()).then(|| {
        format!(
            "CPU time was measured with the {}; it excludes {unmeasured}",
            model.header.clock
        )
    })
}

/// Returns the summary, coloured by the outcome of the run.
fn summary_line(model: &Model, view: &View) -> String {
    let summary = model.summary();
    let colour = if summary.unexpected + summary.failed + summary.refused > 0 {
        Style::new().red().bold()
    } else if summary.as_expected < summary.submissions || model.is_interrupted() {
        Style::new().yellow().bold()
    } else {
        Style::new().green().bold()
    };
    view.style.paint(colour, &summary_text(model, view))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;
    use crate::{Audience, OutputStyle};

    #[test]
    fn run_without_failures_prints_only_table_and_summary() {
        insta::assert_snapshot!(render_table(&sample::good_run(), &View::default()));
    }

    #[test]
    fn table_of_one_failed_submission_shows_its_case() {
        insta::assert_snapshot!(render_table(&sample::one_failed_run(), &View::default()));
    }

    #[test]
    fn failing_case_is_shown_only_to_the_command_line_user() {
        let model = sample::one_failed_run();
        let audience = |audience| View {
            audience,
            ..View::default()
        };
        for (model, view) in [
            (&model.redacted(), View::default()),
            (&model, audience(Audience::Author)),
            (&model, audience(Audience::Room("class".to_owned()))),
        ] {
            let text = render_table(model, &view);
            assert!(!text.contains("[[1,3]") && !text.contains("ply"), "{text}");
        }
    }

    #[test]
    fn coloured_table_has_the_text_of_the_plain_table() {
        let model = sample::interrupted_run();
        let coloured = OutputStyle {
            colour: true,
            ..OutputStyle::default()
        };
        let painted = render_table(&model, &View::for_command_line_user(coloured));
        assert!(painted.contains("\u{1b}["));
        let trimmed = |text: &str| -> Vec<String> {
            text.lines()
                .map(|line| line.trim_end().to_owned())
                .collect()
        };
        assert_eq!(
            trimmed(&console::strip_ansi_codes(&painted)),
            trimmed(&render_table(&model, &View::default()))
        );
    }

    #[test]
    fn table_fits_the_terminal_width() {
        let model = sample::interrupted_run();
        let table = |width, colour| {
            let width = Some(width);
            render_table(
                &model,
                &View::for_command_line_user(OutputStyle { colour, width }),
            )
        };
        for width in [40, 60, 80, 100, 120, 200] {
            for text in [table(width, false), table(width, true)] {
                for line in text.split("\n\n").next().unwrap().lines() {
                    assert!(
                        console::measure_text_width(line) <= width,
                        "at {width}: {line}"
                    );
                }
            }
        }
        insta::assert_snapshot!(table(80, false));
    }
}
