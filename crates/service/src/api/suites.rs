//! Suites that clients upload, to have sources judged on cases that the server does not have.
//! An upload has cases only: no command, no language and no checker.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use thiserror::Error;
use tokio::task::spawn_blocking;

use crate::fault::{ErrorBody, Fault};
use crate::protocol::MAX_BODY_MIB;
use crate::store::{MAX_TOTAL, Stored};
use crate::web::App;
use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use mousetrap_model::{Case, Limits};
use mousetrap_util::Bytes as Size;
use mousetrap_util::digest::digest_of_bytes;

/// Maximum number of cases of an uploaded suite.
const MAX_CASES: usize = 100_000;

/// Maximum length of the name of a case, in bytes.
const MAX_NAME: usize = 200;

/// Maximum limits of an uploaded case, unless the limits of the operator's `judge.toml` are
/// larger.
const MAX_LIMITS: Limits = Limits {
    cpu: Duration::from_mins(1),
    wall: Duration::from_mins(5),
    memory: Size::mib(4096),
    output: Size::mib(64),
};

/// Minimum memory limit of an uploaded case: with less, a process cannot start.
const MIN_MEMORY: Size = Size::mib(16);

/// Why an uploaded suite is refused.
#[derive(Debug, Error)]
enum SuiteRefusal {
    #[error("the body is not UTF-8 text; send JSON Lines, with a case in each line")]
    NotText,
    #[error(
        "the SHA-256 of the body is {found}, not the digest in the path; send the body unchanged, \
         to the path with its digest"
    )]
    OtherDigest { found: String },
    #[error("line {line} is not a case: {source}; send a case in each line, in JSON")]
    NotACase {
        line: usize,
        source: serde_json::Error,
    },
    #[error("line {line}: {field} is not a case of a known problem: {source}")]
    NotAnInstance {
        line: usize,
        field: &'static str,
        source: GameError,
    },
    #[error("line {line}: input and arguments differ; both must contain the same case")]
    Contradiction { line: usize },
    #[error("the suite has no case; send at least one")]
    NoCase,
    #[error("the suite has more than {MAX_CASES} cases, the maximum; send a smaller one")]
    TooManyCases,
    #[error(
        "line {line}: the id of a case must be SUITE/NAME, of printable ASCII characters without \
         spaces, and have at most {MAX_NAME} bytes"
    )]
    BadName { line: usize },
    #[error("line {line}: an earlier line has the case {name}, too; give each case a name")]
    SameName { line: usize, name: String },
    #[error("line {line}: {limit} must be between {min} and {max} on this server")]
    Limit {
        line: usize,
        limit: &'static str,
        min: String,
        max: String,
    },
}

/// Tells whether a suite with this digest is stored.
#[utoipa::path(head, path = "/api/v1/suites/{digest}", security(("token" = [])),
    params(("digest" = String, Path, description = "SHA-256 of the suite, in hexadecimal")),
    responses((status = 200, description = "It is stored."),
        (status = 404, description = "It is not stored.", body = ErrorBody)))]
pub(crate) async fn has_suite(
    State(app): State<App>,
    Path(digest): Path<String>,
) -> Result<StatusCode, Fault> {
    if app.database.touch_suite(&digest).await? {
        Ok(StatusCode::OK)
    } else {
        Err(Fault::NotFound)
    }
}

/// Stores a suite: the cases of one problem, in JSON Lines.
#[utoipa::path(put, path = "/api/v1/suites/{digest}", security(("token" = [])),
    params(("digest" = String, Path, description = "SHA-256 of the body, in hexadecimal")),
    request_body(content = String, content_type = "application/jsonl"),
    responses((status = 200, description = "It was stored before."),
        (status = 201, description = "It is stored now."),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn put_suite(
    State(app): State<App>,
    Path(digest): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Fault> {
    let body = body.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            let reason = format!(
                "the suite is larger than {MAX_BODY_MIB} MiB, the maximum; send fewer cases"
            );
            Fault::Unusable(reason.into())
        } else {
            Fault::Unusable("the body ends early; send it again".into())
        }
    })?;
    let defaults = app.settings.config.limits;
    let checked = spawn_blocking(move || {
        let body = check(&digest, &body, max_limits(defaults))?;
        Ok::<_, SuiteRefusal>((digest, body))
    });
    let checked = checked.await.map_err(|error| {
        tracing::error!(%error, "cannot check an uploaded suite");
        Fault::Broken
    })?;
    let (digest, body) = checked.map_err(|error| Fault::Unusable(error.to_string().into()))?;
    match app.database.store_suite(&digest, &body).await? {
        Stored::New => Ok(StatusCode::CREATED),
        Stored::Known => Ok(StatusCode::OK),
        Stored::Full => {
            let total = Size(MAX_TOTAL as u64);
            let reason = format!(
                "the suites in use have more than {total} with this one, the maximum of a server; \
                 send it again in 10 minutes"
            );
            Err(Fault::Unusable(reason.into()))
        }
    }
}

