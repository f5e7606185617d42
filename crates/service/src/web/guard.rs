//! Who may use a route, checked before it is asked.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::request::{COOKIE_NAME, Peer, cookie, is_loopback};
use crate::fault::Fault;
use crate::store::{COOKIE_SECONDS, Room, Submission, Visitor};

/// How long a client that is not logged in may take to send a body.
const STRANGER_BODY: Duration = Duration::from_secs(5);
/// Maximum size of a request in bytes.
pub(super) const MAX_BODY: usize = 2 << 20;

/// Who may use a route. The owner may use all of those for browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Anybody; nobody asks who it is, so that the database may be away.
    Everyone,
    /// Anybody, by whoever they are.
    Anyone,
    /// The owner alone.
    Owner,
    /// The owner, or who has a token of the owner's with this scope.
    OwnerOr(&'static str),
    /// Who has joined the `{room}` of the path.
    Member,
    /// Who has made the `{submission}` of the path.
    Author,
    /// Who has joined the room of the `{submission}` of the path.
    Fellow,
    /// Who has a token with this scope.
    Token(&'static str),
}

/// What sets the cookie of a session; what removes it, without a secret.
pub(crate) fn session_cookie(app: &App, secret: Option<&str>) -> String {
    let secure = if app.origin.starts_with("https:") {
        "; Secure"
    } else {
        ""
    };
    let (value, age) = match secret {
        Some(secret) => (secret, COOKIE_SECONDS),
        None => ("", 0),
    };
    format!("{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

/// Lets a request through to whom the route is for, with the visitor, and the room or
/// submission of its path.
pub(super) async fn guard(
    State((app, access)): State<(App, Access)>,
    params: RawPathParams,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(fault) = pass(&app, access, &params, &mut request).await {
        return fault.into_response();
    }
    let visitor = request.extensions().get::<Visitor>();
    if visitor.is_some_and(Visitor::is_known) {
        return next.run(request).await;
    }
    match received(request).await {
        Ok(request) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}

/// Receives the entire body of a client that is not logged in, whose forms are short.
async fn received(request: Request) -> Result<Request, Fault> {
    let (head, body) = request.into_parts();
    let bytes = tokio::time::timeout(STRANGER_BODY, to_bytes(body, MAX_BODY));
    let bytes = bytes.await.map_err(|_| Fault::Slow)?;
    let bytes = bytes.map_err(|_| Fault::TooLarge)?;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

async fn pass(
    app: &App,
    access: Access,
    params: &RawPathParams,
    request: &mut Request,
) -> Result<(), Fault> {
    let headers = request.headers();
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_for_browsers = match access {
        Access::Token(_) => false,
        Access::OwnerOr(_) => {
            !headers.contains_key(AUTHORIZATION) && cookie(headers, COOKIE_NAME).is_some()
        }
        _ => true,
    };
    if is_change && is_for_browsers && !is_own(app, headers) {
        return Err(Fault::Foreign);
    }
    let visitor = if is_for_browsers {
        match cookie(headers, COOKIE_NAME).filter(|_| access != Access::Everyone) {
            Some(session) => app.database.visitor(session).await?,
            None => Visitor::default(),
        }
    } else {
        let token = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let token = token.and_then(|value| value.strip_prefix("Bearer "));
        let token = token.ok_or(Fault::Token)?;
        let visitor = app.database.token(token.trim()).await?;
        visitor.ok_or(Fault::Token)?
    };
    if let Access::Token(scope) | Access::OwnerOr(scope) = access
        && !is_for_browsers
        && !visitor.has_scope(scope)
    {
        return Err(Fault::Scope(scope));
    }
    // PostgreSQL keeps no text with it.
    if params.iter().any(|(_, value)| value.contains('\0')) {
        return Err(Fault::NotFound);
    }
    let param = |name| {
        params
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    };
    let submission: Option<Submission> = match param("submission") {
        Some(id) => Some(app.database.submission(id).await?.ok_or(Fault::NotFound)?),
        None => None,
    };
    let of = submission.as_ref().map(|it| it.room.as_str());
    let room: Option<Room> = match param("room").or(of) {
        Some(id) => Some(app.database.room(id).await?.ok_or(Fault::NotFound)?),
        None => None,
    };
    if let Some(peer) = request.extensions().get::<Peer>()
        && visitor.is_known()
    {
        let who = visitor.participants.first().filter(|_| !visitor.owner);
        let who = who.map_or("owner", |participant| &participant.id);
        peer.login.send_if_modified(|login| {
            let is_new = login.as_deref() != Some(who);
            *login = Some(who.to_owned());
            is_new
        });
    }
    let may = match access {
        Access::Everyone | Access::Anyone => true,
        Access::Owner => visitor.owner,
        Access::Member => {
            let room = room.as_ref().ok_or(Fault::NotFound)?;
            visitor.owner || visitor.in_room(&room.id).is_some()
        }
        Access::Author => {
            let submission = submission.as_ref().ok_or(Fault::NotFound)?;
            visitor.owner || visitor.is(&submission.participant)
        }
        Access::Fellow => {
            let submission = submission.as_ref().ok_or(Fault::NotFound)?;
            visitor.owner || visitor.in_room(&submission.room).is_some()
        }
        Access::OwnerOr(scope) => visitor.owner && (is_for_browsers || visitor.has_scope(scope)),
        Access::Token(scope) => {
            let own = submission
                .as_ref()
                .is_none_or(|it| visitor.owner || visitor.is(&it.participant))
                && room
                    .as_ref()
                    .is_none_or(|it| visitor.owner || visitor.in_room(&it.id).is_some());
            visitor.has_scope(scope) && own
        }
    };
    if !may {
        // Who is known is not told whether it is there.
        return Err(if visitor.is_known() {
            Fault::NotFound
        } else {
            Fault::Stranger
        });
    }
    let extensions = request.extensions_mut();
    extensions.insert(visitor);
    if let Some(room) = room {
        extensions.insert(room);
    }
    if let Some(submission) = submission {
        extensions.insert(submission);
    }
    Ok(())
}

/// Whether a page of our own asks for a change. Every browser says who asks.
fn is_own(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(ORIGIN) else {
        return text(HeaderName::from_static("sec-fetch-site")) == Some("same-origin");
    };
    let listen = app.settings.public.is_none().then_some(app.settings.listen);
    origin == app.origin || text(HOST).is_some_and(|host| is_at(listen, host, origin))
}

/// Whether `origin` is the page of a service that was asked as `host`, where nobody has
/// said what browsers call it: it has as many names as the machine, and on loopback
/// those of loopback.
fn is_at(listen: Option<SocketAddr>, host: &str, origin: &str) -> bool {
    let is_same = origin.split_once("://").is_some_and(|(_, of)| of == host);
    is_same && listen.is_some_and(|listen| is_loopback(host) || !listen.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_our_own_by_the_address_that_was_asked() {
        let (loopback, all) = (Some("127.0.0.1:8913"), Some("0.0.0.0:8913"));
        for (listen, host, origin, own) in [
            (loopback, "127.0.0.1:8913", "http://127.0.0.1:8913", true),
            (loopback, "localhost:8913", "http://localhost:8913", true),
            (loopback, "[::1]:8913", "http://[::1]:8913", true),
            // A name that somebody has pointed here, and a proxy that nobody spoke of.
            (
                loopback,
                "evil.example:8913",
                "http://evil.example:8913",
                false,
            ),
            (loopback, "judge.example", "https://judge.example", false),
            (loopback, "127.0.0.1:8913", "http://127.0.0.1:9000", false),
            (loopback, "127.0.0.1:8913", "null", false),
            (all, "192.0.2.1:8913", "http://192.0.2.1:8913", true),
            (all, "judge:8913", "http://judge:8913", true),
            (all, "judge:8913", "http://other:8913", false),
            // With --public-url its own alone is taken.
            (None, "127.0.0.1:8913", "http://127.0.0.1:8913", false),
        ] {
            let listen = listen.map(|address| address.parse().unwrap());
            assert_eq!(
                is_at(listen, host, origin),
                own,
                "{listen:?} {host} {origin}"
            );
        }
    }

    #[test]
    fn a_link_to_this_machine_is_told_from_one_that_others_can_open() {
        for host in [
            "127.0.0.1:8913",
            "127.0.0.1",
            "localhost:8913",
            "[::1]:8913",
            "[::1]",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "192.0.2.1:8913",
            "judge.example",
            "[2001:db8::1]:80",
            "localhost.example",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
