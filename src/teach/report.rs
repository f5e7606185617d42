//! `mousetrap report`: compares two runs, or merges the shards of a run.

use std::path::PathBuf;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::judge::output_files::{is_same_file, read_report};
use crate::judge::reporting::ReportOptions;
use mousetrap_report::{Comparison, Recorder, RecorderOptions, Shards, log_path};
use mousetrap_util::printable::{escape_path, to_printable};

/// Compare two reports, or merge the reports of shards
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap report compare before.json after.json
  mousetrap report merge 1.jsonl 2.jsonl --output all.html")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: ReportCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ReportCommand {
    Compare(CompareArguments),
    Merge(MergeArguments),
}

/// Print the differences between two JSON reports
///
/// Compares verdicts and points. Submissions are matched by path.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap judge --output before.json
  mousetrap judge --no-cache --output after.json
  mousetrap report compare before.json after.json

Exit codes: 0 no verdict changed, 1 a verdict changed, 2 a file is not a report.")]
struct CompareArguments {
    /// The earlier run
    before: PathBuf,
    /// The later run
    after: PathBuf,
}

/// Merge the logs of all shards of a run into one report
///
/// Each FILE is a log of `judge --shard K/N`. The merged report is the same as for a run on one
/// machine, except that its time is the time of the slowest shard, and its number of workers is the
/// sum for all shards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge class/ --shard 1/2 --output 1.jsonl   on one machine
  mousetrap judge class/ --shard 2/2 --output 2.jsonl   on another
  mousetrap report merge 1.jsonl 2.jsonl --output all.html --output all.json

Exit codes: as for judge; also 2 if a shard is missing, occurs twice, is incomplete, or
was judged with other options.")]
struct MergeArguments {
    /// The logs of all shards
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: ReportOptions,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    match &arguments.action {
        ReportCommand::Compare(CompareArguments { before, after }) => {
            let comparison = Comparison::new(&read_report(before)?, &read_report(after)?);
            out!("{}", comparison.text);
            Ok(ExitStatus::from_is_expected(comparison.verdicts.is_empty()))
        }
        ReportCommand::Merge(arguments) => merge_shards(global, arguments),
    }
}

fn merge_shards(global: &GlobalOptions, arguments: &MergeArguments) -> CommandResult {
    // If a shard was interrupted, a pattern such as `parts/*.jsonl` matches both the report and the
    // unfinished log next to the report.
    let named = &arguments.files;
    let is_unfinished_log = |file: &PathBuf| named.iter().any(|part| log_path(part) == *file);
    let mut files = named.clone();
    files.retain(|file| !is_unfinished_log(file));
    let reporting = &arguments.reporting;
    if let Some(directory) = files.iter().find(|file| file.is_dir()) {
        let name = escape_path(directory);
        return Err(Failure::usage_error(format!(
            "{name} is a directory; specify the shard logs inside it instead"
        )));
    }
    let outputs = reporting.writable_report_files()?;
    let is_replaced = |file: &&PathBuf| outputs.iter().any(|it| is_same_file(file, &it.path));
    if let Some(shard) = files.iter().find(is_replaced) {
        return Err(Failure::usage_error(format!(
            "{}: the merged report would replace a shard log; choose another file for --output",
            escape_path(shard)
        )));
    }
    let shards = Shards::open(&files).map_err(Failure::usage_error)?;
    if reporting.wants_mark_sheet() && !shards.awards_points() {
        return Err(Failure::usage_error(
            "a mark sheet needs points, but these shards have no points; judge each shard with \
             --all-cases, on suites with point groups in judge.toml",
        ));
    }
    let feedback = reporting.writable_feedback_directory(shards.paths())?;
    let recorder = Recorder::new(RecorderOptions {
        files: outputs,
        feedback,
        is_redacted: reporting.redact,
        texts: reporting.page_texts(),
        ..RecorderOptions::default()
    });
    let model = recorder.merge(&shards).map_err(Failure::usage_error)?;
    let status = reporting.print(global, &model)?;
    if let (ExitStatus::Usage, [first, ..]) = (status, &model.header.refused[..]) {
        errln!(
            "error: exit code 2, because {} refused and not judged; the first one is {}; correct or \
             remove it",
            match model.header.refused.len() {
                1 => "1 file was".to_owned(),
                many => format!("{many} files were"),
            },
            to_printable(&first.to_string())
        );
    }
    Ok(status)
}
