//! Judging many submissions with worker threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

use parking_lot::{Mutex, RwLock};

use crate::context::JudgeContext;
use crate::program::build::BuildContext;
use crate::program::measured_times::MeasuredTimes;
use crate::program::program_cache::ProgramCache;
use crate::schedule::result_cache::ResultCache;
use crate::schedule::work_queue::WorkQueue;
use crate::schedule::worker::{IdleSandboxes, Worker};
use crate::{Engine, JudgeError, JudgeRequest};
use mousetrap_model::{Clock, Event, SubmissionOutcome};
use mousetrap_sandbox::{CoreLock, Isolation};
use mousetrap_util::Bytes;

/// An engine that judges with worker threads on this machine. All calls to [`Engine::judge`] on the
/// same value share a run lock, start-up times and sandboxes, even if the calls are simultaneous.
#[derive(Debug, Default)]
pub struct LocalEngine {
    run_lock: Arc<RwLock<()>>,
    startup_times: Arc<MeasuredTimes>,
    programs: Mutex<Option<Arc<ProgramCache>>>,
    idle: IdleSandboxes,
}

impl LocalEngine {
    /// Returns the program cache. Opens the cache again if it was removed, if it has another
    /// maximum size, or if it was opened long ago.
    fn program_cache(&self, max_size: Bytes) -> Result<Arc<ProgramCache>, JudgeError> {
        let mut open = self.programs.lock();
        let current = open.take().filter(|cache| cache.is_reusable(max_size));
        let cache = current.map_or_else(|| ProgramCache::open(max_size).map(Arc::new), Ok)?;
        Ok(Arc::clone(open.insert(cache)))
    }

    /// Judges the submissions and returns the outcome of each.
    ///
    /// # Errors
    /// Returns an error if judging cannot begin.
    pub fn judge_all(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Vec<SubmissionOutcome>, JudgeError> {
        let (sender, events) = channel();
        self.judge(request, interrupted, &sender)?;
        drop(sender);
        let mut outcomes = vec![SubmissionOutcome::NotJudged; request.submissions.len()];
        for event in events {
            if let Event::Outcome(submission, outcome) = event {
                outcomes[submission] = outcome;
            }
        }
        Ok(outcomes)
    }

    /// Calls `measure` while no submission is running.
    pub fn run_exclusively<T>(&self, measure: impl FnOnce() -> T) -> T {
        let _lock = self.run_lock.write();
        measure()
    }
}

impl Engine for LocalEngine {
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let options = request.options;
        let begun = Instant::now();
        let jobs = options.worker_count().min(request.submissions.len());
        let idle_cores = options.worker_count() - jobs;
        let has_idle_cores = idle_cores > 0 && can_claim_cores(jobs + 1);
        let build = BuildContext {
            programs: self.program_cache(options.judge.cache)?,
            options: *options,
            interrupted,
            has_idle_cores,
        };
        let mut submissions = request.submissions.iter();
        let needs_spares = has_idle_cores
            && options.sanitizers
            && options.isolation == Isolation::Full
            && submissions.any(|submission| !submission.detected.language.sanitizer.is_empty());
        let workers = (0..jobs)
            .map(|number| {
                let has_spare = needs_spares && number < idle_cores;
                Worker::new(number, options, jobs, has_spare, &self.idle)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut work = WorkQueue {
            request,
            context: JudgeContext {
                build,
                startup_times: self.startup_times.clone(),
                run_lock: self.run_lock.clone(),
                checkers: Mutex::default(),
            },
            results: options.reuse.then(ResultCache::open).flatten(),
            tasks: Vec::new(),
            next: AtomicUsize::new(0),
            duplicates: request.duplicates(),
        };
        // Errors are ignored: judging continues even if the receiver of the events no longer
        // exists.
        let _ = events.send(Event::RunStarted {
            submissions: request.submission_infos(),
            jobs,
            isolation: options.isolation.to_string(),
            clock: workers.first().map_or(Clock::Tree, |it| it.sandbox.clock()),
        });
        work.queue_submissions(events);
        thread::scope(|scope| {
            for worker in workers {
                let work = &work;
                scope.spawn(move || worker.run(work, events, &self.idle));
            }
        });
        let _ = events.send(Event::RunFinished {
            interrupted: interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }
}

/// Returns whether other judges leave this many cores free.
fn can_claim_cores(count: usize) -> bool {
    let claimed: Vec<CoreLock> = (0..count).map_while(|_| CoreLock::claim()).collect();
    claimed.len() == count
}
