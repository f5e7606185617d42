//! Runs tasks: judges submissions, participants' trial runs and hacks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::context::{AttemptError, AttemptResult, JudgingContext, to_judge_submission};
use super::results::SubmissionRecord;
use super::worker_state::{PROGRESS_INTERVAL, STOP_CHECK_INTERVAL, WorkerState};
use crate::store::{FAR_FUTURE_MS, Json, Policy, Room, Submission, Task};
use mousetrap_judge::JudgeRequest;
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, Event, Message, RunWorker, SubmissionOutcome, Verdict};

/// Minimum time from a submission to the publication of its verdict if cases are hidden, in
/// milliseconds.
const MIN_PUBLICATION_DELAY_MS: i64 = 60_000;

/// The id of the case that a participant enters for a run.
pub(crate) const PARTICIPANT_CASE_ID: &str = "own/case";

/// The placeholder id of a hack's case while the hack is being judged.
const HACK_CASE_ID: &str = "room/hack";

/// Time to wait before requeuing a hack while its room is being rejudged.
const HACK_RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// An attempt at a claimed task, with the data required to run it.
pub(super) struct Attempt<'a> {
    pub worker: &'a WorkerState,
    pub task: &'a Task,
    pub room: &'a Room,
    pub submission: &'a Submission,
    pub context: &'a JudgingContext,
    /// Set when the task must stop running.
    pub stop: &'a AtomicBool,
}

impl Attempt<'_> {
    /// Returns the points that a submission to a room can earn. Clients of the API choose the cases
    /// to run, so the submissions of a batch earn no points.
    fn points(&self) -> Option<&RunPoints> {
        let is_for_room = self.task.kind == "judge" && self.task.body.is_empty();
        self.context.points.as_ref().filter(|_| is_for_room)
    }
}

/// Judges the submission of a task, and completes or requeues the task.
pub(super) fn judge_submission(attempt: &Attempt<'_>) -> AttemptResult {
    let worker = attempt.worker;
    let (database, task, context) = (&worker.database, attempt.task, attempt.context);
    let problem = &attempt.submission.problem;
    let cases = if let Some(case) = task.batch_options()?.own_case {
        let case =
            context.to_judge_case(problem, PARTICIPANT_CASE_ID, &case.arguments, &case.answer);
        case.into_iter().collect()
    } else {
        let room_cases = database.room_cases(&attempt.room.id, task.revision);
        let mut cases = context.suite_cases.clone();
        for case in worker.block_on(room_cases)? {
            if case.problem == *problem {
                let (id, input, answer) = (&case.name(), &case.input, &case.answer);
                cases.extend(context.to_judge_case(problem, id, input, answer));
            }
        }
        cases
    };
    let Some(mut record) = judge(attempt, cases)? else {
        return Ok(());
    };
    if let Some(points) = attempt.points() {
        record.award_points(points);
    }
    let now = worker.with_retries(|| database.database_time_ms())?;
    let shown = publication_time(&attempt.room.policy, task.queued, now);
    if !worker.with_retries(|| database.complete_task(task, &record.run, shown))? {
        tracing::warn!(
            task = task.id,
            "the worker has lost this task, so its judgement is discarded"
        );
        return Ok(());
    }
    if matches!(record.outcome(), SubmissionOutcome::Failed(_)) {
        worker.stats.lock().failed += 1;
    } else {
        worker.record_success();
    }
    worker.stats.lock().judged += 1;
    Ok(())
}

