//! Links: opening one shows what it is, and a button to use it, since whoever shows a
//! preview of a link opens it as well.

use askama::Template;
use axum::Extension;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::Here;
use super::secret_page::SecretPage;
use super::views::title;
use crate::fault::Fault;
use crate::store::{Link, Participant, Room};
use crate::web::{App, Client, Reader, fault_text, html, session_cookie};
use crate::words::Words;
use cat_and_mouse::Game;

#[derive(Template)]
#[template(path = "enter.html")]
struct EnterPage {
    w: &'static Words,
    here: Here,
    secret: String,
    /// Who one comes back as; the owner where it is none.
    participant: Option<Participant>,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    w: &'static Words,
    here: Here,
    room: Room,
    problems: Vec<(String, String)>,
    name: String,
    error: Option<String>,
}

pub(crate) async fn enter(
    State(app): State<App>,
    reader: Reader,
    Path(secret): Path<String>,
) -> Result<Response, Fault> {
    let link = app.database.link(&secret).await?.ok_or(Fault::DeadLink)?;
    let participant = match link {
        Link::Owner => None,
        Link::Participant(participant) => Some(participant),
    };
    if let Some(own) = participant.as_ref().filter(|it| reader.visitor.is(&it.id)) {
        let room = app.database.room(&own.room).await?.ok_or(Fault::NotFound)?;
        return Ok(html(&joined_page(&app, &reader, room, &own.name, &secret)));
    }
    Ok(html(&EnterPage {
        w: reader.words,
        here: Here::new(&reader),
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
    Ok(([(SET_COOKIE, cookie)], Redirect::to(&next)).into_response())
}

pub(crate) async fn leave(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    if let Some(session) = &reader.visitor.session {
        app.database.leave(session).await?;
    }
    let cookie = session_cookie(&app, None);
    Ok(([(SET_COOKIE, cookie)], Redirect::to("/")).into_response())
}

pub(crate) async fn join(
    State(app): State<App>,
    reader: Reader,
    Path(invitation): Path<String>,
) -> Result<Response, Fault> {
    let room = app.database.invited(&invitation).await?;
    let room = room.ok_or(Fault::DeadInvitation)?;
    if reader.visitor.in_room(&room.id).is_some() {
        return Ok(Redirect::to(&format!("/rooms/{}", room.id)).into_response());
    }
    Ok(html(&join_page(&reader, room, "", None)))
}

fn join_page(reader: &Reader, room: Room, name: &str, error: Option<String>) -> JoinPage {
    let problems = room.policy.problems.iter();
    let problems = problems.filter_map(|id| Game::by_id(id));
    JoinPage {
        w: reader.words,
        here: Here::new(reader),
        problems: problems
            .map(|it| (it.id().to_owned(), title(it, reader.words).to_owned()))
            .collect(),
        room,
        name: name.to_owned(),
        error,
    }
}

/// The personal link of who has joined.
fn joined_page(app: &App, reader: &Reader, room: Room, name: &str, secret: &str) -> SecretPage {
    let path = format!("/enter/{secret}");
    let w = reader.words;
    let said = (w.personal_link.to_owned(), w.personal_link_help, "personal");
    let mut page = SecretPage::new(reader, room, said, app.link_for(reader, &path));
    (page.here.path, page.here.name) = (path, Some(name.to_owned()));
    page
}

#[derive(Deserialize)]
pub(crate) struct Joining {
    name: String,
}

pub(crate) async fn join_post(
    State(app): State<App>,
    reader: Reader,
    Client(address): Client,
    Path(invitation): Path<String>,
    Form(joining): Form<Joining>,
) -> Result<Response, Fault> {
    let room = app.database.invited(&invitation).await?;
    let room = room.ok_or(Fault::DeadInvitation)?;
    // The page with the personal link was loaded again.
    if reader.visitor.in_room(&room.id).is_some() {
        return Ok(Redirect::to(&format!("/rooms/{}", room.id)).into_response());
    }
    if room.closed.is_some() {
        return Err(Fault::Declined(crate::store::Declined::Closed));
    }
    let again = |error: String, status: StatusCode| {
        let page = join_page(&reader, room.clone(), &joining.name, Some(error));
        Ok((status, html(&page)).into_response())
    };
    let name = match crate::pages::mistake::person(&joining.name, reader.words) {
        Ok(name) => name,
        Err(mistake) => return again(mistake.text, StatusCode::UNPROCESSABLE_ENTITY),
    };
    let joined = app
        .database
        .join(&reader.visitor, &room, (&name, address))
        .await;
    let (_, personal, session) = match joined.map_err(Fault::from) {
        Ok(joined) => joined,
        Err(fault @ Fault::Declined(_)) => {
            return again(fault_text(&fault, reader.words), fault.status());
        }
        Err(fault) => return Err(fault),
    };
    app.changed();
    let page = joined_page(&app, &reader, room, &name, &personal);
    let cookie = session_cookie(&app, Some(&session));
    Ok(([(SET_COOKIE, cookie)], html(&page)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Lost {
    participant: String,
}

/// A new personal link for who has lost theirs.
pub(crate) async fn new_link(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Form(lost): Form<Lost>,
) -> Result<Response, Fault> {
    let participants = app.database.participants(&room.id).await?;
    let found = participants
        .into_iter()
        .find(|one| one.id == lost.participant);
    let found = found.ok_or(Fault::NotFound)?;
    let personal = app.database.new_link(&found.id).await?;
    let w = reader.words;
    let title = format!("{}{}{}", w.new_link, w.colon, found.name);
    let link = app.link_for(&reader, &format!("/enter/{personal}"));
    let said = (title, w.new_link_help, "personal");
    Ok(html(&SecretPage::new(&reader, room, said, link)))
}
