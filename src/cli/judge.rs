//! `mousetrap judge`: the main job.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::cli::{Failure, Global, Status};
use crate::config::Config;
use crate::judge::{self, Generators, JudgeError, Options, Submission, Wanted};
use crate::language::Form;
use crate::problem::{PROBLEMS, Problem};
use crate::report::{self, Format, Look, Model, Progress, Recorder, ReportFile};
use crate::sandbox::Isolation;
use crate::suite::{self, Case};

/// Compile, run and check submissions on the suites of their problem
///
/// Without a PATH, every solution in solutions/<problem>/<expected verdict>/
/// is judged and must earn that verdict. Any other PATH, a file or a folder,
/// is judged as if it ought to be accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge                              every solution of this project
  mousetrap judge answer.py                    a pasted LeetCode solution
  mousetrap judge --problem 913 --suite hidden class-of-2026/
  mousetrap judge --format json --output report.json

Exit codes: 0 all as expected, 1 some verdict not as expected, 2 bad usage or
configuration, 3 internal error, 130 interrupted.")]
pub(super) struct Arguments {
    /// Submissions: source files, or folders of them
    paths: Vec<PathBuf>,
    /// Only this problem; needed for whole programs outside solutions/
    #[arg(long, short, value_parser = problem)]
    problem: Option<&'static dyn Problem>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// How to report
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the report to a file, replaced whole
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Worker threads [default: one per core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// A missing toolchain is a failure
    #[arg(long)]
    strict: bool,
    /// Show each failing case in full
    #[arg(long)]
    show_failing: bool,
    /// Go on after the first failing case of a submission
    #[arg(long)]
    all_cases: bool,
    /// The form of the submissions [default: told from the source]
    #[arg(long, value_enum)]
    form: Option<Form>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_enum, default_value = "full")]
    isolation: Isolation,
}

/// The problem of this id.
pub(super) fn problem(id: &str) -> Result<&'static dyn Problem, String> {
    crate::problem::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = PROBLEMS.iter().map(|problem| problem.id()).collect();
        format!("known problems: {}", known.join(", "))
    })
}

pub(super) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let wanted = Wanted {
        problem: arguments.problem,
        form: arguments.form,
    };
    let submissions = judge::find(&config.root, &arguments.paths, &config.languages, wanted)
        .map_err(Failure::usage)?;
    if submissions.is_empty() {
        return Err(Failure::usage("there is no submission to judge here"));
    }
    let interrupted = interruption()?;
    let options = Options {
        judge: crate::config::JudgeOptions {
            jobs: arguments.jobs.or(config.judge.jobs),
            ..config.judge
        },
        compile: config.compile,
        isolation: arguments.isolation,
        all_cases: arguments.all_cases,
    };
    let cases = load(
        &config,
        &submissions,
        &arguments.suite,
        &options,
        &interrupted,
    )?;
    let model = watch(arguments, &submissions, &cases, &options, &interrupted)?;
    let look = Look::stdout();
    if arguments.output.is_none() {
        print(&report::render(arguments.format, &model, look));
    } else {
        print(&report::render(Format::Table, &model, look));
    }
    if arguments.show_failing {
        print(&report::show_failing(&model, look));
    }
    Ok(status(&model, arguments.strict))
}

/// A flag that is set by the first signal to stop; the second one ends the
/// process at once.
fn interruption() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let ended = Status::Interrupted as i32;
        signal_hook::flag::register_conditional_shutdown(signal, ended, Arc::clone(&flag))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
            .map_err(|error| Failure::internal(format!("cannot listen for signals: {error}")))?;
    }
    Ok(flag)
}

/// The cases that the submissions are judged on, by problem.
fn load(
    config: &Config,
    submissions: &[Submission<'_>],
    suites: &[String],
    options: &Options,
    interrupted: &Arc<AtomicBool>,
) -> Result<BTreeMap<&'static str, Vec<Case>>, Failure> {
    let mut cases = BTreeMap::new();
    let mut generators = Generators::new(config, options.isolation, interrupted);
    for problem in PROBLEMS.iter().copied() {
        if !submissions.iter().any(|s| s.problem.id() == problem.id()) {
            continue;
        }
        let names = if suites.is_empty() {
            config.suites_of(problem)
        } else {
            suites
        };
        if names.is_empty() {
            return Err(Failure::usage(format!(
                "judge.toml names no suite for problem {0}; add [suites] {0} = [\"samples\"]",
                problem.id()
            )));
        }
        let mut all = Vec::new();
        for name in names {
            let suite = suite::load(&config.root, problem, name, config.limits, &mut generators)
                .map_err(Failure::usage)?;
            all.extend(suite.cases);
        }
        if all.is_empty() {
            return Err(Failure::usage(format!(
                "the suites {} of problem {} hold no case",
                names.join(", "),
                problem.id()
            )));
        }
        cases.insert(problem.id(), all);
    }
    Ok(cases)
}

/// Judges in the background and records what happens in this thread.
fn watch(
    arguments: &Arguments,
    submissions: &[Submission<'_>],
    cases: &BTreeMap<&'static str, Vec<Case>>,
    options: &Options,
    interrupted: &AtomicBool,
) -> Result<Model, Failure> {
    let files = arguments.output.iter().map(|path| ReportFile {
        format: arguments.format,
        path: path.clone(),
    });
    let mut recorder = Recorder::new(Progress::stderr(), files.collect());
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || -> Result<(), JudgeError> {
            judge::judge(submissions, cases, options, interrupted, &events)
        });
        let mut unwritable = None;
        for event in received {
            if let Err(error) = recorder.record(event) {
                interrupted.store(true, std::sync::atomic::Ordering::Relaxed);
                unwritable.get_or_insert(error);
            }
        }
        let judged = judging
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let model = recorder.finish();
        if let Some(error) = unwritable {
            return Err(Failure::usage(error));
        }
        judged.map_err(Failure::internal)?;
        model.map_err(Failure::usage)
    })
}

/// Prints a report; a reader that has gone away is no failure.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// What the run as a whole came to.
fn status(model: &Model, strict: bool) -> Status {
    let summary = model.summary();
    if summary.failed > 0 {
        Status::Internal
    } else if model.interrupted() {
        Status::Interrupted
    } else if summary.unexpected > 0 || strict && summary.skipped > 0 {
        Status::Unexpected
    } else {
        Status::Expected
    }
}
