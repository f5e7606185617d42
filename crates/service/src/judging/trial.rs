//! Tries to break a submission: with a case that somebody gives, or by a search.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use super::bench::Bench;
use super::context::Job;
use crate::fault::Reason;
use crate::secret;
use crate::store::{RoomCase, StoreError, Trial};
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_model::Message;
use mousetrap_setter::stress::{
    Attempt, Objective, Options, SearchEnd, TimeLimits, Trial as SearchCase,
};
use mousetrap_suite::generate::Seed;

/// Time limit for a search.
const SEARCH: Duration = Duration::from_secs(10);
/// Time limit for starting a single case, which is the first one tried.
const ONE: Duration = Duration::from_millis(500);
/// Origin of a single case.
const GIVEN: &str = "given";
/// Time reserved for confirming and shrinking a failure.
const SHRINK: Duration = Duration::from_secs(10);

/// Does the trial of a task and ends both.
pub(super) fn one(bench: &Bench, job: &Job<'_>) -> Result<(), StoreError> {
    let (task, room, submission) = (job.task, job.room, job.submission);
    let database = &bench.database;
    let Some(mut trial) = bench.block_on(database.trial(&task.body))? else {
        return Ok(());
    };
    let revisions = bench.block_on(database.revisions(&room.id))?;
    if trial.kind == "hack" && revisions.iter().any(|one| one.state == "open") {
        // A case that enters the room now would have to wait for that.
        thread::sleep(Duration::from_millis(100));
        return bench.block_on(database.postpone(task));
    }
    if trial.kind == "hack" {
        let judgement = bench.block_on(database.judgement(&submission.id, room.revision))?;
        if judgement.is_none_or(|it| it.verdict != "AC") {
            "late".clone_into(&mut trial.state);
            return bench
                .block_on(database.end_trial(task, &trial, None))
                .map(drop);
        }
    }
    let exhausted = task.exhausted(database);
    let is_exhausted = exhausted.is_some();
    let tried = match exhausted {
        Some(reason) => Err(Reason(reason)),
        None => try_it(bench, job, &trial),
    };
    if job.is_lost.load(Ordering::Relaxed) {
        return Ok(());
    }
    let cases = tried.as_ref().map_or(0, |end| end.status.cases);
    let end = match tried {
        Ok(end) if end.interrupted => return bench.return_task(task),
        // What was tried after the case that was given is nobody's merit.
        Ok(end) if trial.kind == "hack" && end.status.origins.contains(GIVEN) => {
            Ok(end.found.filter(|found| found.first.origin == GIVEN))
        }
        Ok(_) if trial.kind == "hack" => Err(Reason(Message::NotTriedInTime)),
        Ok(end) => Ok(end.found),
        Err(_) if bench.stops() => return bench.return_task(task),
        Err(error) if !is_exhausted => return bench.fail(task, error.0),
        Err(error) => Err(error),
    };
    let mut case = None;
    match end {
        Err(error) => {
            "failed".clone_into(&mut trial.state);
            trial.detail = serde_json::to_string(&error.0)?;
        }
        Ok(None) => {
            "miss".clone_into(&mut trial.state);
            if trial.kind == "search" {
                trial.detail = cases.to_string();
            }
        }
        Ok(Some(found)) => {
            let said = found.failure.said.first();
            let verdict = said.map_or("", |said| said.verdict.code());
            "hit".clone_into(&mut trial.state);
            let reason = found.reason.as_ref().map(serde_json::to_string);
            trial.detail = format!("{verdict}: {}", reason.transpose()?.unwrap_or_default());
            let simplest = found.shrunk.map_or(found.first.instance, |it| it.instance);
            trial.found = simplest.leetcode();
            if trial.kind == "hack" {
                let all = bench.block_on(database.participants(&room.id))?;
                let author = all.into_iter().find(|one| one.id == trial.participant);
                case = Some(RoomCase {
                    id: secret::id(),
                    problem: submission.problem.clone(),
                    author: author.map(|one| one.name).unwrap_or_default(),
                    input: trial.found.clone(),
                    max_plies: simplest.max_plies().map(i64::from),
                });
            }
        }
    }
    if !bench.keep(|| database.end_trial(task, &trial, case.as_ref()))? {
        // The room is being judged again; it is tried again after that.
        return bench.block_on(database.postpone(task));
    }
    bench.succeeded();
    Ok(())
}

/// Runs a submission on one case, or on many.
fn try_it(bench: &Bench, job: &Job<'_>, trial: &Trial) -> Result<SearchEnd, Reason> {
    let found = job.context.submission(job.submission)?;
    let game = Game::of(found.problem)
        .ok_or_else(|| format!("problem {} is no built-in game", found.problem))?;
    let limits = job.context.config.limits;
    let first = match trial.kind.as_str() {
        "hack" => vec![SearchCase {
            instance: game
                .parse(&trial.input, Bounds::Contest)
                .map_err(|error| error.to_string())?,
            origin: GIVEN.to_owned(),
        }],
        _ => Vec::new(),
    };
    let search = if first.is_empty() { SEARCH } else { ONE };
    let options = Options {
        time: TimeLimits {
            search,
            total: search + SHRINK,
        },
        seed: Seed(1),
        goal: Objective::Wrong,
        limits,
    };
    let attempt = Attempt {
        players: vec![&found],
        judge: &job.context.options,
        options,
        families: Vec::new(),
        first,
    };
    (bench.search)(attempt, job.stop).map_err(|untried| Reason(untried.to_string().into()))
}
