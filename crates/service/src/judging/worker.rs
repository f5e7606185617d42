//! Threads that take tasks and do them, one at a time each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::bench::{Bench, LOOK, lost};
use super::budget::{Budget, publication};
use super::record::{Record, Step};
use super::trial;
use crate::fault::Reason;
use crate::store::{
    FAILED, MOST_ATTEMPTS, NewJudgement, Room, StoreError, Submission, Task, Terms, now,
};
use cat_and_mouse::Game;
use mousetrap_judge::JudgeRequest;
use mousetrap_model::{Event, Judgement};

/// How often what happens is written down, and shown.
const FLUSH: Duration = Duration::from_millis(100);
/// How often the holder of a task says that it is still there.
const SIGN: Duration = Duration::from_secs(5);
/// Starts so many workers. They end soon after `interrupted` is set.
pub(crate) fn start(bench: &Arc<Bench>, workers: usize) -> Vec<JoinHandle<()>> {
    let start = |_| {
        let bench = Arc::clone(bench);
        thread::spawn(move || {
            while !bench.stops() {
                // Who takes a task may not end with it: it is begun again, and set aside
                // if it goes wrong each time.
                match catch_unwind(AssertUnwindSafe(|| one(&bench))) {
                    Ok(Ok(true)) => {}
                    Ok(Ok(false)) => bench.wait(),
                    Ok(Err(error)) => {
                        tracing::error!(%error, "a task could not be done");
                        thread::sleep(LOOK);
                    }
                    Err(_) => tracing::error!("a task went wrong; it is begun again"),
                }
            }
        })
    };
    (0..workers).map(start).collect()
}

/// Takes a task and does it; whether there was one.
fn one(bench: &Bench) -> Result<bool, StoreError> {
    let database = &bench.database;
    let Some(task) = bench.runtime.block_on(database.take())? else {
        return Ok(false);
    };
    bench.hub.poke();
    let room = bench.runtime.block_on(database.room(&task.room))?;
    let submission = bench
        .runtime
        .block_on(database.submission(&task.submission))?;
    if let (Some(room), Some(submission)) = (room, submission) {
        let stop = Arc::default();
        signed(bench, &task, &stop, || match task.kind.as_str() {
            "try" => trial::one(bench, &task, &room, &submission, &stop),
            _ => judged(bench, &task, (&room, &submission), &stop),
        })?;
    }
    bench.hub.poke();
    Ok(true)
}

/// Works on a task, and says again and again that it is being worked on; sets `stop`
/// once it is another's, or was ended, or the service is to stop.
fn signed<T>(bench: &Bench, task: &Task, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, ends) = channel::<()>();
        scope.spawn(move || {
            let mut signed = Instant::now();
            while ends.recv_timeout(FLUSH) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(bench.stops(), Ordering::Relaxed);
                if signed.elapsed() < SIGN {
                    continue;
                }
                signed = Instant::now();
                let kept = bench.runtime.block_on(bench.database.keep(task));
                if matches!(kept, Ok(false)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let _working = working;
        work()
    })
}

/// Judges the submission of a task, and ends that.
fn judged(
    bench: &Bench,
    task: &Task,
    (room, submission): (&Room, &Submission),
    stop: &Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let database = &bench.database;
    let mut record = Record::new(submission);
    let mut budget = Budget::new(&room.policy, stop);
    if task.attempts > MOST_ATTEMPTS {
        record.fail(lost());
    } else if let Err(error) = judge(bench, task, (room, submission), (&mut record, &mut budget))? {
        record.fail(error.0);
    }
    if bench.stops() && record.code().is_none() {
        return bench.runtime.block_on(database.return_task(task));
    }
    let judgement = NewJudgement {
        verdict: record.code().unwrap_or(FAILED),
        run: record.into_run(),
        shown: publication(&room.policy, task.queued, now()),
    };
    if !bench.keep(|| database.finish(task, &judgement))? {
        tracing::warn!(task = task.id, "another has ended this task meanwhile");
        return Ok(());
    }
    if judgement.verdict == FAILED {
        bench.count.failed.fetch_add(1, Ordering::Relaxed);
    }
    bench.count.judged.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Judges a submission; why that could not even begin.
fn judge(
    bench: &Bench,
    task: &Task,
    (room, submission): (&Room, &Submission),
    (record, budget): (&mut Record, &mut Budget),
) -> Result<Result<(), Reason>, StoreError> {
    let problem = Game::by_id(&submission.problem);
    let Some(problem) = problem else {
        return Ok(Err(
            format!("there is no problem {}", submission.problem).into()
        ));
    };
    let more = bench.database.room_cases(&room.id, task.revision);
    let more = bench.runtime.block_on(more)?;
    let terms = match task.body.as_str() {
        // Stopping early would tell which case it was.
        "" => Terms {
            suites: room.policy.suites.clone(),
            all_cases: room.policy.hides(),
        },
        terms => serde_json::from_str(terms)?,
    };
    let suites = &terms.suites;
    let cases = bench
        .suites
        .with(problem, suites, &more, &bench.interrupted);
    let cases = match cases {
        Ok(cases) => cases,
        Err(error) => return Ok(Err(error.to_string().into())),
    };
    let found = match bench.found(submission) {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut options = bench.options;
    options.all_cases = terms.all_cases;
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
        let (mut seq, mut flushed) = (0, Instant::now());
        loop {
            let event = events.recv_timeout(FLUSH);
            let is_over = matches!(event, Err(RecvTimeoutError::Disconnected));
            if let Ok(event) = event {
                budget.see(&event);
                steps.extend(record.take(event));
            }
            if is_over || flushed.elapsed() >= FLUSH {
                steps.extend(record.step());
                if shows && !steps.is_empty() {
                    seq += 1;
                    let body = serde_json::to_string(&steps)?;
                    // Who watches sees less; the verdict says it all.
                    let added = bench.database.add_progress(task, (attempt, seq), &body);
                    if let Err(error) = bench.runtime.block_on(added) {
                        tracing::error!(%error, "progress could not be kept");
                    }
                    bench.hub.poke();
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
            return Ok(Ok(()));
        }
        Ok(judged.map_err(|error| Reason(error.to_string().into())))
    })
}
