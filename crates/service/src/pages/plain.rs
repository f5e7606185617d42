//! The home page, the choice of a language, static files and health checks.

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::fault::Fault;
use crate::store::Participant;
use crate::web::{App, Reader, html, redirect};
use crate::words::preferred;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    reader: Reader,
    /// The client's participants, with the names of their rooms.
    rooms: Vec<(Participant, String)>,
}

pub(crate) async fn home(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let mut rooms = Vec::new();
    for participant in reader.visitor.participants.clone() {
        if let Some(room) = app.database.room(&participant.room).await? {
            rooms.push((participant, room.name));
        }
    }
    Ok(html(&HomePage { reader, rooms }))
}

#[derive(Deserialize)]
pub(crate) struct LanguageForm {
    language: String,
    #[serde(default)]
    back: String,
}

pub(crate) async fn set_language(Form(form): Form<LanguageForm>) -> Response {
    const AGE: u32 = 365 * 24 * 3600;
    let code = preferred(&form.language).code;
    let back = if is_local(&form.back) {
        &form.back
    } else {
        "/"
    };
    let cookie = format!("language={code}; Path=/; SameSite=Lax; Max-Age={AGE}");
    ([(SET_COOKIE, cookie)], redirect(back)).into_response()
}

/// Returns whether a browser treats this as a path of the service.
fn is_local(path: &str) -> bool {
    path.starts_with('/')
        && !path.contains("//")
        && path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Returns a static file.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Fault> {
    let (kind, text) = match name.as_str() {
        "icon.svg" => ("image/svg+xml", include_str!("../../assets/icon.svg")),
        "style.css" => ("text/css", include_str!("../../assets/style.css")),
        "page.js" => ("text/javascript", include_str!("../../assets/page.js")),
        "board.css" => ("text/css", mousetrap_board::STYLE),
        "board.js" => ("text/javascript", mousetrap_board::SCRIPT),
        _ => return Err(Fault::NotFound),
    };
    let kind = format!("{kind}; charset=utf-8");
    let headers = [(CONTENT_TYPE, kind.as_str()), (CACHE_CONTROL, "no-cache")];
    Ok((headers, text).into_response())
}

/// Responds while the process is alive.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Responds while the database can be written to.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Fault> {
    app.database.probe().await?;
    Ok("ready\n")
}
