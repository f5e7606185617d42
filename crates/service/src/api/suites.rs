//! `/api/v1/suites`: uploads suites that the server does not have. A suite contains only cases: no
//! command, language or checker.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tokio::task::spawn_blocking;

use crate::http_error::{HttpError, HttpResult};
use crate::protocol::{MAX_BODY_MIB, SuiteFile};
use crate::store::{MAX_TOTAL_SUITE_BYTES, StoreSuiteResult};
use crate::web::App;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_model::{Case, Checker, Limits, Message, Problem};
use mousetrap_problems::definition::is_valid_id;
use mousetrap_util::Bytes as Size;
use serde::de::IgnoredAny;

/// Maximum number of cases of an uploaded suite.
const MAX_CASES: usize = 100_000;

/// Maximum length of the name of a case, in bytes.
const MAX_CASE_NAME_BYTES: usize = 200;

/// The minimum memory limit of an uploaded case: with less memory, a process cannot start.
const MIN_MEMORY_LIMIT: Size = Size::mib(16);

/// Reports whether a suite with this digest is stored: the status is 200 or 404.
pub(crate) async fn has_suite(
    State(app): State<App>,
    Path(digest): Path<String>,
) -> HttpResult<StatusCode> {
    if app.database.touch_suite(&digest).await? {
        Ok(StatusCode::OK)
    } else {
        Err(HttpError::NotFound)
    }
}

/// Stores a suite: the cases of one problem, in JSON Lines.
pub(crate) async fn put_suite(
    State(app): State<App>,
    Path(digest): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> HttpResult<StatusCode> {
    let body = body.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Message::from(format!(
                "the suite exceeds the maximum of {MAX_BODY_MIB} MiB; send fewer cases"
            ))
        } else {
            Message::from("the body is incomplete; send it again")
        }
    })?;
    let suite = spawn_blocking(move || check_suite(&digest, &body)).await??;
    match app.database.store_suite(&suite).await? {
        StoreSuiteResult::New => Ok(StatusCode::CREATED),
        StoreSuiteResult::AlreadyStored => Ok(StatusCode::OK),
        StoreSuiteResult::NoSpace => {
            let total = Size(MAX_TOTAL_SUITE_BYTES as u64);
            Err(Message::from(format!(
                "with this suite, the suites in use would exceed the server's maximum of {total}; \
                 send the suite again in 2 hours"
            ))
            .into())
        }
    }
}

/// Returns the problems that a batch may contain solutions for: the server's problems, and the
/// custom problems that the client defines. An uploaded problem cannot include a checker program;
/// checker programs must be part of the server's project.
pub(super) fn known_problems(app: &App, sent: Vec<Problem>) -> Result<Vec<Arc<Problem>>, Message> {
    let mut problems = app.settings.config.problems.clone();
    for problem in sent {
        if problems.iter().any(|known| **known == problem) {
            continue;
        }
        let id = &problem.id;
        let is_custom = is_valid_id(id) && Game::by_id(id).is_none() && problem.game.is_none();
        fail_unless(is_custom, || {
            format!(
                "problems: {id:?} cannot be the id of a custom problem; use lower-case letters, \
                 digits and \"-\""
            )
        })?;
        fail_unless(!matches!(problem.checker, Checker::Program { .. }), || {
            format!(
                "problems: the server does not know the checker program of problem {id}, and does \
                 not accept checker programs from clients; add the problem to the server's project"
            )
        })?;
        problems.retain(|known| known.id != *id);
        problems.push(Arc::new(problem));
    }
    Ok(problems)
}

/// Returns an error with this reason if a condition is not met.
fn fail_unless(is_met: bool, reason: impl FnOnce() -> String) -> Result<(), Message> {
    if is_met { Ok(()) } else { Err(reason().into()) }
}

