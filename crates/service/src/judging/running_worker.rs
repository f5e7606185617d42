//! A running worker, from its start to its stop. Each of its threads repeatedly claims a task and
//! runs it. The worker also updates its row in the database and requeues tasks whose leases have
//! expired.

use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use tokio::task::{JoinHandle, spawn_blocking};

use super::context::{AttemptError, AttemptResult};
use super::tasks::{Attempt, judge_submission, run_hack};
use super::worker_state::{POLL_INTERVAL, RETRY_INTERVAL, STOP_CHECK_INTERVAL, WorkerState};
use crate::store::{StoreError, Task};
use mousetrap_judge::Options;
use mousetrap_languages::Languages;

/// A running worker with its threads.
pub(crate) struct RunningWorker {
    pub state: Arc<WorkerState>,
    /// A future that completes when all judging threads have ended.
    pub judging: JoinHandle<()>,
    background: [JoinHandle<()>; 2],
}

impl RunningWorker {
    pub(crate) fn start(state: WorkerState) -> Self {
        let state = Arc::new(state);
        let threads = start_threads(&state);
        let judging = spawn_blocking(|| {
            for thread in threads {
                // If a thread panics, the lease of its task expires.
                let _ = thread.join();
            }
        });
        let database = state.database.clone();
        Self {
            background: [
                tokio::spawn(update_worker_row_periodically(Arc::clone(&state))),
                tokio::spawn(async move { database.listen().await }),
            ],
            judging,
            state,
        }
    }

    /// Stops claiming tasks, and waits until the running tasks end.
    pub(crate) async fn drain(&mut self) {
        self.state.drained.store(true, Ordering::Relaxed);
        self.state.database.tasks.send_replace(());
        if !self.judging.is_finished() {
            let _ = (&mut self.judging).await;
        }
    }

    /// Stops and requeues the running tasks, and removes the row of the worker. Returns the number
    /// of requeued tasks.
    pub(crate) async fn stop(mut self) -> u64 {
        self.state.interrupted.store(true, Ordering::Relaxed);
        self.drain().await;
        for task in &self.background {
            task.abort();
        }
        let id = self.state.row.lock().id.clone();
        let removal = self.state.database.unregister_worker(&id);
        let removal = tokio::time::timeout(self.state.timing.renew, removal);
        if let Ok(Err(error)) = removal.await {
            tracing::warn!(%error, "cannot remove this worker from the database");
        }
        self.state.stats.lock().returned
    }
}

impl Drop for RunningWorker {
    /// Tells the threads to end, because the runtime waits for them.
    fn drop(&mut self) {
        self.state.interrupted.store(true, Ordering::Relaxed);
        self.state.database.tasks.send_replace(());
    }
}

/// Updates the row of a worker and requeues tasks with expired leases, until the future is dropped.
async fn update_worker_row_periodically(state: Arc<WorkerState>) {
    let mut swept: Option<Instant> = None;
    let mut is_connected = true;
    loop {
        let is_due = swept.is_none_or(|swept| swept.elapsed() >= state.timing.sweep);
        let update = update_row_and_requeue_tasks(&state, is_due);
        let error = match tokio::time::timeout(state.timing.lease, update).await {
            Ok(update) => update.err().map(|error| error.to_string()),
            Err(_) => Some("the database does not answer".to_owned()),
        };
        if is_due && error.is_none() {
            swept = Some(Instant::now());
        }
        let was_connected = replace(&mut is_connected, error.is_none());
        match error {
            Some(error) if was_connected => {
                tracing::error!("the database is not available: {error}; trying again");
            }
            None if !was_connected => tracing::error!("the database is available again"),
            _ => {}
        }
        tokio::time::sleep(state.timing.renew).await;
    }
}

async fn update_row_and_requeue_tasks(state: &WorkerState, sweeps: bool) -> Result<(), StoreError> {
    if state.settings.jobs > 0 {
        state.database.register_worker(&state.worker_row()).await?;
    }
    if sweeps {
        let lost = state.database.requeue_expired_tasks(false).await?;
        if lost > 0 {
            tracing::warn!(lost, "requeued tasks with expired leases");
            state.stats.lock().leases_lost += lost;
        }
    }
    Ok(())
}

