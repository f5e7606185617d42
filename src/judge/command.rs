//! `mousetrap judge`: judges submissions and reports the results.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::cli::context::{GlobalOptions, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::print_removed_code_fences;
use crate::judge::cases::{CasesByProblem, load_cases, point_groups, restrict_suites};
use crate::judge::judging::judge_and_record;
use crate::judge::output_files::is_same_file;
use crate::judge::resume;
use mousetrap_judge::config::Config;
use mousetrap_judge::{JudgeRequest, LocalEngine, SubmissionSet};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{RunHeader, ShardHeader};
use mousetrap_report::{
    Format, Model, OutcomeClass, Recorder, RecorderOptions, format_count, log_path,
};
use mousetrap_util::Shard;
use mousetrap_util::printable::escape_path;
use mousetrap_util::replace::is_stream;

pub(crate) use super::arguments::Arguments;

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let reporting = &arguments.reporting;
    // No work has begun yet, so a signal may end the process immediately.
    let mut found = arguments.find_submissions(&config)?;
    print_removed_code_fences(&found.submissions);
    let outputs = reporting.writable_report_files()?;
    let has_log_output = outputs.iter().any(|file| file.format == Format::Log);
    if arguments.shard.is_some() && !has_log_output {
        return Err(Failure::usage_error(
            "--shard requires a log, because shards are merged from their logs; add --output FILE.jsonl",
        ));
    }
    if found.submissions.is_empty() && found.refused.is_empty() {
        return Err(missing_submissions_failure(&config, &arguments.paths));
    }
    listen_for_signals()?;
    let options = arguments.judge_options(global, &config);
    let mut cases = load_cases(global, &config, &mut found, &arguments.suite)?;
    #[cfg(feature = "service")]
    let server = crate::judge::remote::connect(&config, arguments, &found.submissions, &cases)?;
    #[cfg(not(feature = "service"))]
    let server: Option<Box<dyn mousetrap_judge::Engine>> = None;
    let is_restricted = arguments.suite.is_empty() && !arguments.all_suites && !options.all_cases;
    if is_restricted && server.is_none() {
        restrict_suites(&config, &mut found.submissions, &mut cases);
    }
    let engine = match server {
        Some(server) => server,
        None => Box::new(LocalEngine::default()),
    };
    let points = if options.all_cases {
        problem_points(&config, &cases)?
    } else {
        BTreeMap::new()
    };
    if reporting.wants_mark_sheet() {
        check_that_problems_have_points(&points, &cases)?;
    }
    let is_first = arguments.shard.is_none_or(Shard::is_first);
    let is_compared = arguments.similar && is_first;
    let mut similar = is_compared.then(|| mousetrap_judge::similar_groups(&found.submissions));
    let mut conditions = BTreeMap::new();
    let shard = arguments.shard.map(|shard| {
        let digest = mousetrap_judge::digest_of_submissions(&found.submissions);
        conditions.insert("the files to judge".to_owned(), digest);
        ShardHeader {
            shard,
            indices: retain_shard(shard, &mut found),
            similar: similar.take(),
        }
    });
    let SubmissionSet {
        mut submissions,
        refused,
        left_out,
        named: roots,
        archives,
    } = found;
    let judged = submissions.iter().map(|submission| &*submission.path);
    let all = judged.chain(refused.iter().map(|refused| &*refused.path));
    let feedback = reporting.writable_feedback_directory(all)?;
    let log = outputs.iter().find(|file| !is_stream(&file.path));
    let log = log.map(|file| log_path(&file.path));
    // There is no log if all reports go to pipes, unless one of the reports is a log.
    if log.is_some() || has_log_output {
        let request = JudgeRequest {
            submissions: &submissions,
            cases: &cases,
            options: &options,
        };
        conditions.extend(mousetrap_judge::all_conditions(&*engine, request));
    }
    let (claim, earlier) = match &log {
        None => (None, None),
        Some(log) if arguments.resume => {
            let (claim, earlier) = resume::open_resumed_log(log, &conditions, &mut submissions)?;
            (Some(claim), earlier)
        }
        Some(log) => (Some(resume::new_log(log)?), None),
    };
    let recorder = Recorder::new(RecorderOptions {
        progress: global.progress_display(),
        header: RunHeader {
            conditions,
            shard,
            points,
            named: roots,
            archives: archives.into_iter().collect(),
            refused,
            left_out,
            similar,
            ..RunHeader::default()
        },
        command_options: arguments.args_for_suggested_commands(global, &config),
        files: outputs,
        feedback,
        is_redacted: reporting.redact,
        texts: arguments.reporting.page_texts(),
        log: claim,
        earlier,
    });
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &options,
    };
    let model = judge_and_record(&*engine, request, recorder)?;
    // A shard may contain no submissions.
    let is_empty_shard = arguments.shard.is_some() && model.submissions.is_empty();
    let reported = if is_empty_shard {
        ExitStatus::Expected
    } else {
        reporting.print(global, &model)?
    };
    let skips_problem = arguments.judges_project() && !config.broken_definitions.is_empty();
    let status = exit_status(arguments, &model, reported, skips_problem);
    if let (ExitStatus::Interrupted, Some(log)) = (status, &log) {
        let log = escape_path(log);
        errln!("to continue, run the same command with --resume; the log is {log}");
    }
    Ok(status)
}

