//! `mousetrap judge`: the main job.

use std::collections::BTreeMap;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::{Global, again, choice, interruption, positive, problem};
use crate::failure::{Failure, Status};
use crate::judgement::{follow, load};
use crate::out::Output;
use crate::outputs::{may_write, outputs};
use cat_and_mouse::problem::Problem;
use mousetrap_base::printable::{named, quoted};
use mousetrap_base::replace::is_stream;
use mousetrap_judge::config::Config;
use mousetrap_judge::language::Form;
use mousetrap_judge::{Event, FindOptions, Options, SubmissionSet};
use mousetrap_report::{
    Again, Earlier, Feedback, Format, Model, Recorder, TerminalStyle, alone, counted, log_path,
};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::Case;

/// Compile, run and check submissions on the suites of their problem
///
/// Without a PATH, every solution in solutions/<problem>/<expected verdict>/
/// is judged and must earn that verdict. Any other PATH, a file, a directory or
/// an archive (.zip, .tar, .tar.gz), is judged as if it ought to be accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge                              every solution of this project
  mousetrap judge answer.py                    a pasted LeetCode solution
  mousetrap judge --problem 913 --suite hidden class-of-2026/
  mousetrap judge --all-cases --feedback feedback --redact class.zip
  mousetrap judge --format json --output report.json
  mousetrap judge --output report.html --output junit.xml
  mousetrap judge class/ -o run.json --resume  go on after Ctrl-C, or a crash
  mousetrap judge --watch answer.py            again after each change

Exit codes: 0 all as expected, 1 some verdict not as expected, 2 bad usage or
configuration or a file that cannot be judged, 3 internal error, 130 interrupted.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories and archives of them
    pub(crate) paths: Vec<PathBuf>,
    /// Only this problem; needed for whole programs outside solutions/
    #[arg(long, short, value_parser = problem)]
    problem: Option<Problem>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    pub(crate) suite: Vec<String>,
    /// How to report; may be repeated [default: table, or what the name of
    /// the output file says]
    #[arg(long, value_parser = choice::<Format>())]
    format: Vec<Format>,
    /// Write the report to a file, which may replace a report only; may be
    /// repeated, and goes with the --format in the same place
    #[arg(long, short, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write a report on each submission alone to a file in this directory, for
    /// its author; add --redact where the cases are hidden
    #[arg(long, value_name = "DIR")]
    feedback: Option<PathBuf>,
    /// How to report in these files
    #[arg(long, value_name = "FORMAT", value_parser = choice::<Format>(), default_value = "html",
          hide_possible_values = true, requires = "feedback")]
    feedback_format: Format,
    /// Report which submissions are the same or nearly so
    #[arg(long, conflicts_with = "redact")]
    similar: bool,
    /// Report verdicts, counts and the largest time and memory, rounded, but
    /// nothing of a hidden case: a report for students
    #[arg(long, conflicts_with = "show_failing")]
    pub(crate) redact: bool,
    /// Worker threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
    /// A missing toolchain is a failure
    #[arg(long)]
    strict: bool,
    /// Show each failing case in full
    #[arg(long)]
    pub(crate) show_failing: bool,
    /// Go on after the first failing case of a submission
    #[arg(long)]
    all_cases: bool,
    /// Stay and judge again what has changed, the cases it failed first; Ctrl-C
    /// ends it
    #[arg(long, conflicts_with_all = ["output", "format", "strict", "feedback", "similar"])]
    pub(crate) watch: bool,
    /// Judge everything anew and keep no result, also what a run of the same in
    /// the last 24 hours has judged with nothing close to a limit; programs that
    /// were compiled before are still used
    #[arg(long)]
    no_cache: bool,
    /// Go on with a run that was cut short or killed: what has its verdict in the log
    /// beside the first --output, FILE.log.jsonl, is not judged again
    #[arg(long, requires = "output", conflicts_with = "watch")]
    resume: bool,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

impl Arguments {
    /// What the user said about the submissions.
    pub(crate) const fn wanted(&self) -> FindOptions {
        FindOptions {
            problem: self.problem,
            form: self.form,
            // Who compares them reads them all.
            leave: !self.similar,
        }
    }

    /// What a command that looks at the same must repeat.
    pub(crate) fn again(&self, config: &Config) -> Again {
        let mut all = again(&config.root);
        if self.isolation == Isolation::None {
            all += " --isolation none";
        }
        let suites = self.suite.iter();
        let judge = suites.fold(String::new(), |options, suite| {
            options + " --suite " + &quoted(suite)
        });
        Again { all, judge }
    }

