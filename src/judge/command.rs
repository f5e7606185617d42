//! `mousetrap judge`: judges submissions and reports the run.

use std::collections::BTreeMap;
use std::iter;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::cli::common::{Global, interruption, note_fences};
use crate::cli::failure::{Failure, Status};
use crate::judge::judgement::{Judging, follow, load, retain_with_cases};
use crate::judge::outputs::is_same_file;
use crate::judge::remote::RemoteEngine;
use crate::judge::reporting::Reporting;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Finder, JudgeRequest, Submission, SubmissionSet, Threads};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, Event, RunHeader, ShardHeader};
use mousetrap_report::{Format, Recorder, Standing, counted, log_path};
use mousetrap_util::Shard;
use mousetrap_util::printable::named;
use mousetrap_util::replace::is_stream;

pub(crate) use super::arguments::Arguments;
use super::resume;

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
        return Err(nothing_to_judge(&config, paths));
    }
    let interrupted = interruption()?;
    let options = arguments.options(&config);
    let suites = &arguments.suite;
    let mut remote = RemoteEngine::connect(&arguments.server, &config, &submissions, suites)?;
    let cases = match remote.as_ref().and_then(RemoteEngine::cases) {
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
    let points = match remote.as_ref().and_then(RemoteEngine::points) {
        _ if !options.all_cases => BTreeMap::new(),
        Some(points) => points,
        None => points(&config, &cases)?,
    };
    check_marks(&points, &cases, &arguments.reporting)?;
    let is_first = arguments.shard.is_none_or(Shard::is_first);
    let compared = arguments.similar && is_first;
    let mut similar = compared.then(|| mousetrap_judge::similar_groups(&submissions));
    let all_files = arguments.shard;
    let all_files = all_files.map(|_| mousetrap_judge::digest_of_all(&submissions));
    if !is_first {
        // The first shard reports the files that are not judged.
        refused.clear();
        left_out.clear();
    }
    let shard = arguments.shard.map(|shard| ShardHeader {
        shard,
        indices: take(shard, &mut submissions),
        similar: similar.take(),
    });
    let own = submissions.iter().map(|submission| &*submission.path);
    let all = own.chain(refused.iter().map(|refused| &*refused.path));
    let feedback = arguments.reporting.feedback(all)?;
    let log = outputs.iter().find(|file| !is_stream(&file.path));
    let log = log.map(|file| log_path(&file.path));
    // A log that goes into a pipe is the only one.
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
        conditions.extend(all_files.map(|digest| ("the files to judge".to_owned(), digest)));
    }
    let mut recorder = Recorder::new(global.progress(), outputs)
        .redacted(arguments.reporting.redact)
        .with_feedback(feedback)
        .with_repeated(arguments.repeated(&config))
        .with_header(RunHeader {
            conditions: conditions.clone(),
            shard,
            points,
            named: roots,
            archives: archives.into_iter().collect(),
            ..RunHeader::default()
        });
    if let Some(log) = &log {
        recorder = if arguments.resume {
            resume::resumed(recorder, log, &conditions, &mut submissions)?
        } else {
            resume::logged(recorder, log)?
        };
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
            .map_or(&threads as &dyn Engine, |remote| remote),
        request,
        interrupted: &interrupted,
        facts: remote.as_ref().map(RemoteEngine::facts),
    };
    let model = follow(judging, recorder)?;
    let skips_named_file = model.standing(Standing::Skipped).any(|skipped| {
        let mut files = paths.iter().filter(|path| path.is_file());
        files.any(|path| is_same_file(path, &skipped.info.path))
    });
    let status = match arguments.reporting.show(global, &model, printed)? {
        // Merging the shards decides on their verdicts.
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

/// Returns the failure if there is no submission in these paths.
fn nothing_to_judge(config: &Config, paths: &[PathBuf]) -> Failure {
    let places = match paths {
        [] => config.root.to_string(),
        paths => paths.iter().map(named).collect::<Vec<_>>().join(", "),
    };
    Failure::usage(format!(
        "there is no submission to judge in {places}; name one, as in `mousetrap judge \
         answer.py`, or make a project with `mousetrap init`"
    ))
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

/// Keeps the submissions of a shard. Returns their indices among all.
fn take(shard: Shard, submissions: &mut Vec<Submission<'_>>) -> Vec<usize> {
    let numbered = submissions.iter().enumerate();
    let own = numbered.filter(|(_, submission)| shard.takes(&submission.source));
    let places: Vec<usize> = own.map(|(place, _)| place).collect();
    submissions.retain(|submission| shard.takes(&submission.source));
    places
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
