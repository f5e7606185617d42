//! Pages on which the owner manages a room and its participants: links, marks, rejudging, renaming
//! and removal.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Form, Path};
use axum::response::Response;
use serde::Deserialize;

use crate::fault::Fault;
use crate::pages::entrance::participant;
use crate::pages::views::{problems_with, running};
use crate::store::{Mark, Participant, Revision, Room, now};
use crate::web::{
    Fields, InRoom, Mistake, Reader, html, html_with, person as read_person, redirect,
};

/// A participant, and their mark for each problem.
struct Row {
    participant: Participant,
    marks: Vec<Option<Mark>>,
}

impl Row {
    /// The number of solved problems.
    fn solved(&self) -> usize {
        let marks = self.marks.iter().flatten();
        marks.filter(|mark| mark.solved.is_some()).count()
    }
}

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    reader: Reader,
    room: Room,
    /// The link to join the room.
    link: String,
    /// Whether the link works only on this machine.
    is_local_only: bool,
    problems: Vec<String>,
    matrix: Vec<Row>,
    /// Ids of the submissions that are being judged.
    running: Vec<String>,
    /// The latest revision.
    again: Option<Revision>,
}

impl ManagePage {
    /// Returns whether all submissions are being judged again.
    fn is_open(&self) -> bool {
        self.again.as_ref().is_some_and(|one| one.state == "open")
    }
}

pub(crate) async fn manage(InRoom { app, reader, room }: InRoom) -> Result<Response, Fault> {
    let marks = app.database.marks(&room).await?;
    let problems = problems_with(&room, marks.iter().map(|mark| &mark.problem));
    let mut marks: BTreeMap<(String, String), Mark> = marks
        .into_iter()
        .map(|mark| ((mark.participant.clone(), mark.problem.clone()), mark))
        .collect();
    let participants = app.database.participants(&room.id).await?;
    let matrix = participants.into_iter().map(|participant| {
        let cells = problems.iter();
        let cells = cells.map(|problem| marks.remove(&(participant.id.clone(), problem.clone())));
        Row {
            marks: cells.collect(),
            participant,
        }
    });
    let matrix = matrix.collect();
    let revisions = app.database.revisions(&room.id).await?;
    Ok(html(&ManagePage {
        link: app.link_for(&reader, &format!("/join/{}", room.invitation)),
        is_local_only: app.is_local_only(&reader),
        problems,
        matrix,
        running: running(&app, reader.is_owner(), &room).await?,
        again: revisions.into_iter().next(),
        reader,
        room,
    }))
}

/// Returns a redirect to the page on which the owner manages a room.
pub(super) fn to_manage(room: &Room) -> Response {
    redirect(&format!("/rooms/{}/manage", room.id))
}

/// Replaces the link to join a room.
pub(crate) async fn renew_invitation(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    app.database.renew_invitation(&room.id).await?;
    Ok(to_manage(&room))
}

/// The form that opens or closes a room.
#[derive(Deserialize)]
pub(crate) struct OpeningForm {
    to: Opening,
}

/// The state to which a form sets a room.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opening {
    Open,
    Closed,
}

/// Closes or opens a room immediately, whatever its scheduled times are. The form names the desired
/// state, because a button can be pressed twice, or on an outdated page.
pub(crate) async fn close_room(
    InRoom { app, room, .. }: InRoom,
    Form(form): Form<OpeningForm>,
) -> Result<Response, Fault> {
    let mut policy = room.policy.0.clone();
    match form.to {
        Opening::Open if !room.is_open(now()) => (policy.opens, policy.closes) = (None, None),
        Opening::Closed if room.is_open(now()) => policy.closes = Some(now()),
        _ => return Ok(to_manage(&room)),
    }
    app.database.set_room(&room.id, &room.name, &policy).await?;
    Ok(to_manage(&room))
}

/// Judges all submissions of a room again on its current suites.
pub(crate) async fn rejudge(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    let mut all = Vec::new();
    for submission in app.database.submissions_in(&room.id).await? {
        let requires = app.requirements(&room, &submission.problem).await?;
        all.push((submission, requires));
    }
    app.database.rejudge(&room.id, &all).await?;
    Ok(to_manage(&room))
}

/// Cancels the rejudging of a room. The earlier verdicts stay.
pub(crate) async fn cancel(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    app.database.cancel(&room.id).await?;
    Ok(to_manage(&room))
}

#[derive(Template)]
#[template(path = "person.html")]
struct ParticipantPage {
    reader: Reader,
    room: Room,
    person: Participant,
    submissions: usize,
    form: Fields,
}

/// Returns the page. If a form was refused, the page shows the reason.
async fn show_participant(
    request: InRoom,
    person: Participant,
    mut form: Fields,
) -> Result<Response, Fault> {
    let InRoom {
        app,
        mut reader,
        room,
    } = request;
    reader.path = format!("/rooms/{}/people/{}", room.id, person.id);
    if form.get("name").is_empty() {
        form.set("name", &person.name);
    }
    let page = ParticipantPage {
        submissions: app.database.submissions_of(&person.id).await?.len(),
        reader,
        room,
        person,
        form,
    };
    Ok(html_with(page.form.status(), &page))
}

pub(crate) async fn participant_page(
    request: InRoom,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let person = participant(&request.app, &request.room, &id).await?;
    show_participant(request, person, Fields::default()).await
}

pub(crate) async fn rename(
    request: InRoom,
    Path((_, id)): Path<(String, String)>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let (app, w) = (&request.app, request.reader.words);
    let person = participant(app, &request.room, &id).await?;
    let mut form: Fields = sent.into_iter().collect();
    let renamed = match read_person(form.get("name"), w) {
        Err(mistake) => Err(mistake),
        Ok(name) => match app.database.rename(&person, &name).await {
            Ok(()) => Ok(()),
            Err(error) => Err(Mistake::declined(w, "name", error.declined()?)),
        },
    };
    if let Err(mistake) = renamed {
        form.mistake = Some(mistake);
        return show_participant(request, person, form).await;
    }
    Ok(to_manage(&request.room))
}

pub(crate) async fn remove(
    request: InRoom,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let person = participant(&request.app, &request.room, &id).await?;
    request.app.database.remove(&person).await?;
    Ok(to_manage(&request.room))
}
