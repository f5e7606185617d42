//! Requests to a server that runs `mousetrap serve`.

use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use mousetrap_service::{Batch, BatchLine, JudgeInfo, SuiteFile};
use mousetrap_util::printable::to_printable;
use mousetrap_util::regular_file::MAX_REPORT_SIZE;
use thiserror::Error;
use ureq::SendBody;
use ureq::http::Request;
use ureq::http::header::{AUTHORIZATION, HeaderValue};
use ureq::middleware::MiddlewareNext;

use crate::cli::failure::Failure;

/// Maximum time for connecting to a server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time for a server to respond to a request.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum time for an upload.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(10);

/// Maximum size of an error message, in bytes.
const MAX_ERROR_BYTES: u64 = 1 << 16;

/// The reason why a request to a server failed.
#[derive(Debug, Error)]
pub(super) enum ServerError {
    /// The server cannot be reached.
    #[error(
        "cannot reach the server: {0}; is `mousetrap serve` running there, and is the URL correct?"
    )]
    Unreachable(#[from] ureq::Error),
    /// The request is invalid, or the token does not allow it.
    #[error("{0}")]
    Refused(String),
    /// The server has failed, or its response ended too early.
    #[error("{0}")]
    Failed(String),
    /// The connection was lost while the response was being read.
    #[error("cannot read the server's response: {0}")]
    Interrupted(#[from] io::Error),
    /// This version of Mousetrap does not understand the response.
    #[error(
        "unexpected response from the server: {0}; use the same version of mousetrap on both \
         machines"
    )]
    Invalid(#[from] serde_json::Error),
}

impl ServerError {
    /// Returns whether the same request may succeed later.
    pub(super) const fn is_temporary(&self) -> bool {
        !matches!(self, Self::Refused(_) | Self::Invalid(_))
    }
}

/// Sends requests to one server, with the user's token. Debug output does not contain the token.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) url: Arc<str>,
    agent: ureq::Agent,
}

impl Client {
    pub(super) fn new(url: &str, token: &str) -> Self {
        let authorization = HeaderValue::try_from(format!("Bearer {token}"));
        let authorization = authorization.expect("the token has only printable ASCII characters");
        let add_token = move |mut request: Request<SendBody<'_>>, next: MiddlewareNext<'_>| {
            let headers = request.headers_mut();
            headers.insert(AUTHORIZATION, authorization.clone());
            next.handle(request)
        };
        let agent = ureq::Agent::config_builder()
            .middleware(add_token)
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(RESPONSE_TIMEOUT))
            .timeout_send_body(Some(UPLOAD_TIMEOUT))
            .build();
        Self {
            url: url.into(),
            agent: agent.into(),
        }
    }

    /// Converts an error from this server to a command failure.
    pub(super) fn to_failure(&self, error: &ServerError) -> Failure {
        let message = format!("{}: {error}", self.url);
        match error {
            ServerError::Refused(_) => Failure::usage_error(message),
            _ => Failure::internal_error(message),
        }
    }

    /// Requests the server's judging settings for these languages.
    pub(super) fn judging_settings(&self, languages: &[&str]) -> Result<JudgeInfo, ServerError> {
        let request = self.agent.get(format!("{}/api/v1/judge", self.url));
        let answer = request.query("languages", languages.join(",")).call()?;
        let mut text = String::new();
        body_or_error(answer)?
            .take(MAX_REPORT_SIZE.0)
            .read_to_string(&mut text)?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Uploads a suite, unless the server already has it.
    pub(super) fn upload_suite(&self, suite: &SuiteFile) -> Result<(), ServerError> {
        let url = format!("{}/api/v1/suites/{}", self.url, suite.digest);
        let known = self.agent.head(&url).call();
        if known.as_ref().is_ok_and(|answer| answer.status() != 404) {
            return body_or_error(known?).map(drop);
        }
        let request = self.agent.put(&url).content_type("application/jsonl");
        body_or_error(request.send(&suite.body)?).map(drop)
    }

    /// Sends a batch to be judged. The receiver gets each line of the response and, at the end, at
    /// most one error. The connection is closed soon after the receiver is dropped.
    pub(super) fn judge(&self, batch: Batch) -> Receiver<Result<BatchLine, ServerError>> {
        let (sender, receiver) = sync_channel(64);
        let client = self.clone();
        // Reading blocks, so it has its own thread. An interrupted run does not wait for this
        // thread.
        thread::spawn(move || {
            if let Err(error) = client.read_lines(&batch, &sender) {
                let _ = sender.send(Err(error));
            }
        });
        receiver
    }

    fn read_lines(
        &self,
        batch: &Batch,
        lines: &SyncSender<Result<BatchLine, ServerError>>,
    ) -> Result<(), ServerError> {
        let request = self.agent.post(format!("{}/api/v1/judge", self.url));
        let answer = request
            .content_type("application/json")
            .send(serde_json::to_vec(batch).expect("a batch is JSON"))?;
        let mut body = BufReader::new(body_or_error(answer)?);
        loop {
            let mut line = String::new();
            let read = (&mut body).take(MAX_REPORT_SIZE.0).read_line(&mut line)?;
            if read == 0 || !line.ends_with('\n') {
                return Ok(());
            }
            let line = serde_json::from_str(&line)?;
            if lines.send(Ok(line)).is_err() {
                return Ok(());
            }
        }
    }
}

/// Returns the body of a successful response, or else the error.
fn body_or_error(answer: ureq::http::Response<ureq::Body>) -> Result<impl Read, ServerError> {
    let status = answer.status().as_u16();
    let body = answer.into_body().into_reader();
    if (200..300).contains(&status) {
        return Ok(body);
    }
    let mut text = String::new();
    let _ = body.take(MAX_ERROR_BYTES).read_to_string(&mut text);
    let error = serde_json::from_str::<serde_json::Value>(&text).ok();
    let message = error.and_then(|it| Some(it["error"]["message"].as_str()?.to_owned()));
    let message = to_printable(&message.unwrap_or_else(|| format!("HTTP status {status}")));
    Err(match status {
        401 | 403 => ServerError::Refused(format!("the server rejects this token: {message}")),
        // The server has failed, the request timed out, or there were too many requests.
        408 | 429 | 500.. => ServerError::Failed(message),
        _ => ServerError::Refused(message),
    })
}
