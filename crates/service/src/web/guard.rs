//! Access control: checks that a client may use a route, before the route's handler runs.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Method};
use axum::middleware::Next;
use tokio::sync::watch;

use super::request::App;
use super::request::{COOKIE_NAME, cookie_value, is_loopback};
use crate::http_error::{HttpError, HttpResult};
use crate::store::{Room, Submission, Visitor};

/// Maximum time for receiving a request body from a client that is not logged in.
const ANONYMOUS_BODY_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of a request in bytes.
pub(super) const MAX_BODY_BYTES: usize = 2 << 20;

/// The user of a connection: the id of a participant, or `owner`. Set once a login or token has
/// authenticated a request.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionUser(pub Arc<watch::Sender<Option<String>>>);

/// The clients that may use a route. The owner may use every route except the token routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Any client. The access check does not read the client's session, so the route works without a
    /// database.
    WithoutSession,
    /// Any client, with or without a login.
    Anyone,
    /// The owner.
    Owner,
    /// Participants of the room to which the path parameter `{room}` or `{submission}` belongs.
    Member,
    /// The author of the submission that the path parameter `{submission}` names.
    Author,
    /// API clients that authenticate with one of the owner's tokens, if the token has the given
    /// scope.
    Token(&'static str),
}

/// Runs the handler of a route if the client may use the route. Passes the visitor, the room and
/// the submission to the handler in the request's extensions.
pub(super) async fn check_access(
    State((app, access)): State<(App, Access)>,
    params: RawPathParams,
    mut request: Request,
    next: Next,
) -> HttpResult {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let visitor = identify_visitor(&app, access, request.headers(), is_change).await?;
    let is_authenticated = visitor.is_authenticated();
    // PostgreSQL cannot store text that contains this character.
    if params.iter().any(|(_, value)| value.contains('\0')) {
        return Err(HttpError::NotFound);
    }
    let param = |name| params.iter().find(|(known, _)| *known == name);
    let submission: Option<Submission> = match param("submission") {
        Some((_, id)) => {
            let found = app.database.submission(id).await?;
            Some(found.ok_or(HttpError::NotFound)?)
        }
        None => None,
    };
    let of = submission.as_ref().map(|it| it.room.as_str());
    let room: Option<Room> = match param("room").map(|(_, id)| id).or(of) {
        Some(id) => Some(app.database.room(id).await?.ok_or(HttpError::NotFound)?),
        None => None,
    };
    if let Some(connection) = request.extensions().get::<ConnectionUser>()
        && is_authenticated
    {
        let who = visitor.participants.first().filter(|_| !visitor.owner);
        let who = who.map_or("owner", |participant| &participant.id);
        connection.0.send_if_modified(|login| {
            let is_new = login.as_deref() != Some(who);
            *login = Some(who.to_owned());
            is_new
        });
    }
    let is_member = |room: &Room| visitor.owner || visitor.participant_in(&room.id).is_some();
    let is_author = |made: &Submission| visitor.owner || visitor.is_participant(&made.participant);
    let may = match access {
        Access::WithoutSession | Access::Anyone => true,
        Access::Owner | Access::Token(_) => visitor.owner,
        Access::Member => room.as_ref().is_some_and(is_member),
        Access::Author => submission.as_ref().is_some_and(is_author),
    };
    // The response must not tell a client with a login whether the path exists.
    match (may, is_authenticated) {
        (true, _) => {}
        (false, true) => return Err(HttpError::NotFound),
        (false, false) => return Err(HttpError::NotLoggedIn),
    }
    let extensions = request.extensions_mut();
    extensions.insert(visitor);
    extensions.insert(room);
    extensions.insert(submission);
    if !is_authenticated {
        request = receive_body(request).await?;
    }
    Ok(next.run(request).await)
}

