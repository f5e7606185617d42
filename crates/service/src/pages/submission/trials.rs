//! Trying to break submissions: hacks of others' and searches on one's own.

use std::collections::{BTreeSet, HashMap};

use askama::Template;
use axum::Extension;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::page::verdict_of;
use crate::fault::Fault;
use crate::pages::views::{self, Here, SubmissionRow};
use crate::secret;
use crate::store::{
    Declined, Participant, Room, RoomCase, Standing, Submission, Trial, Visitor, is_verdict, now,
};
use crate::web::{App, Reader, html};
use crate::words::Words;
use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use mousetrap_languages::Languages;

#[derive(Template)]
#[template(path = "hacks.html")]
struct HacksPage {
    w: &'static Words,
    here: Here,
    names: &'static Languages,
    room: Room,
    /// Accepted submissions of others, with who made them.
    targets: Vec<(String, SubmissionRow)>,
    /// Whether the reader has solved a problem of the room.
    solved: bool,
    /// Problems for which others have accepted submissions, and the reader has none.
    unsolved: String,
    /// The reader's own attempts.
    trials: Vec<Trial>,
    /// The cases that hacks have added.
    cases: Vec<RoomCase>,
}

#[derive(Template)]
#[template(path = "hack.html")]
struct HackPage {
    w: &'static Words,
    here: Here,
    names: &'static Languages,
    room: Room,
    row: SubmissionRow,
    author: String,
    /// Where the room shows sources.
    source: Option<String>,
    /// How a case is written, and one.
    help: &'static str,
    example: &'static str,
    /// A case that was not taken, and why.
    case: String,
    error: Option<GameError>,
}

/// What is accepted in a room by now, of the problems that it has.
async fn accepted(
    app: &App,
    room: &Room,
) -> Result<Vec<(Participant, Submission, SubmissionRow)>, Fault> {
    let participants = app.database.participants(&room.id).await?;
    let authors: HashMap<&str, &Participant> =
        participants.iter().map(|it| (it.id.as_str(), it)).collect();
    let standings = app.database.standings(room, now()).await?;
    let standings: HashMap<&str, &Standing> = standings
        .iter()
        .map(|it| (it.submission.as_str(), it))
        .collect();
    let mut found = Vec::new();
    for submission in app.database.submissions_in(&room.id).await? {
        let standing = standings.get(submission.id.as_str()).copied();
        let row = SubmissionRow::new(&submission, standing, Some(&room.policy));
        let author = authors.get(submission.participant.as_str()).copied();
        let asked = room.policy.problems.contains(&row.problem);
        if let (Some("AC"), Some(author), true) = (row.verdict.as_deref(), author, asked) {
            found.push((author.clone(), submission, row));
        }
    }
    Ok(found)
}

/// Who tries: somebody who has solved one of the room's problems.
fn hacker<'a>(
    room: &Room,
    visitor: &'a Visitor,
    accepted: &[(Participant, Submission, SubmissionRow)],
    problem: &str,
) -> Result<&'a Participant, Fault> {
    let own = visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let solved = |(author, submission, _): &(Participant, Submission, SubmissionRow)| {
        author.id == own.id && submission.problem == problem
    };
    if room.policy.hacks && accepted.iter().any(solved) {
        Ok(own)
    } else {
        Err(Fault::NotFound)
    }
}

pub(crate) async fn hacks(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    if !room.policy.hacks {
        return Err(Fault::NotFound);
    }
    let all = accepted(&app, &room).await?;
    let own = reader.visitor.in_room(&room.id);
    let solved = |problem: &str| {
        let mut all = all.iter();
        own.is_some_and(|own| {
            all.any(|(author, submission, _)| author.id == own.id && submission.problem == problem)
        })
    };
    let theirs = |author: &Participant| own.is_some_and(|own| own.id != author.id);
    let targets = all.iter().filter(|(author, submission, _)| {
        reader.visitor.owner || theirs(author) && solved(&submission.problem)
    });
    let unsolved = all
        .iter()
        .filter(|(author, submission, _)| theirs(author) && !solved(&submission.problem));
    let unsolved: BTreeSet<&str> = unsolved.map(|(_, it, _)| it.problem.as_str()).collect();
    let unsolved = Vec::from_iter(unsolved).join(reader.words.comma);
    let targets = targets.map(|(author, _, row)| (author.name.clone(), row.clone()));
    let targets = targets.collect();
    let trials = match own {
        Some(own) => app.database.trials_of(&own.id).await?,
        None => Vec::new(),
    };
    let cases = if room.policy.hides() && !reader.visitor.owner {
        Vec::new()
    } else {
        app.database.room_cases(&room.id, room.revision).await?
    };
    Ok(html(&HacksPage {
        w: reader.words,
        here: Here::of(&reader, &room),
        names: &app.settings.config.languages,
        targets,
        solved: reader.visitor.owner || room.policy.problems.iter().any(|id| solved(id)),
        unsolved,
        trials: trials.into_iter().filter(|it| it.kind == "hack").collect(),
        cases,
        room,
    }))
}

