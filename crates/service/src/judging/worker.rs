//! Threads that claim tasks and do them, one at a time each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::bench::{Bench, POLL_INTERVAL, RETRY_INTERVAL};
use super::budget::{Budget, publication};
use super::context::{Context, ContextError};
use super::record::{Record, Step};
use super::trial;
use crate::fault::Reason;
use crate::store::{
    Earlier, FAILED, NewJudgement, Room, StoreError, Submission, Task, TaskError, Terms,
};
use cat_and_mouse::Game;
use mousetrap_judge::{JudgeRequest, Options};
use mousetrap_languages::Languages;
use mousetrap_model::{Event, Judgement, Message, RunWorker};

/// Interval at which progress is written.
const FLUSH: Duration = Duration::from_millis(100);

/// A claimed task and what it needs.
pub(super) struct Job<'a> {
    pub task: &'a Task,
    pub room: &'a Room,
    pub submission: &'a Submission,
    pub context: &'a Context,
    /// Set when the work is to stop.
    pub stop: &'a Arc<AtomicBool>,
    /// Set when the worker has lost the task.
    pub is_lost: &'a AtomicBool,
}

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
                    bench.wait(pause);
                    continue;
                }
                match one(&bench) {
                    Ok(true) => {}
                    Ok(false) => bench.wait(POLL_INTERVAL),
                    Err(error) => {
                        tracing::error!(%error, "a task could not be done");
                        thread::sleep(RETRY_INTERVAL);
                    }
                }
            }
        })
    };
    let mut threads: Vec<_> = (0..workers).map(start).collect();
    if workers > 0 && bench.speeds.are_measured() {
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
    wait(&|| bench.identity.installed.get().is_some());
    let options = Options::default().isolated(bench.identity.isolation);
    for id in bench.identity.installed.get().into_iter().flatten() {
        wait(&|| bench.busy.load(Ordering::Relaxed) == 0);
        if bench.claims_no_more() {
            return;
        }
        if let Some(language) = Languages::embedded().by_id(id.0) {
            bench
                .speeds
                .permille(language, &options, &bench.interrupted);
        }
    }
}