/// Returns the maximum limits of a server with these defaults.
fn max_limits(defaults: Limits) -> Limits {
    Limits {
        cpu: MAX_LIMITS.cpu.max(defaults.cpu),
        wall: MAX_LIMITS.wall.max(defaults.wall),
        memory: MAX_LIMITS.memory.max(defaults.memory),
        output: MAX_LIMITS.output.max(defaults.output),
    }
}

/// Checks a body and returns its text.
fn check(digest: &str, body: &[u8], max: Limits) -> Result<String, SuiteRefusal> {
    let found = digest_of_bytes(body);
    if found != digest {
        return Err(SuiteRefusal::OtherDigest { found });
    }
    let text = str::from_utf8(body).map_err(|_| SuiteRefusal::NotText)?;
    let mut names = BTreeSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        // Serde also reads a structure from an array.
        let object = if text.trim_start().starts_with('{') {
            serde_json::from_str(text)
        } else {
            Err(serde::de::Error::custom("a case must be a JSON object"))
        };
        let case: Case = object.map_err(|source| SuiteRefusal::NotACase { line, source })?;
        check_texts(line, &case)?;
        let name = case.id.0;
        let parts: Vec<&str> = name.split('/').collect();
        let is_named = parts.len() == 2
            && parts.iter().all(|part| !part.is_empty())
            && name.len() <= MAX_NAME
            && name.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_named {
            return Err(SuiteRefusal::BadName { line });
        }
        check_limits(line, case.limits, max)?;
        if names.len() == MAX_CASES {
            return Err(SuiteRefusal::TooManyCases);
        }
        if !names.insert(name.clone()) {
            return Err(SuiteRefusal::SameName { line, name });
        }
    }
    if names.is_empty() {
        return Err(SuiteRefusal::NoCase);
    }
    Ok(text.to_owned())
}

/// Checks that both texts of a case describe the same instance.
fn check_texts(line: usize, case: &Case) -> Result<(), SuiteRefusal> {
    let mut games = Game::ALL.into_iter();
    let game = games.find(|game| game.recognises(&case.input));
    let game = game.unwrap_or(Game::CatAndMouse2);
    let parse = |field, text: &str| {
        let parsed = game.parse(text, Bounds::Extended);
        parsed.map_err(|source| SuiteRefusal::NotAnInstance {
            line,
            field,
            source,
        })
    };
    if parse("input", &case.input)? == parse("arguments", &case.arguments)? {
        Ok(())
    } else {
        Err(SuiteRefusal::Contradiction { line })
    }
}

fn check_limits(line: usize, limits: Limits, max: Limits) -> Result<(), SuiteRefusal> {
    let time = |limit, value: Duration, max: Duration| {
        let min = Duration::from_millis(1);
        let is_allowed = (min..=max).contains(&value);
        (limit, is_allowed, format!("{min:?}"), format!("{max:?}"))
    };
    let size = |limit, value: Size, min: Size, max: Size| {
        let is_allowed = (min..=max).contains(&value);
        (limit, is_allowed, min.to_string(), max.to_string())
    };
    let limits = [
        time("cpu_us", limits.cpu, max.cpu),
        time("wall_us", limits.wall, max.wall),
        size("memory_bytes", limits.memory, MIN_MEMORY, max.memory),
        size("output_bytes", limits.output, Size(1), max.output),
    ];
    match limits.into_iter().find(|(_, is_allowed, ..)| !is_allowed) {
        None => Ok(()),
        Some((limit, _, min, max)) => Err(SuiteRefusal::Limit {
            line,
            limit,
            min,
            max,
        }),
    }
}
