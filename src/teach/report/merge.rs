//! `mousetrap report merge`: the shards of a run, put together as one run.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
#[cfg(not(feature = "mutants"))]
use crate::cli::missing_feature::missing_feature;
use crate::judge::outputs::{SetterReport, is_same_file, may_write};
use crate::judge::reporting::Reporting;
#[cfg(feature = "mutants")]
use crate::set::strength;
use crate::solve::stress;
use mousetrap_model::RefusedFile;
#[cfg(feature = "mutants")]
use mousetrap_report::MutantReport;
use mousetrap_report::{Progress, Recorder, Shards, StressReport, log_path};
use mousetrap_util::printable::{named, printable};
use mousetrap_util::regular_file::{self, MAX_REPORT};

/// Merge the results of all shards of a run into one report
///
/// A FILE is the output of one shard: the log of judge --shard K/N, or the JSON report of
/// stress or of strength source. The merged report is that of a run on one machine. Its
/// time is that of the longest shard, and its workers are those of all shards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge class/ --shard 1/2 --output 1.jsonl   on one machine
  mousetrap judge class/ --shard 2/2 --output 2.jsonl   on another
  mousetrap report merge 1.jsonl 2.jsonl --output all.html --output all.json

Exit codes: those of the command that wrote the shards; 2 also if a shard is missing,
present twice, incomplete, or was made with other options.")]
pub(crate) struct Arguments {
    /// The outputs of all shards
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
}

/// The kind of a report by a setter's tool; none for a log, and for a file that cannot be
/// read.
fn kind_of(file: &Path) -> Option<SetterReport> {
    let mut file = BufReader::new(regular_file::open(file).ok()?.take(MAX_REPORT.0));
    let mut text = String::new();
    file.read_line(&mut text).ok()?;
    // The first line of a log is an object.
    if text.trim_end() == "{" {
        file.read_to_string(&mut text).ok()?;
    }
    SetterReport::of(&text)
}

/// Returns the files without the logs of those that are also named: a pattern like
/// `parts/*.jsonl` matches both if a shard has not ended well.
fn without_logs(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_log = |file: &PathBuf| files.iter().any(|part| log_path(part) == *file);
    files.iter().filter(|file| !is_log(file)).cloned().collect()
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let files = &without_logs(&arguments.files);
    if let Some(directory) = files.iter().find(|file| file.is_dir()) {
        let name = named(directory);
        return Err(Failure::usage(format!(
            "{name}: a directory; name the files of the parts in it"
        )));
    }
    let Some(kind) = kind_of(&files[0]) else {
        return judged(global, &arguments.reporting, files);
    };
    let output = arguments.reporting.file()?;
    output.map_or(Ok(()), |output| not_replaced(files, output))?;
    let may_write = |is_own| output.map_or(Ok(()), |output| may_write(output, is_own));
    let (status, refused) = match kind {
        #[cfg(not(feature = "mutants"))]
        SetterReport::Mutants => {
            return Err(missing_feature(
                "report merge` of reports on mutants, and `mousetrap strength source",
                "mutants",
            ));
        }
        #[cfg(feature = "mutants")]
        SetterReport::Mutants => {
            let merged = MutantReport::merge(read(files)?).map_err(Failure::usage)?;
            may_write(strength::source::is_own)?;
            (strength::source::write(&merged, output)?, merged.refused)
        }
        SetterReport::Stress => {
            let merged = StressReport::merge(read(files)?).map_err(Failure::usage)?;
            may_write(stress::is_own)?;
            (stress::write(&merged, output)?, merged.refused)
        }
    };
    explain(status, &refused);
    Ok(status)
}

/// Reads the JSON report of each shard.
fn read<T: DeserializeOwned>(files: &[PathBuf]) -> Result<Vec<(PathBuf, T)>, Failure> {
    let read = |file: &PathBuf| {
        let refused =
            |reason: String| Failure::usage(format!("{}: cannot be merged: {reason}", named(file)));
        let text = regular_file::read_text(file, MAX_REPORT)
            .map_err(|error| refused(error.to_string()))?;
        let part = serde_json::from_str(&text).map_err(|error| {
            let first = named(&files[0]);
            refused(format!(
                "it is not a result of the same kind as {first} ({error})"
            ))
        })?;
        Ok((file.clone(), part))
    };
    files.iter().map(read).collect()
}

fn not_replaced(files: &[PathBuf], output: &Path) -> Result<(), Failure> {
    let same = |file: &&PathBuf| is_same_file(file, output);
    match files.iter().find(same) {
        None => Ok(()),
        Some(part) => Err(Failure::usage(format!(
            "{}: a part is not replaced by the whole; give --output another name",
            named(part)
        ))),
    }
}

/// Merges the logs of `judge`.
fn judged(global: &Global, reporting: &Reporting, files: &[PathBuf]) -> Result<Status, Failure> {
    let (printed, outputs) = reporting.outputs()?;
    for output in &outputs {
        not_replaced(files, &output.path)?;
    }
    let shards = Shards::open(files).map_err(Failure::usage)?;
    if reporting.wants_marks() && !shards.have_points() {
        return Err(Failure::usage(
            "a mark sheet needs points, but these parts have none; judge each part with \
             --all-cases, on suites with point groups in judge.toml",
        ));
    }
    let feedback = reporting.feedback(shards.paths())?;
    let recorder = Recorder::new(Progress::Quiet, outputs)
        .redacted(reporting.redact)
        .with_feedback(feedback);
    let model = recorder.merge(&shards).map_err(Failure::usage)?;
    let status = reporting.show(global, &model, printed)?;
    explain(status, &model.header.refused);
    Ok(status)
}

/// Prints which files are the reason for [`Status::Usage`].
fn explain(status: Status, refused: &[RefusedFile]) {
    if let (Status::Usage, [first, ..]) = (status, refused) {
        let were = match refused.len() {
            1 => "1 file was".to_owned(),
            count => format!("{count} files were"),
        };
        errln!(
            "error: exit code 2, since {were} refused and not judged, the first of them {}; correct \
             it or leave it out",
            printable(&first.to_string())
        );
    }
}
