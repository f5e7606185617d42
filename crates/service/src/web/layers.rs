//! What holds for every request: its log line, the headers of its response, and the rest of its
//! body.

use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tokio_stream::{Stream, StreamExt as _};
use tracing::Instrument as _;

use super::app::App;
use crate::secret;

/// Pages load nothing from other sites and contain no code and no styles of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Maximum number of bytes of a refused body that are read.
const MAX_REST: usize = 128 << 20;

/// Maximum time that reading a refused body may take.
const MAX_REST_TIME: Duration = Duration::from_secs(10);

/// Adds the headers that protect pages.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        // Links are secrets. Without any referrer, browsers do not name the site of a form,
        // either.
        (REFERRER_POLICY, "same-origin"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let cached = headers.entry(CACHE_CONTROL);
    cached.or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Gives a request an id, which the response and all log lines about the request contain. The
/// log has routes and no paths, because links are secrets.
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

/// A body that two readers share.
#[derive(Clone)]
struct Shared(Arc<Mutex<BodyDataStream>>);

impl Stream for Shared {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Pin::new(&mut *body).poll_next(context)
    }
}

/// Reads the rest of a refused body before the response is sent. A connection that ends with
/// unread data is reset, and then a browser shows an error of its own instead of the response.
pub(super) async fn read_rest(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let mut rest = Shared(Arc::new(Mutex::new(body.into_data_stream())));
    let body = Body::from_stream(rest.clone());
    let response = next.run(Request::from_parts(head, body)).await;
    let is_refused = matches!(
        response.status(),
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY
    );
    let drain = async {
        let mut left = MAX_REST;
        while let Some(Ok(piece)) = rest.next().await
            && left > piece.len()
        {
            left -= piece.len();
        }
    };
    if is_refused {
        let _ = tokio::time::timeout(MAX_REST_TIME, drain).await;
    }
    response
}
