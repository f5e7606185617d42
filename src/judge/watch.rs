//! `mousetrap judge --watch`: judges again after each change.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{EventKind, RecursiveMode, Watcher};

use crate::cli::context::{GlobalOptions, is_interrupted, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::output;
use crate::cli::submissions::print_removed_code_fences;
use crate::judge::cases::{CasesByProblem, load_cases};
use crate::judge::command::Arguments;
use crate::judge::judging::judge_and_record;
use mousetrap_judge::config::Config;
use mousetrap_judge::{JudgeRequest, LocalEngine, SOLUTIONS_DIR, SubmissionSet};
use mousetrap_model::RunHeader;
use mousetrap_report::{Recorder, RecorderOptions, format_count};
use mousetrap_util::printable::escape_path;

/// Interval at which to check whether the user asked to stop.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// A change counts as complete after this time without further events, because editors write a file
/// in several steps.
const QUIET_PERIOD: Duration = Duration::from_millis(50);

/// Maximum time for which judging is delayed while further changes occur.
const MAX_JUDGING_DELAY: Duration = Duration::from_secs(1);

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    listen_for_signals()?;
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(Failure::internal_error)?;
    for (path, mode) in watched_paths(&global.read_config()?, &arguments.paths) {
        watcher.watch(&path, mode).map_err(|error| {
            Failure::usage_error(format!(
                "{}: cannot be watched: {error}",
                escape_path(&path)
            ))
        })?;
    }
    let threads = LocalEngine::default();
    // The digest of everything that determined the last verdicts; see [`digest_of_inputs`].
    let mut judged = None;
    let mut status = ExitStatus::Expected;
    while !is_interrupted() && output::all_writes_succeeded() {
        match judge_if_changed(global, arguments, &threads, &mut judged) {
            Ok(Some(new)) => status = new,
            Ok(None) => {}
            // The user's next change may correct the mistake.
            Err(failure) if failure.status == ExitStatus::Usage => {
                failure.print();
                (judged, status) = (None, ExitStatus::Usage);
            }
            Err(failure) => return Err(failure),
        }
        wait_for_change(&changes)?;
    }
    Ok(status)
}

/// Returns the files and directories to watch: the paths that the user named, and the project.
fn watched_paths(config: &Config, paths: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
    use RecursiveMode::{NonRecursive, Recursive};
    let named = paths.iter().map(|path| match path.parent() {
        _ if path.is_dir() => (path.clone(), Recursive),
        // Watches the directory, because an editor may replace the file with a new file of the same
        // name.
        Some(directory) if directory != Path::new("") => (directory.to_owned(), NonRecursive),
        _ => (PathBuf::from("."), NonRecursive),
    });
    let mut watched: Vec<_> = named.collect();
    if let Some(root) = config.root.directory() {
        watched.push((root.to_owned(), NonRecursive));
        let directories = [SOLUTIONS_DIR, "cases", "generators"].map(|name| root.join(name));
        let existing = directories.into_iter().filter(|it| it.is_dir());
        watched.extend(existing.map(|directory| (directory, Recursive)));
    }
    watched
}

/// Judges the submissions and prints the report, if anything has changed since `judged` was
/// computed. The result cache provides the judgements of unchanged submissions.
fn judge_if_changed(
    global: &GlobalOptions,
    arguments: &Arguments,
    threads: &LocalEngine,
    judged: &mut Option<u64>,
) -> Result<Option<ExitStatus>, Failure> {
    let config = global.read_config()?;
    let mut found = arguments.find_submissions(&config)?;
    let cases = load_cases(global, &config, &mut found, &arguments.suite)?;
    let digest = Some(digest_of_inputs(&found, &cases, &config));
    if is_interrupted() || digest == *judged {
        return Ok(None);
    }
    if judged.is_some() {
        out!("\n");
    }
    print_removed_code_fences(&found.submissions);
    let recorder = Recorder::new(RecorderOptions {
        header: RunHeader {
            refused: found.refused,
            left_out: found.left_out,
            ..RunHeader::default()
        },
        progress: global.progress_display(),
        command_options: arguments.args_for_suggested_commands(global, &config),
        is_redacted: arguments.reporting.redact,
        ..RecorderOptions::default()
    });
    let request = JudgeRequest {
        submissions: &found.submissions,
        cases: &cases,
        options: &arguments.judge_options(global, &config),
    };
    let model = judge_and_record(threads, request, recorder)?;
    let status = arguments.reporting.print(global, &model)?;
    *judged = digest;
    let submissions = format_count(found.submissions.len(), "submission");
    outln!("watching {submissions} · Ctrl-C stops");
    Ok(Some(status))
}

/// Waits until a watched file changes, the user asks to stop, or standard output is closed.
fn wait_for_change(changes: &Receiver<notify::Result<notify::Event>>) -> Result<(), Failure> {
    let mut first: Option<Instant> = None;
    while !is_interrupted() && output::all_writes_succeeded() {
        if first.is_some_and(|first| first.elapsed() > MAX_JUDGING_DELAY) {
            return Ok(());
        }
        match changes.recv_timeout(first.map_or(INTERRUPT_CHECK_INTERVAL, |_| QUIET_PERIOD)) {
            Ok(Ok(event)) if matches!(event.kind, EventKind::Access(_)) => {}
            Ok(Ok(_)) => {
                first.get_or_insert_with(Instant::now);
            }
            Err(RecvTimeoutError::Timeout) if first.is_some() => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Err(error)) => return Err(Failure::internal_error(error)),
            Err(error) => return Err(Failure::internal_error(error)),
        }
    }
    Ok(())
}

/// Returns a digest of everything that determines the verdicts of the submissions.
fn digest_of_inputs(found: &SubmissionSet<'_>, cases: &CasesByProblem, config: &Config) -> u64 {
    let mut hasher = DefaultHasher::new();
    for submission in &found.submissions {
        (&submission.path, &submission.source).hash(&mut hasher);
    }
    format!("{:?} {cases:?} {config:?}", found.refused).hash(&mut hasher);
    hasher.finish()
}
