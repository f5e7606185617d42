//! Many submissions on many workers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use parking_lot::RwLock;

use crate::program::program_cache::Store;
use crate::run::prepare::Shared;
use crate::run::startup::Startups;
use crate::schedule::idle_sandboxes::Idle;
use crate::schedule::result_cache::Results;
use crate::schedule::worker::{Work, Worker};
use crate::{Engine, JudgeError, Options, Submission};
use mousetrap_base::Bytes;
use mousetrap_model::{Case, Clock, Event, SubmissionInfo};

/// The threads of this machine. Judgements that are made through the same value, one
/// after the other or at the same time, heed each other: a run that must be alone
/// is, what starting costs is measured once, and sandboxes are used again.
#[derive(Debug, Default)]
pub struct Threads {
    run_lock: Arc<RwLock<()>>,
    startups: Arc<Startups>,
    /// Probing twice at the same time would be wasted.
    probing: Mutex<()>,
    store: Mutex<Option<Arc<Store>>>,
    idle: Idle,
}

impl Threads {
    /// The store of programs, as it was opened before where that will still do.
    fn store(&self, largest: Bytes) -> Result<Arc<Store>, JudgeError> {
        let mut open = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.take().filter(|store| store.will_do(largest));
        let store = known.map_or_else(|| Store::open(largest).map(Arc::new), Ok)?;
        Ok(Arc::clone(open.insert(store)))
    }

    /// Calls `measure` while no submission runs.
    pub fn exclusively<T>(&self, measure: impl FnOnce() -> T) -> T {
        let _lock = self.run_lock.write();
        measure()
    }
}

impl Engine for Threads {
    fn judge(
        &self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<String, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let begun = Instant::now();
        let jobs = options.jobs().min(submissions.len());
        let store = self.store(options.judge.cache)?;
        let workers = (0..jobs)
            .map(|number| Worker::new(number, options, jobs, &self.idle))
            .collect::<Result<Vec<_>, _>>()?;
        let work = Work {
            submissions,
            cases,
            options,
            shared: Shared {
                options: options.judge,
                compile: options.compile,
                store,
                all_cases: options.all_cases,
                gives_up: options.gives_up,
                sanitizers: options.sanitizers,
                interrupted,
                run_lock: self.run_lock.clone(),
                startups: self.startups.clone(),
            },
            results: options.reuse.then(Results::open).flatten(),
            next: AtomicUsize::new(0),
            same: if options.same_once {
                repeated(submissions)
            } else {
                BTreeMap::new()
            },
            probing: &self.probing,
        };
        // Nobody listening is not a reason to stop judging.
        let _ = events.send(Event::RunStarted {
            submissions: submissions
                .iter()
                .map(|submission| info(submission, work.cases_of(submission).len()))
                .collect(),
            jobs,
            isolation: options.isolation.to_string(),
            clock: workers.first().map_or(Clock::Tree, Worker::clock),
        });
        thread::scope(|scope| {
            for worker in workers {
                let work = &work;
                scope.spawn(move || worker.run(work, events).map(|free| self.idle.put(free)));
            }
        });
        let _ = events.send(Event::RunFinished {
            interrupted: interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }
}

/// What reports say of a submission.
pub fn info(submission: &Submission<'_>, cases: usize) -> SubmissionInfo {
    let language = submission.detected.language;
    SubmissionInfo {
        path: submission.path.clone(),
        problem: submission.problem.id.clone(),
        language: language.id.clone(),
        language_name: language.name.clone(),
        form: submission.detected.form,
        encoding: submission.encoding.map(str::to_owned),
        expected: submission.is_placed.then_some(submission.expected),
        case_count: cases,
        digest: submission.source.clone(),
    }
}

/// Of each submission that is the same as one before it, which that is.
pub fn repeated(submissions: &[Submission<'_>]) -> BTreeMap<usize, usize> {
    let mut firsts = BTreeMap::new();
    let numbered = submissions.iter().enumerate();
    let same = numbered.filter_map(|(index, submission)| {
        let first = *firsts.entry(&submission.source).or_insert(index);
        (first != index).then_some((index, first))
    });
    same.collect()
}
