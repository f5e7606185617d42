//! The marks of a room, as shown in the owner's table, the scoreboard and the mark sheet. The
//! scoreboard is ranked by solved problems, then by penalty, as at the ICPC.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use mousetrap_model::points::EarnedPoints;

use crate::http_error::{HttpError, HttpResult};
use crate::pages::views::latest_visible_publication_ms;
use crate::store::{Database, JudgedSubmission, Participant, Room, StoreError, is_verdict};
use crate::web::{Viewer, html};

/// The marks of all participants of a room.
pub(super) struct MarkTable {
    /// The problems of the room, followed by removed problems that still have submissions.
    pub problems: Vec<String>,
    pub rows: Vec<ParticipantMarks>,
}

/// A participant, and their mark for each problem.
pub(super) struct ParticipantMarks {
    pub participant: Participant,
    pub marks: Vec<Option<Mark>>,
}

/// The result of a participant's submissions for a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    /// The latest accepted submission; if none was accepted, the latest submission.
    pub row: JudgedSubmission,
    /// The points of the latest accepted submission or, if there is none, the maximum of all
    /// submissions. `None` if the suites award no points.
    pub award: Option<EarnedPoints>,
    /// The number of submissions.
    pub tries: usize,
    /// `AC`, or else the code of the latest verdict, if there is one.
    pub best: String,
    /// When the first accepted submission was made, in milliseconds since 1970.
    pub solved: Option<i64>,
    /// The number of rejected submissions before the first accepted one, not counting compile
    /// errors.
    pub rejected: i64,
}

impl MarkTable {
    /// Computes the marks from the verdicts published no later than `at`.
    pub(super) async fn new(database: &Database, room: &Room, at: i64) -> Result<Self, StoreError> {
        let mut marks: BTreeMap<(String, String), Mark> = BTreeMap::new();
        for row in database.judged_submissions(room, None, at).await? {
            let submission = &row.submission;
            let key = (submission.participant.clone(), submission.problem.clone());
            let mark = marks.entry(key).or_default();
            mark.add_verdict(row.verdict.as_deref(), submission.created);
            if row.verdict.as_deref() == Some("AC") {
                mark.award.clone_from(&row.award);
                mark.row = row;
            } else if mark.solved.is_none() {
                mark.award = mark.award.take().max(row.award.clone());
                mark.row = row;
            }
        }
        let mut problems = room.policy.problems.clone();
        let submitted = marks.keys().map(|(_, problem)| problem.clone());
        let removed = submitted.filter(|problem| !room.policy.problems.contains(problem));
        problems.extend(removed.collect::<BTreeSet<_>>());
        let participants = database.participants(&room.id).await?.into_iter();
        let rows = participants.map(|participant| {
            let of = |problem: &String| (participant.id.clone(), problem.clone());
            let own = problems.iter().map(|problem| marks.remove(&of(problem)));
            let marks = own.collect();
            ParticipantMarks { participant, marks }
        });
        let rows = rows.collect();
        Ok(Self { problems, rows })
    }

    /// Returns the number of participants who have solved each problem.
    pub(super) fn solver_counts(&self) -> Vec<usize> {
        let is_solved = |mark: &Option<Mark>| mark.as_ref().is_some_and(|it| it.solved.is_some());
        let count = |problem: usize| {
            let rows = self.rows.iter();
            rows.filter(|row| is_solved(&row.marks[problem])).count()
        };
        (0..self.problems.len()).map(count).collect()
    }
}

impl ParticipantMarks {
    /// Returns the number of solved problems.
    pub(super) fn solved_count(&self) -> usize {
        let marks = self.marks.iter().flatten();
        marks.filter(|mark| mark.solved.is_some()).count()
    }
}

impl Mark {
    /// Counts a submission; submissions must be counted in chronological order.
    fn add_verdict(&mut self, verdict: Option<&str>, created: i64) {
        self.tries += 1;
        if self.solved.is_some() {
            return;
        }
        let Some(code) = verdict.filter(|code| is_verdict(code)) else {
            return;
        };
        code.clone_into(&mut self.best);
        match code {
            "AC" => self.solved = Some(created),
            // A compile error adds no penalty, as at the ICPC.
            "CE" => {}
            _ => self.rejected += 1,
        }
    }
}

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
    /// Returns the number of minutes from the start of the room to the first accepted submission.
    fn minutes_since_start(&self, room: &Room) -> Option<i64> {
        let start = room.policy.opens.unwrap_or(room.created);
        Some((self.solved? - start).max(0) / MINUTE_MS)
    }

    fn penalty(&self, room: &Room) -> i64 {
        let penalty = |minutes| minutes + REJECTION_PENALTY_MINUTES * self.rejected;
        self.minutes_since_start(room).map_or(0, penalty)
    }
}

pub(crate) async fn scores_page(viewer: Viewer, room: Room) -> HttpResult {
    let is_owner = viewer.is_owner();
    let at = latest_visible_publication_ms(is_owner);
    let table = MarkTable::new(&viewer.app.database, &room, at).await?;
    let mut rows = table.rows.iter();
    let own = rows.find(|row| viewer.visitor.is_participant(&row.participant.id));
    let has_solved = own.is_some_and(|row| row.solved_count() > 0);
    if !is_owner && !room.policy.scoreboard.is_visible(has_solved) {
        return Err(HttpError::NotFound);
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
