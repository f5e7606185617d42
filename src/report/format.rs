//! The formats a run can be reported in.

use std::path::Path;

use crate::report::{Look, Model, Report, csv, html, junit, markdown, terminal};

/// A format that a run can be reported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people
    Table,
    /// One JSON object with every measurement (see docs/json.md)
    Json,
    /// `JUnit` XML: a test per submission, for continuous integration
    Junit,
    /// One HTML page: verdict matrix, plots, failing cases with replays
    Html,
    /// Markdown, for a pull request or a job summary
    Markdown,
    /// GitHub workflow commands: annotations beside the files
    Github,
    /// Comma-separated values: a row per submission
    Csv,
}

impl Format {
    /// The format that the name of a file tells.
    pub fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "txt" => Some(Self::Table),
            "json" => Some(Self::Json),
            "xml" => Some(Self::Junit),
            "html" | "htm" => Some(Self::Html),
            "md" => Some(Self::Markdown),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// What is known about a run, in this format. `look` only matters to formats
/// for people.
pub fn render(format: Format, model: &Model, look: Look) -> String {
    if format == Format::Json {
        return Report::new(model).to_json();
    }
    let model = &model.printable();
    match format {
        Format::Json => unreachable!("it escapes all and loses nothing"),
        Format::Table => terminal::table(model, look),
        Format::Junit => junit::junit(model),
        Format::Html => html::html(model),
        Format::Markdown => markdown::markdown(model),
        Format::Github => markdown::github(model),
        Format::Csv => csv::csv(model),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;
    use crate::judge::Event;
    use crate::judge::is_report;
    use crate::report::sample;

    #[test]
    fn every_format_marks_what_is_cached() {
        let mut events = sample::events(false);
        for event in &mut events {
            if let Event::Finished { result, .. } = event {
                result.from_cache = true;
            }
        }
        let (fresh, cached) = (sample::good(), sample::fold(events));
        for &format in Format::value_variants() {
            let marks = |model| {
                let text = render(format, model, Look::PLAIN);
                let marked = [
                    "(cached)",
                    "\"from_cache\": true",
                    "\"from_cache\" value=\"true\"",
                    ",true\n",
                    " cached (",
                ];
                marked
                    .iter()
                    .map(|mark| text.matches(mark).count())
                    .sum::<usize>()
            };
            assert_eq!(marks(&fresh), 0, "{format:?}");
            let least = if format == Format::Github { 1 } else { 5 };
            assert!(marks(&cached) >= least, "{format:?}");
        }
    }

    #[test]
    fn a_report_of_every_format_is_known_as_one_and_a_source_is_not() {
        for model in [sample::interrupted(), sample::good(), sample::empty()] {
            for &format in Format::value_variants() {
                let text = render(format, &model, Look::PLAIN);
                // What Markdown is called is documentation anyway.
                let known = is_report(&text) || text.starts_with("## ");
                assert!(known, "{format:?}:\n{text}");
            }
        }
        for text in [
            "",
            "{\n}",
            "<?xml version=\"1.0\"?>",
            "class Solution:\n",
            "problem",
        ] {
            assert!(!is_report(text), "{text}");
        }
    }
}