/// Runs the hack that a task refers to, and completes both the hack and the task.
pub(super) fn run_hack(attempt: &Attempt<'_>) -> AttemptResult {
    let (worker, task, room) = (attempt.worker, attempt.task, attempt.room);
    let database = &worker.database;
    let (submission, context) = (attempt.submission, attempt.context);
    let Some(mut hack) = worker.block_on(database.hack(&task.body))? else {
        return Ok(());
    };
    let revisions = worker.block_on(database.revisions(&room.id))?;
    if revisions.iter().any(|revision| revision.state == "open") {
        // A case must not be added to a room that is being rejudged.
        thread::sleep(HACK_RETRY_INTERVAL);
        return Ok(worker.block_on(database.postpone_task(task))?);
    }
    let judgement = database.published_judgement(&submission.id, room.revision, FAR_FUTURE_MS);
    let judgement = worker.block_on(judgement)?;
    let mut state = "late";
    if judgement.is_some_and(|judgement| judgement.verdict == "AC") {
        let (problem, input, answer) = (&submission.problem, &hack.input, &hack.answer);
        let case = context.to_judge_case(problem, HACK_CASE_ID, input, answer);
        let Some(record) = judge(attempt, case.into_iter().collect())? else {
            return Ok(());
        };
        let mut cases = record.cases.iter();
        let failed = cases.find(|case| case.verdict != Verdict::Accepted);
        (state, hack.detail) = if let SubmissionOutcome::Failed(reason) = record.outcome() {
            ("failed", as_json(reason))
        } else if let Some(failed) = failed {
            let reason = failed.reason.as_ref().map_or_else(String::new, as_json);
            ("hit", format!("{}: {reason}", failed.verdict.code()))
        } else {
            ("miss", String::new())
        };
    }
    state.clone_into(&mut hack.state);
    if !worker.with_retries(|| database.complete_hack(task, &hack))? {
        // The room is being rejudged. The hack is retried afterwards.
        return Ok(worker.block_on(database.postpone_task(task))?);
    }
    worker.record_success();
    Ok(())
}

fn as_json(reason: &Message) -> String {
    serde_json::to_string(reason).expect("a message is JSON")
}

/// Returns when to publish a verdict that became known at `now`, for a task that was queued at
/// `queued`. Returns 0 (immediately) if cases are shown. If cases are hidden, rounds the time since
/// `queued` up to 1, 2, 4, 8, … minutes, because the exact duration of judging would reveal
/// something about the cases. Rounding at most doubles a duration longer than a minute, and judging
/// that takes up to an hour has only seven possible publication times.
fn publication_time(policy: &Policy, queued: i64, now: i64) -> i64 {
    if !policy.hides_cases() {
        return 0;
    }
    // The clock may have been set back.
    let queued = queued.min(now);
    let mut wait = MIN_PUBLICATION_DELAY_MS;
    while queued + wait < now {
        wait *= 2;
    }
    queued + wait
}

/// Judges the submission of a task on `cases`. Returns the record, which contains a verdict or the
/// reason why there is none. Returns `None` if the task was requeued or the worker has lost it.
fn judge(attempt: &Attempt<'_>, cases: Vec<Case>) -> AttemptResult<Option<SubmissionRecord>> {
    let (worker, task) = (attempt.worker, attempt.task);
    let mut record = SubmissionRecord::new(attempt.submission, &task.earlier);
    if let Some(reason) = task.give_up_reason(&worker.database) {
        record.record_failure(reason);
        return Ok(Some(record));
    }
    let preempted_after = judge_once(attempt, cases, &mut record)?;
    match record.outcome() {
        SubmissionOutcome::NotJudged => {
            let mut task = task.clone();
            if let Some(spent) = preempted_after {
                // Judging will resume after the cases that already have results.
                task.turn += spent.as_millis() as i64;
                task.earlier = Json(record.cases);
            } else if !worker.must_stop() {
                // The worker has lost the task.
                return Ok(None);
            }
            let requeue = || worker.database.requeue_task(&task, None);
            if worker.with_retries(requeue)? && preempted_after.is_none() {
                worker.stats.lock().returned += 1;
            }
            Ok(None)
        }
        SubmissionOutcome::Failed(error) => Err(AttemptError::Judge(error.clone())),
        _ => Ok(Some(record)),
    }
}