/// Claims a task and does it. Returns whether there was one.
fn one(bench: &Bench) -> Result<bool, StoreError> {
    let database = &bench.database;
    let began = Instant::now();
    let claimant = bench.claimant();
    let claim = database.claim(&claimant, bench.timing.lease);
    let Some(task) = bench.runtime.block_on(claim)? else {
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
    if let Err(error) = bench.runtime.block_on(charge) {
        tracing::error!(%error, "the time of a task could not be charged");
    }
    match done {
        Ok(done) => done?,
        Err(_) => fail(bench, &task, "the judge panicked".into())?,
    }
    Ok(true)
}

/// Does a claimed task, and renews its lease meanwhile.
fn hold(bench: &Bench, task: &Task) -> Result<(), StoreError> {
    let database = &bench.database;
    let room = bench.runtime.block_on(database.room_to_judge(&task.room))?;
    let submission = database.submission(&task.submission);
    let submission = bench.runtime.block_on(submission)?;
    let (Some(room), Some(submission)) = (room, submission) else {
        return Ok(());
    };
    let (stop, is_lost) = (Arc::default(), AtomicBool::default());
    while_renewing(bench, task, (&stop, &is_lost), || {
        let isolation = bench.identity.isolation;
        let context = bench.contexts.get(database, &task.requires, isolation);
        let context = match bench.runtime.block_on(context) {
            Ok(context) => context,
            Err(ContextError::Store(error)) => return Err(error),
            Err(error) => return fail(bench, task, error.to_string().into()),
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
            "try" => trial::one(bench, &job),
            _ => judged(bench, &job),
        }
    })
}

/// Returns a task on which the judge failed to the queue. Whoever claims it next ends it if
/// that was its last attempt.
pub(super) fn fail(bench: &Bench, task: &Task, error: Message) -> Result<(), StoreError> {
    tracing::error!(task = task.id, %error, "the judge failed on a task");
    let worker = bench.identity.name.clone();
    let error = TaskError { worker, error };
    let claimant = bench.claimant();
    let avoid = bench.timing.avoid;
    bench.keep(|| bench.database.fail(task, &claimant, error.clone(), avoid))?;
    bench.failed(&task.id);
    Ok(())
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
                let lost = match bench.runtime.block_on(renewal) {
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

/// Judges the submission of a task and ends the task, or returns it to the queue.
fn judged(bench: &Bench, job: &Job<'_>) -> Result<(), StoreError> {
    let (database, task) = (&bench.database, job.task);
    let earlier = task.earlier()?;
    let mut record = Record::new(job.submission, earlier.results.clone());
    let mut budget = Budget::new(&job.room.policy, job.stop).after(&earlier.results);
    if let Some(reason) = task.exhausted(database)? {
        record.fail(reason);
    } else {
        let judged = judge(bench, job, (&mut record, &mut budget))?;
        if job.is_lost.load(Ordering::Relaxed) {
            return Ok(());
        }
        match judged {
            Ok(Attempt::Ended) => {}
            Ok(Attempt::Preempted(spent)) => {
                let earlier = Earlier {
                    results: record.cases().to_vec(),
                    ..earlier
                };
                return bench.keep(|| database.return_behind(task, spent, &earlier));
            }
            Err(error) => record.fail(error.0),
        }
        if bench.stops() && record.code().is_none() {
            return bench.runtime.block_on(database.return_task(task));
        }
        if let Some(error) = record.failure() {
            return fail(bench, task, error);
        }
        if let Some(time_out) = earlier.time_out {
            record.merge_time_out(time_out);
        } else if let Some(earlier) = record.close_time_out() {
            let (claimant, avoid) = (bench.claimant(), bench.timing.avoid);
            let repeat = || database.repeat_time_out(task, &claimant, &earlier, avoid);
            return bench.keep(repeat).map(drop);
        }
    }
    let now = bench.keep(|| database.time())?;
    let judgement = NewJudgement {
        verdict: record.code().unwrap_or(FAILED),
        requires: &task.requires,
        run: record.into_run(),
        shown: publication(&job.room.policy, task.queued, now),
    };
    if !bench.keep(|| database.finish(task, &judgement))? {
        tracing::warn!(task = task.id, "another worker has ended this task");
        return Ok(());
    }
    if judgement.verdict == FAILED {
        bench.count.failed.fetch_add(1, Ordering::Relaxed);
    } else {
        bench.succeeded();
    }
    bench.count.judged.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// How an attempt at judging a submission ended.
enum Attempt {
    /// With a verdict, or because the worker stops.
    Ended,
    /// Other tasks come first, after this time was spent on it.
    Preempted(Duration),
}

/// Judges a submission. Returns the reason if the judge could not begin or complete it.
fn judge(
    bench: &Bench,
    job: &Job<'_>,
    (record, budget): (&mut Record, &mut Budget),
) -> Result<Result<Attempt, Reason>, StoreError> {
    let began = Instant::now();
    let (database, task) = (&bench.database, job.task);
    let (room, submission) = (job.room, job.submission);
    let problem = Game::by_id(&submission.problem);
    let Some(problem) = problem else {
        return Ok(Err(
            format!("there is no problem {}", submission.problem).into()
        ));
    };
    let of_room = bench.database.room_cases(&room.id, task.revision);
    let of_room = bench.runtime.block_on(of_room)?;
    let terms = match task.body.as_str() {
        "" => Terms::default(),
        terms => serde_json::from_str(terms)?,
    };
    let cases = job.context.cases(problem, &of_room);
    let mut found = match job.context.submission(submission) {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    found.earlier_results = task.earlier()?.results;
    let mut options = job.context.options;
    // Stopping early would show which case failed.
    options.all_cases = terms.all_cases || room.policy.hides();
    options.gives_up = terms.gives_up.unwrap_or(options.gives_up);
    let language = found.detected.language;
    let permille = bench.speeds.permille(language, &options, job.stop);
    options.pace = permille.map_or(1.0, |permille| f64::from(permille) / 1000.0);
    record.set_worker(RunWorker {
        name: bench.identity.name.clone(),
        speed_factor_permille: permille,
    });
    let shows = !room.policy.hides();
    let attempt = bench.keep(|| bench.database.next_attempt(task))?;
    let (sender, events) = channel();
    thread::scope(|scope| {
        let judging = scope.spawn({
            let (cases, found, interrupted) = (&cases, &found, budget.stops());
            move || {
                let interrupted = &*interrupted;
                let request = JudgeRequest {
                    submissions: std::slice::from_ref(found),
                    cases,
                    options: &options,
                };
                // The sender goes with this closure, so that the other end sees its end.
                let sender = sender;
                bench.engine.judge(request, interrupted, &sender)
            }
        });
        let _ended = budget.guard();
        let mut steps: Vec<Step> = Vec::new();
        let (mut is_preempted, mut asked) = (false, began);
        let (mut seq, mut flushed) = (0, Instant::now());
        loop {
            let event = events.recv_timeout(FLUSH);
            let is_over = matches!(event, Err(RecvTimeoutError::Disconnected));
            if let Ok(event) = event {
                if let Event::RunStarted { clock, .. } = &event {
                    let _ = bench.clock.set(*clock);
                }
                // Otherwise the judge itself decides when a submission gives up.
                if terms.gives_up.is_none() {
                    budget.see(&event);
                }
                // Between cases nothing is lost.
                let is_between = matches!(event, Event::Case { .. });
                steps.extend(record.take(event));
                if is_between
                    && !is_preempted
                    && began.elapsed() >= bench.timing.slice
                    && asked.elapsed() >= FLUSH
                {
                    asked = Instant::now();
                    let claimant = bench.claimant();
                    let waits = database.waits_before(task, &claimant, began.elapsed());
                    is_preempted = bench.runtime.block_on(waits).unwrap_or(false);
                    job.stop.fetch_or(is_preempted, Ordering::Relaxed);
                }
            }
            if is_over || flushed.elapsed() >= FLUSH {
                steps.extend(record.step());
                if shows && !steps.is_empty() {
                    seq += 1;
                    let body = serde_json::to_string(&steps)?;
                    // Without it, pages show less until the verdict is known.
                    let added = bench.database.add_progress(task, (attempt, seq), &body);
                    if let Err(error) = bench.runtime.block_on(added) {
                        tracing::error!(%error, "progress could not be written");
                    }
                }
                steps.clear();
                flushed = Instant::now();
            }
            if is_over {
                break;
            }
        }
        let judged = judging.join();
        let judged = judged.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        if record.code().is_none()
            && let Some(result) = budget.result(record.first_failure())
        {
            let cases = record.cases().to_vec();
            record.take(Event::Judged {
                submission: 0,
                judgement: Box::new(Judgement { cases, ..result }),
            });
            return Ok(Ok(Attempt::Ended));
        }
        let attempt = if is_preempted && record.code().is_none() {
            Attempt::Preempted(began.elapsed())
        } else {
            Attempt::Ended
        };
        let judged = judged.map(|()| attempt);
        Ok(judged.map_err(|error| Reason(error.to_string().into())))
    })
}
