//! `mousetrap calibrate`: measures how far solutions are from the limits.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::cli::context::{GlobalOptions, listen_for_signals, parse_positive_integer};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::find_valid_submissions;
use crate::judge::cases::load_cases;
use crate::judge::judging::judge_and_record;
use mousetrap_judge::{JudgeRequest, LocalEngine, Options, Submission};
use mousetrap_model::Verdict;
use mousetrap_report::{LimitMargins, Recorder, RecorderOptions, format_count};

/// The factor by which time limits are multiplied while solutions are measured, so that slow
/// solutions are not stopped.
const TIME_LIMIT_FACTOR: f64 = 10.0;

/// The factor that `--check` requires between a solution's time and the time limit.
const REQUIRED_MARGIN_FACTOR: f64 = 2.0;

/// Measure how far accepted solutions are from the limits
///
/// For each language, prints the highest fraction of the time limit and of the memory limit that an
/// accepted solution uses on this machine. The exit code is 1 if a solution was not accepted even
/// when its time limits were multiplied by ten.
///
/// With --check, judges accepted solutions with half of the CPU limits, and solutions that should
/// be too slow with twice the CPU limits. If every solution gets its expected verdict, the verdicts
/// would be the same on any machine between half and twice as fast as this one. If a solution does
/// not get its expected verdict, the exit code is 1. After Ctrl-C, the results so far are printed
/// and the exit code is 130.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap calibrate                        every accepted solution of this project
  mousetrap calibrate --problem 913 solutions/913/accepted
  mousetrap calibrate --check                check that all solutions are far from the limits
  mousetrap calibrate --check --suite slow solutions/913")]
pub(crate) struct Arguments {
    /// Files or directories with accepted solutions and, for --check, solutions that should be too
    /// slow [default: the project's solutions]
    paths: Vec<PathBuf>,
    /// Check that accepted solutions, and solutions that should be too slow, are far from the limits
    #[arg(long)]
    check: bool,
    /// Calibrate only this problem; required for complete programs outside solutions/
    #[arg(short, long, help_heading = "Solutions and cases")]
    problem: Option<String>,
    /// Run only this suite (may be repeated) [default: the suites in judge.toml]
    #[arg(short, long, help_heading = "Solutions and cases")]
    suite: Vec<String>,
    /// Number of worker threads [default: one per core]
    #[arg(long, short, value_parser = parse_positive_integer, value_name = "N", help_heading = "Running")]
    jobs: Option<NonZeroUsize>,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let problem = arguments.problem.as_deref();
    let mut found = find_valid_submissions(&config, &arguments.paths, problem, None)?;
    let count = found.submissions.len();
    let is_accepted = |submission: &Submission<'_>| submission.expected == Verdict::Accepted;
    let too_slow = Verdict::TimeLimitExceeded;
    found.submissions.retain(|submission| {
        is_accepted(submission) || arguments.check && submission.expected == too_slow
    });
    if found.submissions.is_empty() {
        let what = if arguments.check {
            "accepted or too slow solution"
        } else {
            "accepted solution"
        };
        return Err(Failure::usage_error(format!(
            "none of {} is an {what} according to its directory, solutions/<problem>/accepted/ or \
             time_limit_exceeded/; name other paths, or omit the paths",
            format_count(count, "solution")
        )));
    }
    listen_for_signals()?;
    let options = global
        .judge_options(&config)
        .with_worker_count(arguments.jobs);
    let cases = load_cases(global, &config, &mut found, &arguments.suite)?;
    if let Some(refused) = found.refused.first() {
        return Err(Failure::usage_error(refused));
    }
    let threads = LocalEngine::default();
    // Judges with the time limits multiplied by a factor. Running an endless solution on all cases
    // would take hours, so judging usually stops at the first failing case.
    let judge = |submissions: &[Submission<'_>], factor: f64, all_cases: bool| {
        let mut cases = cases.clone();
        for case in cases.values_mut().flatten() {
            case.limits.cpu = case.limits.cpu.mul_f64(factor);
            case.limits.wall = case.limits.wall.mul_f64(factor.max(1.0));
        }
        let recorder = Recorder::new(RecorderOptions {
            progress: global.progress_display(),
            ..RecorderOptions::default()
        });
        let request = JudgeRequest {
            submissions,
            cases: &cases,
            options: &Options {
                all_cases,
                ..options
            },
        };
        let model = judge_and_record(&threads, request, recorder)?;
        Ok::<_, Failure>(model.with_all_cases())
    };
    let (accepted, too_slow): (Vec<_>, Vec<_>) =
        found.submissions.into_iter().partition(is_accepted);
    let mut margins = LimitMargins::default();
    let mut is_interrupted = false;
    let runs = if arguments.check {
        let factor = REQUIRED_MARGIN_FACTOR;
        vec![(&accepted, 1.0 / factor, true), (&too_slow, factor, false)]
    } else {
        vec![(&accepted, TIME_LIMIT_FACTOR, false)]
    };
    for (solutions, factor, all_cases) in runs {
        let judged = judge(solutions, factor, all_cases)?;
        margins.add_solutions(&judged, factor);
        is_interrupted |= judged.is_interrupted();
    }
    out!("{margins}");
    for line in &margins.crossed {
        errln!("{line}");
    }
    for line in &margins.unmeasured {
        errln!("not measured: {line}");
    }
    if is_interrupted {
        errln!(
            "interrupted; {} not judged completely and not shown above",
            format_count(margins.left, "solution")
        );
        return Ok(ExitStatus::Interrupted);
    }
    let is_right = margins.crossed.is_empty() && margins.unmeasured.is_empty();
    Ok(ExitStatus::from_is_expected(is_right))
}
