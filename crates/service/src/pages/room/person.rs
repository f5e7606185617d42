//! The owner's page of one participant.

use askama::Template;
use axum::extract::{Form, Path};
use axum::response::Response;

use super::manage::to_manage;
use crate::fault::Fault;
use crate::pages::entrance::participant;
use crate::store::{Participant, Room};
use crate::web::{self, Fields, InRoom, Mistake, Reader, html_with};

#[derive(Template)]
#[template(path = "person.html")]
struct PersonPage {
    reader: Reader,
    room: Room,
    person: Participant,
    submissions: usize,
    form: Fields,
}

/// Returns the page. After a refused form, it shows the mistake.
async fn page(request: InRoom, person: Participant, mut form: Fields) -> Result<Response, Fault> {
    let InRoom {
        app,
        mut reader,
        room,
    } = request;
    reader.path = format!("/rooms/{}/people/{}", room.id, person.id);
    if form.get("name").is_empty() {
        form.set("name", &person.name);
    }
    let page = PersonPage {
        submissions: app.database.submissions_of(&person.id).await?.len(),
        reader,
        room,
        person,
        form,
    };
    Ok(html_with(page.form.status(), &page))
}

pub(crate) async fn person(
    request: InRoom,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let person = participant(&request.app, &request.room, &id).await?;
    page(request, person, Fields::default()).await
}

pub(crate) async fn rename(
    request: InRoom,
    Path((_, id)): Path<(String, String)>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let (app, w) = (&request.app, request.reader.words);
    let person = participant(app, &request.room, &id).await?;
    let mut form: Fields = sent.into_iter().collect();
    let renamed = match web::person(form.get("name"), w) {
        Err(mistake) => Err(mistake),
        Ok(name) => match app.database.rename(&person, &name).await {
            Ok(()) => Ok(()),
            Err(error) => Err(Mistake::declined(w, "name", error.declined()?)),
        },
    };
    if let Err(mistake) = renamed {
        form.mistake = Some(mistake);
        return page(request, person, form).await;
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
