//! `mousetrap judge`: the main job.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::{
    Global, choice, directory_option, interruption, note_fences, positive, problem,
};
use crate::failure::{Failure, Status};
use crate::judgement::{Judging, follow, load, retain_with_cases};
use crate::outputs::{is_same_file, may_write};
use crate::remote::{Remote, ServerArguments};
use crate::reporting::Reporting;
use cat_and_mouse::Game;
use mousetrap_base::Shard;
use mousetrap_base::printable::named;
use mousetrap_base::replace::is_stream;
use mousetrap_judge::config::Config;
use mousetrap_judge::{
    Engine, FindOptions, Finder, JudgeRequest, Options, Submission, SubmissionSet, Threads,
};
use mousetrap_model::Case;
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Event, Form, RepeatedOptions, RunHeader, ShardHeader};
use mousetrap_report::{
    Claim, Earlier, Format, LOG_BEGINNING, Recorder, Standing, counted, log_path,
};
use mousetrap_sandbox::Isolation;

/// Compile, run and check submissions
///
/// Without a PATH, every solution in solutions/<problem>/<expected verdict>/
/// is judged and must earn that verdict. Any other PATH, a file, a directory or
/// an archive (.zip, .tar, .tar.gz), is expected to be accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge                              every solution of this project
  mousetrap judge answer.py                    a pasted LeetCode solution
  mousetrap judge --problem 913 --suite hidden class-of-2026/
  mousetrap judge --all-cases --feedback feedback --redact class.zip
  mousetrap judge --marks marks.csv class.zip
  mousetrap judge --format json --output report.json
  mousetrap judge --output report.html --output junit.xml
  mousetrap judge class/ -o run.json --resume  go on after Ctrl-C, or a crash
  mousetrap judge --watch answer.py            again after each change
  mousetrap judge --server https://judge.example --token-file token class/

Exit codes: 0 all as expected, 1 some verdict not as expected, 2 bad usage or
configuration or a file that cannot be judged, 3 internal error, or the server
failed, 130 interrupted.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories and archives of them
    pub(crate) paths: Vec<PathBuf>,
    /// Only this problem; complete programs are then taken to solve it
    #[arg(long, short, value_parser = problem)]
    problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    pub(crate) suite: Vec<String>,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    /// Report submissions that are identical or similar
    #[arg(long, conflicts_with = "redact")]
    similar: bool,
    /// Judge one of N parts only, for as many machines; the same submissions are in
    /// it wherever it is judged. Write its log with --output FILE.jsonl, and put all
    /// together with merge
    #[arg(long, value_name = "K/N", requires = "output",
          conflicts_with_all = ["watch", "redact", "marks"])]
    shard: Option<Shard>,
    /// Worker threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
    /// Run all cases of a submission, also after the first failing one
    #[arg(long)]
    all_cases: bool,
    /// Run every case, however long that takes. By default a submission gives up after
    /// three time-outs, or after 10 minutes of CPU time if that is more than half of the
    /// sum of the limits of its cases; its remaining cases are not run and count as failed
    #[arg(long)]
    no_give_up: bool,
    /// Keep running and judge each submission again when it changes, its failed cases
    /// first; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["output", "format", "strict", "feedback", "similar", "marks"])]
    pub(crate) watch: bool,
    /// Judge every submission again and store no result. By default, results of the last
    /// 24 hours that are not close to a limit are reused. Compiled programs are reused in
    /// both cases
    #[arg(long)]
    no_cache: bool,
    /// Continue a run that was interrupted or killed: a submission with a verdict in the
    /// log, FILE.log.jsonl next to the first --output or else --marks, is not judged again
    #[arg(long, requires = "report-files", conflicts_with = "watch")]
    resume: bool,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
    /// How submissions are isolated from this machine; use "none" only for code that you
    /// trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
    #[command(flatten)]
    server: ServerArguments,
}

