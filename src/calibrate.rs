//! `mousetrap calibrate`: limits that suit this machine.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::common::{Global, interruption, positive, problem};
use crate::failure::{Failure, Status};
use crate::judgement::{follow, load};
use crate::outputs;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::{FindOptions, Options, Verdict};
use mousetrap_report::{Recorder, calibrate};

/// Cases get this many times their limits, so that solutions that are slow
/// here are measured rather than stopped.
const ROOM: u32 = 10;

/// Measure the accepted solutions of each language here and propose limits
///
/// Prints rows for judge.toml: for each language the factor on the limits of
/// cases, and the start-up allowance, that leave its slowest accepted solution
/// the room asked for. Exit code 1 if a solution was not accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap calibrate                        every accepted solution here
  mousetrap calibrate --factor 5 --output limits.toml
  mousetrap calibrate --problem 913 solutions/913/accepted")]
pub(crate) struct Arguments {
    /// Accepted solutions, files or directories [default: those of the project]
    paths: Vec<PathBuf>,
    /// How many times longer than the slowest solution a run may take
    #[arg(long, value_name = "X", default_value = "3", value_parser = factor)]
    factor: f64,
    /// Only this problem; needed for whole programs outside solutions/
    #[arg(short, long, value_parser = problem)]
    problem: Option<Problem>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(short, long)]
    suite: Vec<String>,
    /// Worker threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
    /// Write the proposal to a new file instead
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A number of at least 1.
fn factor(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(factor) if (1.0..=1000.0).contains(&factor) => Ok(factor),
        _ => Err("it is a number from 1 to 1000".to_owned()),
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let wanted = FindOptions {
        problem: arguments.problem,
        form: None,
        leave: false,
    };
    let mut submissions =
        mousetrap_judge::find(&config.root, &arguments.paths, &config.languages, wanted)
            .map_err(Failure::usage)?;
    submissions.retain(|submission| submission.expected == Verdict::Accepted);
    if submissions.is_empty() {
        return Err(Failure::usage(
            "there is no accepted solution to measure here; put some into \
             solutions/<problem>/accepted/, or name them",
        ));
    }
    if let Some(path) = &arguments.output {
        outputs::may_write(path, |_| false)?;
    }
    let interrupted = interruption()?;
    let options = Options::of(&config).with_jobs(arguments.jobs);
    let mut cases = load(
        &config,
        &mut submissions,
        &arguments.suite,
        &options,
        &interrupted,
    )?;
    for case in cases.values_mut().flatten() {
        case.limits.cpu *= ROOM;
        case.limits.wall *= ROOM;
    }
    let recorder = Recorder::new(global.progress(), Vec::new());
    let model = follow(recorder, &submissions, &cases, &options, &interrupted)?.whole();
    if model.interrupted() {
        return Ok(Status::Interrupted);
    }
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let calibration = calibrate(
        &model,
        &config.languages,
        arguments.factor,
        ROOM.into(),
        &date,
    );
    match &arguments.output {
        None => out!("{}", calibration.toml),
        Some(path) => outputs::write(path, &calibration.toml)?,
    }
    for line in &calibration.unmeasured {
        errln!("not measured: {line}");
    }
    Ok(if calibration.unmeasured.is_empty() {
        Status::Expected
    } else {
        Status::Unexpected
    })
}
