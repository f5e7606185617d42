//! The report formats, and functions that render a run in one of them.

use std::io;
use std::path::Path;

use mousetrap_util::Choice as _;

use super::{csv, json, junit, mark_sheet, markdown};
use crate::text::failing_case::sanitized_table_data;
use crate::text::table;
use crate::texts::EN;
use crate::{Model, Report, View, html};

mousetrap_util::choices! {
    /// A format of the report about a run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// A human-readable table
        Table = "table",
        /// One JSON object with every measurement (see docs/json.md)
        Json = "json",
        /// `JUnit` XML: a test per submission, for continuous integration
        Junit = "junit",
        /// One HTML page: verdict matrix, plots, failing cases to play
        Html = "html",
        /// Markdown, for a pull request or a job summary
        Markdown = "markdown",
        /// Comma-separated values: a row per submission
        Csv = "csv",
        /// Comma-separated values: a row per student with the best points for each problem
        Marks = "marks",
        /// JSON Lines with the entire run, for `mousetrap report merge`
        Log = "log",
    }
}

impl Format {
    /// Returns the file name extension of this format.
    const fn extension(self) -> &'static str {
        match self {
            Self::Table => "txt",
            Self::Json => "json",
            Self::Junit => "xml",
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv | Self::Marks => "csv",
            Self::Log => "jsonl",
        }
    }

    /// Returns the format for the extension of a file name. The extension `.csv` selects the format
    /// with a row per submission.
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let mut formats = Self::ALL.iter().copied();
        formats.find(|format| extension == format.extension())
    }
}

/// Returns the run in this format.
pub fn render(format: Format, model: &Model, view: &View) -> String {
    let mut text = Vec::new();
    write(format, model, view, &mut text).expect("writing to memory does not fail");
    String::from_utf8(text).expect("every format is text")
}

/// Writes the run in this format. JSON and logs are written one submission at a time, because they
/// can be much larger than reports in the other formats.
///
/// # Errors
/// Returns an error if writing to `out` fails.
pub fn write(
    format: Format,
    model: &Model,
    view: &View,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let english = View {
        texts: &EN,
        ..view.clone()
    };
    let text = match format {
        // JSON and logs escape all text themselves.
        Format::Json => return Report::write(model, out),
        Format::Log => return json::write_log(model, out),
        Format::Table => table::render_table(&sanitized_table_data(model, view), &english),
        Format::Csv => csv::render_csv(&model.clone().printable()),
        Format::Marks => mark_sheet::render_mark_sheet(&model.clone().printable()),
        Format::Junit => junit::render_junit(&model.with_all_cases().printable()),
        Format::Markdown => {
            markdown::render_markdown(&model.with_all_cases().printable(), &english)
        }
        Format::Html => {
            let model = model.with_all_cases();
            html::render_html(&model.printable_with_templates(&view.texts.message), view)
        }
    };
    out.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use mousetrap_util::replace::SNIFF_LENGTH;

    use super::*;
    use crate::tests::sample;
    use crate::texts;
    use mousetrap_judge::is_report;
    use mousetrap_model::{Event, SubmissionOutcome};

    #[test]
    fn report_has_every_submission_and_refused_file() {
        use Format::{Csv, Json, Junit, Markdown, Table};
        for format in [Csv, Json, Junit, Markdown, Table] {
            let report = render(format, &sample::interrupted_run(), &View::default());
            insta::assert_snapshot!(format!("interrupted_run_as_{format}"), report);
        }
    }

    #[test]
    fn every_format_shows_the_origin_of_a_result() {
        let (mut cached, mut identical) = (sample::events(false), sample::events(false));
        for event in &mut cached {
            if let Event::Outcome(_, SubmissionOutcome::Judged(judgement)) = event {
                judgement.from_cache = true;
            }
        }
        let same = Event::Outcome(8, SubmissionOutcome::SameAs(5));
        identical.insert(identical.len() - 1, same);
        let [cached, identical] = [cached, identical].map(sample::run_from_events);
        let original = "same as solutions/1728/accepted/greedy_race.py";
        let logged = "{\"index\":8,\"outcome\":{\"same_as\":5}}";
        for (format, cached_mark, identical_mark) in [
            (Format::Table, "  cached\n", original),
            (Format::Html, "(cached)", original),
            (Format::Markdown, "(cached)", original),
            (Format::Json, "\"from_cache\": true", "\"same_as\": 5"),
            (Format::Log, "\"from_cache\":true", logged),
            (Format::Csv, "", &format!(",{}\n", &original[8..])),
        ] {
            let marks = |model: &Model, mark: &str| {
                let text = render(format, model, &View::default()).replace("&#95;", "_");
                text.matches(mark).count()
            };
            if format != Format::Csv {
                assert_eq!(marks(&sample::good_run(), cached_mark), 0, "{format:?}");
                assert_eq!(marks(&cached, cached_mark), 5, "{format:?}");
            }
            assert!(marks(&identical, identical_mark) > 0, "{format:?}");
            let redacted = marks(&identical.redacted(), identical_mark);
            assert_eq!(redacted, 0, "{format:?}");
        }
    }

    #[test]
    fn every_format_has_the_points_of_a_submission() {
        // One submission is accepted on one of the three cases in the second group, which yields
        // 6.66 points.
        let model = sample::run_with_points(sample::events(false));
        for &format in Format::ALL {
            let expected: &[&str] = match format {
                Format::Json => &["\"points\": 26.66", "\"available\": 40"],
                Format::Csv => &[",26.66,40,"],
                Format::Marks => &[",26.66,"],
                Format::Junit => &[],
                // Points are computed from the results of cases and from the point groups.
                Format::Log => &["\"points\":{\"1728\":{\"total\":40,"],
                _ => &["26.66/40"],
            };
            let redacted = render(format, &model.redacted(), &View::default());
            for text in [&render(format, &model, &View::default()), &redacted] {
                for expected in expected {
                    assert!(text.contains(expected), "{format:?}: {text}");
                }
            }
            assert!(!redacted.contains("first-wall"), "{format:?}: {redacted}");
        }
    }

    #[test]
    fn is_report_accepts_every_format_and_no_source() {
        let views = texts::LANGUAGES.map(|texts| View {
            texts,
            ..View::default()
        });
        let runs = [
            sample::interrupted_run(),
            sample::good_run(),
            sample::empty_run(),
        ];
        for (model, view) in runs
            .iter()
            .flat_map(|run| views.iter().map(move |view| (run, view)))
        {
            for &format in Format::ALL {
                let text = render(format, model, view);
                let end = text.floor_char_boundary(SNIFF_LENGTH as usize);
                assert!(is_report(&text[..end]), "{format:?}:\n{text}");
            }
        }
        let sources = "|{\n}|{\"run\":{}}|<?xml version=\"1.0\"?>|class Solution:\n|problem";
        for text in sources.split('|') {
            assert!(!is_report(text), "{text}");
        }
    }
}
