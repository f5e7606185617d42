//! The page of one submission: its verdict, the case that it fails, its source, and
//! what has changed.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::compiler::{Line, lines};
use crate::fault::Fault;
use crate::judging::Summary;
use crate::pages::views::{self, Here, SubmissionRow};
use crate::store::{Feedback, Room, Submission, Trial, UNPUBLISHED, Visitor, now};
use crate::web::{App, Reader, html};
use crate::words::Words;
use cat_and_mouse::explain::{self, Explanation};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_board::Exhibit;
use mousetrap_languages::Languages;
use mousetrap_report::failing_instance;
use serde_json::Value;

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage {
    w: &'static Words,
    here: Here,
    names: &'static Languages,
    row: SubmissionRow,
    room: Room,
    /// Who made it.
    author: String,
    lines: Vec<Line>,
    /// How many are to be judged before it, while it waits.
    ahead: Option<i64>,
    /// What is told of its judgement, once there is one to be seen.
    summary: Option<Summary>,
    /// The failing case, drawn as text.
    drawing: String,
    /// Why the answer of the failing case is right.
    why: Option<String>,
    /// What has changed since the one before it in the same language: ` `, `+` or `-`,
    /// and a line.
    changes: Option<Vec<(char, String)>>,
    /// The searches for a failing case, by the same participant, the latest first.
    searches: Vec<FoundCase>,
    /// All of the same participant for the same problem, the latest first.
    rows: Vec<SubmissionRow>,
}

/// A search for a failing case, and the case that it found, for the board.
#[derive(Debug)]
struct FoundCase {
    trial: Trial,
    exhibit: Option<Value>,
}

/// A case as the board takes it. Where the room does not explain, the board says nothing
/// of best play by itself; it finds all of that out when it is asked.
fn shown(name: Option<String>, instance: &Instance, explains: bool) -> Value {
    let mut exhibit = serde_json::to_value(Exhibit::new(name, instance)).unwrap_or_default();
    if let Some(exhibit) = exhibit.as_object_mut().filter(|_| !explains) {
        exhibit.insert("quiet".to_owned(), true.into());
        exhibit.remove("summary");
    }
    exhibit
}

/// Whether a reader is told of best play.
fn explains(reader: &Reader, room: &Room) -> bool {
    reader.visitor.owner || room.policy.feedback == Feedback::Explanation
}

/// Searches with their cases; only the latest has its board, since each is a solved game.
async fn found(
    problem: &str,
    searches: Vec<Trial>,
    explains: bool,
) -> Result<Vec<FoundCase>, Fault> {
    let problem = Game::by_id(problem).ok_or(Fault::NotFound)?;
    let solve = move || {
        let of = |(at, trial): (usize, Trial)| {
            let found = (at == 0).then(|| problem.parse(&trial.found, Bounds::Contest).ok());
            let found = found.flatten();
            FoundCase {
                exhibit: found.map(|instance| shown(None, &instance, explains)),
                trial,
            }
        };
        searches.into_iter().enumerate().map(of).collect()
    };
    let solved = tokio::task::spawn_blocking(solve).await;
    solved.map_err(|_| Fault::Broken)
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
    let at = if visitor.owner { UNPUBLISHED } else { now() };
    let judgement = database.published_judgement(&submission.id, room.revision, at);
    let Some(judgement) = judgement.await? else {
        return Ok(None);
    };
    let mut summary = Summary::of(judgement.run_or_failure(submission));
    let requirements = database.requirements(&judgement.requires).await?;
    summary.suites = requirements.map_or_else(Vec::new, |it| it.suite_names);
    let failed = summary.failing.as_ref().and_then(|it| it.result.as_ref());
    if let Some(id) = failed
        .map(|result| &result.id)
        .filter(|id| id.suite() == "room")
    {
        let cases = database.room_cases(&room.id, room.revision).await?;
        // The name before this end may be one that the author had earlier.
        let found = cases.into_iter().find(|it| id.0.ends_with(it.short_id()));
        summary.found_by = Some(found.map(|it| it.author).unwrap_or_default());
    }
    if visitor.owner {
        return Ok(Some((judgement.verdict, summary)));
    }
    let code = room.policy.shown_code(&judgement.verdict);
    Ok(Some((code, summary.shown_under(&room.policy))))
}

