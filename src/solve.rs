//! `mousetrap solve`: the answer to one case, with its depth.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::case_file::CaseOptions;
use crate::common::Global;
use crate::failure::{Failure, Status};
use crate::outputs;
use cat_and_mouse::Instance;
use cat_and_mouse::game::Outcome;

/// Solve one case: who wins under optimal play, and on which ply
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mousetrap solve case.txt
  mousetrap solve --json < case.txt
  mousetrap solve --certificate proof.txt case.txt")]
pub(crate) struct Arguments {
    /// The case: a file in the stdin text form or as pasted from the problem
    /// page, such a text itself, the name of a case of a suite, or `-` for
    /// standard input
    #[arg(value_name = "CASE", default_value = "-")]
    case: PathBuf,
    #[command(flatten)]
    options: CaseOptions,
    /// Print one JSON object instead: problem, answer, depth
    #[arg(long)]
    json: bool,
    /// Also write a proof of the answer to this file, for `mousetrap verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// What `--json` prints. `depth` is null for a board the mouse does not win
/// and for a drawn graph.
#[derive(Debug, Serialize)]
struct Solution {
    problem: &'static str,
    answer: serde_json::Value,
    depth: Option<u32>,
}

/// Solves the case and prints the answer.
///
/// # Errors
/// An unreadable or illegal case, or a certificate that cannot be written.
pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let instance = arguments.options.read(&config, &arguments.case, None)?;
    if let Some(path) = &arguments.certificate {
        outputs::may_write(path, |text| text.starts_with("certificate "))?;
    }
    let outcome = instance.solve();
    if arguments.json {
        outln!("{}", json(&instance, outcome)?);
    } else {
        outln!("{}\n{}", instance.draw(), instance.describe(outcome));
    }
    if let Some(path) = &arguments.certificate {
        outputs::write(path, &instance.certify().to_string())?;
    }
    Ok(Status::Expected)
}

fn json(instance: &Instance, outcome: Outcome) -> Result<String, Failure> {
    // Replies of every problem are JSON literals, so they print as themselves.
    serde_json::from_str(instance.reply(outcome))
        .and_then(|answer| {
            serde_json::to_string(&Solution {
                problem: instance.game().id(),
                answer,
                depth: outcome.depth().map(|depth| depth.0),
            })
        })
        .map_err(Failure::internal)
}
