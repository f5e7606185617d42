//! Many submissions on many workers.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, RwLock};
use std::time::Instant;
use std::{io, thread};

use thiserror::Error;

use crate::compile::Cache;
use crate::config::JudgeOptions;
use crate::language::{Found, probe, stage};
use crate::results::Results;
use crate::runner::Shared;
use crate::startup::Startups;
use crate::worker::{self, Judged};
use crate::{CaseResult, Event, Skip, Submission, SubmissionInfo};
use mousetrap_base::Limits;
use mousetrap_base::printable::named;
use mousetrap_sandbox::{Clock, Core, Isolation, Sandbox, SandboxError, pin_this_thread};
use mousetrap_suite::Case;

/// A failure of the judge itself; no submission is to blame.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// A file of the judge's own could not be used.
    #[error("{}: {source}", named(path))]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl JudgeError {
    /// For `map_err` on work with `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}

/// How a run of the judge is set up.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The `[judge]` table of the configuration.
    pub judge: JudgeOptions,
    /// What compiling one submission may use.
    pub compile: Limits,
    /// How far submissions are kept away from the machine.
    pub isolation: Isolation,
    /// Whether a submission goes on after its first failing case.
    pub all_cases: bool,
    /// Whether results of earlier runs of the same are taken over.
    pub reuse: bool,
}

impl Options {
    /// Worker threads: as configured, else one per core.
    pub fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.judge.jobs.map_or_else(cores, NonZeroUsize::get)
    }
}

/// Judges `submissions` on the cases of their problem and tells `events` what
/// happens. Returns when all are judged or `interrupted` is set; nothing that
/// was started is left running then.
///
/// # Errors
/// If no worker can be set up. What goes wrong with a single submission is
/// told as [`Event::Failed`].
pub fn judge(
    submissions: &[Submission<'_>],
    cases: &BTreeMap<&'static str, Vec<Case>>,
    options: &Options,
    interrupted: &AtomicBool,
    events: &Sender<Event>,
) -> Result<(), JudgeError> {
    let begun = Instant::now();
    let cases_of = |submission: &Submission<'_>| {
        cases
            .get(submission.problem.id())
            .map_or(&[][..], Vec::as_slice)
    };
    let jobs = options.jobs().min(submissions.len());
    let cache = Cache::open(options.judge.cache)?;
    let workers = (0..jobs)
        .map(|_| Worker::new(options.isolation, jobs))
        .collect::<Result<Vec<_>, _>>()?;
    let shared = Shared {
        options: options.judge,
        compile: options.compile,
        cache,
        all_cases: options.all_cases,
        interrupted,
        quiet: RwLock::new(()),
        startups: Startups::default(),
    };
    let tell = |event: Event| {
        // Nobody listening is no reason to stop judging.
        let _ = events.send(event);
    };
    let results = options.reuse.then(Results::open).flatten();
    tell(Event::RunStarted {
        submissions: submissions
            .iter()
            .map(|submission| info(submission, cases_of(submission).len()))
            .collect(),
        jobs,
        isolation: options.isolation.to_string(),
        clock: workers
            .first()
            .map_or(Clock::Tree, |worker| worker.sandbox.clock()),
    });
    let next = AtomicUsize::new(0);
    let queue = Mutex::new(());
    thread::scope(|scope| {
        for (worker, Worker { mut sandbox, core }) in workers.into_iter().enumerate() {
            let (shared, next, queue, tell) = (&shared, &next, &queue, &tell);
            let results = results.as_ref();
            scope.spawn(move || {
                if let Some(core) = &core {
                    // The sandbox is there already, so the core may be used.
                    let _ = pin_this_thread(core.number());
                }
                while !interrupted.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(submission) = submissions.get(index) else {
                        break;
                    };
                    let toolchain = {
                        // Probing twice at the same time would be wasted.
                        let _one = queue.lock();
                        probe(submission.detected.language)
                    };
                    let toolchain = match toolchain {
                        Found::Toolchain(toolchain) => toolchain,
                        Found::Missing { reason, install } => {
                            let skip = Skip {
                                reason: reason.to_string(),
                                remedy: install,
                            };
                            tell(Event::Skipped {
                                submission: index,
                                skip,
                            });
                            continue;
                        }
                    };
                    tell(Event::Compiling {
                        submission: index,
                        worker,
                    });
                    let cases = cases_of(submission);
                    let slot = results.map(|results| {
                        let staged = stage(&submission.detected, &toolchain);
                        results.slot(submission, &staged, &toolchain, cases, options)
                    });
                    let started = || {
                        tell(Event::Started {
                            submission: index,
                            worker,
                        });
                    };
                    let told = |result: CaseResult| {
                        tell(Event::Case {
                            submission: index,
                            result: Box::new(result),
                        });
                    };
                    if let Some((known, whole)) = slot.as_ref().and_then(|slot| slot.read(cases)) {
                        started();
                        known.into_iter().for_each(told);
                        tell(Event::Finished {
                            submission: index,
                            result: Box::new(whole),
                        });
                        continue;
                    }
                    let mut results = Vec::new();
                    let judged = worker::judge(
                        shared,
                        &mut sandbox,
                        submission,
                        &toolchain,
                        cases,
                        started,
                        &mut |result| {
                            results.extend(slot.is_some().then(|| result.clone()));
                            told(result);
                        },
                    );
                    if let (Some(slot), Ok(Judged::Done(whole))) = (&slot, &judged) {
                        slot.keep(&results, whole);
                    }
                    match judged {
                        Ok(Judged::Done(result)) => {
                            tell(Event::Finished {
                                submission: index,
                                result,
                            });
                        }
                        Ok(Judged::Interrupted) => break,
                        Err(error) => tell(Event::Failed {
                            submission: index,
                            error: error.to_string(),
                        }),
                    }
                }
            });
        }
    });
    tell(Event::RunFinished {
        interrupted: interrupted.load(Ordering::Relaxed),
        wall: begun.elapsed(),
    });
    Ok(())
}

/// What a worker thread works with.
struct Worker {
    sandbox: Sandbox,
    /// The core that it has for itself. The thread is kept there as well: it
    /// sleeps while the submission works, and while it reads the figures the
    /// submission does not, so that nothing is still to be accounted for.
    core: Option<Core>,
}

impl Worker {
    /// One of `jobs` workers. More of them than cores are not kept anywhere.
    fn new(isolation: Isolation, jobs: usize) -> Result<Self, SandboxError> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let core = (jobs <= cores).then(Core::claim).flatten();
        let sandbox = Sandbox::on_core(isolation, core.as_ref().map(Core::number))?;
        Ok(Self { sandbox, core })
    }
}

fn info(submission: &Submission<'_>, cases: usize) -> SubmissionInfo {
    let language = submission.detected.language;
    SubmissionInfo {
        path: submission.path.clone(),
        problem: submission.problem.id(),
        language: language.id.clone(),
        language_name: language.name.clone(),
        form: submission.detected.form,
        expected: submission.expected,
        cases,
    }
}
