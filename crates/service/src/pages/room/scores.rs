//! The scoreboard of a room: ranked by solved problems, then by penalty, as at the ICPC.

use std::cmp::Reverse;

use askama::Template;
use axum::response::Response;

use super::marks::{Mark, MarkTable, ParticipantMarks};
use crate::fault::Fault;
use crate::store::{FAR_FUTURE_MS, Room, host_time_ms};
use crate::web::{RoomRequest, Viewer, html};

/// Penalty in minutes for each rejected submission before the accepted one.
const REJECTION_PENALTY_MINUTES: i64 = 20;
const MINUTE_MS: i64 = 60_000;

#[derive(Template)]
#[template(path = "scores.html")]
struct ScoresPage {
    viewer: Viewer,
    room: Room,
    problems: Vec<String>,
    /// The scores, best first.
    rows: Vec<Score>,
}

/// A participant's row in the scoreboard.
struct Score {
    row: ParticipantMarks,
    /// The rank, from 1 for the best. Participants with equal scores share a rank.
    rank: usize,
    /// The penalty in minutes.
    penalty: i64,
}

impl Mark {
    /// Minutes from the start of the room to the first accepted submission.
    fn minutes_since_start(&self, room: &Room) -> Option<i64> {
        let start = room.policy.opens.unwrap_or(room.created);
        Some((self.solved? - start).max(0) / MINUTE_MS)
    }

    fn penalty(&self, room: &Room) -> i64 {
        let penalty = |minutes| minutes + REJECTION_PENALTY_MINUTES * self.rejected;
        self.minutes_since_start(room).map_or(0, penalty)
    }
}

pub(crate) async fn scores_page(request: RoomRequest) -> Result<Response, Fault> {
    let RoomRequest { app, viewer, room } = request;
    let is_owner = viewer.is_owner();
    let at = if is_owner {
        FAR_FUTURE_MS
    } else {
        host_time_ms()
    };
    let table = MarkTable::new(&app.database, &room, at).await?;
    let mut rows = table.rows.iter();
    let own = rows.find(|row| viewer.visitor.is_participant(&row.participant.id));
    let has_solved = own.is_some_and(|row| row.solved_count() > 0);
    if !is_owner && !room.policy.scoreboard.is_visible(has_solved) {
        return Err(Fault::NotFound);
    }
    let scores = table.rows.into_iter().map(|row| Score {
        rank: 0,
        penalty: row.marks.iter().flatten().map(|it| it.penalty(&room)).sum(),
        row,
    });
    let mut rows: Vec<Score> = scores.collect();
    let order = |score: &Score| (Reverse(score.row.solved_count()), score.penalty);
    rows.sort_by_key(order);
    for at in 0..rows.len() {
        let is_tied = at > 0 && order(&rows[at]) == order(&rows[at - 1]);
        rows[at].rank = if is_tied { rows[at - 1].rank } else { at + 1 };
    }
    Ok(html(&ScoresPage {
        viewer,
        room,
        problems: table.problems,
        rows,
    }))
}
