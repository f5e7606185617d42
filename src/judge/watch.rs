//! `mousetrap judge --watch`: judges again what has changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::cli::common::{Global, interruption, note_fences};
use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use crate::judge::command::Arguments;
use crate::judge::judgement::{Judging, follow, load};
use mousetrap_judge::config::Config;
use mousetrap_judge::{Finder, JudgeRequest, SOLUTIONS, Submission, SubmissionSet, Threads};
use mousetrap_model::Case;
use mousetrap_model::CaseId;
use mousetrap_model::RefusedFile;
use mousetrap_report::{Model, Recorder, Standing, TerminalStyle, count, counted};
use mousetrap_util::printable::named;

/// How long a signal to stop may go unnoticed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A change is complete once nothing has happened for so long: editors write a
/// file in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// However busy the directory is, a change is taken up after this time.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let interrupted = interruption()?;
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(Failure::internal)?;
    for (path, mode) in places(&global.config()?, &arguments.paths) {
        watch(&mut watcher, &path, mode)?;
    }
    let mut watch = Watch {
        global,
        arguments,
        interrupted,
        threads: Threads::default(),
        known: BTreeMap::new(),
        broken: false,
        refused: Vec::new(),
    };
    loop {
        match watch.round() {
            Ok(true) => return Ok(Status::Interrupted),
            Ok(false) => {}
            // The next change may mend it.
            Err(Failure::Usage(error)) => {
                watch.broken = true;
                errln!("error: {error:#}");
            }
            Err(failure) => return Err(failure),
        }
        if !watch.wait(&changes)? {
            return Ok(watch.status());
        }
    }
}

/// What to look at: what the user named, or the project.
fn places(config: &Config, paths: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
    use RecursiveMode::{NonRecursive, Recursive};
    let mut places = Vec::new();
    for path in paths {
        match path.parent() {
            _ if path.is_dir() => places.push((path.clone(), Recursive)),
            // A file that an editor replaces is another file of the same name.
            Some(directory) if !directory.as_os_str().is_empty() => {
                places.push((directory.to_owned(), NonRecursive));
            }
            _ => places.push((PathBuf::from("."), NonRecursive)),
        }
    }
    if let Some(root) = config.root.directory() {
        places.push((root.to_owned(), NonRecursive));
        let directories = [SOLUTIONS, "cases", "generators"].map(|name| root.join(name));
        let there = directories
            .into_iter()
            .filter(|directory| directory.is_dir());
        places.extend(there.map(|directory| (directory, Recursive)));
    }
    places
}

fn watch(
    watcher: &mut RecommendedWatcher,
    path: &Path,
    mode: RecursiveMode,
) -> Result<(), Failure> {
    watcher
        .watch(path, mode)
        .map_err(|error| Failure::usage(format!("{}: cannot be watched: {error}", named(path))))
}

struct Watch<'a> {
    global: &'a Global,
    arguments: &'a Arguments,
    interrupted: Arc<AtomicBool>,
    threads: Threads,
    /// What was judged last of each file.
    known: BTreeMap<PathBuf, Judged>,
    /// Whether something cannot be judged as it is now.
    broken: bool,
    /// The files that cannot be judged as they are now.
    refused: Vec<RefusedFile>,
}

/// The last judgement of a submission.
struct Judged {
    /// Stands for the submission and all that it was judged on.
    state: u64,
    standing: Standing,
    failed: Vec<CaseId>,
}

