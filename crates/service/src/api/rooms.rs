//! Rooms and submissions, for programs.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::unreadable;
use crate::fault::{ErrorBody, Fault};
use crate::judging::Summary;
use crate::pages::{Submitting, read, verdict_of};
use crate::store::{CANCELLED, FAILED, Visitor, is_verdict, now};
use crate::web::{App, InRoom, MAX_BODY, OfSubmission};
use crate::words::EN;

/// A room.
#[derive(Serialize, ToSchema)]
pub(super) struct RoomJson {
    id: String,
    name: String,
    /// Problems, by id.
    problems: Vec<String>,
    /// Whether the room takes submissions now.
    open: bool,
}

/// Lists the rooms of the token's holder.
#[utoipa::path(get, path = "/api/v1/rooms", security(("token" = [])),
    responses((status = 200, body = [RoomJson])))]
pub(crate) async fn rooms(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Fault> {
    let mut rooms = app.database.rooms().await?;
    rooms.retain(|room| visitor.owner || visitor.in_room(&room.id).is_some());
    let rooms = rooms.into_iter().map(|room| RoomJson {
        open: room.is_open(now()),
        id: room.id,
        name: room.name,
        problems: room.policy.0.problems,
    });
    Ok(Json(rooms.collect::<Vec<_>>()).into_response())
}

/// A new submission.
#[derive(Serialize, ToSchema)]
pub(super) struct Made {
    id: String,
}

/// Makes a submission of the participant whose token it is. The submission is stored when the
/// response arrives.
#[utoipa::path(post, path = "/api/v1/rooms/{room}/submissions", request_body = Submitting,
    params(("room" = String, Path)), security(("token" = [])),
    responses((status = 201, body = Made), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub(crate) async fn submit(
    InRoom { app, reader, room }: InRoom,
    sent: Result<Json<Submitting>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(sent) = sent.map_err(|error| unreadable(&error, MAX_BODY >> 20))?;
    let participant = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let submission = read(&app, &room, &participant.id, &sent, &EN).await?;
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.submit(&room, &submission, &requires).await?;
    app.changed();
    Ok((StatusCode::CREATED, Json(Made { id: submission.id })).into_response())
}

/// A submission with its verdict.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmissionJson {
    id: String,
    problem: String,
    language: String,
    file: String,
    /// Milliseconds since 1970.
    created: i64,
    /// `waiting` until a verdict is published; then `judged`, `failed` if the judge failed, or
    /// `cancelled` by the owner.
    state: &'static str,
    /// Whether the state is final, so not `waiting`.
    done: bool,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` or `SV`, if it is `judged`. `NA`, not
    /// accepted, stands for all failures but `CE` if the room shows only the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// Why there is no verdict. The submission is not at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The judgement, as far as the room shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    summary: Option<Summary>,
}

/// The state of a submission.
#[derive(Serialize, ToSchema)]
pub(crate) struct StateJson {
    id: String,
    /// The same as in a submission.
    state: &'static str,
}

/// Returns a submission of the token's holder.
#[utoipa::path(get, path = "/api/v1/submissions/{submission}",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = SubmissionJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn submission(request: OfSubmission) -> Result<Json<SubmissionJson>, Fault> {
    let (verdict, summary) = verdict_of(&request).await?.unzip();
    let submission = request.submission;
    Ok(Json(SubmissionJson {
        id: submission.id,
        problem: submission.problem,
        language: submission.language,
        file: submission.file,
        created: submission.created,
        state: state(verdict.as_deref()),
        done: summary.is_some(),
        verdict: verdict.filter(|code| is_verdict(code)),
        error: summary
            .as_ref()
            .and_then(|it| Some(it.error.as_ref()?.to_string())),
        summary,
    }))
}

/// Stops judging a submission that waits or is being judged. An earlier verdict stays;
/// otherwise the submission is `cancelled`. Requires one of the owner's tokens with the scope
/// `judge`.
#[utoipa::path(post, path = "/api/v1/submissions/{submission}/cancel",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = StateJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn cancel(request: OfSubmission) -> Result<Json<StateJson>, Fault> {
    request.app.database.cancel_one(&request.submission).await?;
    request.app.changed();
    current_state(request).await
}

/// Judges a submission again that `failed` or was `cancelled`. Requires one of the owner's
/// tokens with the scope `judge`.
#[utoipa::path(post, path = "/api/v1/submissions/{submission}/again",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = StateJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn again(request: OfSubmission) -> Result<Json<StateJson>, Fault> {
    request.judge_again().await?;
    current_state(request).await
}

/// Returns the state alone, because a token with the scope `judge` may not read verdicts.
async fn current_state(request: OfSubmission) -> Result<Json<StateJson>, Fault> {
    let seen = verdict_of(&request).await?;
    Ok(Json(StateJson {
        state: state(seen.as_ref().map(|(code, _)| code.as_str())),
        id: request.submission.id,
    }))
}

/// Returns the state of a submission with this verdict.
fn state(verdict: Option<&str>) -> &'static str {
    match verdict {
        None => "waiting",
        Some(FAILED) => FAILED,
        Some(CANCELLED) => CANCELLED,
        Some(_) => "judged",
    }
}
