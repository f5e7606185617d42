//! Requests to a server of `mousetrap serve`.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use mousetrap_service::{Batch, BatchLine, JudgeInfo, SuiteUpload};
use mousetrap_util::printable::printable;
use mousetrap_util::regular_file::MAX_REPORT;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::cli::failure::Failure;

/// How long connecting to a server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a server may take to answer a request.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// How long an upload may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(10);

/// Maximum size of an error message.
const MAX_ERROR: u64 = 1 << 16;

/// Why a server does not do what it was asked for.
#[derive(Debug, Error)]
pub(super) enum ServerError {
    /// There is no connection.
    #[error("{server} cannot be asked: {source}; {}", remedy(.server, .source))]
    Unreachable {
        server: Arc<str>,
        source: ureq::Error,
    },
    /// The token is not known or lacks a scope.
    #[error("{server} refuses this token: {message}")]
    Token { server: Arc<str>, message: String },
    /// The request is at fault.
    #[error("{server}: {message}")]
    Refused { server: Arc<str>, message: String },
    /// The server is at fault.
    #[error("{server}: {message}")]
    Failed { server: Arc<str>, message: String },
    /// The answer cannot be read to its end.
    #[error("the answer of {server} cannot be read: {source}")]
    Interrupted { server: Arc<str>, source: io::Error },
    /// The answer is not what this version expects.
    #[error(
        "the answer of {server} is not that of a server of this version: {source}; use the same \
         version of mousetrap here and there"
    )]
    Foreign {
        server: Arc<str>,
        source: serde_json::Error,
    },
    /// The answer ends before everything is judged.
    #[error("{server} ended its answer early")]
    EndedEarly { server: Arc<str> },
    /// The server sends nothing.
    #[error("{server} has sent nothing for {} s", after.as_secs())]
    Silent { server: Arc<str>, after: Duration },
}

/// What to do if there is no connection to a server.
fn remedy(server: &str, source: &ureq::Error) -> &'static str {
    let is_protocol = match source {
        ureq::Error::Protocol(_) | ureq::Error::Http(_) | ureq::Error::Tls(_) => true,
        ureq::Error::Io(error) => error.kind() == io::ErrorKind::InvalidData,
        _ => false,
    };
    if !is_protocol {
        "is `mousetrap serve` running there?"
    } else if server.starts_with("https://") {
        "does it expect http:// on this port?"
    } else {
        "does it expect https:// on this port?"
    }
}

impl ServerError {
    /// Returns whether nothing listens on the port of the server.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self, Self::Unreachable { source: ureq::Error::Io(error), .. }
            if error.kind() == io::ErrorKind::ConnectionRefused)
    }

    /// Returns whether the same request may succeed later.
    pub(super) const fn is_temporary(&self) -> bool {
        match self {
            Self::Token { .. } | Self::Refused { .. } | Self::Foreign { .. } => false,
            Self::Unreachable { .. }
            | Self::Failed { .. }
            | Self::Interrupted { .. }
            | Self::EndedEarly { .. }
            | Self::Silent { .. } => true,
        }
    }
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        match error {
            ServerError::Token { .. } | ServerError::Refused { .. } => Self::usage(error),
            _ => Self::internal(error),
        }
    }
}

/// A server, and the token to show it.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) url: Arc<str>,
    token: Arc<str>,
    agent: ureq::Agent,
}

impl fmt::Debug for Server {
    /// Leaves the token out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

impl Server {
    pub(super) fn new(url: &str, token: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(ANSWER_TIMEOUT))
            .timeout_send_body(Some(UPLOAD_TIMEOUT))
            .build();
        Self {
            url: url.into(),
            token: token.into(),
            agent: agent.into(),
        }
    }

    /// Asks how the server judges in these languages, and for its suites of these problems.
    pub(super) fn info(
        &self,
        languages: &[&str],
        problems: &[&str],
        suites: &[String],
    ) -> Result<JudgeInfo, ServerError> {
        let request = self.agent.get(format!("{}/api/v1/judge", self.url));
        let answer = request
            .header("authorization", format!("Bearer {}", self.token))
            .query("languages", languages.join(","))
            .query("problems", problems.join(","))
            .query("suites", suites.join(","))
            .call();
        let mut text = String::new();
        let mut body = self.body(answer)?.take(MAX_REPORT.0);
        body.read_to_string(&mut text).map_err(self.interrupted())?;
        self.parsed(&text)
    }

