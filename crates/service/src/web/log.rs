//! What is written down of requests: never a path, since links are secrets, but the
//! route that it has.

use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use super::app::App;
use crate::secret;

/// Gives a request an id, which its answer and all that is logged on the way say.
pub(super) async fn log(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = secret::id();
    app.requests.fetch_add(1, Ordering::Relaxed);
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, time) = (response.status().as_u16(), began.elapsed());
    let _entered = span.enter();
    tracing::info!(%method, route, status, ms = time.as_millis() as u64, "answered");
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}
