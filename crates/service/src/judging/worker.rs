//! Threads that claim tasks and do them, one at a time each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::bench::{Bench, FLUSH, POLL_INTERVAL, RETRY_INTERVAL};
use super::context::{ContextError, Job};
use super::{hack, submission};
use crate::store::{StoreError, Task};
use mousetrap_judge::Options;
use mousetrap_languages::Languages;

/// Starts so many threads. They end soon after the worker is drained.
pub(crate) fn start(bench: &Arc<Bench>, workers: usize) -> Vec<JoinHandle<()>> {
    let start = |_| {
        let bench = Arc::clone(bench);
        thread::spawn(move || {
            while !bench.claims_no_more() {
                if !bench.is_ready() {
                    thread::sleep(FLUSH);
                    continue;
                }
                let pause = bench.pause();
                if !pause.is_zero() {
                    bench.database.wakeups().wait_for_task(pause);
                    continue;
                }
                match one(&bench) {
                    Ok(true) => {}
                    Ok(false) => bench.database.wakeups().wait_for_task(POLL_INTERVAL),
                    Err(error) => {
                        tracing::error!(%error, "tasks cannot be claimed or ended");
                        thread::sleep(RETRY_INTERVAL);
                    }
                }
            }
        })
    };
    let mut threads: Vec<_> = (0..workers).map(start).collect();
    if workers > 0 && bench.settings.reference_speeds.is_some() {
        let bench = Arc::clone(bench);
        threads.push(thread::spawn(move || measure_speeds(&bench)));
    }
    threads
}

/// Measures the speed factors in all installed languages while no task is running.
fn measure_speeds(bench: &Bench) {
    let wait = |is_ready: &dyn Fn() -> bool| {
        while !is_ready() && !bench.claims_no_more() {
            thread::sleep(RETRY_INTERVAL);
        }
    };
    wait(&|| bench.settings.installed.get().is_some());
    let options = Options::default().isolated(bench.settings.isolation);
    for id in bench.settings.installed.get().into_iter().flatten() {
        wait(&|| bench.busy.load(Ordering::Relaxed) == 0);
        if bench.claims_no_more() {
            return;
        }
        if let Some(language) = Languages::embedded().by_id(id.0) {
            bench.speed_permille(language, &options, &bench.interrupted);
        }
    }
}

/// Claims a task and does it. Returns whether there was one.
fn one(bench: &Bench) -> Result<bool, StoreError> {
    let database = &bench.database;
    let began = Instant::now();
    let claimant = bench.claimant();
    let claim = database.claim(&claimant, bench.timing.lease);
    let Some(task) = bench.block_on(claim)? else {
        return Ok(false);
    };
    let claim_us = began.elapsed().as_micros() as u64;
    bench.count.claims.fetch_add(1, Ordering::Relaxed);
    bench.count.claim_us.fetch_add(claim_us, Ordering::Relaxed);
    bench.busy.fetch_add(1, Ordering::Relaxed);
    // A panic of the judge must not end the thread.
    let done = catch_unwind(AssertUnwindSafe(|| hold(bench, &task)));
    bench.busy.fetch_sub(1, Ordering::Relaxed);
    let charge = database.charge(&task, began.elapsed());
    if let Err(error) = bench.block_on(charge) {
        tracing::error!(%error, "the time of a task could not be charged");
    }
    match done {
        Ok(done) => done?,
        Err(_) => bench.fail(&task, "the judge panicked".into())?,
    }
    Ok(true)
}

/// Does a claimed task, and renews its lease meanwhile.
fn hold(bench: &Bench, task: &Task) -> Result<(), StoreError> {
    let database = &bench.database;
    let room = bench.block_on(database.room_to_judge(&task.room))?;
    let submission = database.submission(&task.submission);
    let submission = bench.block_on(submission)?;
    let (Some(room), Some(submission)) = (room, submission) else {
        return Ok(());
    };
    let (stop, is_lost) = (Arc::default(), AtomicBool::default());
    while_renewing(bench, task, (&stop, &is_lost), || {
        let isolation = bench.settings.isolation;
        let context = bench.contexts.get(database, &task.requires, isolation);
        let context = match bench.block_on(context) {
            Ok(context) => context,
            Err(ContextError::Store(error)) => return Err(error),
            Err(error) => return bench.fail(task, error.to_string().into()),
        };
        let job = Job {
            task,
            room: &room,
            submission: &submission,
            context: &context,
            stop: &stop,
            is_lost: &is_lost,
        };
        match task.kind.as_str() {
            "hack" => hack::one(bench, &job),
            _ => submission::one(bench, &job),
        }
    })
}

/// Works on a task and renews its lease. Sets `stop` once the task is no longer this
/// worker's, or the worker is to stop; sets `is_lost` as well in the first case. A worker
/// that cannot reach the database for the length of the lease has lost the task.
fn while_renewing<T>(
    bench: &Bench,
    task: &Task,
    (stop, is_lost): (&AtomicBool, &AtomicBool),
    work: impl FnOnce() -> T,
) -> T {
    let lease = bench.timing.lease;
    thread::scope(|scope| {
        let (working, ends) = channel::<()>();
        scope.spawn(move || {
            let (mut renewed, mut tried) = (Instant::now(), Instant::now());
            while ends.recv_timeout(FLUSH) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(bench.stops(), Ordering::Relaxed);
                if tried.elapsed() < bench.timing.renew || is_lost.load(Ordering::Relaxed) {
                    continue;
                }
                tried = Instant::now();
                let left = lease.saturating_sub(renewed.elapsed());
                let renewal = async {
                    let renewal = bench.database.renew(task, lease);
                    tokio::time::timeout(left, renewal).await
                };
                let lost = match bench.block_on(renewal) {
                    Ok(Ok(true)) => {
                        renewed = tried;
                        false
                    }
                    Ok(Ok(false)) => true,
                    Ok(Err(_)) | Err(_) => renewed.elapsed() >= lease,
                };
                if lost {
                    bench.count.leases_lost.fetch_add(1, Ordering::Relaxed);
                    is_lost.store(true, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let _working = working;
        work()
    })
}
