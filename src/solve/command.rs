//! `mousetrap solve`: the answer to one case, with its depth.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;
use crate::solve::case_file::{CaseOptions, read_text, shown};
use cat_and_mouse::Instance;
use cat_and_mouse::game::Outcome;
use cat_and_mouse::solve::certificate::Certificate;

/// Solve one case: who wins, and on which ply
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mousetrap solve case.txt
  mousetrap solve --json < case.txt
  mousetrap solve --certificate proof.txt case.txt
  mousetrap solve --verify proof.txt case.txt

Exit codes: 0 solved or proved, 1 the certificate proves nothing about this case, 2 bad
usage or input, 3 internal error.")]
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
    /// Also write a proof of the answer to this file, for --verify
    #[arg(long, value_name = "FILE", help_heading = "Certificates")]
    certificate: Option<PathBuf>,
    /// Check the proof in this file, without solving
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "certificate"],
          help_heading = "Certificates")]
    verify: Option<PathBuf>,
}

/// The output of `--json`. `depth` is null for a board that the mouse does not win and for
/// a drawn graph.
#[derive(Debug, Serialize)]
struct Solution {
    problem: &'static str,
    answer: serde_json::Value,
    depth: Option<u32>,
}

/// Solves the case and prints the answer, or checks the proof of one.
///
/// # Errors
/// An unreadable or illegal case, an unreadable certificate, or one that cannot be written.
pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let instance = arguments
        .options
        .read(global, &config, &arguments.case, None)?;
    if let Some(path) = &arguments.verify {
        return verify(&instance, path);
    }
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

/// Checks the certificate in this file with code that shares nothing with the solvers.
fn verify(instance: &Instance, path: &Path) -> Result<Status, Failure> {
    let name = shown(path);
    let certificate: Certificate = read_text(path)?
        .parse()
        .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    let checked = instance.check(&certificate);
    match &checked {
        Ok(()) => outln!("proved. {}", instance.describe(certificate.outcome)),
        Err(refusal) => outln!("not proved. {name}: {refusal}"),
    }
    Ok(Status::expected_if(checked.is_ok()))
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
