//! The scoreboard of a room: ranked by solved problems, then by penalty, as at the ICPC.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Response;

use crate::fault::Fault;
use crate::pages::views::current_and_removed_problems;
use crate::store::{FAR_FUTURE_MS, Room, Scoreboard, StoreError, Submission, is_verdict, now};
use crate::web::{App, RoomRequest, Viewer, html};

/// Penalty in minutes for each rejected submission before the accepted one.
const REJECTION_PENALTY_MINUTES: i64 = 20;
const MINUTE_MS: i64 = 60_000;

#[derive(Template)]
#[template(path = "scores.html")]
struct ScoresPage {
    viewer: Viewer,
    room: Room,
    problems: Vec<String>,
    rows: Vec<Score>,
}

/// A participant's row of the scoreboard.
#[derive(Debug)]
pub(super) struct Score {
    participant: String,
    name: String,
    /// The rank, from 1 for the best. Participants with equal scores share a rank.
    rank: usize,
    solved: usize,
    /// The penalty in minutes.
    penalty: i64,
    attempts: Vec<Attempts>,
}

/// The attempts of a participant at a problem, up to the first accepted one.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    rejected: i64,
    /// Minutes from the start of the room to the accepted submission.
    solved: Option<i64>,
}

impl Attempts {
    fn record(&mut self, verdict: &str, minutes: i64) {
        if self.solved.is_some() {
            return;
        }
        match verdict {
            "AC" => self.solved = Some(minutes),
            // A compile error adds no penalty, as at the ICPC.
            "CE" => {}
            code if is_verdict(code) => self.rejected += 1,
            _ => {}
        }
    }

    fn penalty(self) -> i64 {
        let penalty = |minutes| minutes + REJECTION_PENALTY_MINUTES * self.rejected;
        self.solved.map_or(0, penalty)
    }
}

/// Returns the scores, best first, computed from the verdicts published by time `at`.
async fn scores(
    app: &App,
    room: &Room,
    at: i64,
    submissions: &[Submission],
    problems: &[String],
) -> Result<Vec<Score>, StoreError> {
    let verdicts = app.database.verdicts(room, None, at).await?;
    let start = room.policy.opens.unwrap_or(room.created);
    let mut attempts: BTreeMap<(&str, &str), Attempts> = BTreeMap::new();
    for submission in submissions {
        if let Some(verdict) = verdicts.get(&submission.id) {
            let key = (submission.participant.as_str(), submission.problem.as_str());
            let minutes = (submission.created - start).max(0) / MINUTE_MS;
            attempts.entry(key).or_default().record(verdict, minutes);
        }
    }
    let participants = app.database.participants(&room.id).await?.into_iter();
    let rows = participants.map(|participant| {
        let own = problems.iter().map(|problem| {
            let key = (participant.id.as_str(), problem.as_str());
            attempts.get(&key).copied().unwrap_or_default()
        });
        let attempts: Vec<Attempts> = own.collect();
        Score {
            rank: 0,
            solved: attempts.iter().filter(|it| it.solved.is_some()).count(),
            penalty: attempts.iter().map(|it| it.penalty()).sum(),
            attempts,
            participant: participant.id,
            name: participant.name,
        }
    });
    let mut rows: Vec<Score> = rows.collect();
    let order = |row: &Score| (std::cmp::Reverse(row.solved), row.penalty);
    rows.sort_by_key(order);
    for at in 0..rows.len() {
        let is_tied = at > 0 && order(&rows[at]) == order(&rows[at - 1]);
        rows[at].rank = if is_tied { rows[at - 1].rank } else { at + 1 };
    }
    Ok(rows)
}

pub(crate) async fn scores_page(request: RoomRequest) -> Result<Response, Fault> {
    let RoomRequest { app, viewer, room } = request;
    let is_owner = viewer.is_owner();
    let at = if is_owner { FAR_FUTURE_MS } else { now() };
    let submissions = app.database.submissions_of_room(&room.id).await?;
    let problems = current_and_removed_problems(&room, submissions.iter().map(|one| &one.problem));
    let rows = scores(&app, &room, at, &submissions, &problems).await?;
    let mut own = rows
        .iter()
        .filter(|row| viewer.visitor.is_participant(&row.participant));
    let is_shown = match room.policy.scoreboard {
        Scoreboard::None => false,
        Scoreboard::Solved => own.any(|row| row.solved > 0),
        Scoreboard::Always => true,
    };
    if !is_shown && !is_owner {
        return Err(Fault::NotFound);
    }
    Ok(html(&ScoresPage {
        viewer,
        room,
        problems,
        rows,
    }))
}
