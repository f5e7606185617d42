//! What the owner sees and does.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use axum::Extension;
use axum::extract::{Form, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::form::{RoomForm, is_fresh, policy};
use super::suite_changes::{SuiteChange, suite_changes, suites_by_problem};
use crate::fault::Fault;
use crate::pages::mistake::Mistake;
use crate::pages::views::{self, Here, Moment};
use crate::store::{Feedback, Mark, Participant, Policy, Revision, Room, now};
use crate::web::{App, Fields, Reader, fields, html};
use crate::words::Words;
use cat_and_mouse::Game;

/// A language or a problem to choose: id and name.
type Choice = (String, String);

/// A row of the matrix: for each problem of the room, what came of it.
type Solved = (Participant, Vec<Option<Mark>>);

#[derive(Template)]
#[template(path = "rooms.html")]
struct RoomsPage {
    w: &'static Words,
    here: Here,
    /// With whether each is open, and when it was made.
    rooms: Vec<(Room, bool, Moment)>,
    choices: Choices,
    form: RoomForm,
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    w: &'static Words,
    here: Here,
    room: Room,
    choices: Choices,
    form: RoomForm,
}

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    w: &'static Words,
    here: Here,
    room: Room,
    link: String,
    /// Whether the link leads nobody here but who sits at this machine.
    only_here: bool,
    problems: Vec<String>,
    matrix: Vec<Solved>,
    /// The submissions that are being judged.
    running: Vec<String>,
    /// Judging again, the last time.
    again: Option<Revision>,
    /// What judging all submissions again would change.
    changes: Vec<SuiteChange>,
    /// The suites on which they would be judged.
    suites: String,
}

impl ManagePage {
    /// Whether all is being judged again.
    fn is_open(&self) -> bool {
        self.again.as_ref().is_some_and(|one| one.state == "open")
    }
}

/// What there is to choose from for a room.
struct Choices {
    problems: Vec<Choice>,
    suites: Suites,
    languages: Vec<Choice>,
}

impl Choices {
    fn of(app: &App, w: &Words) -> Self {
        let problems = Game::ALL.into_iter();
        let problems =
            problems.map(|problem| (problem.id().to_owned(), views::title(problem, w).to_owned()));
        Self {
            problems: problems.collect(),
            suites: Suites::of(app, w),
            languages: languages(app, w),
        }
    }
}

