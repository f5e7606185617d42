//! Invitation links and personal links. Opening a link only shows a page with a button to join or
//! log in, because programs that generate link previews also open links.

use askama::Template;
use axum::extract::Path;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};

use crate::http_error::{HttpError, HttpResult};
use crate::store::{DeclineReason, Participant, Room};
use crate::web::{
    App, Fields, Viewer, html, html_with_status, read_participant_name, redirect, session_cookie,
};

#[derive(Template)]
#[template(path = "enter.html")]
struct LogInPage {
    viewer: Viewer,
    secret: String,
    /// The participant to whom the link belongs; `None` for the owner's link.
    participant: Option<Participant>,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    viewer: Viewer,
    room: Room,
    form: Fields,
}

/// A page with the personal link of a participant.
#[derive(Template)]
#[template(path = "secret.html")]
struct PersonalLinkPage {
    viewer: Viewer,
    room: Room,
    title: String,
    help: &'static str,
    link: String,
}

/// Returns the page with the personal link of a participant who has joined.
fn personal_link_page(mut viewer: Viewer, room: Room, secret: &str) -> Response {
    viewer.path = format!("/enter/{secret}");
    viewer.room = Some(room.clone());
    html(&PersonalLinkPage {
        title: viewer["personal_link"].to_owned(),
        help: &viewer.texts["personal_link_help"],
        link: viewer.link(&viewer.path),
        viewer,
        room,
    })
}

pub(crate) async fn open_personal_link(viewer: Viewer, Path(secret): Path<String>) -> HttpResult {
    let database = &viewer.app.database;
    let holder = database.link(&secret).await?.ok_or(HttpError::DeadLink)?;
    let participant = holder.participants.into_iter().next();
    let own = participant.as_ref();
    if let Some(own) = own.filter(|own| viewer.visitor.is_participant(&own.id)) {
        let room = database.room(&own.room).await?.ok_or(HttpError::NotFound)?;
        return Ok(personal_link_page(viewer, room, &secret));
    }
    Ok(html(&LogInPage {
        viewer,
        secret,
        participant,
    }))
}

pub(crate) async fn log_in(viewer: Viewer, Path(secret): Path<String>) -> HttpResult {
    let database = &viewer.app.database;
    let holder = database.link(&secret).await?.ok_or(HttpError::DeadLink)?;
    let session = database.log_in(&viewer.visitor, &secret).await?;
    let own = holder.participants.first();
    let next = own.map_or_else(|| "/rooms".to_owned(), |own| format!("/rooms/{}", own.room));
    let cookie = session_cookie(&viewer.app, Some(&session));
    Ok(([(SET_COOKIE, cookie)], redirect(&next)).into_response())
}

pub(crate) async fn log_out(viewer: Viewer) -> HttpResult {
    if let Some(session) = &viewer.visitor.session {
        viewer.app.database.log_out(session).await?;
    }
    let cookie = session_cookie(&viewer.app, None);
    Ok(([(SET_COOKIE, cookie)], redirect("/")).into_response())
}

pub(crate) async fn join_page(viewer: Viewer, Path(invitation): Path<String>) -> HttpResult {
    let database = &viewer.app.database;
    let room = database.room_by_invitation(&invitation).await?;
    let room = room.ok_or(HttpError::DeadInvitation)?;
    if viewer.visitor.participant_in(&room.id).is_some() {
        return Ok(redirect(&format!("/rooms/{}", room.id)));
    }
    let form = Fields::default();
    Ok(html(&JoinPage { viewer, room, form }))
}

pub(crate) async fn join_room(
    mut viewer: Viewer,
    Path(invitation): Path<String>,
    form: Fields,
) -> HttpResult {
    let app = App::clone(&viewer.app);
    let room = app.database.room_by_invitation(&invitation).await?;
    let room = room.ok_or(HttpError::DeadInvitation)?;
    // The browser has reloaded the page that shows the personal link.
    if viewer.visitor.participant_in(&room.id).is_some() {
        return Ok(redirect(&format!("/rooms/{}", room.id)));
    }
    if !room.is_open() && !room.opens_in_future() {
        return Err(HttpError::Declined(DeclineReason::Closed));
    }
    let joined = async {
        let name = read_participant_name(form.get("name"), viewer.texts)?;
        let database = &app.database;
        Ok::<_, HttpError>(
            database
                .add_participant(&viewer.visitor, &room, &name)
                .await?,
        )
    };
    let (participant, personal, session) = match joined.await {
        Ok(joined) => joined,
        Err(error) => {
            let form = form.with_error(error.form_error("name", viewer.texts)?);
            let page = JoinPage { viewer, room, form };
            return Ok(html_with_status(page.form.status(), &page));
        }
    };
    viewer.visitor.participants.push(participant);
    let page = personal_link_page(viewer, room, &personal);
    let cookie = session_cookie(&app, Some(&session));
    Ok(([(SET_COOKIE, cookie)], page).into_response())
}

/// Replaces the personal link of a participant.
pub(crate) async fn replace_personal_link(viewer: Viewer, room: Room, form: Fields) -> HttpResult {
    let app = &viewer.app;
    let found = find_participant(app, &room, form.get("participant")).await?;
    let personal = app.database.replace_personal_link(&found.id).await?;
    // The page is the response to a POST request. The empty path hides the language switch, which
    // could not return to the page.
    let path = String::new();
    Ok(html(&PersonalLinkPage {
        title: format!("{}{}{}", &viewer["new_link"], &viewer["colon"], found.name),
        help: &viewer.texts["new_link_help"],
        link: viewer.link(&format!("/enter/{personal}")),
        viewer: Viewer { path, ..viewer },
        room,
    }))
}

/// Returns the room's participant with this id.
pub(super) async fn find_participant(app: &App, room: &Room, id: &str) -> HttpResult<Participant> {
    let all = app.database.participants(&room.id).await?;
    let found = all.into_iter().find(|one| one.id == id);
    found.ok_or(HttpError::NotFound)
}
