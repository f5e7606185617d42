//! What anybody may see.

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::Here;
use crate::fault::Fault;
use crate::store::Participant;
use crate::web::{App, Reader, html};
use crate::words::{Words, preferred};

/// What browsers load beside pages: name, type, content.
const ASSETS: [(&str, &str, &str); 5] = [
    (
        "icon.svg",
        "image/svg+xml",
        include_str!("../../assets/icon.svg"),
    ),
    (
        "style.css",
        "text/css",
        include_str!("../../assets/style.css"),
    ),
    (
        "page.js",
        "text/javascript",
        include_str!("../../assets/page.js"),
    ),
    ("board.css", "text/css", mousetrap_board::STYLE),
    ("board.js", "text/javascript", mousetrap_board::SCRIPT),
];

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    w: &'static Words,
    here: Here,
    /// Rooms by name, with who the visitor is there.
    rooms: Vec<(Participant, String)>,
}

pub(crate) async fn home(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let here = Here::new(&reader);
    let mut rooms = Vec::new();
    for participant in reader.visitor.participants {
        if let Some(room) = app.database.room(&participant.room).await? {
            rooms.push((participant, room.name));
        }
    }
    Ok(html(&HomePage {
        w: reader.words,
        here,
        rooms,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Chosen {
    language: String,
    #[serde(default)]
    back: String,
}

pub(crate) async fn set_language(Form(chosen): Form<Chosen>) -> Response {
    let words = preferred(&chosen.language);
    let back = match chosen.back.as_str() {
        path if is_local(path) => path,
        _ => "/",
    };
    let age = 365 * 24 * 3600;
    let cookie = format!(
        "language={}; Path=/; SameSite=Lax; Max-Age={age}",
        words.code
    );
    ([(SET_COOKIE, cookie)], Redirect::to(back)).into_response()
}

/// Whether a browser takes this to be a path of the service, and nothing else.
fn is_local(path: &str) -> bool {
    path.starts_with('/')
        && !path.contains("//")
        && path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Fault> {
    let found = ASSETS.into_iter().find(|(known, _, _)| *known == name);
    let (_, kind, text) = found.ok_or(Fault::NotFound)?;
    let kind = format!("{kind}; charset=utf-8");
    let headers = [(CONTENT_TYPE, kind.as_str()), (CACHE_CONTROL, "no-cache")];
    Ok((headers, text).into_response())
}

/// That the process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// That it can do its work, which is to keep things.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Fault> {
    app.database.probe().await?;
    Ok("ready\n")
}