/// Validates a request body, and returns the suite that it contains.
fn check_suite(digest: &str, body: &[u8]) -> Result<SuiteFile, Message> {
    let text = str::from_utf8(body)
        .map_err(|_| Message::from("the body is not UTF-8 text; send one JSON case per line"))?;
    let suite = SuiteFile::from(text.to_owned());
    let found = &suite.digest;
    fail_unless(found == digest, || {
        format!(
            "the SHA-256 of the body is {found}, not the digest in the path; send the unchanged \
             body to the path that ends in its digest"
        )
    })?;
    let mut names = BTreeSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        let checked = check_case(text, &mut names);
        checked.map_err(|problem| Message::from(format!("line {line}: {problem}")))?;
    }
    fail_unless((1..=MAX_CASES).contains(&names.len()), || {
        format!("a suite must have at least one case and at most {MAX_CASES}")
    })?;
    Ok(suite)
}

/// Checks a line of a suite. `names` contains the names of the earlier cases.
fn check_case(text: &str, names: &mut BTreeSet<String>) -> Result<(), Message> {
    let case: Case = serde_json::from_str(text).map_err(|error| {
        Message::from(format!(
            "not a valid case: {error}; send one JSON case per line"
        ))
    })?;
    if let Some(problem) = limit_violation(case.limits).or_else(|| input_violation(&case)) {
        return Err(Message::from(problem));
    }
    let name = case.id.0;
    let parts: Vec<&str> = name.split('/').collect();
    let is_named = parts.len() == 2
        && parts.iter().all(|part| !part.is_empty())
        && name.len() <= MAX_CASE_NAME_BYTES
        && name.bytes().all(|byte| byte.is_ascii_graphic());
    fail_unless(is_named, || {
        format!(
            "the id of a case must have the form SUITE/NAME, consist of printable ASCII characters \
             without spaces, and have at most {MAX_CASE_NAME_BYTES} bytes"
        )
    })?;
    fail_unless(names.insert(name.clone()), || {
        format!("an earlier line already has the case {name}; give each case a unique name")
    })
}

/// Returns an error message if the input or the arguments of a case are invalid. Programs read the
/// input and functions get the arguments, so the input and the arguments must describe the same
/// case. For a custom problem, both fields contain the arguments, whose types are checked when the
/// case is judged.
fn input_violation(case: &Case) -> Option<String> {
    let is_json = |line: &str| serde_json::from_str::<IgnoredAny>(line).is_ok();
    if case.input == case.arguments && case.arguments.lines().all(is_json) {
        return None;
    }
    let mut games = Game::ALL.into_iter();
    let game = games.find(|game| game.matches_syntax(&case.input));
    let game = game.unwrap_or(Game::CatAndMouse2);
    let [input, arguments] =
        [("input", &case.input), ("arguments", &case.arguments)].map(|(field, text)| {
            let parsed = game.parse(text, Bounds::Extended);
            parsed.map_err(|error| format!("{field} is not a valid case: {error}"))
        });
    match (input, arguments) {
        (Ok(input), Ok(arguments)) => (input != arguments)
            .then(|| "input and arguments differ; both must contain the same case".to_owned()),
        (Err(problem), _) | (_, Err(problem)) => Some(problem),
    }
}

/// Returns an error message if a limit of a case is out of range.
fn limit_violation(limits: Limits) -> Option<String> {
    let micros = |duration: Duration| duration.as_micros() as u64;
    let minute = micros(Duration::from_mins(1));
    let limits = [
        ("cpu_us", micros(limits.cpu), 1_000..=minute),
        ("wall_us", micros(limits.wall), 1_000..=5 * minute),
        (
            "memory_bytes",
            limits.memory.0,
            MIN_MEMORY_LIMIT.0..=Size::mib(4096).0,
        ),
        ("output_bytes", limits.output.0, 1..=Size::mib(64).0),
    ];
    let mut limits = limits.into_iter();
    let (name, _, range) = limits.find(|(_, value, range)| !range.contains(value))?;
    let (min, max) = range.into_inner();
    Some(format!("{name} must be in the range {min} to {max}"))
}
