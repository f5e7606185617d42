//! The report for terminals and text files: the table of a run, and the lines below the table.

use console::Style;

use crate::text::columns::SCORE_COLUMN;
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
    let grid = render_grid(model, style);
    if !model.submissions.is_empty() {
        text = grid.text + "\n";
    }
    let wrapped = |sentence: String| style.wrap(&sentence) + "\n";
    text.extend(similarity_lines(model).into_iter().map(wrapped));
    text += &printable_failure_lines(model, view);
    let has_scores = grid.titles.contains(&SCORE_COLUMN);
    text.extend(run_notes(model, view, has_scores).into_iter().map(wrapped));
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
    use crate::Audience;
    use crate::tests::sample;

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
        for text in [
            render_table(&model.redacted(), &View::default()),
            render_table(&model, &audience(Audience::Author)),
            render_table(&model, &audience(Audience::Room("class".to_owned()))),
        ] {
            assert!(!text.contains("[[1,3]") && !text.contains("ply"), "{text}");
        }
    }

    #[test]
    fn coloured_table_has_the_text_of_the_plain_table() {
        let model = sample::interrupted_run();
        let painted = render_table(&model, &sample::styled_view(true, None));
        assert!(painted.contains("\u{1b}["));
        let plain = render_table(&model, &View::default());
        let unpainted = console::strip_ansi_codes(&painted);
        let lines = |text: &str| -> Vec<String> {
            text.lines()
                .map(|line| line.trim_end().to_owned())
                .collect()
        };
        assert_eq!(lines(&unpainted), lines(&plain));
    }

    #[test]
    fn table_fits_the_terminal_width() {
        let model = sample::interrupted_run();
        for width in [40, 60, 80, 100, 120, 200] {
            for colour in [false, true] {
                let text = render_table(&model, &sample::styled_view(colour, Some(width)));
                for line in text.split("\n\n").next().unwrap().lines() {
                    let columns = console::measure_text_width(line);
                    assert!(columns <= width, "at {width}: {line}");
                }
            }
        }
        let narrow = sample::styled_view(false, Some(80));
        insta::assert_snapshot!(render_table(&model, &narrow));
    }

    #[test]
    fn narrow_table_shortens_paths_and_has_no_note_about_an_omitted_column() {
        let mut model = sample::run_with_points(sample::events(true));
        for submission in &mut model.submissions {
            // Next to this id and the points, there is no room for paths of the usual length.
            submission.info.problem = "longest-common-path".to_owned();
        }
        let text = render_table(&model, &sample::styled_view(false, Some(80)));
        let (grid, below) = text.split_once("\n\n").unwrap();
        // Each cell is on a single line.
        assert_eq!(grid.lines().count(), 2 + model.submissions.len(), "{grid}");
        let has_score = |grid: &str| grid.lines().next().unwrap().contains("cases");
        assert!(!has_score(grid) && !below.contains("* ran only"), "{text}");
        let wide = render_table(&model, &View::default());
        assert!(has_score(&wide) && wide.contains("* ran only"), "{wide}");
    }
}
