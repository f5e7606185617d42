//! `mousetrap merge`: what several machines judged, as one run.

use std::path::PathBuf;

use crate::common::Global;
use crate::failure::{Failure, Status};
use crate::outputs::is_same_file;
use crate::reporting::Reporting;
use mousetrap_base::printable::named;
use mousetrap_report::{Progress, Recorder, Shards};

/// Put the parts of a run together again
///
/// A FILE is the log of a part, as `judge --shard K/N --output FILE.jsonl` writes
/// it. The reports are those of one run on one machine; the time is that of the
/// longest part, the workers are those of all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge class/ --shard 1/2 --output 1.jsonl   on one machine
  mousetrap judge class/ --shard 2/2 --output 2.jsonl   on another
  mousetrap merge 1.jsonl 2.jsonl --output all.html --output all.json

Exit codes: as `mousetrap judge`; 2 also where a part is missing, doubled, cut
short, or was judged in another way.")]
pub(crate) struct Arguments {
    /// The logs of all parts
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let reporting = &arguments.reporting;
    let (printed, outputs) = reporting.outputs()?;
    for output in &outputs {
        let same = |file: &&PathBuf| is_same_file(file, &output.path);
        if let Some(part) = arguments.files.iter().find(same) {
            return Err(Failure::usage(format!(
                "{}: a part is not replaced by the whole; give --output another name",
                named(part)
            )));
        }
    }
    let shards = Shards::open(&arguments.files).map_err(Failure::usage)?;
    let feedback = reporting.feedback(shards.paths(), &outputs)?;
    let recorder = Recorder::new(Progress::Quiet, outputs)
        .redacted(reporting.redact)
        .with_feedback(feedback);
    let model = recorder.merge(&shards).map_err(Failure::usage)?;
    reporting.show(global, model, printed)
}