/// The target of a hack, if it may be one.
async fn target(
    app: &App,
    reader: &Reader,
    room: &Room,
    submission: &Submission,
) -> Result<(Game, Participant, SubmissionRow, Participant), Fault> {
    let problem = Game::by_id(&submission.problem).ok_or(Fault::NotFound)?;
    if !room.policy.problems.contains(&submission.problem) {
        return Err(Fault::Declined(Declined::OtherProblem));
    }
    let mut all = accepted(app, room).await?;
    let own = hacker(room, &reader.visitor, &all, &submission.problem)?.clone();
    let at = all.iter().position(|(_, one, _)| one.id == submission.id);
    let (author, _, row) = all.swap_remove(at.ok_or(Fault::NotFound)?);
    if author.id == own.id {
        return Err(Fault::NotFound);
    }
    Ok((problem, author, row, own))
}

/// The form, with a case that was not taken, and why.
fn hack_page(
    app: &App,
    reader: &Reader,
    (room, submission): (Room, Submission),
    (problem, author, row): (Game, Participant, SubmissionRow),
    (case, error): (String, Option<GameError>),
) -> HackPage {
    HackPage {
        w: reader.words,
        here: Here::of(reader, &room),
        names: &app.settings.config.languages,
        row,
        author: author.name,
        help: match problem {
            Game::CatAndMouse => reader.words.case_913,
            Game::CatAndMouse2 => reader.words.case_1728,
        },
        example: crate::pages::room::example(problem),
        source: room.policy.sources.then_some(submission.source),
        room,
        case,
        error,
    }
}

pub(crate) async fn hack(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let (problem, author, row, _) = target(&app, &reader, &room, &submission).await?;
    let of = (room, submission);
    let page = hack_page(
        &app,
        &reader,
        of,
        (problem, author, row),
        Default::default(),
    );
    Ok(html(&page))
}

#[derive(Deserialize)]
pub(crate) struct Given {
    case: String,
}

pub(crate) async fn hack_post(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
    Form(given): Form<Given>,
) -> Result<Response, Fault> {
    let (problem, author, row, own) = target(&app, &reader, &room, &submission).await?;
    room.takes(&submission.problem, now())
        .map_err(Fault::Declined)?;
    let instance = match problem.parse(&given.case, Bounds::Contest) {
        Ok(instance) => instance,
        Err(error) => {
            let wrong = (given.case, Some(error));
            let page = hack_page(
                &app,
                &reader,
                (room, submission),
                (problem, author, row),
                wrong,
            );
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, html(&page)).into_response());
        }
    };
    let trial = trial("hack", &own.id, &submission, instance.leetcode());
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.try_it(&trial, &requires).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/hacks", room.id)).into_response())
}

pub(crate) async fn search(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let seen = verdict_of(&app, &reader.visitor, &room, &submission).await?;
    let runs = seen.is_some_and(|(verdict, _)| is_verdict(&verdict) && verdict != "CE");
    if !room.policy.breaks || !runs {
        return Err(Fault::NotFound);
    }
    let trial = trial(
        "search",
        &submission.participant,
        &submission,
        String::new(),
    );
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.try_it(&trial, &requires).await?;
    app.changed();
    let next = format!("{}#search", views::path(&submission));
    Ok(Redirect::to(&next).into_response())
}

fn trial(kind: &str, participant: &str, submission: &Submission, input: String) -> Trial {
    Trial {
        id: secret::id(),
        room: submission.room.clone(),
        kind: kind.to_owned(),
        participant: participant.to_owned(),
        submission: submission.id.clone(),
        input,
        state: "waiting".to_owned(),
        detail: String::new(),
        found: String::new(),
        created: now(),
        target: String::new(),
    }
}