/// Returns the exit status of the command. `reported` is the status that follows from the verdicts
/// in the report. `skips_problem` is true if the solutions of a problem were not judged because the
/// problem's definition is invalid.
fn exit_status(
    arguments: &Arguments,
    model: &Model,
    reported: ExitStatus,
    skips_problem: bool,
) -> ExitStatus {
    let mut files = arguments.paths.iter().filter(|path| path.is_file());
    let skips_named_file = files.any(|path| {
        let mut skipped = model.submissions_in_class(OutcomeClass::Skipped);
        skipped.any(|skipped| is_same_file(path, &skipped.info.path))
    });
    match reported {
        // `report merge` will take the verdicts of all shards into account.
        ExitStatus::Expected | ExitStatus::Unexpected | ExitStatus::Usage
            if arguments.shard.is_some() =>
        {
            ExitStatus::Expected
        }
        // The user asked for verdicts on files that were skipped.
        ExitStatus::Expected | ExitStatus::Unexpected if skips_named_file || skips_problem => {
            ExitStatus::Usage
        }
        status => status,
    }
}

/// Returns the error to report if the given paths contain no submission.
fn missing_submissions_failure(config: &Config, paths: &[PathBuf]) -> Failure {
    let searched = match paths {
        [] => config.root.to_string(),
        paths => paths.iter().map(escape_path).collect::<Vec<_>>().join(", "),
    };
    Failure::usage_error(format!(
        "no submission found in {searched}; name one, as in `mousetrap judge answer.py`, or create \
         a project with `mousetrap init`"
    ))
}

/// Returns, for each problem, the point groups that apply to a run on these cases.
fn problem_points(
    config: &Config,
    cases: &CasesByProblem,
) -> Result<BTreeMap<String, RunPoints>, Failure> {
    let mut all = BTreeMap::new();
    for (problem, cases) in cases {
        let ids = cases.iter().map(|case| &case.id);
        let Some(points) = point_groups(config, problem, ids.clone())? else {
            continue;
        };
        let without_group = ids.filter(|case| points.group_of(case).is_none());
        if let [first, others @ ..] = &without_group.collect::<Vec<_>>()[..] {
            let count = format_count(1 + others.len(), "case");
            let (verb, more) = if others.is_empty() {
                ("earns", "")
            } else {
                ("earn", ", …")
            };
            warnln!(
                "problem {problem}: {count} in no point group {verb} no points: {first}{more}; to \
                 change this, add a group to judge.toml"
            );
        }
        all.insert(problem.clone(), points);
    }
    Ok(all)
}

/// Checks that each problem has points, because a mark sheet requires them.
fn check_that_problems_have_points(
    points: &BTreeMap<String, RunPoints>,
    cases: &CasesByProblem,
) -> Result<(), Failure> {
    match cases.keys().find(|problem| !points.contains_key(*problem)) {
        None => Ok(()),
        Some(problem) => Err(Failure::usage_error(format!(
            "a mark sheet needs points, but the suites of this run have no points for problem \
             {problem}; add [points.{problem}] to judge.toml, as described in docs/judge-toml.md, or \
             judge other suites"
        ))),
    }
}

/// Retains only the submissions of a shard, and returns their indices among all submissions. Only
/// the first shard reports the files that are not judged.
fn retain_shard(shard: Shard, found: &mut SubmissionSet<'_>) -> Vec<usize> {
    if !shard.is_first() {
        found.refused.clear();
        found.left_out.clear();
    }
    let (mut indices, mut index) = (Vec::new(), 0..);
    found.submissions.retain(|submission| {
        let is_in_shard = shard.contains(&submission.source);
        indices.extend(index.next().filter(|_| is_in_shard));
        is_in_shard
    });
    indices
}