impl Arguments {
    /// What the user said about the submissions.
    pub(crate) fn wanted(&self) -> FindOptions<'static> {
        FindOptions {
            // Comparing submissions needs all texts.
            leave: !self.similar,
            ..FindOptions::new(Game::problems(), self.problem.map(Game::problem), self.form)
        }
    }

    /// The options that suggested commands repeat.
    pub(crate) fn repeated(&self, config: &Config) -> RepeatedOptions {
        RepeatedOptions {
            directory: directory_option(&config.root),
            without_isolation: self.isolation == Isolation::None,
            suites: self.suite.clone(),
        }
    }

    /// How to judge in a project of this configuration.
    pub(crate) fn options(&self, config: &Config) -> Options {
        let mut options = Options::of(config)
            .isolated(self.isolation)
            .with_jobs(self.jobs);
        options.all_cases = self.all_cases || self.reporting.wants_marks();
        options.gives_up = !self.no_give_up;
        options.reuse = !self.no_cache;
        options.same_once = true;
        options.sanitizers = config.judge.sanitizers;
        options
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let paths = &arguments.paths;
    let finder = Finder {
        languages: &config.languages,
        wanted: arguments.wanted(),
    };
    let SubmissionSet {
        mut submissions,
        mut refused,
        mut left_out,
        named: roots,
        archives,
    } = finder.find_each(
        &config.root,
        paths,
        // Nothing has begun yet, so a signal may end the process as it is.
        &AtomicBool::new(false),
    );
    note_fences(&submissions);
    let (printed, outputs) = arguments.reporting.outputs()?;
    if arguments.shard.is_some() && outputs.iter().all(|file| file.format != Format::Log) {
        return Err(Failure::usage(
            "a part is put together with others from its log: add --output FILE.jsonl",
        ));
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
    let mut remote = Remote::connect(&arguments.server, &config, &submissions, suites)?;
    let cases = match remote.as_ref().and_then(Remote::cases) {
        Some(cases) => {
            retain_with_cases(&mut submissions, &cases, suites);
            cases
        }
        None => load(&config, &mut submissions, suites, &options, &interrupted)?,
    };
    announce_suites(global, &cases);
    match &mut remote {
        Some(remote) => {
            remote.announce(global);
            remote.upload(&cases)?;
        }
        None => global.note(|| {
            let jobs = counted(options.jobs(), "worker");
            format!("{jobs}, isolation: {}", options.isolation)
        }),
    }
    let points = match remote.as_ref().and_then(Remote::points) {
        _ if !options.all_cases => BTreeMap::new(),
        Some(points) => points,
        None => points(&config, &cases)?,
    };
    check_marks(&points, &cases, &arguments.reporting)?;
    let compared = arguments.similar && arguments.shard.is_none_or(Shard::is_first);
    let mut similar = compared.then(|| mousetrap_judge::similar_groups(&submissions));
    let mut files = None;
    let shard = arguments.shard.map(|shard| {
        files = Some(mousetrap_judge::digest_of_all(&submissions));
        if !shard.is_first() {
            // The first has what is not judged.
            refused.clear();
            left_out.clear();
        }
        ShardHeader {
            shard,
            indices: take(shard, &mut submissions),
            similar: similar.take(),
        }
    });
    let own = submissions.iter().map(|submission| &*submission.path);
    let all = own.chain(refused.iter().map(|refused| &*refused.path));
    let feedback = arguments.reporting.feedback(all, &outputs)?;
    let log = outputs.iter().find(|file| !is_stream(&file.path));
    let log = log.map(|file| log_path(&file.path));
    // A log that goes into a pipe has no other beside it.
    let is_logged = log.is_some() || outputs.iter().any(|file| file.format == Format::Log);
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &options,
    };
    let mut conditions = BTreeMap::new();
    if is_logged {
        conditions = match &remote {
            Some(remote) => remote.conditions(&cases, &options),
            None => mousetrap_judge::conditions(request),
        };
        conditions.extend(files.map(|files| ("the files to judge".to_owned(), files)));
    }
    let mut recorder = Recorder::new(global.progress(), outputs)
        .redacted(arguments.reporting.redact)
        .with_feedback(feedback)
        .with_header(RunHeader {
            conditions: conditions.clone(),
            shard,
            repeated: arguments.repeated(&config),
            points,
            named: roots,
            archives: archives.into_iter().collect(),
            ..RunHeader::default()
        });
    if let Some(log) = &log {
        // Whoever goes on with one reads it first.
        if !arguments.resume {
            may_write(log, |text| text.starts_with(LOG_BEGINNING))?;
        }
        let claim = Claim::on(log);
        let claim = claim.map_err(|error| Failure::usage(format!("{}: {error}", named(log))))?;
        if arguments.resume
            && let Some(earlier) = earlier(log, &conditions)?
        {
            let others = earlier.others(submissions.iter().map(|submission| &*submission.path));
            if let [first, ..] = others[..] {
                return Err(Failure::usage(format!(
                    "{}: cannot go on with this: these files leave out {} of it, whose results \
                     would be lost: {}{}; name the same files as before, choose another \
                     --output, or leave --resume out to judge anew",
                    named(log),
                    counted(others.len(), "submission"),
                    named(first),
                    if others.len() > 1 { ", …" } else { "" },
                )));
            }
            let sources = submissions.iter().map(|submission| &*submission.source);
            for judged in earlier.judged(sources) {
                submissions[judged].is_done = true;
            }
            recorder = recorder.after(earlier);
        }
        recorder = recorder.logged(Some(claim));
    }
    let set_aside = Event::FilesFound { refused, left_out };
    for event in iter::once(set_aside).chain(similar.map(Event::SimilarFound)) {
        recorder.record(event).map_err(Failure::usage)?;
    }
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &options,
    };
    let threads = Threads::default();
    let judging = Judging {
        engine: remote
            .as_ref()
            .map_or(&threads as &dyn Engine, Remote::engine),
        request,
        interrupted: &interrupted,
        facts: remote.as_ref().map(Remote::facts),
    };
    let model = follow(judging, recorder)?;
    let skips_named_file = model.standing(Standing::Skipped).any(|skipped| {
        let mut named = paths.iter().filter(|path| path.is_file());
        named.any(|path| is_same_file(path, &skipped.info.path))
    });
    let status = match arguments.reporting.show(global, model, printed)? {
        // What its verdicts come to is said once all parts are there.
        Status::Expected | Status::Unexpected | Status::Usage if arguments.shard.is_some() => {
            Status::Expected
        }
        // The user asked for a verdict on this file.
        Status::Expected | Status::Unexpected if skips_named_file => Status::Usage,
        status => status,
    };
    if let (Status::Interrupted, Some(log)) = (status, &log) {
        let log = named(log);
        errln!("run the same command with --resume to continue; the log is {log}");
    }
    Ok(status)
}

