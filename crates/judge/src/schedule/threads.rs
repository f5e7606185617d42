//! Judges many submissions with worker threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use parking_lot::RwLock;

use crate::context::JudgeContext;
use crate::program::program_cache::ProgramCache;
use crate::program::startup_times::StartupTimes;
use crate::schedule::idle_sandboxes::IdleSandboxes;
use crate::schedule::result_cache::Results;
use crate::schedule::worker::{Work, Worker};
use crate::{Engine, JudgeError, JudgeRequest, Submission};
use mousetrap_model::{Clock, Event, SubmissionInfo};
use mousetrap_util::Bytes;

/// Judges with worker threads on this machine. Calls of [`Engine::judge`] on one value,
/// also simultaneous ones, share a run lock, start-up times and sandboxes.
#[derive(Debug, Default)]
pub struct Threads {
    run_lock: Arc<RwLock<()>>,
    startup_times: Arc<StartupTimes>,
    /// Held while a toolchain is looked for, so that no two workers do so at once.
    probing: Mutex<()>,
    programs: Mutex<Option<Arc<ProgramCache>>>,
    idle: IdleSandboxes,
}

impl Threads {
    /// Returns the program cache, opened again if it is not current.
    fn programs(&self, max_size: Bytes) -> Result<Arc<ProgramCache>, JudgeError> {
        let mut open = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let current = open.take().filter(|cache| cache.is_current(max_size));
        let cache = current.map_or_else(|| ProgramCache::open(max_size).map(Arc::new), Ok)?;
        Ok(Arc::clone(open.insert(cache)))
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
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let JudgeRequest {
            submissions,
            options,
            ..
        } = request;
        let begun = Instant::now();
        let jobs = options.jobs().min(submissions.len());
        let programs = self.programs(options.judge.cache)?;
        let workers = (0..jobs)
            .map(|number| Worker::new(number, options, jobs, &self.idle))
            .collect::<Result<Vec<_>, _>>()?;
        let work = Work {
            request,
            context: JudgeContext {
                options: *options,
                programs,
                interrupted,
                run_lock: self.run_lock.clone(),
                startup_times: self.startup_times.clone(),
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
        // Judging continues if the receiver of the events is gone.
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

/// Returns the data of a submission that reports show.
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

/// Returns the submissions that are identical to an earlier one, with the index of that
/// one.
pub fn repeated(submissions: &[Submission<'_>]) -> BTreeMap<usize, usize> {
    let mut firsts = BTreeMap::new();
    let numbered = submissions.iter().enumerate();
    let same = numbered.filter_map(|(index, submission)| {
        let first = *firsts.entry(&submission.source).or_insert(index);
        (first != index).then_some((index, first))
    });
    same.collect()
}