/// Reads the entire request body of a client that is not logged in. Clients that are not logged in
/// submit only short forms.
async fn receive_body(request: Request) -> HttpResult<Request> {
    let (head, body) = request.into_parts();
    let bytes = tokio::time::timeout(ANONYMOUS_BODY_TIMEOUT, to_bytes(body, MAX_BODY_BYTES));
    let bytes = bytes.await.map_err(|_| HttpError::Timeout)?;
    let bytes = bytes.map_err(|_| HttpError::TooLarge)?;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

/// Identifies the client: on token routes by its API token, which must have the route's scope,
/// elsewhere by its session cookie.
async fn identify_visitor(
    app: &App,
    access: Access,
    headers: &HeaderMap,
    is_change: bool,
) -> HttpResult<Visitor> {
    let Access::Token(scope) = access else {
        if is_change && !is_from_this_service(app, headers) {
            return Err(HttpError::CrossOrigin);
        }
        let session = cookie_value(headers, COOKIE_NAME);
        return Ok(match session.filter(|_| access != Access::WithoutSession) {
            Some(session) => app.database.visitor(session).await?,
            None => Visitor::default(),
        });
    };
    let token = headers.get(AUTHORIZATION);
    let token = token.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = token.ok_or(HttpError::InvalidToken)?;
    let scopes = app.database.scopes(token.trim()).await?;
    let scopes = scopes.ok_or(HttpError::InvalidToken)?;
    if !scopes.split_whitespace().any(|known| known == scope) {
        return Err(HttpError::MissingScope(scope));
    }
    Ok(Visitor {
        owner: true,
        ..Visitor::default()
    })
}

/// Returns whether the request comes from a page of this service. Browsers send the `Origin` or
/// `Sec-Fetch-Site` header with every request that changes data.
fn is_from_this_service(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(ORIGIN) else {
        return text(HeaderName::from_static("sec-fetch-site")) == Some("same-origin");
    };
    let listen = app.settings.public.is_none().then_some(app.settings.listen);
    origin == app.origin || text(HOST).is_some_and(|host| is_own_origin(listen, host, origin))
}

/// Returns whether `origin` is the site of this service, given the `Host` header. Applies only to a
/// service without a public URL. A service without a public URL accepts every host name, or only
/// loopback names if it listens on a loopback address.
fn is_own_origin(listen: Option<SocketAddr>, host: &str, origin: &str) -> bool {
    let is_same = origin.split_once("://").is_some_and(|(_, of)| of == host);
    is_same && listen.is_some_and(|listen| is_loopback(host) || !listen.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_from_another_origin_is_refused() {
        let (loopback, all) = (Some("127.0.0.1:8913"), Some("0.0.0.0:8913"));
        for (listen, host, origin, own) in [
            (loopback, "127.0.0.1:8913", "http://127.0.0.1:8913", true),
            (loopback, "localhost:8913", "http://localhost:8913", true),
            (loopback, "[::1]:8913", "http://[::1]:8913", true),
            (loopback, "[::1]", "http://[::1]", true),
            (loopback, "127.0.0.1", "http://127.0.0.1", true),
            (loopback, "192.0.2.1:80", "http://192.0.2.1:80", false),
            (loopback, "[2001:db8::1]", "http://[2001:db8::1]", false),
            (loopback, "localhost.org", "http://localhost.org", false),
            // An unknown name that resolves to this machine, and a proxy without --public-url.
            (loopback, "evil.example:80", "http://evil.example:80", false),
            (loopback, "judge.example", "https://judge.example", false),
            (loopback, "127.0.0.1:8913", "http://127.0.0.1:9000", false),
            (loopback, "127.0.0.1:8913", "null", false),
            (all, "192.0.2.1:8913", "http://192.0.2.1:8913", true),
            (all, "judge:8913", "http://judge:8913", true),
            (all, "judge:8913", "http://other:8913", false),
            // With --public-url, no other name is accepted.
            (None, "127.0.0.1:8913", "http://127.0.0.1:8913", false),
        ] {
            let listen = listen.map(|address| address.parse().unwrap());
            let found = is_own_origin(listen, host, origin);
            assert_eq!(found, own, "{listen:?} {host} {origin}");
        }
    }
}