/// All languages; those that are missing here say so.
pub(super) fn languages(app: &App, w: &Words) -> Vec<Choice> {
    let installed = app.settings.worker.installed.get();
    let all = app.settings.config.languages.iter();
    all.map(|language| {
        let name = if installed.is_some_and(|installed| !installed.contains_key(&language.id)) {
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
    /// By name, with the problems that have one of that name, where not all do, and what
    /// it is, of those that come with the program.
    all: Vec<(String, String, &'static str)>,
    /// The names of those that are judged where none is chosen.
    usual: String,
}

impl Suites {
    fn of(app: &App, w: &Words) -> Self {
        let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut usual = BTreeSet::new();
        for problem in Game::ALL {
            // What cannot be read is said where it is chosen.
            for name in app.suites.known(problem.id()).unwrap_or_default() {
                let of = all.entry(name).or_default();
                if !of.contains(&problem.id()) {
                    of.push(problem.id());
                }
            }
            usual.extend(app.settings.config.suites_of(problem.problem()));
        }
        let all = all.into_iter().map(|(name, of)| {
            let of = if of.len() == Game::ALL.len() {
                String::new()
            } else {
                of.join(w.comma)
            };
            let help = suite(&name, w);
            (name, of, help)
        });
        let usual: Vec<&str> = usual.into_iter().map(String::as_str).collect();
        Self {
            all: all.collect(),
            usual: usual.join(w.comma),
        }
    }
}

/// What a suite is that comes with the program.
fn suite(name: &str, w: &Words) -> &'static str {
    match name {
        "samples" => w.suite_samples,
        "regressions" => w.suite_regressions,
        "hidden" => w.suite_hidden,
        "hidden-plus" => w.suite_hidden_plus,
        "extreme" => w.suite_extreme,
        "slow" => w.suite_slow,
        "broad" => w.suite_broad,
        "gate" => w.suite_gate,
        "horizons" => w.suite_horizons,
        "limit-8x8" => w.suite_limit_8x8,
        "limit-edge" => w.suite_limit_edge,
        "combs" => w.suite_combs,
        _ => "",
    }
}

/// What is usual: all problems.
fn usual() -> RoomForm {
    let problems = Game::ALL.into_iter();
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
        choices: Choices::of(app, reader.words),
        form,
    })
}

pub(crate) async fn rooms(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    Ok(html(&rooms_page(&app, &reader, usual()).await?))
}

/// What a form says about a room.
fn named_policy(app: &App, fields: &Fields, w: &Words) -> Result<(String, Policy), Mistake> {
    Ok((
        crate::pages::mistake::name(fields.get("name"), w)?,
        policy(app, fields, w)?,
    ))
}

pub(crate) async fn make_room(
    State(app): State<App>,
    reader: Reader,
    form: Multipart,
) -> Result<Response, Fault> {
    let fields = fields(form).await?;
    let w = reader.words;
    let read = named_policy(&app, &fields, w).and_then(|read| match read.1.closes {
        Some(closes) if closes <= now() => Err(Mistake::new(w, "closes", w.need_future)),
        _ => Ok(read),
    });
    let (name, policy) = match read {
        Ok(read) => read,
        Err(mistake) => {
            let page = rooms_page(&app, &reader, RoomForm::again(fields, mistake)).await?;
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
        choices: Choices::of(app, reader.words),
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
    let w = reader.words;
    let read = named_policy(&app, &fields, w).and_then(|read| {
        let meanwhile = || Mistake::new(w, "name", w.changed_meanwhile);
        is_fresh(&fields, &room)
            .then_some(read)
            .ok_or_else(meanwhile)
    });
    let (name, policy) = match read {
        Ok(read) => read,
        Err(mistake) => {
            let is_told = mistake.text == w.changed_meanwhile;
            let form = RoomForm::again(fields, mistake);
            let form = if is_told { form.seen(&room) } else { form };
            let page = settings_page(&app, &reader, room, form);
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
    let marks = app.database.marks(&room).await?;
    let problems = views::problems_with(&room, marks.iter().map(|mark| &mark.problem));
    let mut marks: HashMap<(String, String), Mark> = marks
        .into_iter()
        .map(|mark| ((mark.participant.clone(), mark.problem.clone()), mark))
        .collect();
    let matrix = participants.into_iter().map(|participant| {
        let cells = problems.iter();
        let cells = cells.map(|problem| marks.remove(&(participant.id.clone(), problem.clone())));
        let cells = cells.collect();
        (participant, cells)
    });
    let matrix = matrix.collect();
    let revisions = app.database.revisions(&room.id).await?;
    Ok(html(&ManagePage {
        w: reader.words,
        here: Here::of(&reader, &room),
        link: app.link_for(&reader, &format!("/join/{}", room.invitation)),
        only_here: app.is_for_nobody_else(&reader),
        problems,
        matrix,
        running: views::running(&app, &reader, &room).await?,
        again: revisions.into_iter().next(),
        changes: suite_changes(&app, &room).await?,
        suites: suites_by_problem(&app, &room),
        room,
    }))
}

/// Replaces the link to join a room.
pub(crate) async fn renew_invitation(
    State(app): State<App>,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    app.database.renew_invitation(&room.id).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}

/// What a room is to be from now on.
#[derive(Deserialize)]
pub(crate) struct Closing {
    to: Wanted,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    Open,
    Closed,
}

/// Closes a room or opens it. The form says which, since a button may be pressed twice, or
/// on a page that is older than the last time.
pub(crate) async fn close_room(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Form(closing): Form<Closing>,
) -> Result<Response, Fault> {
    let closed = closing.to == Wanted::Closed;
    if closed != room.closed.is_some() {
        app.database.close_room(&room.id, closed).await?;
        app.changed();
    }
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}
