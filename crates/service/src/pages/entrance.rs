//! Links to join a room and personal links. Opening a link only shows a button, which then uses the
//! link, because programs that show previews also open links.

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::fault::Fault;
use crate::store::{Declined, Link, Participant, Room, now};
use crate::web::{
    App, Fields, InRoom, Mistake, Reader, html, html_with, person, redirect, session_cookie,
};

#[derive(Template)]
#[template(path = "enter.html")]
struct EnterPage {
    reader: Reader,
    secret: String,
    /// The participant to whom the link belongs; `None` for the owner's link.
    participant: Option<Participant>,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    reader: Reader,
    room: Room,
    form: Fields,
}

/// A page with the personal link of a participant.
#[derive(Template)]
#[template(path = "secret.html")]
struct SecretPage {
    reader: Reader,
    room: Room,
    title: String,
    help: &'static str,
    link: String,
}

/// Returns the page with the personal link of a participant who has joined.
fn joined_page(app: &App, mut reader: Reader, room: Room, secret: &str) -> Response {
    reader.path = format!("/enter/{secret}");
    reader.room = Some(room.clone());
    html(&SecretPage {
        title: reader["personal_link"].to_owned(),
        help: &reader.words["personal_link_help"],
        link: app.link_for(&reader, &reader.path),
        reader,
        room,
    })
}

pub(crate) async fn enter(
    State(app): State<App>,
    reader: Reader,
    Path(secret): Path<String>,
) -> Result<Response, Fault> {
    let participant = match app.database.link(&secret).await?.ok_or(Fault::DeadLink)? {
        Link::Owner => None,
        Link::Participant(participant) => Some(participant),
    };
    if let Some(own) = participant.as_ref().filter(|it| reader.visitor.is(&it.id)) {
        let room = app.database.room(&own.room).await?.ok_or(Fault::NotFound)?;
        return Ok(joined_page(&app, reader, room, &secret));
    }
    Ok(html(&EnterPage {
        reader,
        secret,
        participant,
    }))
}

pub(crate) async fn enter_post(
    State(app): State<App>,
    reader: Reader,
    Path(secret): Path<String>,
) -> Result<Response, Fault> {
    let link = app.database.link(&secret).await?.ok_or(Fault::DeadLink)?;
    let session = app.database.enter(&reader.visitor, &secret).await?;
    let next = match &link {
        Link::Owner => "/rooms".to_owned(),
        Link::Participant(participant) => format!("/rooms/{}", participant.room),
    };
    let cookie = session_cookie(&app, Some(&session));
    Ok(([(SET_COOKIE, cookie)], redirect(&next)).into_response())
}

pub(crate) async fn leave(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    if let Some(session) = &reader.visitor.session {
        app.database.leave(session).await?;
    }
    let cookie = session_cookie(&app, None);
    Ok(([(SET_COOKIE, cookie)], redirect("/")).into_response())
}

pub(crate) async fn join(
    State(app): State<App>,
    reader: Reader,
    Path(invitation): Path<String>,
) -> Result<Response, Fault> {
    let room = app.database.invited(&invitation).await?;
    let room = room.ok_or(Fault::DeadInvitation)?;
    if reader.visitor.in_room(&room.id).is_some() {
        return Ok(redirect(&format!("/rooms/{}", room.id)));
    }
    let form = Fields::default();
    Ok(html(&JoinPage { reader, room, form }))
}

pub(crate) async fn join_post(
    State(app): State<App>,
    mut reader: Reader,
    Path(invitation): Path<String>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let room = app.database.invited(&invitation).await?;
    let room = room.ok_or(Fault::DeadInvitation)?;
    // The browser loaded the page with the personal link again.
    if reader.visitor.in_room(&room.id).is_some() {
        return Ok(redirect(&format!("/rooms/{}", room.id)));
    }
    if !room.is_open(now()) && !room.opens_later(now()) {
        return Err(Fault::Declined(Declined::Closed));
    }
    let mut form: Fields = sent.into_iter().collect();
    let joined = match person(form.get("name"), reader.words) {
        Ok(name) => match app.database.join(&reader.visitor, &room, &name).await {
            Ok(joined) => Ok(joined),
            Err(error) => Err(Mistake::declined(reader.words, "name", error.declined()?)),
        },
        Err(mistake) => Err(mistake),
    };
    let (participant, personal, session) = match joined {
        Ok(joined) => joined,
        Err(mistake) => {
            form.mistake = Some(mistake);
            return Ok(html_with(form.status(), &JoinPage { reader, room, form }));
        }
    };
    reader.visitor.participants.push(participant);
    let page = joined_page(&app, reader, room, &personal);
    let cookie = session_cookie(&app, Some(&session));
    Ok(([(SET_COOKIE, cookie)], page).into_response())
}

#[derive(Deserialize)]
pub(crate) struct NewLinkForm {
    participant: String,
}

/// Replaces the personal link of a participant.
pub(crate) async fn new_link(
    InRoom {
        app,
        mut reader,
        room,
    }: InRoom,
    Form(form): Form<NewLinkForm>,
) -> Result<Response, Fault> {
    let found = participant(&app, &room, &form.participant).await?;
    let personal = app.database.new_link(&found.id).await?;
    // The page cannot be requested a second time.
    reader.path.clear();
    Ok(html(&SecretPage {
        title: format!("{}{}{}", &reader["new_link"], &reader["colon"], found.name),
        help: &reader.words["new_link_help"],
        link: app.link_for(&reader, &format!("/enter/{personal}")),
        reader,
        room,
    }))
}

/// Returns the participant of a room with this id.
pub(super) async fn participant(app: &App, room: &Room, id: &str) -> Result<Participant, Fault> {
    let all = app.database.participants(&room.id).await?;
    let found = all.into_iter().find(|one| one.id == id);
    found.ok_or(Fault::NotFound)
}
