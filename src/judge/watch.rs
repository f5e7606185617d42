//! `mousetrap judge --watch`: judges again what has changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{EventKind, RecursiveMode, Watcher};

use crate::cli::common::{Global, INTERRUPTED, interruption, note_fences, stopped};
use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use crate::judge::cases::load;
use crate::judge::command::Arguments;
use crate::judge::judgement::follow;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Finder, JudgeRequest, SOLUTIONS, Submission, SubmissionSet, Threads};
use mousetrap_model::{Case, CaseId, RefusedFile};
use mousetrap_report::{Recorder, Standing, TerminalStyle, count, counted};
use mousetrap_util::printable::named;

/// Interval at which to look whether the user asked to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A change is complete once nothing has happened for this long: editors write a file in
/// several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// Maximum time for which a busy directory delays a round.
const MAX_DELAY: Duration = Duration::from_secs(1);

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    interruption()?;
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(Failure::internal)?;
    for (path, mode) in places(&global.config()?, &arguments.paths) {
        watcher.watch(&path, mode).map_err(|error| {
            Failure::usage(format!("{}: cannot be watched: {error}", named(&path)))
        })?;
    }
    let mut watch = Watch {
        global,
        arguments,
        threads: Threads::default(),
        known: BTreeMap::new(),
        broken: false,
        refused: Vec::new(),
    };
    loop {
        match watch.round() {
            Ok(Status::Interrupted) => return Ok(Status::Interrupted),
            Ok(_) => {}
            // The next change may mend it.
            Err(Failure::Usage(error)) => {
                watch.broken = true;
                errln!("error: {error:#}");
            }
            Err(failure) => return Err(failure),
        }
        if !wait(&changes)? {
            return Ok(watch.status());
        }
    }
}

/// The files and directories to watch: those that the user named, and the project.
fn places(config: &Config, paths: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
    use RecursiveMode::{NonRecursive, Recursive};
    let named = paths.iter().map(|path| match path.parent() {
        _ if path.is_dir() => (path.clone(), Recursive),
        // A file that an editor replaces is another file of the same name.
        Some(directory) if directory != Path::new("") => (directory.to_owned(), NonRecursive),
        _ => (PathBuf::from("."), NonRecursive),
    });
    let mut places: Vec<_> = named.collect();
    if let Some(root) = config.root.directory() {
        places.push((root.to_owned(), NonRecursive));
        let directories = [SOLUTIONS, "cases", "generators"].map(|name| root.join(name));
        let existing = directories.into_iter().filter(|it| it.is_dir());
        places.extend(existing.map(|directory| (directory, Recursive)));
    }
    places
}

struct Watch<'a> {
    global: &'a Global,
    arguments: &'a Arguments,
    threads: Threads,
    /// The last judgement of each file.
    known: BTreeMap<PathBuf, Judged>,
    /// Whether something cannot be judged as it is now.
    broken: bool,
    /// The files that cannot be judged as they are now.
    refused: Vec<RefusedFile>,
}

/// The last judgement of a submission.
struct Judged {
    /// The digest of the submission and of everything that decides its judgement.
    state: u64,
    standing: Standing,
    failed: Vec<CaseId>,
}

