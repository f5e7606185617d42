//! What a participant sees and does.

use std::path::{Path, PathBuf};

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::owner::languages;
use super::views::{self, Row};
use crate::fault::Fault;
use crate::judging::{guess, is_name};
use crate::store::{Declined, Participant, Room, Submission, Summary, Trial, now};
use crate::web::{App, Fields, Reader, fields, html};
use crate::words::Words;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::{FindOptions, of_text};

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
    let submission = read(&app, &room, &participant.id, &fields)?;
    let taken = app.database.submit(&room, &submission).await?;
    taken.map_err(Fault::Declined)?;
    app.changed();
    Ok(Redirect::to(&format!("/submissions/{}", submission.id)).into_response())
}

/// The submission in a form: a text or a file, with what was chosen.
fn read(app: &App, room: &Room, participant: &str, fields: &Fields) -> Result<Submission, Fault> {
    let config = app.settings.config;
    let pasted = fields.all("source").first().map_or("", String::as_str);
    let (mut file, text) = match &fields.file {
        Some((name, text)) if pasted.trim().is_empty() => (name.clone(), text.as_str()),
        // Browsers end the lines of a text as no file does.
        _ => (String::new(), pasted),
    };
    let text = text.replace("\r\n", "\n");
    let unusable = |text: &str| Fault::Unusable(text.to_owned());
    match fields.get("language") {
        "" => {}
        id => {
            let language = config.languages.by_id(id);
            let language = language.ok_or_else(|| unusable("language: not known"))?;
            let extension = language.extensions.first().map_or("", String::as_str);
            let stem = Path::new(&file)
                .file_stem()
                .map_or("answer".into(), |stem| stem.to_string_lossy());
            file = format!("{stem}.{extension}");
        }
    }
    if file.is_empty() {
        let guessed = guess(&text, &config.languages);
        file = guessed
            .ok_or_else(|| unusable("the language of this text is not recognised; choose it"))?
            .to_string_lossy()
            .into_owned();
    }
    if !is_name(&file) {
        return Err(unusable("the name of the file cannot be used; rename it"));
    }
    let problem = match (fields.get("problem"), room.policy.problems.as_slice()) {
        ("", [only]) => Problem::by_id(only),
        ("", _) => None,
        (id, _) => Some(Problem::by_id(id).ok_or_else(|| unusable("problem: not known"))?),
    };
    let wanted = FindOptions {
        problem,
        form: None,
        leave: false,
    };
    let found = of_text(
        &PathBuf::from(&file),
        text.as_bytes(),
        &config.languages,
        wanted,
    );
    let found = found.map_err(|refused| Fault::Unusable(refused.to_string()))?;
    let (id, language) = (found.problem.id(), &found.detected.language);
    if !room.policy.problems.iter().any(|known| known == id) {
        return Err(Fault::Unusable(format!(
            "this is for problem {id}, which is not in this room"
        )));
    }
    let allowed = &room.policy.languages;
    if !allowed.is_empty() && !allowed.contains(&language.id) {
        return Err(Fault::Unusable(format!(
            "this room does not take {}",
            language.name
        )));
    }
    if !room.is_open(now()) {
        return Err(Fault::Declined(Declined::Closed));
    }
    Ok(Submission::new((&room.id, participant), &found, &text))
}

pub(crate) async fn submission(
    State(app): State<App>,
    reader: Reader,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let room = app.database.room(&submission.room).await?;
    let room = room.ok_or(Fault::NotFound)?;
    let judgement = app
        .database
        .judgement(&submission.id, room.revision)
        .await?;
    let judgement = judgement.filter(|it| reader.visitor.owner || it.shown <= now());
    let mut summary = judgement.as_ref().map(views::summary).transpose()?;
    if !reader.visitor.owner {
        summary = summary.map(|summary| summary.told(&room.policy));
    }
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
        row: Row::new(&submission, judgement.as_ref(), true),
        room,
        source: submission.source,
        summary,
    }))
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
    let judgement = app
        .database
        .judgement(&submission.id, room.revision)
        .await?;
    let judgement = judgement.filter(|it| reader.visitor.owner || it.shown <= now());
    let mut summary = views::summary(&judgement.ok_or(Fault::NotFound)?)?;
    if !reader.visitor.owner {
        summary = summary.told(&room.policy);
    }
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