    /// Uploads a suite, unless the server has it.
    pub(super) fn upload(&self, suite: &SuiteUpload) -> Result<(), ServerError> {
        let url = format!("{}/api/v1/suites/{}", self.url, suite.digest);
        let bearer = format!("Bearer {}", self.token);
        let known = self
            .agent
            .head(&url)
            .header("authorization", &bearer)
            .call();
        if known.as_ref().is_ok_and(|answer| answer.status() != 404) {
            return self.body(known).map(drop);
        }
        let request = self.agent.put(&url).header("authorization", &bearer);
        let request = request.content_type("application/jsonl");
        self.body(request.send(&suite.body)).map(drop)
    }

    /// Has a batch judged. The receiver gets each line of the answer, and an error at most
    /// once, at the end. The connection ends soon after the receiver is dropped.
    pub(super) fn judge(&self, batch: Batch) -> Receiver<Result<BatchLine, ServerError>> {
        let (sender, receiver) = sync_channel(64);
        let server = self.clone();
        // Reading blocks, and an interrupted run does not wait for it.
        thread::spawn(move || {
            if let Err(error) = server.read_lines(&batch, &sender) {
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
            .header("authorization", format!("Bearer {}", self.token))
            .content_type("application/json")
            .send(serde_json::to_vec(batch).expect("a batch is JSON"));
        let mut body = BufReader::new(self.body(answer)?);
        loop {
            let mut line = String::new();
            let read = (&mut body).take(MAX_REPORT.0).read_line(&mut line);
            if read.map_err(self.interrupted())? == 0 || !line.ends_with('\n') {
                return Ok(());
            }
            let line = self.parsed(&line)?;
            if lines.send(Ok(line)).is_err() {
                return Ok(());
            }
        }
    }

    /// Returns the body of a successful answer.
    fn body(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<impl io::Read + use<>, ServerError> {
        let server = self.url.clone();
        let answer = answer.map_err(|source| ServerError::Unreachable {
            server: server.clone(),
            source,
        })?;
        let status = answer.status().as_u16();
        let body = answer.into_body().into_reader();
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let mut text = String::new();
        let _ = body.take(MAX_ERROR).read_to_string(&mut text);
        let error = serde_json::from_str::<serde_json::Value>(&text).ok();
        let message = error.and_then(|it| Some(it["error"]["message"].as_str()?.to_owned()));
        let message = printable(&message.unwrap_or_else(|| format!("HTTP status {status}")));
        Err(match status {
            401 | 403 => ServerError::Token { server, message },
            // The server was too slow, or is asked too often.
            408 | 429 => ServerError::Failed { server, message },
            400..500 => ServerError::Refused { server, message },
            _ => ServerError::Failed { server, message },
        })
    }

    fn parsed<T: DeserializeOwned>(&self, text: &str) -> Result<T, ServerError> {
        serde_json::from_str(text).map_err(|source| ServerError::Foreign {
            server: self.url.clone(),
            source,
        })
    }

    fn interrupted(&self) -> impl Fn(io::Error) -> ServerError + use<> {
        let server = self.url.clone();
        move |source| ServerError::Interrupted {
            server: server.clone(),
            source,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpListener;

    use super::*;

    /// Asks a server that sends these bytes to each client.
    fn ask(scheme: &str, reply: &'static [u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for client in listener.incoming() {
                let mut client = client.unwrap();
                let _ = client.read(&mut [0; 4096]);
                let _ = client.write_all(reply);
            }
        });
        let server = Server::new(&format!("{scheme}://{address}"), "token");
        server.info(&[], &[], &[]).unwrap_err().to_string()
    }

    #[test]
    fn wrong_scheme_for_the_port_is_named() {
        let error = ask("https", b"HTTP/1.1 400 Bad Request\r\n\r\n");
        assert!(error.contains("expect http://"), "{error}");
        // An alert of TLS.
        let error = ask("http", b"\x15\x03\x01\x00\x02\x02\x46");
        assert!(error.contains("expect https://"), "{error}");
    }

    #[test]
    fn refused_connection_is_known() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let server = Server::new(&format!("http://{address}"), "token");
        assert!(server.info(&[], &[], &[]).unwrap_err().is_refused());
    }
}
