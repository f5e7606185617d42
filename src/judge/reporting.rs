//! The report options of `judge` and `report merge`, and printing the report.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use crate::cli::common::{Global, choice};
use crate::cli::failure::{Failure, Status};
use crate::cli::out::Output;
use crate::judge::outputs::{may_write, named_twice, outputs};
use mousetrap_report::{Feedback, Format, Model, ReportFile, TerminalStyle, View};
use mousetrap_util::printable::named;

/// Options of commands that report a run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reports")]
#[command(group = ArgGroup::new("report-files").args(["output", "marks"]).multiple(true))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Reporting {
    /// The format of the report on standard output
    #[arg(long, value_parser = choice::<Format>(), default_value = "table")]
    pub(crate) format: Format,
    /// Write a report to a file in the format that its name says: .json, .jsonl, .xml,
    /// .html, .md, .csv or .txt. It replaces a report only. May be repeated
    #[arg(long, short, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write a mark sheet, comma-separated values: a row per student with the best points
    /// for each problem. A student is the first directory or archive below a PATH. Runs
    /// all cases
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,
    /// Write an HTML page on each submission alone to this directory, for its author; add
    /// --redact if the cases are hidden
    #[arg(long, value_name = "DIR")]
    pub(crate) feedback: Option<PathBuf>,
    /// Report verdicts, counts and the largest time and memory, rounded, but
    /// nothing of a hidden case: a report for students
    #[arg(long, conflicts_with = "show_failing")]
    pub(crate) redact: bool,
    /// Print all columns of the table, however wide it becomes. Otherwise it fits the terminal,
    /// or 100 columns in a pipe
    #[arg(long)]
    wide: bool,
    /// Exit with 1 if a submission is skipped because its toolchain is missing
    #[arg(long)]
    strict: bool,
    /// Show the first failing case of each failing submission in full, or the errors of
    /// its compiler, one submission after another
    #[arg(long)]
    pub(crate) show_failing: bool,
}

impl Reporting {
    /// Returns the report files, after checking that they may be written.
    pub(crate) fn outputs(&self) -> Result<Vec<ReportFile>, Failure> {
        let mut files = outputs(&self.output)?;
        if let Some(path) = self.marks.clone() {
            let extension = path.extension();
            if extension.is_some_and(|extension| !extension.eq_ignore_ascii_case("csv")) {
                return Err(Failure::usage(format!(
                    "{}: a mark sheet is comma-separated values, so its name must end in .csv; \
                     rename it, as in `--marks marks.csv`, or write a report with --output",
                    named(&path)
                )));
            }
            files.push(ReportFile {
                format: Format::Marks,
                path,
            });
        }
        if let Some(file) = named_twice(&files) {
            return Err(Failure::usage(format!(
                "{}: two reports would go to this file; give each a file of its own",
                named(file)
            )));
        }
        for file in &files {
            may_write(&file.path, mousetrap_judge::is_report)?;
        }
        let formats = files.iter().map(|file| file.format);
        let mut formats = formats.chain([self.format]);
        if self.redact && formats.any(|format| format == Format::Log) {
            return Err(Failure::usage(
                "a log cannot be redacted, because reports are made from it; leave --redact out \
                 here, and give it to `mousetrap report merge`",
            ));
        }
        Ok(files)
    }

    /// Returns whether a mark sheet is wanted, which needs points.
    pub(crate) fn wants_marks(&self) -> bool {
        self.marks.is_some() || self.format == Format::Marks
    }

    /// Returns the feedback pages to write, after checking that they may be written.
    pub(crate) fn feedback<'a>(
        &self,
        submissions: impl Iterator<Item = &'a Path>,
    ) -> Result<Option<Feedback>, Failure> {
        let Some(directory) = self.feedback.clone() else {
            return Ok(None);
        };
        let feedback = Feedback(directory);
        feedback.check(submissions).map_err(Failure::usage)?;
        Ok(Some(feedback))
    }

    /// Prints the report of a run, and returns the exit status.
    pub(crate) fn show(&self, global: &Global, model: &Model) -> Result<Status, Failure> {
        let format = self.format;
        let refused = &model.header.refused;
        if model.submissions.is_empty() && !refused.is_empty() && format == Format::Table {
            let errors: Vec<String> = refused.iter().map(ToString::to_string).collect();
            return Err(Failure::usage(errors.join("\nerror: ")));
        }
        let view = View {
            is_redacted: self.redact,
            ..View::owner(TerminalStyle::stdout(self.wide))
        };
        if global.quiet && format == Format::Table {
            out!("{}", mousetrap_report::faults(model, &view));
        } else {
            let mut out = BufWriter::new(Output);
            // `Output` remembers its fault.
            let _ = mousetrap_report::write(format, model, &view, &mut out);
            let _ = out.flush();
        }
        if self.show_failing {
            out!("{}", mousetrap_report::show_failing(model, &view));
        }
        Ok(status(model, self.strict))
    }
}

/// Returns the exit status of a run.
fn status(model: &Model, strict: bool) -> Status {
    let summary = model.summary();
    if summary.failed > 0 {
        Status::Internal
    } else if model.interrupted() {
        Status::Interrupted
    } else if summary.refused > 0 {
        Status::Usage
    } else if summary.unexpected > 0 || strict && summary.skipped > 0 {
        Status::Unexpected
    } else {
        Status::Expected
    }
}
