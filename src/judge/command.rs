//! `mousetrap judge`: judges submissions and reports the run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::cli::common::{Global, INTERRUPTED, interruption, note_fences};
use crate::cli::failure::{Failure, Status};
use crate::judge::cases::{Cases, choose_suites, load};
use crate::judge::judgement::follow;
use crate::judge::outputs::is_same_file;
use crate::judge::remote;
use crate::judge::resume;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Finder, JudgeRequest, SubmissionSet, Threads};
use mousetrap_judge::{case_conditions, run_conditions};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Event, Facts, RunHeader, ShardHeader};
use mousetrap_report::{Format, Recorder, Standing, log_path};
use mousetrap_util::Shard;
use mousetrap_util::printable::named;
use mousetrap_util::replace::is_stream;

pub(crate) use super::arguments::Arguments;

/// A server that judges a run, with the settings of its operator.
pub(super) struct Server {
    pub(super) engine: Box<dyn Engine>,
    pub(super) cases: Cases,
    /// The point groups of the server's suites; none if the suites of this project are used.
    pub(super) points: Option<BTreeMap<String, RunPoints>>,
    /// Its part of the conditions that `--resume` compares.
    pub(super) conditions: BTreeMap<String, String>,
    pub(super) facts: Facts,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let reporting = &arguments.reporting;
    let finder = Finder {
        languages: &config.languages,
        wanted: arguments.wanted(&config)?,
    };
    // Nothing has begun yet, so a signal may end the process as it is.
    let mut found = finder.find_each(&config.root, &arguments.paths, &INTERRUPTED);
    note_fences(&found.submissions);
    let outputs = reporting.outputs()?;
    let has_log_output = outputs.iter().any(|file| file.format == Format::Log);
    if arguments.shard.is_some() && !has_log_output {
        return Err(Failure::usage(
            "a shard is merged with others from its log: add --output FILE.jsonl",
        ));
    }
    if found.submissions.is_empty() && found.refused.is_empty() {
        return Err(nothing_to_judge(&config, &arguments.paths));
    }
    interruption()?;
    let options = arguments.options(global, &config);
    let (suites, submissions) = (&arguments.suite, &mut found.submissions);
    let mut server = remote::connect(global, &config, arguments, submissions)?;
    let mut cases = match &mut server {
        Some(server) => std::mem::take(&mut server.cases),
        None => load(global, &config, submissions, suites)?,
    };
    if suites.is_empty() && !arguments.all_suites && !options.all_cases && server.is_none() {
        choose_suites(&config, submissions, &mut cases);
    }
    let points = match server.as_mut().and_then(|server| server.points.take()) {
        _ if !options.all_cases => BTreeMap::new(),
        Some(points) => points,
        None => points(&config, &cases)?,
    };
    if reporting.wants_marks() {
        check_marks(&points, &cases)?;
    }
    let is_first = arguments.shard.is_none_or(Shard::is_first);
    let compared = arguments.similar && is_first;
    let mut similar = compared.then(|| mousetrap_judge::similar_groups(&found.submissions));
    let sharded = arguments.shard;
    let all_files = sharded.map(|_| mousetrap_judge::digest_of_all(&found.submissions));
    let shard = arguments.shard.map(|shard| ShardHeader {
        shard,
        indices: take(shard, &mut found),
        similar: similar.take(),
    });
    let SubmissionSet {
        mut submissions,
        refused,
        left_out,
        named: roots,
        archives,
    } = found;
    let own = submissions.iter().map(|submission| &*submission.path);
    let all = own.chain(refused.iter().map(|refused| &*refused.path));
    let feedback = reporting.feedback(all)?;
    let log = outputs.iter().find(|file| !is_stream(&file.path));
    let log = log.map(|file| log_path(&file.path));
    let mut conditions = BTreeMap::new();
    // A log that goes into a pipe is the only one.
    if log.is_some() || has_log_output {
        conditions = match &server {
            None => mousetrap_judge::conditions(JudgeRequest {
                submissions: &submissions,
                cases: &cases,
                options: &options,
            }),
            // The conditions of the server's own suites replace those of cases without content.
            Some(server) => (run_conditions(&options).into_iter())
                .chain(case_conditions(&cases))
                .chain(server.conditions.clone())
                .collect(),
        };
        conditions.extend(all_files.map(|digest| ("the files to judge".to_owned(), digest)));
    }
    let mut recorder = Recorder::new(global.progress(), outputs)
        .redacted(reporting.redact)
        .with_feedback(feedback)
        .with_repeated(arguments.repeated(global, &config))
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
    for event in [Some(set_aside), similar.map(Event::SimilarFound)] {
        let recorded = event.map_or(Ok(()), |event| recorder.record(event));
        recorded.map_err(Failure::usage)?;
    }
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &options,
    };
    let model = match &server {
        Some(server) => {
            let facts = Some(server.facts.clone());
            follow(&*server.engine, request, recorder, facts)?
        }
        None => follow(&Threads::default(), request, recorder, None)?,
    };
    let skips_named_file = model.standing(Standing::Skipped).any(|skipped| {
        let mut files = arguments.paths.iter().filter(|path| path.is_file());
        files.any(|path| is_same_file(path, &skipped.info.path))
    });
    let status = match reporting.show(global, &model)? {
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
fn points(config: &Config, cases: &Cases) -> Result<BTreeMap<String, RunPoints>, Failure> {
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

/// Checks that each problem gives points, which a mark sheet needs.
fn check_marks(points: &BTreeMap<String, RunPoints>, cases: &Cases) -> Result<(), Failure> {
    match cases.keys().find(|problem| !points.contains_key(*problem)) {
        None => Ok(()),
        Some(problem) => Err(Failure::usage(format!(
            "a mark sheet needs points, but the suites of this run give none for problem \
             {problem}; add [points.{problem}] to judge.toml, as docs/judge-toml.md describes, or \
             judge other suites"
        ))),
    }
}

/// Keeps the submissions of a shard, and returns their indices among all. Only the first shard
/// reports the files that are not judged.
fn take(shard: Shard, found: &mut SubmissionSet<'_>) -> Vec<usize> {
    if !shard.is_first() {
        found.refused.clear();
        found.left_out.clear();
    }
    let numbered = found.submissions.iter().enumerate();
    let own = numbered.filter(|(_, submission)| shard.takes(&submission.source));
    let indices = own.map(|(index, _)| index).collect();
    let submissions = &mut found.submissions;
    submissions.retain(|submission| shard.takes(&submission.source));
    indices
}
