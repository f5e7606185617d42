//! The rest of a body that is not taken. A connection that ends with something unread is
//! reset, and then a browser shows its own page in place of the answer.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tokio_stream::{Stream, StreamExt as _};

/// The most that is read in vain.
const MOST: usize = 128 << 20;

/// How long reading that may take.
const LONGEST: Duration = Duration::from_secs(10);

/// A body that can be gone on with.
#[derive(Clone)]
struct Shared(Arc<Mutex<BodyDataStream>>);

impl Stream for Shared {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Pin::new(&mut *body).poll_next(context)
    }
}

/// Reads what is left of a body that was too large, before that is said.
pub(super) async fn read(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let mut rest = Shared(Arc::new(Mutex::new(body.into_data_stream())));
    let body = Body::from_stream(rest.clone());
    let response = next.run(Request::from_parts(head, body)).await;
    let is_refused = [
        StatusCode::PAYLOAD_TOO_LARGE,
        StatusCode::UNPROCESSABLE_ENTITY,
    ]
    .contains(&response.status());
    let drain = async {
        let mut left = MOST;
        while let Some(Ok(piece)) = rest.next().await
            && left > piece.len()
        {
            left -= piece.len();
        }
    };
    if is_refused {
        let _ = tokio::time::timeout(LONGEST, drain).await;
    }
    response
}
