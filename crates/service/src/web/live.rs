//! Handlers that pages call every few seconds to show changes.

use axum::Json;
use axum::extract::Query;
use serde::{Deserialize, Serialize};

use super::request::{RoomRequest, SubmissionRequest};
use crate::fault::Fault;
use crate::judging::Step;
use crate::pages::wait_text;
use crate::store::{FAR_FUTURE_MS, StoreError, now};

/// The query parameters of [`progress`]: the last step that the page has shown, as
/// `ATTEMPT.NUMBER`.
#[derive(Deserialize)]
pub(crate) struct ProgressQuery {
    #[serde(default)]
    after: String,
}

/// The progress of a submission since the last response.
#[derive(Serialize)]
pub(crate) struct Progress {
    /// Whether a verdict has been published.
    done: bool,
    /// How long the submission has to wait, if it is waiting.
    wait: Option<String>,
    /// The steps after the last one that the page has shown.
    steps: Vec<Step>,
    /// The position of the last step, as `ATTEMPT.NUMBER`.
    last: String,
}

/// Returns the progress of a submission. If cases are hidden, participants see only that judging
/// has ended, because its duration would reveal something about the cases.
pub(crate) async fn progress(
    request: SubmissionRequest,
    Query(query): Query<ProgressQuery>,
) -> Result<Json<Progress>, Fault> {
    let (database, room) = (&request.app.database, &request.room);
    let (id, is_owner) = (&request.submission.id, request.viewer.is_owner());
    let at = if is_owner { FAR_FUTURE_MS } else { now() };
    let judgement = database.published_judgement(id, room.revision, at).await?;
    let mut progress = Progress {
        done: judgement.is_some(),
        wait: None,
        steps: Vec::new(),
        last: query.after,
    };
    if progress.done || room.policy.hides_cases() && !is_owner {
        return Ok(Json(progress));
    }
    let wait = database.wait(id).await?;
    progress.wait = wait.map(|wait| wait_text(wait, request.viewer.words));
    let last = progress.last.split_once('.');
    let last = last.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    let last = last.unwrap_or((0, 0));
    for row in database.progress(id, room.revision, last).await? {
        let steps: Vec<Step> = serde_json::from_str(&row.body).map_err(StoreError::from)?;
        progress.steps.extend(steps);
        progress.last = format!("{}.{}", row.attempt, row.seq);
    }
    Ok(Json(progress))
}

/// Returns a number that increases with each change that is visible on the page of a room. If cases
/// are hidden, participants do not see when a submission was judged.
pub(crate) async fn room_version(request: RoomRequest) -> Result<Json<i64>, Fault> {
    let RoomRequest { app, viewer, room } = request;
    if room.policy.hides_cases() && !viewer.is_owner() {
        let results = app.database.visible_result_count(&room.id, now());
        return Ok(Json(results.await?));
    }
    Ok(Json(room.version))
}
