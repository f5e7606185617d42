//! Judges the submission of a task.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::bench::{Bench, FLUSH, PROGRESS_INTERVAL};
use super::budget::{Budget, publication};
use super::context::Job;
use super::record::{Record, Step};
use crate::fault::Reason;
use crate::store::{Earlier, FAILED, NewJudgement, StoreError};
use cat_and_mouse::Game;
use mousetrap_judge::JudgeRequest;
use mousetrap_model::{Event, Judgement, RunWorker};
use thiserror::Error;

/// Judges the submission of a task and ends the task, or returns it to the queue.
pub(super) fn one(bench: &Bench, job: &Job<'_>) -> Result<(), StoreError> {
    let (database, task) = (&bench.database, job.task);
    let earlier = &task.earlier.0;
    let mut record = Record::new(job.submission, earlier.results.clone());
    let mut budget = Budget::new(&job.room.policy, job.stop).after(&earlier.results);
    if let Some(reason) = task.exhausted(database) {
        record.fail(reason);
    } else {
        let judged = judge(bench, job, (&mut record, &mut budget));
        if job.is_lost.load(Ordering::Relaxed) {
            return Ok(());
        }
        match judged {
            Ok(Attempt::Ended) => {}
            Ok(Attempt::Preempted(spent)) => {
                let earlier = Earlier {
                    results: record.cases().to_vec(),
                    ..earlier.clone()
                };
                return bench
                    .keep(|| database.return_behind(task, spent, &earlier))
                    .map(drop);
            }
            Err(AttemptError::Judge(error)) => record.fail(error.0),
            Err(AttemptError::Store(error)) => return Err(error),
        }
        if bench.stops() && record.code().is_none() {
            return bench.return_task(task);
        }
        if let Some(error) = record.failure() {
            return bench.fail(task, error);
        }
        if let Some(time_out) = &earlier.time_out {
            record.merge_time_out(time_out.clone());
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

/// Why an attempt did not end.
#[derive(Debug, Error)]
enum AttemptError {
    /// The judge could not begin or complete it.
    #[error(transparent)]
    Judge(#[from] Reason),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Judges a submission.
fn judge(
    bench: &Bench,
    job: &Job<'_>,
    (record, budget): (&mut Record, &mut Budget),
) -> Result<Attempt, AttemptError> {
    let began = Instant::now();
    let (database, task) = (&bench.database, job.task);
    let (room, submission) = (job.room, job.submission);
    let problem = Game::by_id(&submission.problem)
        .ok_or_else(|| Reason::from(format!("there is no problem {}", submission.problem)))?;
    let of_room = bench.block_on(database.room_cases(&room.id, task.revision))?;
    let terms = task.terms()?.unwrap_or_default();
    let cases = job.context.cases(problem, &of_room);
    let mut found = job.context.submission(submission)?;
    found.earlier_results.clone_from(&task.earlier.results);
    let mut options = job.context.options;
    // Stopping early would show which case failed.
    options.all_cases = terms.all_cases || room.policy.hides();
    options.gives_up = terms.gives_up.unwrap_or(options.gives_up);
    let language = found.detected.language;
    let permille = bench.speed_permille(language, &options, job.stop);
    options.pace = permille.map_or(1.0, |permille| f64::from(permille) / 1000.0);
    record.set_worker(RunWorker {
        name: bench.settings.name.clone(),
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
                bench.settings.engine.judge(request, interrupted, &sender)
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
                    is_preempted = bench.block_on(waits).unwrap_or(false);
                    job.stop.fetch_or(is_preempted, Ordering::Relaxed);
                }
            }
            if is_over || flushed.elapsed() >= PROGRESS_INTERVAL {
                steps.extend(record.step());
                if shows && !steps.is_empty() {
                    seq += 1;
                    let body = serde_json::to_string(&steps).map_err(StoreError::from)?;
                    // Without it, pages show less until the verdict is known.
                    let added = bench.database.add_progress(task, (attempt, seq), &body);
                    if let Err(error) = bench.block_on(added) {
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
            return Ok(Attempt::Ended);
        }
        judged.map_err(|error| Reason::from(error.to_string()))?;
        Ok(if is_preempted && record.code().is_none() {
            Attempt::Preempted(began.elapsed())
        } else {
            Attempt::Ended
        })
    })
}
