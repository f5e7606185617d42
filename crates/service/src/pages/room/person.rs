//! The owner's page of one participant.

use askama::Template;
use axum::Extension;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::fault::Fault;
use crate::pages::mistake;
use crate::pages::views::Here;
use crate::store::{Participant, Room};
use crate::web::{App, Reader, fault_text, html};
use crate::words::Words;

#[derive(Template)]
#[template(path = "person.html")]
struct PersonPage {
    w: &'static Words,
    here: Here,
    room: Room,
    person: Participant,
    submissions: usize,
    /// The name that was sent, or the current one.
    name: String,
    /// Why the name was refused.
    name_error: Option<String>,
    /// Whether the removal was not confirmed.
    is_unconfirmed: bool,
}

impl PersonPage {
    async fn new(
        app: &App,
        reader: &Reader,
        room: Room,
        person: Participant,
    ) -> Result<Self, Fault> {
        Ok(Self {
            w: reader.words,
            here: Here {
                path: format!("/rooms/{}/people/{}", room.id, person.id),
                ..Here::of(reader, &room)
            },
            submissions: app.database.submissions_of(&person.id).await?.len(),
            name: person.name.clone(),
            room,
            person,
            name_error: None,
            is_unconfirmed: false,
        })
    }
}

/// The participant of this id, if the room has one.
async fn found(app: &App, room: &Room, id: &str) -> Result<Participant, Fault> {
    let all = app.database.participants(&room.id).await?;
    all.into_iter()
        .find(|one| one.id == id)
        .ok_or(Fault::NotFound)
}

pub(crate) async fn person(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let person = found(&app, &room, &id).await?;
    Ok(html(&PersonPage::new(&app, &reader, room, person).await?))
}

#[derive(Deserialize)]
pub(crate) struct Renaming {
    name: String,
}

pub(crate) async fn rename(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Path((_, id)): Path<(String, String)>,
    Form(sent): Form<Renaming>,
) -> Result<Response, Fault> {
    let person = found(&app, &room, &id).await?;
    let (error, status) = match mistake::person(&sent.name, reader.words) {
        Err(mistake) => (mistake.text, StatusCode::UNPROCESSABLE_ENTITY),
        Ok(name) => match app
            .database
            .rename(&person, &name)
            .await
            .map_err(Fault::from)
        {
            Ok(()) => {
                app.changed();
                return Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response());
            }
            Err(fault @ Fault::Declined(_)) => (fault_text(&fault, reader.words), fault.status()),
            Err(fault) => return Err(fault),
        },
    };
    let page = PersonPage {
        name: sent.name,
        name_error: Some(error),
        ..PersonPage::new(&app, &reader, room, person).await?
    };
    Ok((status, html(&page)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Removal {
    #[serde(default)]
    confirmed: String,
}

pub(crate) async fn remove(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Path((_, id)): Path<(String, String)>,
    Form(sent): Form<Removal>,
) -> Result<Response, Fault> {
    let person = found(&app, &room, &id).await?;
    if sent.confirmed.is_empty() {
        let page = PersonPage {
            is_unconfirmed: true,
            ..PersonPage::new(&app, &reader, room, person).await?
        };
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, html(&page)).into_response());
    }
    app.database.remove(&person).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}