/// Returns the point groups of this project in a run on these cases, by problem.
fn points(
    config: &Config,
    cases: &BTreeMap<String, Vec<Case>>,
) -> Result<BTreeMap<String, RunPoints>, Failure> {
    let mut points = BTreeMap::new();
    for (problem, cases) in cases {
        let scheme = config.points.get(problem);
        let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
        let run = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
        if let Some(run) = run.map_err(Failure::usage)?.flatten() {
            points.insert(problem.clone(), run);
        }
    }
    Ok(points)
}

/// Checks that each problem gives points if the user asked for a mark sheet.
fn check_marks(
    points: &BTreeMap<String, RunPoints>,
    cases: &BTreeMap<String, Vec<Case>>,
    reporting: &Reporting,
) -> Result<(), Failure> {
    let without_points = cases.keys().find(|problem| !points.contains_key(*problem));
    match without_points.filter(|_| reporting.wants_marks()) {
        None => Ok(()),
        Some(problem) => Err(Failure::usage(format!(
            "a mark sheet needs points, but the suites of this run give none for problem \
             {problem}; add [points.{problem}] to judge.toml, as docs/judge-toml.md describes, or \
             judge other suites"
        ))),
    }
}

/// Leaves the submissions of a part; where these stand among all.
fn take(shard: Shard, submissions: &mut Vec<Submission<'_>>) -> Vec<usize> {
    let numbered = submissions.iter().enumerate();
    let own = numbered.filter(|(_, submission)| shard.takes(&submission.source));
    let places: Vec<usize> = own.map(|(place, _)| place).collect();
    submissions.retain(|submission| shard.takes(&submission.source));
    places
}

/// The log of the run to go on with; `None` where there is none.
fn earlier(log: &Path, conditions: &BTreeMap<String, String>) -> Result<Option<Earlier>, Failure> {
    let earlier = match Earlier::open(log) {
        Ok(earlier) => earlier,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            errln!("{} does not exist: every submission is judged", named(log));
            return Ok(None);
        }
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            errln!(
                "{}: the log is empty: every submission is judged",
                named(log)
            );
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

/// Prints with `--verbose` how many cases each suite has.
fn announce_suites(global: &Global, cases: &BTreeMap<String, Vec<Case>>) {
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
}