/// Judges a submission once, and stores the progress in the database. Returns the duration of the
/// attempt if it was stopped in favour of other participants' tasks.
fn judge_once(
    attempt: &Attempt<'_>,
    cases: Vec<Case>,
    record: &mut SubmissionRecord,
) -> AttemptResult<Option<Duration>> {
    let (worker, task, began) = (attempt.worker, attempt.task, Instant::now());
    let database = &worker.database;
    let item = task.batch_options()?;
    let found = to_judge_submission(&attempt.context.config, attempt.submission);
    let mut found = found.map_err(|refused| AttemptError::Judge(refused.reason))?;
    found.earlier_results.clone_from(&task.earlier);
    let cases = BTreeMap::from([(attempt.submission.problem.clone(), cases)]);
    let mut options = attempt.context.options;
    // Points depend on all cases. If cases are hidden, stopping at the first failure would reveal
    // which case failed.
    let needs_all_cases = attempt.points().is_some() || attempt.room.policy.hides_cases();
    options.all_cases = item.all_cases || needs_all_cases;
    options.gives_up = item.gives_up.unwrap_or(true);
    options.keeps_output = task.kind == "run";
    let language = found.detected.language;
    let permille = worker.speed_permille(language, &options, attempt.stop);
    options.pace = permille.map_or(1.0, |permille| f64::from(permille) / 1000.0);
    record.run.header.worker = Some(RunWorker {
        name: worker.settings.name.clone(),
        speed_factor_permille: permille,
    });
    let shows = !attempt.room.policy.hides_cases() && task.kind == "judge";
    let (sender, events) = channel();
    thread::scope(|scope| {
        let judging = scope.spawn({
            let (cases, found, interrupted) = (&cases, &found, attempt.stop);
            move || {
                let request = JudgeRequest {
                    submissions: std::slice::from_ref(found),
                    cases,
                    options: &options,
                };
                // The sender is dropped with this closure, which ends the loop below.
                let sender = sender;
                worker.settings.engine.judge(request, interrupted, &sender)
            }
        });
        let (mut is_preempted, mut asked) = (false, began);
        let (mut seq, mut flushed) = (0, Instant::now());
        loop {
            let event = events.recv_timeout(STOP_CHECK_INTERVAL);
            let is_over = matches!(event, Err(RecvTimeoutError::Disconnected));
            if let Ok(event) = event {
                if let Event::RunStarted { clock, .. } = &event {
                    worker.row.lock().clock = clock.to_string();
                }
                // At this event, no case is running, so stopping loses no result.
                let is_between = matches!(event, Event::Case { .. });
                record.add_event(event);
                if is_between
                    && !is_preempted
                    && began.elapsed() >= worker.timing.slice
                    && asked.elapsed() >= STOP_CHECK_INTERVAL
                {
                    asked = Instant::now();
                    let row = worker.worker_row();
                    let waits = database.should_yield(task, &row, began.elapsed());
                    is_preempted = worker.block_on(waits).unwrap_or(false);
                    attempt.stop.fetch_or(is_preempted, Ordering::Relaxed);
                }
            }
            if is_over || flushed.elapsed() >= PROGRESS_INTERVAL {
                if let Some(step) = record.take_step().filter(|_| shows) {
                    seq += 1;
                    let body = serde_json::to_string(&step).expect("a step is JSON");
                    // An error is not fatal: pages only show less until the verdict is known.
                    let added = database.store_step(task, seq, &body);
                    if let Err(error) = worker.block_on(added) {
                        tracing::error!(%error, "cannot write progress");
                    }
                }
                flushed = Instant::now();
            }
            if is_over {
                break;
            }
        }
        let judged = judging.join();
        let judged = judged.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        judged.map_err(|error| AttemptError::Judge(error.to_string().into()))?;
        Ok(is_preempted.then(|| began.elapsed()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::store::FeedbackLevel;

    #[test]
    fn verdicts_are_published_after_doubling_delays_if_cases_are_hidden() {
        let showing = |feedback| Policy {
            feedback,
            ..Policy::default()
        };
        let minute = 60_000;
        let policy = showing(FeedbackLevel::Verdict);
        for (judged, published) in [(0, 1), (1, 1), (59, 1), (61, 2), (119, 2), (121, 4)] {
            let at = publication_time(&policy, 7, 7 + judged * 1000);
            assert_eq!(at, 7 + published * minute, "{judged} s");
        }
        // All publication times that are possible for up to an hour of judging.
        let hour = (0..=3600).map(|second| publication_time(&policy, 0, second * 1000));
        let times: BTreeSet<i64> = hour.map(|at| at / minute).collect();
        assert_eq!(times, BTreeSet::from([1, 2, 4, 8, 16, 32, 64]));
        let set_back = publication_time(&policy, 1_000_000, 0);
        assert_eq!(set_back, minute, "a clock set back");
        for feedback in [FeedbackLevel::Case, FeedbackLevel::Explanation] {
            assert_eq!(publication_time(&showing(feedback), 0, 12_345), 0);
        }
    }
}