pub(crate) async fn submission(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let seen = verdict_of(&app, &reader.visitor, &room, &submission).await?;
    let (verdict, summary) = seen.unzip();
    let running = views::running(&app, &reader, &room).await?;
    let row = SubmissionRow {
        verdict,
        running: running.contains(&submission.id),
        ..SubmissionRow::new(&submission, None, None)
    };
    let owner = reader.visitor.owner;
    let ahead = if summary.is_none() && (owner || !room.policy.hides()) {
        app.database.ahead(&submission.id).await?
    } else {
        None
    };
    let participants = app.database.participants(&room.id).await?;
    let author = participants
        .into_iter()
        .find(|one| one.id == submission.participant);
    let mut earlier = app.database.submissions_of(&submission.participant).await?;
    earlier.retain(|one| one.problem == submission.problem && one.room == room.id);
    let at = if owner { UNPUBLISHED } else { now() };
    let standings = app
        .database
        .standings_of(&room, &submission.participant, at);
    let standings = standings.await?;
    let rows = earlier.iter().map(|one| {
        let standing = standings.iter().find(|it| it.submission == one.id);
        SubmissionRow {
            running: running.contains(&one.id),
            ..SubmissionRow::new(one, standing, (!owner).then_some(&room.policy))
        }
    });
    let rows = rows.collect();
    let mut before = earlier.iter();
    let before =
        before.find(|one| one.created < submission.created && one.language == submission.language);
    let before = match before {
        Some(before) => app.database.submission(&before.id).await?,
        None => None,
    };
    let mut searches = app.database.trials_of(&submission.participant).await?;
    searches.retain(|trial| trial.kind == "search" && trial.submission == submission.id);
    let explains = explains(&reader, &room);
    let failed = summary
        .as_ref()
        .and_then(|it| failed_instance(&submission.problem, it));
    let drawing = failed.as_ref().map_or_else(String::new, Instance::draw);
    let why = match failed.filter(|_| explains) {
        Some(instance) => {
            let why = tokio::task::spawn_blocking(move || why(&instance)).await;
            why.map_err(|_| Fault::Broken)?
        }
        None => None,
    };
    let compiler = summary.as_ref().map_or("", |it| &it.compiler_output);
    Ok(html(&SubmissionPage {
        w: reader.words,
        here: Here::of(&reader, &room),
        names: &app.settings.config.languages,
        author: author.map(|one| one.name).unwrap_or_default(),
        lines: lines(&submission.file, &submission.source, compiler),
        changes: before.map(|one| changes(&one.source, &submission.source)),
        searches: found(&submission.problem, searches, explains).await?,
        row,
        room,
        ahead,
        summary,
        drawing,
        why,
        rows,
    }))
}

/// The case that a submission failed, if the room shows it.
fn failed_instance(problem: &str, summary: &Summary) -> Option<Instance> {
    let result = summary.failing.as_ref()?.result.as_ref()?;
    failing_instance(problem, result.failing.as_ref()?)
}

/// Why the answer of a case is right; nothing where that is too long to be read.
fn why(instance: &Instance) -> Option<String> {
    const LONGEST: usize = 200;
    const WIDTH: usize = 80;
    let explanation = Explanation::new(instance);
    let is_short = explanation.steps.len() <= LONGEST;
    is_short.then(|| explain::text(instance, &explanation, &[], WIDTH))
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
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let seen = verdict_of(&app, &reader.visitor, &room, &submission).await?;
    let (_, summary) = seen.ok_or(Fault::NotFound)?;
    let instance = failed_instance(&submission.problem, &summary).ok_or(Fault::NotFound)?;
    let result = summary.failing.and_then(|failing| failing.result);
    let name = result.map(|result| result.id.0);
    let explains = explains(&reader, &room);
    let exhibit = tokio::task::spawn_blocking(move || shown(name, &instance, explains));
    let exhibit = exhibit.await.map_err(|_| Fault::Broken)?;
    Ok(axum::Json(exhibit).into_response())
}
