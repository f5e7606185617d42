//! `mousetrap report merge`: the shards of a run, put together as one run.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;
use crate::judge::outputs::is_same_file;
use crate::judge::reporting::Reporting;
use crate::set::strength;
use crate::solve::stress;
use mousetrap_model::RefusedFile;
use mousetrap_report::{MutantReport, Progress, Recorder, Shards, StressReport};
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

/// What parts can be of.
enum Kind {
    Judge,
    Mutants,
    Stress,
}

impl Kind {
    /// By what only a file of this kind has; what cannot be read is not a log either.
    fn of(file: &Path) -> Self {
        let text = regular_file::open(file).and_then(|file| {
            let mut file = BufReader::new(file.take(MAX_REPORT.0));
            let mut line = String::new();
            file.read_line(&mut line)?;
            if line.trim_end() == "{" {
                file.read_to_string(&mut line)?;
            }
            Ok(line)
        });
        let value: serde_json::Value = text
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let kinds = [("survivors", Self::Mutants), ("stressed", Self::Stress)];
        let mut kinds = kinds.into_iter();
        let known = kinds.find(|(field, _)| value.get(field).is_some());
        known.map_or(Self::Judge, |(_, kind)| kind)
    }
}

/// The files without the logs beside those that are named as well: a pattern like
/// `parts/*.jsonl` names both where a part has not ended well.
fn whole_parts(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_log_of = |log: &Path, part: &PathBuf| {
        let mut name = part.clone().into_os_string();
        name.push(".log.jsonl");
        log.as_os_str() == name
    };
    let kept = files.iter().filter(|file| {
        let log = |part: &PathBuf| is_log_of(file, part);
        !files.iter().any(log)
    });
    kept.cloned().collect()
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let files = &whole_parts(&arguments.files);
    if let Some(directory) = files.iter().find(|file| file.is_dir()) {
        let name = named(directory);
        return Err(Failure::usage(format!(
            "{name}: a directory; name the files of the parts in it"
        )));
    }
    let output = || -> Result<Option<&Path>, Failure> {
        let output = arguments.reporting.file()?;
        output.map_or(Ok(()), |output| not_replaced(files, output))?;
        Ok(output)
    };
    match Kind::of(&files[0]) {
        Kind::Judge => judged(global, arguments, files),
        Kind::Mutants => {
            let output = output()?;
            let whole = MutantReport::merge(read(files)?).map_err(Failure::usage)?;
            replaceable(output, strength::source::is_own)?;
            let status = strength::source::write(&whole, output)?;
            Ok(explained(status, &reasons(&whole.refused)))
        }
        Kind::Stress => {
            let output = output()?;
            let whole = StressReport::merge(read(files)?).map_err(Failure::usage)?;
            replaceable(output, stress::is_own)?;
            let status = stress::write(&whole, output)?;
            Ok(explained(status, &reasons(&whole.refused)))
        }
    }
}

/// Parts in JSON, each with its file.
fn read<T: DeserializeOwned>(files: &[PathBuf]) -> Result<Vec<(PathBuf, T)>, Failure> {
    let read = |file: &PathBuf| {
        let refused =
            |reason: String| Failure::usage(format!("{}: cannot be merged: {reason}", named(file)));
        let text = regular_file::read_text(file, MAX_REPORT)
            .map_err(|error| refused(error.to_string()))?;
        let part = serde_json::from_str(&text).map_err(|error| {
            refused(format!(
                "it is not a result of the same kind as {} ({error})",
                named(&files[0])
            ))
        })?;
        Ok((file.clone(), part))
    };
    files.iter().map(read).collect()
}

fn replaceable(output: Option<&Path>, is_own: fn(&str) -> bool) -> Result<(), Failure> {
    output.map_or(Ok(()), |file| outputs::may_write(file, is_own))
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

/// The logs of `judge`.
fn judged(global: &Global, arguments: &Arguments, files: &[PathBuf]) -> Result<Status, Failure> {
    let reporting = &arguments.reporting;
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
    let feedback = reporting.feedback(shards.paths(), &outputs)?;
    let recorder = Recorder::new(Progress::Quiet, outputs)
        .redacted(reporting.redact)
        .with_feedback(feedback);
    let model = recorder.merge(&shards).map_err(Failure::usage)?;
    let refused: Vec<String> = model
        .header
        .refused
        .iter()
        .map(ToString::to_string)
        .collect();
    let status = reporting.show(global, model, printed)?;
    Ok(explained(status, &refused))
}

fn reasons(refused: &[RefusedFile]) -> Vec<String> {
    let reason = |refused: &RefusedFile| refused.to_string();
    refused.iter().map(reason).collect()
}

/// Prints which files are the reason for [`Status::Usage`].
fn explained(status: Status, refused: &[String]) -> Status {
    if let (Status::Usage, [first, ..]) = (status, refused) {
        errln!(
            "error: exit code 2, since {} refused and not judged, the first of them {}; correct \
             it or leave it out",
            match refused.len() {
                1 => "1 file was".to_owned(),
                count => format!("{count} files were"),
            },
            printable(first)
        );
    }
    status
}
