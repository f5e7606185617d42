//! What the owner sees and does.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::room_form::{RoomForm, policy};
use super::views::{self, Here, Moment, Row};
use crate::fault::Fault;
use crate::store::{Feedback, Participant, Policy, Revision, Room, now};
use crate::web::{App, Reader, fields, html};
use crate::words::Words;
use cat_and_mouse::problem::Problem;

/// A language or a problem to choose: id and name.
type Choice = (String, String);

/// A row of the matrix: for each problem of the room, the submissions.
type Solved = (Participant, Vec<(String, Vec<Row>)>);

#[derive(Template)]
#[template(path = "rooms.html")]
struct RoomsPage {
    w: &'static Words,
    here: Here,
    /// With whether each is open, and when it was made.
    rooms: Vec<(Room, bool, Moment)>,
    problems: Vec<Choice>,
    suites: Suites,
    languages: Vec<Choice>,
    form: RoomForm,
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    w: &'static Words,
    here: Here,
    room: Room,
    problems: Vec<Choice>,
    suites: Suites,
    languages: Vec<Choice>,
    form: RoomForm,
}

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    w: &'static Words,
    here: Here,
    room: Room,
    link: String,
    matrix: Vec<Solved>,
    /// Judging again, the last time.
    again: Option<Revision>,
}

impl ManagePage {
    /// Whether all is being judged again.
    fn is_open(&self) -> bool {
        self.again.as_ref().is_some_and(|one| one.state == "open")
    }
}

fn problems(w: &Words) -> Vec<Choice> {
    let all = Problem::ALL.into_iter();
    all.map(|problem| (problem.id().to_owned(), views::title(problem, w).to_owned()))
        .collect()
}

/// All languages; those that are missing here say so.
pub(super) fn languages(app: &App, w: &Words) -> Vec<Choice> {
    let missing = app.settings.missing.get();
    let all = app.settings.config.languages.iter();
    all.map(|language| {
        let name = if missing.is_some_and(|missing| missing.contains(&language.id)) {
            format!("{} ({})", language.name, w.missing_language)
        } else {
            language.name.clone()
        };
        (language.id.clone(), name)
    })
    .collect()
}

/// The suites to choose from.
struct Suites {
    /// By name, with the problems that have one of that name, where not all do.
    all: Vec<(String, String)>,
    /// The names of those that are judged where none is chosen.
    usual: String,
}

impl Suites {
    fn of(app: &App) -> Self {
        let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut usual = BTreeSet::new();
        for problem in Problem::ALL {
            // What cannot be read is said where it is chosen.
            for name in app.bench.suites.known(problem).unwrap_or_default() {
                let of = all.entry(name).or_default();
                if !of.contains(&problem.id()) {
                    of.push(problem.id());
                }
            }
            usual.extend(app.settings.config.suites_of(problem));
        }
        let all = all.into_iter().map(|(name, of)| match of.len() {
            number if number == Problem::ALL.len() => (name, String::new()),
            _ => (name, of.join(", ")),
        });
        let usual: Vec<&str> = usual.into_iter().map(String::as_str).collect();
        Self {
            all: all.collect(),
            usual: usual.join(", "),
        }
    }
}

/// What is usual: all problems.
fn usual() -> RoomForm {
    let problems = Problem::ALL.into_iter();
    let policy = Policy {
        problems: problems.map(|problem| problem.id().to_owned()).collect(),
        ..Policy::default()
    };
    RoomForm::of("", &policy)
}

async fn rooms_page(app: &App, reader: &Reader, form: RoomForm) -> Result<RoomsPage, Fault> {
    let rooms = app.database.rooms().await?.into_iter();
    Ok(RoomsPage {
        w: reader.words,
        here: Here::new(reader),
        rooms: rooms
            .map(|room| {
                let (open, at) = (room.is_open(now()), Moment(room.created));
                (room, open, at)
            })
            .collect(),
        problems: problems(reader.words),
        suites: Suites::of(app),
        languages: languages(app, reader.words),
        form,
    })
}

pub(crate) async fn rooms(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    Ok(html(&rooms_page(&app, &reader, usual()).await?))
}

pub(crate) async fn make_room(
    State(app): State<App>,
    reader: Reader,
    form: Multipart,
) -> Result<Response, Fault> {
    let fields = fields(form).await?;
    let name = views::name(fields.get("name"), reader.words);
    let read = name.and_then(|name| Ok((name, policy(&app, &fields, reader.words)?)));
    let read = read.and_then(|(name, policy)| match policy.closes {
        Some(closes) if closes <= now() => {
            let w = reader.words;
            Err(views::Slip::new(w, "closes", w.need_future))
        }
        _ => Ok((name, policy)),
    });
    let (name, policy) = match read {
        Ok(read) => read,
        Err(slip) => {
            let page = rooms_page(&app, &reader, RoomForm::again(fields, slip)).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, html(&page)).into_response());
        }
    };
    let room = app.database.make_room(&name, &policy).await?;
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}

fn settings_page(app: &App, reader: &Reader, room: Room, form: RoomForm) -> SettingsPage {
    SettingsPage {
        w: reader.words,
        here: Here::of(reader, &room),
        room,
        problems: problems(reader.words),
        suites: Suites::of(app),
        languages: languages(app, reader.words),
        form,
    }
}

pub(crate) async fn settings(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Response {
    let form = RoomForm::of(&room.name, &room.policy);
    html(&settings_page(&app, &reader, room, form))
}

pub(crate) async fn set_room(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    form: Multipart,
) -> Result<Response, Fault> {
    let fields = fields(form).await?;
    let name = views::name(fields.get("name"), reader.words);
    let read = name.and_then(|name| Ok((name, policy(&app, &fields, reader.words)?)));
    let (name, policy) = match read {
        Ok(read) => read,
        Err(slip) => {
            let page = settings_page(&app, &reader, room, RoomForm::again(fields, slip));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, html(&page)).into_response());
        }
    };
    app.database.set_room(&room.id, &name, &policy).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}

pub(crate) async fn manage(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let participants = app.database.participants(&room.id).await?;
    let submissions = app.database.submissions_in(&room.id).await?;
    let standings = app.database.standings(&room).await?;
    let running = views::running(&app, &reader, &room).await?;
    let standings: BTreeMap<&str, _> = standings
        .iter()
        .map(|one| (one.submission.as_str(), one))
        .collect();
    let matrix = participants.into_iter().map(|participant| {
        let cell = |problem: &String| {
            let own = submissions
                .iter()
                .filter(|one| one.participant == participant.id && one.problem == *problem);
            let rows = own.map(|one| Row {
                running: running.contains(&one.id),
                ..Row::new(one, standings.get(one.id.as_str()).copied(), true)
            });
            (problem.clone(), rows.collect())
        };
        let cells = room.policy.problems.iter().map(cell).collect();
        (participant, cells)
    });
    let matrix = matrix.collect();
    let revisions = app.database.revisions(&room.id).await?;
    Ok(html(&ManagePage {
        w: reader.words,
        here: Here::of(&reader, &room),
        link: app.link(&format!("/join/{}", room.invitation)),
        matrix,
        again: revisions.into_iter().next(),
        room,
    }))
}

pub(crate) async fn close_room(
    State(app): State<App>,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    app.database
        .close_room(&room.id, room.closed.is_none())
        .await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}
