//! `mousetrap solve`: the answer to one case, with its depth.

use clap::Args;
use serde::Serialize;

use super::case_file::CaseArguments;
use super::{Failure, Status};
use crate::game::Outcome;
use crate::problem::Instance;

/// Solve one case: who wins under optimal play, and on which ply
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArguments,
    /// Print one JSON object instead: problem, answer, depth
    #[arg(long)]
    json: bool,
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
/// An unreadable or illegal case.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let instance = arguments.case.read()?;
    let outcome = instance.solve();
    if arguments.json {
        println!("{}", json(instance.as_ref(), outcome)?);
    } else {
        println!("{}\n{}", instance.draw(), instance.describe(outcome));
    }
    Ok(Status::Expected)
}

fn json(instance: &dyn Instance, outcome: Outcome) -> Result<String, Failure> {
    // Replies of every problem are JSON literals, so they print as themselves.
    serde_json::from_str(instance.reply(outcome))
        .and_then(|answer| {
            serde_json::to_string(&Solution {
                problem: instance.problem().id(),
                answer,
                depth: outcome.depth().map(|depth| depth.0),
            })
        })
        .map_err(Failure::internal)
}
