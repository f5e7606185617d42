//! `mousetrap calibrate`: limits that suit this machine.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use crate::built_in::reference_speeds;
use crate::cli::common::{Global, INTERRUPTED, interruption, positive, problem};
use crate::cli::failure::{Failure, Status};
use crate::judge::cases::{Cases, load};
use crate::judge::judgement::follow;
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, JudgeRequest, Options, Submission, Threads};
use mousetrap_model::Verdict;
use mousetrap_report::{Margins, Model, Recorder, RecorderOptions, calibrate, counted};

/// Cases get this many times their limits, so that solutions that are slow
/// here are measured rather than stopped.
const ROOM: f64 = 10.0;

/// How far `--check` wants solutions from the limits.
const MARGIN: f64 = 2.0;

/// How many times longer than the slowest solution a run may take, as proposed.
const FACTOR: f64 = 3.0;

/// Propose limits from the speed of accepted solutions here
///
/// Prints rows for judge.toml: for each language the factor on the limits of
/// cases, and the start-up allowance, that leave its slowest accepted solution
/// the room asked for. Exit code 1 if a solution was not accepted.
///
/// With --check it proposes nothing, but judges with the limits of CPU time divided by
/// the factor what must be accepted, and with those multiplied by it what must be too
/// slow: where all earn their verdicts, no limit is near to any solution, and a machine
/// that is slower or faster by less than that judges the same. Exit code 1 if one does
/// not; 130 after Ctrl-C, with what was measured until then.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap calibrate                        every accepted solution here
  mousetrap calibrate --factor 5 > limits.toml
  mousetrap calibrate --problem 913 solutions/913/accepted
  mousetrap calibrate --check                are all limits far from all solutions?
  mousetrap calibrate --check --suite slow --factor 1.5 solutions/913")]
pub(crate) struct Arguments {
    /// Accepted solutions, and with --check those that are too slow: files or directories
    /// [default: those of the project]
    paths: Vec<PathBuf>,
    /// Check that both accepted and too slow solutions are far from the limits
    #[arg(long)]
    check: bool,
    /// How many times longer than the slowest solution a run may take; the distance
    /// that --check asks for [default: 3, with --check 2]
    #[arg(long, value_name = "X", value_parser = factor)]
    factor: Option<f64>,
    /// Only this problem; needed for whole programs outside solutions/
    #[arg(short, long, value_parser = problem, help_heading = "Solutions and cases")]
    problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(short, long, help_heading = "Solutions and cases")]
    suite: Vec<String>,
    /// Worker threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive, help_heading = "Running")]
    jobs: Option<NonZeroUsize>,
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
    let wanted = FindOptions::new(Game::problems(), arguments.problem.map(Game::problem), None);
    let mut submissions =
        mousetrap_judge::find(&config.root, &arguments.paths, &config.languages, wanted)
            .map_err(Failure::usage)?;
    let found = submissions.len();
    let is_accepted = |submission: &Submission<'_>| submission.expected == Verdict::Accepted;
    let too_slow = Verdict::TimeLimitExceeded;
    submissions.retain(|submission| {
        is_accepted(submission) || arguments.check && submission.expected == too_slow
    });
    if submissions.is_empty() {
        let what = if arguments.check {
            "accepted or too slow solution"
        } else {
            "accepted solution"
        };
        return Err(Failure::usage(format!(
            "none of {} is an {what}, according to their directories: solutions/<problem>/accepted/ \
             or time_limit_exceeded/; name others, or leave the names out",
            counted(found, "solution")
        )));
    }
    interruption()?;
    let options = global.options(&config).with_jobs(arguments.jobs);
    let cases = load(global, &config, &mut submissions, &arguments.suite)?;
    let run = Run {
        global,
        cases,
        options,
        threads: Arc::default(),
    };
    if arguments.check {
        let (accepted, slow): (Vec<_>, Vec<_>) = submissions.into_iter().partition(is_accepted);
        return check(&run, &accepted, &slow, arguments.factor.unwrap_or(MARGIN));
    }
    let model = run.judge(&submissions, ROOM, run.until_refused())?;
    if model.interrupted() {
        errln!("interrupted: nothing is proposed, since that takes every case of every solution");
        return Ok(Status::Interrupted);
    }
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let factor = arguments.factor.unwrap_or(FACTOR);
    let mut calibration = calibrate(&model, &config.languages, factor, ROOM, &date);
    calibration.toml = speed_comment(&run, &submissions) + &calibration.toml;
    out!("{}", calibration.toml);
    Ok(note_unmeasured(&calibration.unmeasured))
}

