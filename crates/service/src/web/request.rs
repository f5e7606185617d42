//! The arguments of handlers: the server state, the client, and the room that the request concerns.
//! Also contains the functions that turn pages into responses.

use std::convert::Infallible;
use std::fmt::{self, Write};
use std::net::IpAddr;
use std::ops::Index;
use std::sync::Arc;

use askama::Template;
use askama::filters::{Escaper, Html};
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, COOKIE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use mousetrap_util::printable::escape_invisible_characters;
use tokio::sync::watch;

use super::limits::WorkLimiter;
use crate::http_error::{HttpError, HttpResult};
use crate::judging::{RequirementsError, Suites, WorkerState};
use crate::server::Settings;
use crate::store::{COOKIE_MAX_AGE_SECONDS, Database, Room, Submission, Visitor};
use crate::texts::{Texts, preferred_language};

/// The name of the cookie that contains the secret of a session.
pub(crate) const COOKIE_NAME: &str = "mousetrap";

/// The client that views a page, and the state of the server. Indexing a `Viewer` with the name of
/// a text returns the text in the client's language.
#[derive(Clone)]
pub(crate) struct Viewer {
    pub app: App,
    pub texts: &'static Texts,
    pub visitor: Visitor,
    /// The path to which the language switch returns. Empty if the page cannot be requested with
    /// GET.
    pub path: String,
    /// The host name by which the browser reached the server.
    pub host: Option<String>,
    /// The room to which the page belongs.
    pub room: Option<Room>,
}

/// The state that all requests share.
pub(crate) type App = Arc<AppState>;

/// The shared state that [`App`] refers to.
pub(crate) struct AppState {
    pub settings: Settings,
    pub database: Database,
    /// The worker of this server.
    pub worker: Arc<WorkerState>,
    /// The suites of the project.
    pub suites: Arc<Suites>,
    /// Limits how many sources are analysed concurrently to detect their language and problem,
    /// because the analysis is slow.
    pub recognition: WorkLimiter,
    /// Limits how many reference solutions run concurrently, because each takes seconds.
    pub references: WorkLimiter,
    /// The address of the service in the form that browsers use: `https://judge.example`.
    pub origin: String,
    /// Set to true when the service stops, so that the responses to batches end.
    pub stopping: watch::Sender<bool>,
}

impl AppState {
    pub(crate) fn new(
        settings: Settings,
        worker: Arc<WorkerState>,
        suites: Arc<Suites>,
        origin: String,
    ) -> App {
        Arc::new(Self {
            settings,
            database: worker.database.clone(),
            worker,
            suites,
            recognition: WorkLimiter::default(),
            references: WorkLimiter::default(),
            origin,
            stopping: watch::Sender::new(false),
        })
    }

    /// Returns the digest of the requirements that apply when a room judges submissions for this
    /// problem.
    pub(crate) async fn requirements(
        &self,
        room: &Room,
        problem: &str,
    ) -> Result<String, RequirementsError> {
        let (suites, names) = (&self.suites, &room.policy.suites);
        suites.requirements(problem, names).await
    }

    /// Returns a link that works on this machine, and also on other machines if the service has a
    /// public URL.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

impl FromRequestParts<App> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let header = |name| parts.headers.get(name)?.to_str().ok();
        let chosen = cookie_value(&parts.headers, "language").or(header(ACCEPT_LANGUAGE));
        Ok(Self {
            texts: preferred_language(chosen.unwrap_or_default()),
            visitor: parts.extensions.get().cloned().unwrap_or_default(),
            path: parts.uri.path().to_owned(),
            host: header(HOST).map(str::to_owned),
            room: parts.extensions.get().cloned().flatten(),
            app: App::clone(app),
        })
    }
}

impl Index<&str> for Viewer {
    type Output = str;

    fn index(&self, name: &str) -> &str {
        &self.texts[name]
    }
}

impl Viewer {
    pub(crate) const fn is_owner(&self) -> bool {
        self.visitor.owner
    }

    /// Returns the client's name in the room to which the page belongs.
    pub(crate) fn name(&self) -> Option<&str> {
        let participant = self.visitor.participant_in(&self.room.as_ref()?.id)?;
        Some(&participant.name)
    }

    /// Returns a link for the viewer to share. If the service listens on all addresses of its
    /// machine, the link contains the host name by which the viewer's browser reached the service.
    pub(crate) fn link(&self, path: &str) -> String {
        let settings = &self.app.settings;
        let is_named = settings.public.is_some() || !settings.listen.ip().is_unspecified();
        match self.host.as_deref().filter(|_| !is_named) {
            Some(host) => format!("http://{host}{path}"),
            None => self.app.link(path),
        }
    }

    /// Returns the name of the language with this id.
    pub(crate) fn language<'a>(&'a self, id: &'a str) -> &'a str {
        let language = self.app.settings.config.languages.by_id(id);
        language.map_or(id, |language| &language.name)
    }
}

impl FromRequestParts<App> for Room {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> HttpResult<Self> {
        let found: Option<Self> = parts.extensions.get().cloned().flatten();
        found.ok_or(HttpError::NotFound)
    }
}

impl FromRequestParts<App> for Submission {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> HttpResult<Self> {
        let found: Option<Self> = parts.extensions.get().cloned().flatten();
        found.ok_or(HttpError::NotFound)
    }
}

/// Returns the value of a cookie.
pub(crate) fn cookie_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter();
    let texts = all.filter_map(|value| value.to_str().ok());
    let mut pairs = texts.flat_map(|text| text.split(';')).map(str::trim);
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// Returns the `Set-Cookie` header that sets the session cookie, or removes it if there is no
/// secret.
pub(crate) fn session_cookie(app: &App, secret: Option<&str>) -> String {
    let is_secure = app.origin.starts_with("https:");
    let secure = if is_secure { "; Secure" } else { "" };
    let (value, age) = secret.map_or(("", 0), |secret| (secret, COOKIE_MAX_AGE_SECONDS));
    format!("{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

/// Returns a response with a page.
pub(crate) fn html(page: &impl Template) -> Response {
    let text = page.render().expect("writing to memory cannot fail");
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Returns a response with a page and a status.
pub(crate) fn html_with_status(status: StatusCode, page: &impl Template) -> Response {
    (status, html(page)).into_response()
}

/// Returns a response that redirects a browser.
pub(crate) fn redirect(path: &str) -> Response {
    Redirect::to(path).into_response()
}

/// Escapes untrusted text for HTML, and replaces invisible characters with visible escapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageEscaper;

impl Escaper for PageEscaper {
    fn write_escaped_str<W: Write>(&self, page: W, text: &str) -> fmt::Result {
        Html.write_escaped_str(page, &escape_invisible_characters(text))
    }
}

/// Returns whether this host name is a loopback name, which refers to the browser's own machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}