impl Watch<'_> {
    /// Judges what is not known in its present state; whether it was
    /// interrupted.
    fn round(&mut self) -> Result<bool, Failure> {
        let config = self.global.config()?;
        let paths = &self.arguments.paths;
        let finder = Finder {
            languages: &config.languages,
            wanted: self.arguments.wanted(),
        };
        let SubmissionSet {
            mut submissions,
            refused,
            ..
        } = finder.find_each(&config.root, paths, &self.interrupted);
        if self.interrupted.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let options = self.arguments.options(&config);
        let suites = &self.arguments.suite;
        let mut cases = load(
            &config,
            &mut submissions,
            suites,
            &options,
            &self.interrupted,
        )?;
        let states: Vec<u64> = submissions
            .iter()
            .map(|submission| state(submission, &cases[&submission.problem.id], &config))
            .collect();
        self.known
            .retain(|path, _| submissions.iter().any(|s| s.path == *path));
        let is_new = |(submission, state): &(&Submission<'_>, &u64)| {
            let known = self.known.get(&submission.path);
            known.is_none_or(|known| known.state != **state)
        };
        let changed: Vec<(&Submission<'_>, &u64)> =
            submissions.iter().zip(&states).filter(is_new).collect();
        let was_broken = std::mem::replace(&mut self.broken, !refused.is_empty());
        if refused != self.refused {
            out!(
                "{}",
                mousetrap_report::refusals(&refused, TerminalStyle::stdout())
            );
            self.refused = refused;
        }
        if changed.is_empty() {
            if was_broken && !self.broken {
                self.summarise();
            }
            return Ok(false);
        }
        if !self.known.is_empty() {
            out!("\n");
        }
        let failed: Vec<&CaseId> = changed
            .iter()
            .filter_map(|(submission, _)| self.known.get(&submission.path))
            .flat_map(|known| &known.failed)
            .collect();
        for cases in cases.values_mut() {
            cases.sort_by_key(|case| !failed.contains(&&case.id));
        }
        let (changed, states): (Vec<Submission<'_>>, Vec<u64>) = changed
            .into_iter()
            .map(|(submission, state)| (submission.clone(), *state))
            .unzip();
        note_fences(&changed);
        let recorder = Recorder::new(self.global.progress(), Vec::new())
            .redacted(self.arguments.reporting.redact);
        let judging = Judging {
            engine: &self.threads,
            request: JudgeRequest {
                submissions: &changed,
                cases: &cases,
                options: &options,
            },
            interrupted: &self.interrupted,
            facts: None,
        };
        let mut model = follow(judging, recorder)?.whole();
        model.header.repeated = self.arguments.repeated(&config);
        self.show(&model);
        if model.interrupted() {
            return Ok(true);
        }
        for (submission, state) in model.submissions.iter().zip(states) {
            let known = Judged {
                state,
                standing: submission.standing(),
                failed: submission.failing().map(|case| case.id.clone()).collect(),
            };
            self.known.insert(submission.info.path.clone(), known);
        }
        self.summarise();
        Ok(false)
    }

    fn show(&self, model: &Model) {
        let view = self.arguments.reporting.view();
        if self.global.quiet {
            out!("{}", mousetrap_report::faults(model, &view));
        } else {
            out!(
                "{}",
                mousetrap_report::render(mousetrap_report::Format::Table, model, &view)
            );
        }
        if self.arguments.reporting.show_failing {
            out!("{}", mousetrap_report::show_failing(model, &view));
        }
    }

    /// A line on everything that is watched.
    fn summarise(&self) {
        let number = |standing: Standing| {
            let mut all = self.known.values();
            count(
                all.by_ref()
                    .filter(|known| known.standing == standing)
                    .count(),
            )
        };
        let (good, bad) = (Standing::AsExpected, Standing::Unexpected);
        outln!(
            "watching {}: {} as expected, {} not · Ctrl-C ends",
            counted(self.known.len(), "submission"),
            number(good),
            number(bad)
        );
    }

    /// Waits for a change; `false` once the user wants to stop, or reads no more.
    fn wait(&self, changes: &Receiver<notify::Result<notify::Event>>) -> Result<bool, Failure> {
        let mut first: Option<Instant> = None;
        while !self.interrupted.load(Ordering::Relaxed) && out::works() {
            if first.is_some_and(|first| first.elapsed() > PATIENCE) {
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

    /// What everything that was judged last comes to.
    fn status(&self) -> Status {
        let mut standings = self.known.values().map(|known| known.standing);
        let bad = |standing| matches!(standing, Standing::Unexpected | Standing::Failed);
        if self.broken || standings.any(bad) {
            Status::Unexpected
        } else {
            Status::Expected
        }
    }
}

/// Stands for a submission and all that decides its judgement.
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
