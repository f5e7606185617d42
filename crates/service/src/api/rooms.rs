//! Rooms and submissions, for programs.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::unreadable;
use crate::fault::{ErrorBody, Fault};
use crate::judging::Summary;
use crate::pages::{Sent, read, verdict_of};
use crate::store::{CANCELLED, FAILED, Room, Submission, Visitor, is_verdict, now};
use crate::web::App;
use crate::words::EN;

/// A room.
#[derive(Serialize, ToSchema)]
pub(super) struct RoomJson {
    id: String,
    name: String,
    /// Problems, by id.
    problems: Vec<String>,
    /// Whether submissions are taken now.
    open: bool,
}

/// The rooms of the token's holder.
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

/// A submission to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Submitting {
    /// The source.
    source: String,
    /// The name of its file, which tells the language: `answer.py`.
    #[serde(default)]
    file: String,
    /// The language, by id, where the name does not tell it.
    #[serde(default)]
    language: String,
    /// The problem, by id, where the source does not tell it.
    #[serde(default)]
    problem: String,
    /// `function` or `program`, where the source does not tell it.
    #[serde(default)]
    form: String,
}

/// What was made.
#[derive(Serialize, ToSchema)]
pub(super) struct Made {
    id: String,
}

/// Makes a submission, as the participant whose token it is. It is kept once this has
/// answered.
#[utoipa::path(post, path = "/api/v1/rooms/{room}/submissions", request_body = Submitting,
    params(("room" = String, Path)), security(("token" = [])),
    responses((status = 201, body = Made), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub(crate) async fn submit(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(room): Extension<Room>,
    sent: Result<Json<Submitting>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(sent) = sent.map_err(|error| unreadable(&error, 2))?;
    let participant = visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let sent = Sent {
        text: &sent.source,
        file: &sent.file,
        language: &sent.language,
        problem: &sent.problem,
        form: &sent.form,
    };
    let submission = read(&app, &room, &participant.id, &sent, &EN).await?;
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.submit(&room, &submission, &requires).await?;
    app.changed();
    Ok((StatusCode::CREATED, Json(Made { id: submission.id })).into_response())
}

/// A submission and what it earned.
#[derive(Serialize, ToSchema)]
pub(super) struct SubmissionJson {
    id: String,
    problem: String,
    language: String,
    file: String,
    /// Milliseconds since 1970.
    created: i64,
    /// `waiting` until something is there to be seen; then `judged`, `failed` where the
    /// judge has, or `cancelled` by the owner.
    state: &'static str,
    /// Whether it is not `waiting` any more.
    done: bool,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` or `SV`, if it is `judged`. `NA`, not
    /// accepted, stands for all failures but `CE` if the room shows only the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// Why there is no verdict: nobody is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What the room tells of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    summary: Option<Summary>,
}

/// What became of a submission, for who may not read what it earned.
#[derive(Serialize, ToSchema)]
pub(super) struct StateJson {
    id: String,
    /// As that of a submission.
    state: &'static str,
}

/// A submission of the token's holder.
#[utoipa::path(get, path = "/api/v1/submissions/{submission}",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = SubmissionJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn submission(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
    Path(_): Path<String>,
) -> Result<Response, Fault> {
    let seen = verdict_of(&app, &visitor, &room, &submission).await?;
    let (verdict, summary) = seen.unzip();
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
    })
    .into_response())
}

/// Ends the judging of a submission, if it waits or is going on. What it earned before
/// stays; else it is `cancelled`. Takes a token of the owner's that may `judge`.
#[utoipa::path(post, path = "/api/v1/submissions/{submission}/cancel",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = StateJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    app.database.cancel_one(&submission).await?;
    app.changed();
    became(&app, &visitor, &room, submission).await
}

/// Judges a submission again that `failed` or was `cancelled`. Takes a token of the
/// owner's that may `judge`.
#[utoipa::path(post, path = "/api/v1/submissions/{submission}/again",
    params(("submission" = String, Path)), security(("token" = [])),
    responses((status = 200, body = StateJson), (status = 404, body = ErrorBody)))]
pub(crate) async fn again(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.judge_one(&submission, &requires).await?;
    app.changed();
    became(&app, &visitor, &room, submission).await
}

/// Where a submission is by now, and no more: a token that may `judge` may not read.
async fn became(
    app: &App,
    visitor: &Visitor,
    room: &Room,
    submission: Submission,
) -> Result<Response, Fault> {
    let seen = verdict_of(app, visitor, room, &submission).await?;
    Ok(Json(StateJson {
        id: submission.id,
        state: state(seen.as_ref().map(|(code, _)| code.as_str())),
    })
    .into_response())
}

/// Where a submission is, by the code of its verdict.
fn state(verdict: Option<&str>) -> &'static str {
    match verdict {
        None => "waiting",
        Some(FAILED) => FAILED,
        Some(CANCELLED) => CANCELLED,
        Some(_) => "judged",
    }
}