    /// How to judge in a project of this configuration.
    pub(crate) fn options(&self, config: &Config) -> Options {
        let mut options = Options::of(config)
            .isolated(self.isolation)
            .with_jobs(self.jobs);
        options.all_cases = self.all_cases;
        options.reuse = !self.no_cache;
        options.same_once = true;
        options.sanitizers = config.judge.sanitizers;
        options
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let paths = &arguments.paths;
    let SubmissionSet {
        mut submissions,
        refused,
        left_out,
    } = mousetrap_judge::find_each(
        &config.root,
        paths,
        &config.languages,
        arguments.wanted(),
        // Nothing has begun yet, so a signal may end the process as it is.
        &AtomicBool::new(false),
    );
    let (printed, outputs) = outputs(&arguments.format, &arguments.output)?;
    for file in &outputs {
        may_write(&file.path, mousetrap_judge::is_report)?;
    }
    if submissions.is_empty() && refused.is_empty() {
        return Err(Failure::usage(format!(
            "there is no submission to judge in {}; name one, as in `mousetrap judge answer.py`, \
             or make a project with `mousetrap init`",
            match &paths[..] {
                [] => config.root.to_string(),
                paths => paths.iter().map(named).collect::<Vec<_>>().join(", "),
            }
        )));
    }
    let interrupted = interruption()?;
    let options = arguments.options(&config);
    let suites = &arguments.suite;
    let cases = load(&config, &mut submissions, suites, &options, &interrupted)?;
    announce(global, &cases, &options);
    let format = arguments.feedback_format;
    let feedback = (arguments.feedback.clone()).map(|directory| Feedback::new(directory, format));
    if let Some(feedback) = &feedback {
        let refused = refused.iter().map(|refused| &*refused.path);
        let judged = submissions.iter().map(|submission| &*submission.path);
        feedback
            .check(judged.chain(refused), &outputs)
            .map_err(Failure::usage)?;
    }
    let log = outputs.iter().find(|file| !is_stream(&file.path));
    let log = log.map(|file| log_path(&file.path));
    // Whoever goes on with one reads it first.
    if let Some(log) = log.as_ref().filter(|_| !arguments.resume) {
        may_write(log, |text| text.starts_with("{\"run\":{\"log\":"))?;
    }
    if let Some(log) = &log {
        alone(log).map_err(|error| Failure::usage(format!("{}: {error}", named(log))))?;
    }
    let mut recorder = Recorder::new(global.progress(), outputs)
        .redacted(arguments.redact)
        .with_feedback(feedback);
    if let Some(log) = &log {
        let conditions = mousetrap_judge::conditions(&submissions, &cases, &options);
        if arguments.resume
            && let Some(earlier) = earlier(log, &conditions)?
        {
            let others = earlier.others(submissions.iter().map(|submission| &*submission.path));
            if others > 0 {
                return Err(Failure::usage(format!(
                    "{}: cannot go on with this: these files leave out {} of it, whose results \
                     would be lost; name the same files as before, choose another --output, or \
                     leave --resume out to judge anew",
                    named(log),
                    counted(others, "submission"),
                )));
            }
            let sources = submissions.iter().map(|submission| &*submission.source);
            for judged in earlier.judged(sources) {
                submissions[judged].is_done = true;
            }
            recorder = recorder.after(earlier);
        }
        recorder = recorder.logged(log.clone(), conditions);
    }
    let compared = arguments
        .similar
        .then(|| Event::Compared(mousetrap_judge::alike(&submissions)));
    let set_aside = Event::SetAside { refused, left_out };
    for event in iter::once(set_aside).chain(compared) {
        recorder.record(event).map_err(Failure::usage)?;
    }
    let mut model = follow(recorder, &submissions, &cases, &options, &interrupted)?;
    model.again = arguments.again(&config);
    let model = if arguments.redact {
        model.redacted()
    } else {
        model
    };
    if model.submissions.is_empty() && printed == Format::Table {
        let errors: Vec<String> = model.refused.iter().map(ToString::to_string).collect();
        return Err(Failure::usage(errors.join("\nerror: ")));
    }
    let style = TerminalStyle::stdout();
    if global.quiet && printed == Format::Table {
        out!("{}", mousetrap_report::faults(&model, style));
    } else {
        let mut out = BufWriter::new(Output);
        // What goes wrong is remembered.
        let _ = mousetrap_report::write(printed, &model, style, &mut out);
        let _ = out.flush();
        drop(out);
    }
    if arguments.show_failing {
        out!("{}", mousetrap_report::show_failing(&model, style));
    }
    let status = status(&model, arguments.strict);
    if let (Status::Interrupted, Some(log)) = (status, &log) {
        let log = named(log);
        errln!("the same command with --resume goes on from here; the log is {log}");
    }
    Ok(status)
}

/// The log of the run to go on with; `None` where there is none.
fn earlier(log: &Path, conditions: &BTreeMap<String, String>) -> Result<Option<Earlier>, Failure> {
    let earlier = match Earlier::open(log) {
        Ok(earlier) => earlier,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            errln!("there is no {}: every submission is judged", named(log));
            return Ok(None);
        }
        Err(error) => {
            let log = named(log);
            return Err(Failure::usage(format!(
                "{log}: cannot go on with this: {error}; leave --resume out to judge anew"
            )));
        }
    };
    match &earlier.differs(conditions)[..] {
        [] => Ok(Some(earlier)),
        changed => Err(Failure::usage(format!(
            "{}: cannot go on with this, since other results would be compared with it: not as \
             they were: {}; leave --resume out to judge anew",
            named(log),
            changed.join(", ")
        ))),
    }
}

/// What `--verbose` says before the run.
fn announce(global: &Global, cases: &BTreeMap<&'static str, Vec<Case>>, options: &Options) {
    for (problem, cases) in cases {
        let suites = cases.chunk_by(|one, other| one.id.suite() == other.id.suite());
        let suites = suites.map(|cases| format!("{} {}", cases[0].id.suite(), cases.len()));
        let suites = suites.collect::<Vec<_>>().join(", ");
        global.note(|| {
            format!(
                "problem {problem}: {} in {suites}",
                counted(cases.len(), "case")
            )
        });
    }
    global.note(|| {
        let jobs = counted(options.jobs(), "worker");
        format!("{jobs}, isolation: {}", options.isolation)
    });
}

/// What the run as a whole came to.
pub(crate) fn status(model: &Model, strict: bool) -> Status {
    let summary = model.summary();
    if summary.failed > 0 {
        Status::Internal
    } else if model.interrupted() {
        Status::Interrupted
    } else if summary.refused > 0 {
        Status::Usage
    } else if summary.unexpected > 0 || strict && summary.skipped > 0 {
        Status::Unexpected
    } else {
        Status::Expected
    }
}
