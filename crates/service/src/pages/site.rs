//! The home page, the language switch, static files and health checks.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use cat_and_mouse::Game;
use include_dir::{Dir, include_dir};

use crate::http_error::{HttpError, HttpResult};
use crate::pages::room::participant::GameExample;
use crate::store::Participant;
use crate::texts::preferred_language;
use crate::web::{App, Fields, FormError, Viewer, html_with_status, redirect};

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    viewer: Viewer,
    /// The participants that the client is logged in as, with the names of their rooms.
    rooms: Vec<(Participant, String)>,
    /// An empty board to play on.
    demo: GameExample,
    form: Fields,
}

pub(crate) async fn show_home(viewer: Viewer) -> HttpResult {
    home_page(viewer, Fields::default()).await
}

async fn home_page(viewer: Viewer, form: Fields) -> HttpResult {
    let mut rooms = Vec::new();
    for participant in viewer.visitor.participants.clone() {
        if let Some(room) = viewer.app.database.room(&participant.room).await? {
            rooms.push((participant, room.name));
        }
    }
    let page = HomePage {
        rooms,
        demo: GameExample::new(Game::CatAndMouse2, viewer.texts),
        viewer,
        form,
    };
    Ok(html_with_status(page.form.status(), &page))
}

/// Redirects to the path of a link that the user entered in a form field. The form uses POST,
/// because URLs are logged and the link is a secret.
pub(crate) async fn open_link(viewer: Viewer, form: Fields) -> HttpResult {
    if let Some(path) = link_path(form.get("link")) {
        return Ok(redirect(&path));
    }
    let error = FormError::new("link", &viewer["wrong_link"]);
    home_page(viewer, form.with_error(error)).await
}

/// Returns the path of an invitation link or a personal link.
fn link_path(link: &str) -> Option<String> {
    let mut kinds = ["/join/", "/enter/"].iter();
    let (kind, secret) = kinds.find_map(|kind| Some((kind, link.split_once(kind)?.1)))?;
    let secret = secret.trim_end_matches('/');
    let is_secret = !secret.is_empty() && secret.bytes().all(|it| it.is_ascii_alphanumeric());
    is_secret.then(|| format!("{kind}{secret}"))
}

pub(crate) async fn set_language(form: Fields) -> Response {
    const COOKIE_MAX_AGE_SECONDS: u32 = 365 * 24 * 3600;
    let code = preferred_language(form.get("language")).code;
    let back = Some(form.untrimmed_value("back")).filter(|back| is_path_on_this_site(back));
    let back = back.unwrap_or("/");
    let cookie = format!("language={code}; Path=/; SameSite=Lax; Max-Age={COOKIE_MAX_AGE_SECONDS}");
    ([(SET_COOKIE, cookie)], redirect(back)).into_response()
}

/// Returns whether a browser resolves this path to a page of this service, not of another site.
fn is_path_on_this_site(path: &str) -> bool {
    path.starts_with('/')
        && !path.contains("//")
        && !path.contains(|c: char| !c.is_ascii_graphic() || c == '\\')
}

/// The static files of the pages.
static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// Returns a static file.
pub(crate) async fn get_asset(Path(name): Path<String>) -> HttpResult {
    let text = match name.as_str() {
        "look.css" => mousetrap_board::SHARED_STYLE.as_bytes(),
        "board.css" => mousetrap_board::STYLE.as_bytes(),
        "board.js" => mousetrap_board::SCRIPT.as_bytes(),
        _ => ASSETS
            .get_file(&name)
            .ok_or(HttpError::NotFound)?
            .contents(),
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => "image/svg+xml; charset=utf-8",
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response())
}

/// Responds as long as the process is alive.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Responds successfully as long as the database can be written to.
pub(crate) async fn readyz(State(app): State<App>) -> HttpResult<&'static str> {
    app.database.check_writable().await?;
    Ok("ready\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_resolves_only_to_paths_of_the_service() {
        for (link, path) in [
            ("https://judge.example/join/abc1", Some("/join/abc1")),
            ("judge.example/enter/abc1/", Some("/enter/abc1")),
            ("/join/", None),
            ("https://judge.example/rooms/abc", None),
            ("/join/..%2Fx", None),
            ("/join//evil.example", None),
        ] {
            assert_eq!(link_path(link).as_deref(), path, "{link}");
        }
    }
}
