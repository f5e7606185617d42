//! The report options of `judge` and `report merge`, and the code that prints reports.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use crate::cli::context::{GlobalOptions, choice_parser};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::output::StandardOutput;
use crate::judge::output_files::{check_writable, find_duplicate_path, report_files};
use mousetrap_report::texts::{Texts, preferred_language};
use mousetrap_report::{FeedbackDirectory, Format, Model, OutputStyle, ReportFile, View};
use mousetrap_util::printable::escape_path;

/// The options of commands that report a run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reports")]
#[command(group = ArgGroup::new("report-files").args(["output", "marks"]).multiple(true))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each boolean is a command-line switch"
)]
pub(crate) struct ReportOptions {
    /// The format of the report on standard output
    #[arg(long, value_parser = choice_parser::<Format>(), default_value = "table")]
    pub(crate) format: Format,
    /// Write a report to a file. Its extension determines the format: .json, .jsonl, .xml, .html,
    /// .md, .csv or .txt. An existing file is replaced only if it is a report. May be repeated
    #[arg(long, short, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write a mark sheet as comma-separated values, with the best points of each student for each
    /// problem. Each top-level directory or archive below a PATH counts as one student. Runs all
    /// cases
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,
    /// The directory in which to write an HTML page for the author of each submission; add --redact
    /// if the cases are hidden
    #[arg(long, value_name = "DIR")]
    pub(crate) feedback: Option<PathBuf>,
    /// The language of HTML reports and feedback pages: English or Chinese
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "zh"], default_value = "en")]
    page_language: String,
    /// Write a report for students, with verdicts, counts, and the rounded maximum time and memory,
    /// but without details of hidden cases
    #[arg(long, conflicts_with = "show_failing")]
    pub(crate) redact: bool,
    /// Print all columns of the table. By default, columns are left out so that the table fits the
    /// terminal, or 100 characters in a pipe
    #[arg(long)]
    wide: bool,
    /// Exit with code 1 if a submission is skipped because its toolchain is missing
    #[arg(long)]
    strict: bool,
    /// Show the first failing case of each failing submission in full, or its compiler errors
    #[arg(long)]
    pub(crate) show_failing: bool,
}

impl ReportOptions {
    /// Returns the report files to write, or an error if one of them must not be replaced.
    pub(crate) fn writable_report_files(&self) -> Result<Vec<ReportFile>, Failure> {
        let mut files = report_files(&self.output)?;
        if let Some(path) = self.marks.clone() {
            let extension = path.extension();
            if extension.is_some_and(|extension| !extension.eq_ignore_ascii_case("csv")) {
                return Err(Failure::usage_error(format!(
                    "{}: the name of a mark sheet must end in .csv; rename it, as in `--marks \
                     marks.csv`, or write a report with --output",
                    escape_path(&path)
                )));
            }
            files.push(ReportFile {
                format: Format::Marks,
                path,
            });
        }
        if let Some(file) = find_duplicate_path(&files) {
            return Err(Failure::usage_error(format!(
                "{}: two reports would be written to this file; give each report its own file",
                escape_path(file)
            )));
        }
        for file in &files {
            check_writable(&file.path, mousetrap_judge::is_report)?;
        }
        let formats = files.iter().map(|file| file.format);
        let mut formats = formats.chain([self.format]);
        if self.redact && formats.any(|format| format == Format::Log) {
            return Err(Failure::usage_error(
                "a log cannot be redacted, because reports are made from it; omit --redact here, \
                 and give it to `mousetrap report merge`",
            ));
        }
        Ok(files)
    }

    /// Returns whether the user wants a mark sheet, which requires points.
    pub(crate) fn wants_mark_sheet(&self) -> bool {
        self.marks.is_some() || self.format == Format::Marks
    }

    /// Returns the feedback directory, or an error if one of its pages must not be replaced.
    pub(crate) fn writable_feedback_directory<'a>(
        &self,
        submissions: impl Iterator<Item = &'a Path>,
    ) -> Result<Option<FeedbackDirectory>, Failure> {
        let pages = self.feedback.clone().map(FeedbackDirectory);
        if let Some(pages) = &pages {
            let checked = pages.check_writable(submissions);
            checked.map_err(Failure::usage_error)?;
        }
        Ok(pages)
    }

    /// Returns the localised texts of HTML reports and feedback pages.
    pub(crate) fn page_texts(&self) -> &'static Texts {
        preferred_language(&self.page_language)
    }

    /// Prints the report of a run, and returns the exit status.
    pub(crate) fn print(&self, global: &GlobalOptions, model: &Model) -> CommandResult {
        let redacted = self.redact.then(|| model.redacted());
        let model = redacted.as_ref().unwrap_or(model);
        let format = self.format;
        let refused = &model.header.refused;
        if model.submissions.is_empty() && !refused.is_empty() && format == Format::Table {
            let errors: Vec<String> = refused.iter().map(ToString::to_string).collect();
            return Err(Failure::usage_error(errors.join("\nerror: ")));
        }
        let view = View {
            texts: self.page_texts(),
            style: OutputStyle::for_stdout(self.wide),
            ..View::default()
        };
        if global.quiet && format == Format::Table {
            out!("{}", mousetrap_report::failure_lines(model, &view));
        } else {
            let mut out = BufWriter::new(StandardOutput);
            // The error is ignored here, because `StandardOutput` stores it until the command ends.
            let _ = mousetrap_report::write(format, model, &view, &mut out);
            let _ = out.flush();
        }
        if self.show_failing {
            out!("{}", mousetrap_report::describe_failures(model, &view));
        }
        Ok(exit_status(model, self.strict))
    }
}

/// Returns the exit status of a run.
fn exit_status(model: &Model, strict: bool) -> ExitStatus {
    let summary = model.summary();
    if summary.failed > 0 {
        ExitStatus::Internal
    } else if model.is_interrupted() {
        ExitStatus::Interrupted
    } else if summary.refused > 0 {
        ExitStatus::Usage
    } else if summary.unexpected > 0 || strict && summary.skipped > 0 {
        ExitStatus::Unexpected
    } else {
        ExitStatus::Expected
    }
}