/// Prints the solutions that were not measured. Returns the status of the command.
fn note_unmeasured(unmeasured: &[String]) -> Status {
    for line in unmeasured {
        errln!("not measured: {line}");
    }
    Status::expected_if(unmeasured.is_empty())
}

/// Returns the speed factors of this machine in the languages of the submissions, as comments.
fn speed_comment(run: &Run<'_>, submissions: &[Submission<'_>]) -> String {
    let speeds = reference_speeds(&run.threads);
    let languages = submissions.iter().map(|it| it.detected.language);
    let languages: BTreeMap<_, _> = languages.map(|it| (it.id.as_str(), it)).collect();
    let mut text = "# Speed factors: how many times longer the same work takes here than on the\n\
                    # machine for which limits are meant. `judge` ignores them; the service\n\
                    # divides CPU times by them, so divide time_factor by them for its judge.toml.\n"
        .to_owned();
    for language in languages.into_values() {
        let factor = speeds.factor(language, &run.options, &INTERRUPTED);
        let factor = factor.map_or_else(|| "not measured".to_owned(), |it| format!("{it:.2}"));
        let _ = writeln!(text, "#   {}: {factor}", language.name);
    }
    text + "\n"
}

/// What submissions are judged on.
struct Run<'a> {
    global: &'a Global,
    cases: Cases,
    options: Options,
    threads: Arc<Threads>,
}

impl Run<'_> {
    /// The options with which the first failing case ends the run of a solution, because all
    /// cases of an endless one would take hours.
    fn until_refused(&self) -> Options {
        Options {
            all_cases: false,
            ..self.options
        }
    }

    /// Judges with so many times the limits of time.
    fn judge(
        &self,
        submissions: &[Submission<'_>],
        room: f64,
        options: Options,
    ) -> Result<Model, Failure> {
        let mut cases = self.cases.clone();
        for case in cases.values_mut().flatten() {
            case.limits.cpu = case.limits.cpu.mul_f64(room);
            case.limits.wall = case.limits.wall.mul_f64(room.max(1.0));
        }
        let recorder = Recorder::new(RecorderOptions {
            progress: self.global.progress(),
            ..RecorderOptions::default()
        });
        let request = JudgeRequest {
            submissions,
            cases: &cases,
            options: &options,
        };
        Ok(follow(&*self.threads, request, recorder, None)?.in_memory())
    }
}

/// Whether all earn their verdicts at a fraction of the limits, and at a multiple.
fn check(
    run: &Run<'_>,
    accepted: &[Submission<'_>],
    too_slow: &[Submission<'_>],
    factor: f64,
) -> Result<Status, Failure> {
    let accepted = run.judge(accepted, 1.0 / factor, run.options)?;
    let too_slow = run.judge(too_slow, factor, run.until_refused())?;
    let margins = Margins::new(&accepted, &too_slow, factor);
    out!("{margins}");
    for line in &margins.crossed {
        errln!("{line}");
    }
    let status = note_unmeasured(&margins.unmeasured);
    Ok(if accepted.interrupted() || too_slow.interrupted() {
        errln!(
            "interrupted, with {} not judged to the end: what stands above is of the others",
            counted(margins.left, "solution")
        );
        Status::Interrupted
    } else if margins.crossed.is_empty() {
        status
    } else {
        Status::Unexpected
    })
}