/// Starts the judging threads. The threads exit soon after the worker stops claiming tasks.
fn start_threads(worker: &Arc<WorkerState>) -> Vec<thread::JoinHandle<()>> {
    let count = worker.settings.jobs;
    let start = |_| {
        let worker = Arc::clone(worker);
        let mut tasks = worker.database.tasks.subscribe();
        let mut wait_for_task = move |worker: &WorkerState, timeout| {
            let _ = worker.block_on(async { tokio::time::timeout(timeout, tasks.changed()).await });
        };
        thread::spawn(move || {
            while !worker.is_draining() {
                if !worker.is_ready() {
                    thread::sleep(STOP_CHECK_INTERVAL);
                    continue;
                }
                let pause = worker.remaining_pause();
                if !pause.is_zero() {
                    wait_for_task(&worker, pause);
                    continue;
                }
                match run_next_task(&worker) {
                    Ok(true) => {}
                    Ok(false) => wait_for_task(&worker, POLL_INTERVAL),
                    Err(error) => {
                        tracing::error!(%error, "cannot claim or complete tasks");
                        thread::sleep(RETRY_INTERVAL);
                    }
                }
            }
        })
    };
    let mut threads: Vec<_> = (0..count).map(start).collect();
    if count > 0 && worker.settings.reference_speeds.is_some() {
        let worker = Arc::clone(worker);
        threads.push(thread::spawn(move || measure_speeds(&worker)));
    }
    threads
}

/// Measures the speed factors for all installed languages while no task is running.
fn measure_speeds(worker: &WorkerState) {
    let wait = |is_ready: &dyn Fn() -> bool| {
        while !is_ready() && !worker.is_draining() {
            thread::sleep(RETRY_INTERVAL);
        }
    };
    wait(&|| worker.settings.installed.get().is_some());
    let options = Options::default().with_isolation(worker.settings.isolation);
    for id in worker.settings.installed.get().into_iter().flatten() {
        wait(&|| worker.row.lock().busy == 0);
        if worker.is_draining() {
            return;
        }
        if let Some(language) = Languages::embedded().by_id(id.0) {
            worker.speed_permille(language, &options, &worker.interrupted);
        }
    }
}

/// Claims a task and runs it. Returns whether there was a task to claim.
fn run_next_task(worker: &WorkerState) -> Result<bool, StoreError> {
    let database = &worker.database;
    let began = Instant::now();
    let row = worker.worker_row();
    let claim = database.claim_task(&row, worker.timing.lease);
    let Some(task) = worker.block_on(claim)? else {
        return Ok(false);
    };
    worker.row.lock().busy += 1;
    // A panic of the judge must not end the thread.
    let done = catch_unwind(AssertUnwindSafe(|| run_task(worker, &task)));
    worker.row.lock().busy -= 1;
    worker.add_task_time(began.elapsed());
    let charge = database.delay_participant_tasks(&task, began.elapsed());
    if let Err(error) = worker.block_on(charge) {
        tracing::error!(%error, "cannot record how much judging time a participant's task has used");
    }
    match done.unwrap_or_else(|_| Err(AttemptError::Judge("the judge panicked".into()))) {
        Ok(()) => {}
        Err(AttemptError::Store(error)) => return Err(error),
        Err(AttemptError::Judge(error)) => worker.requeue_failed(task, error)?,
    }
    Ok(true)
}

/// Runs a claimed task, and renews its lease while the task runs.
fn run_task(worker: &WorkerState, task: &Task) -> AttemptResult {
    let database = &worker.database;
    let room = worker.block_on(database.room_without_invitation(&task.room))?;
    let submission = database.submission(&task.submission);
    let submission = worker.block_on(submission)?;
    let (Some(room), Some(submission)) = (room, submission) else {
        return Ok(());
    };
    let stop = AtomicBool::default();
    run_while_renewing_lease(worker, task, &stop, || {
        let isolation = worker.settings.isolation;
        let context = worker.contexts.get(database, &task.requires, isolation);
        let context = worker.block_on(context)?;
        let attempt = Attempt {
            worker,
            task,
            room: &room,
            submission: &submission,
            context: &context,
            stop: &stop,
        };
        match task.kind.as_str() {
            "hack" => run_hack(&attempt),
            _ => judge_submission(&attempt),
        }
    })
}

/// Runs `work` on a task while renewing the task's lease. Sets `stop` if the worker must stop or
/// has lost the task. A worker loses its task if it cannot reach the database for the duration of a
/// lease.
fn run_while_renewing_lease<T>(
    worker: &WorkerState,
    task: &Task,
    stop: &AtomicBool,
    work: impl FnOnce() -> T,
) -> T {
    let lease = worker.timing.lease;
    thread::scope(|scope| {
        let (working, ends) = channel::<()>();
        scope.spawn(move || {
            let (mut renewed, mut tried) = (Instant::now(), Instant::now());
            while ends.recv_timeout(STOP_CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(worker.must_stop(), Ordering::Relaxed);
                if tried.elapsed() < worker.timing.renew {
                    continue;
                }
                tried = Instant::now();
                let left = lease.saturating_sub(renewed.elapsed());
                let renewal = async {
                    let renewal = worker.database.renew_lease(task, lease);
                    tokio::time::timeout(left, renewal).await
                };
                match worker.block_on(renewal) {
                    Ok(Ok(true)) => renewed = tried,
                    Ok(Err(_)) | Err(_) if renewed.elapsed() < lease => {}
                    _ => {
                        worker.stats.lock().leases_lost += 1;
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        let _working = working;
        work()
    })
}
