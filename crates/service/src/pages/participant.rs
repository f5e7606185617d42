//! What a participant sees and does.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::intake::{Sent, read};
use super::owner::languages;
use super::views::{self, Row};
use crate::fault::Fault;
use crate::store::{Participant, Room, Submission, Summary, Trial, Visitor, now};
use crate::web::{App, Reader, fields, html};
use crate::words::Words;
use cat_and_mouse::problem::Problem;

#[derive(Template)]
#[template(path = "room.html")]
struct RoomPage {
    w: &'static Words,
    room: Room,
    /// Whether submissions are taken now.
    open: bool,
    /// Who the reader is here; none where they are the owner alone.
    participant: Option<Participant>,
    languages: Vec<(String, String)>,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage {
    w: &'static Words,
    row: Row,
    room: Room,
    source: String,
    /// What is told of its judgement, once there is one to be seen.
    summary: Option<Summary>,
    /// What has changed since the one before it for the same problem: ` `, `+` or `-`,
    /// and a line.
    changes: Vec<(char, String)>,
    /// The searches for a failing case, by the same participant, the latest first.
    searches: Vec<Trial>,
}

pub(crate) async fn room(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let participant = reader.visitor.in_room(&room.id).cloned();
    let mut rows = Vec::new();
    if let Some(participant) = &participant {
        for submission in app.database.submissions_of(&participant.id).await? {
            let judgement = app
                .database
                .judgement(&submission.id, room.revision)
                .await?;
            rows.push(Row::new(&submission, judgement.as_ref(), false));
        }
    }
    let mut languages = languages(&app);
    let allowed = &room.policy.languages;
    languages.retain(|(id, _)| allowed.is_empty() || allowed.contains(id));
    Ok(html(&RoomPage {
        w: reader.words,
        open: room.is_open(now()),
        room,
        participant,
        languages,
        rows,
    }))
}

pub(crate) async fn submit(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    form: Multipart,
) -> Result<Response, Fault> {
    let participant = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let fields = fields(form).await?;
    let pasted = fields.all("source").first().map_or("", String::as_str);
    let (file, text) = match &fields.file {
        Some((name, text)) if pasted.trim().is_empty() => (name.as_str(), text.as_str()),
        _ => ("", pasted),
    };
    let sent = Sent {
        text,
        file,
        language: fields.get("language"),
        problem: fields.get("problem"),
    };
    let submission = read(&app, &room, &participant.id, &sent)?;
    let taken = app.database.submit(&room, &submission).await?;
    taken.map_err(Fault::Declined)?;
    app.changed();
    Ok(Redirect::to(&format!("/submissions/{}", submission.id)).into_response())
}

pub(crate) async fn submission(
    State(app): State<App>,
    reader: Reader,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let room = app.database.room(&submission.room).await?;
    let room = room.ok_or(Fault::NotFound)?;
    let told = verdict_of(&app, &reader.visitor, &room, &submission).await?;
    let (verdict, summary) = told.map_or((None, None), |(code, it)| (Some(code), Some(it)));
    let earlier = app.database.submissions_of(&submission.participant).await?;
    let mut earlier = earlier
        .iter()
        .filter(|one| one.problem == submission.problem);
    let earlier = earlier.find(|one| one.created < submission.created);
    let mut searches = app.database.trials_of(&submission.participant).await?;
    searches.retain(|trial| trial.kind == "search" && trial.submission == submission.id);
    Ok(html(&SubmissionPage {
        w: reader.words,
        changes: earlier.map_or_else(Vec::new, |one| changes(&one.source, &submission.source)),
        searches,
        row: Row {
            verdict,
            ..Row::new(&submission, None, true)
        },
        room,
        source: submission.source,
        summary,
    }))
}

/// The code of a submission's verdict and what this visitor is told of it, once there is
/// one to be seen.
pub(crate) async fn verdict_of(
    app: &App,
    visitor: &Visitor,
    room: &Room,
    submission: &Submission,
) -> Result<Option<(String, Summary)>, Fault> {
    let database = &app.database;
    let judgement = database.judgement(&submission.id, room.revision).await?;
    let Some(judgement) = judgement.filter(|it| visitor.owner || it.shown <= now()) else {
        return Ok(None);
    };
    let mut summary = views::summary(&judgement)?;
    if !visitor.owner {
        summary = summary.told(&room.policy);
    }
    Ok(Some((judgement.verdict, summary)))
}

/// The lines that differ, with some around them.
fn changes(before: &str, after: &str) -> Vec<(char, String)> {
    const AROUND: usize = 3;
    let diff = similar::TextDiff::from_lines(before, after);
    let groups = diff.grouped_ops(AROUND);
    let lines = groups
        .iter()
        .flatten()
        .flat_map(|operation| diff.iter_changes(operation));
    let shown = lines.map(|line| {
        let sign = match line.tag() {
            similar::ChangeTag::Equal => ' ',
            similar::ChangeTag::Delete => '-',
            similar::ChangeTag::Insert => '+',
        };
        (sign, line.value().trim_end_matches('\n').to_owned())
    });
    shown.collect()
}

/// The case that a submission failed, for the board, where the room tells it.
pub(crate) async fn case(
    State(app): State<App>,
    reader: Reader,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let room = app.database.room(&submission.room).await?;
    let room = room.ok_or(Fault::NotFound)?;
    let told = verdict_of(&app, &reader.visitor, &room, &submission).await?;
    let (_, summary) = told.ok_or(Fault::NotFound)?;
    let case = summary.failing.filter(|case| !case.leetcode.is_empty());
    let case = case.ok_or(Fault::NotFound)?;
    let problem = Problem::by_id(&submission.problem).ok_or(Fault::NotFound)?;
    let bounds = cat_and_mouse::game::Bounds::Extended;
    let mut instance = problem
        .parse(&case.leetcode, bounds)
        .map_err(|_| Fault::NotFound)?;
    if let Some(plies) = case.max_plies {
        instance = instance.with_max_plies(plies).unwrap_or(instance);
    }
    Ok(axum::Json(mousetrap_board::Exhibit::new(Some(case.name), &instance)).into_response())
}