impl Watch<'_> {
    /// Judges the submissions that have changed.
    fn round(&mut self) -> Result<Status, Failure> {
        let config = self.global.config()?;
        let paths = &self.arguments.paths;
        let finder = Finder {
            languages: &config.languages,
            wanted: self.arguments.wanted(&config)?,
        };
        let SubmissionSet {
            mut submissions,
            refused,
            ..
        } = finder.find_each(&config.root, paths, &INTERRUPTED);
        if stopped() {
            return Ok(Status::Interrupted);
        }
        let (global, arguments) = (self.global, self.arguments);
        let options = arguments.options(global, &config);
        let mut cases = load(global, &config, &mut submissions, &arguments.suite)?;
        self.known
            .retain(|path, _| submissions.iter().any(|s| s.path == *path));
        let states = submissions
            .iter()
            .map(|submission| state(submission, &cases[&submission.problem.id], &config));
        let states: Vec<u64> = states.collect();
        let all = submissions.into_iter().zip(states);
        let (changed, states): (Vec<Submission<'_>>, Vec<u64>) = all
            .filter(|(submission, state)| {
                let known = self.known.get(&submission.path);
                known.is_none_or(|known| known.state != *state)
            })
            .unzip();
        self.broken = !refused.is_empty();
        if refused != self.refused {
            out!(
                "{}",
                mousetrap_report::refusals(&refused, TerminalStyle::stdout())
            );
            self.refused = refused;
        }
        if changed.is_empty() {
            return Ok(Status::Expected);
        }
        if !self.known.is_empty() {
            out!("\n");
        }
        let known = changed.iter().filter_map(|it| self.known.get(&it.path));
        let failed: Vec<&CaseId> = known.flat_map(|known| &known.failed).collect();
        for cases in cases.values_mut() {
            cases.sort_by_key(|case| !failed.contains(&&case.id));
        }
        note_fences(&changed);
        let recorder = Recorder::new(global.progress(), Vec::new())
            .redacted(arguments.reporting.redact)
            .with_repeated(arguments.repeated(global, &config));
        let request = JudgeRequest {
            submissions: &changed,
            cases: &cases,
            options: &options,
        };
        let model = follow(&self.threads, request, recorder, None)?.whole();
        let is_interrupted = model.interrupted();
        for (submission, state) in model.submissions.iter().zip(states) {
            let known = Judged {
                state,
                standing: submission.standing(),
                failed: submission.failing().map(|case| case.id.clone()).collect(),
            };
            self.known.insert(submission.info.path.clone(), known);
        }
        arguments.reporting.show(global, &model)?;
        if is_interrupted {
            return Ok(Status::Interrupted);
        }
        self.summarise();
        Ok(Status::Expected)
    }

    /// Prints a line about everything that is watched.
    fn summarise(&self) {
        let number = |standing: Standing| {
            let all = self.known.values();
            count(all.filter(|known| known.standing == standing).count())
        };
        outln!(
            "watching {}: {} as expected, {} not · Ctrl-C ends",
            counted(self.known.len(), "submission"),
            number(Standing::AsExpected),
            number(Standing::Unexpected)
        );
    }

    /// The status of the last judgements of all files.
    fn status(&self) -> Status {
        let mut standings = self.known.values().map(|known| known.standing);
        let bad = |standing| matches!(standing, Standing::Unexpected | Standing::Failed);
        Status::expected_if(!self.broken && !standings.any(bad))
    }
}

/// Waits for a change. Returns `false` once the user wants to stop, or reads no more.
fn wait(changes: &Receiver<notify::Result<notify::Event>>) -> Result<bool, Failure> {
    let mut first: Option<Instant> = None;
    while !stopped() && out::works() {
        if first.is_some_and(|first| first.elapsed() > MAX_DELAY) {
            return Ok(true);
        }
        match changes.recv_timeout(first.map_or(POLL_INTERVAL, |_| SETTLED)) {
            Ok(Ok(event)) if matches!(event.kind, EventKind::Access(_)) => {}
            Ok(Ok(_)) => {
                first.get_or_insert_with(Instant::now);
            }
            Err(RecvTimeoutError::Timeout) if first.is_some() => return Ok(true),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Err(error)) => return Err(Failure::internal(error)),
            Err(error) => return Err(Failure::internal(error)),
        }
    }
    Ok(false)
}

/// Returns the digest of a submission and of everything that decides its judgement.
fn state(submission: &Submission<'_>, cases: &[Case], config: &Config) -> u64 {
    let mut hasher = DefaultHasher::new();
    submission.source.hash(&mut hasher);
    format!("{:?} {config:?}", submission.expected).hash(&mut hasher);
    for case in cases {
        (&case.id.0, &case.input, &case.answer).hash(&mut hasher);
        format!("{:?}", case.limits).hash(&mut hasher);
    }
    hasher.finish()
}
