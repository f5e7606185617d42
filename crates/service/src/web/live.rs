//! Handlers that pages call every few seconds to show changes.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Query;
use serde_json::{Value, json};

use super::request::{RoomRequest, SubmissionRequest};
use crate::fault::Fault;
use crate::pages::wait_text;
use crate::store::{FAR_FUTURE_MS, StoreError, host_time_ms};

/// Returns the progress of a submission as JSON:
///
/// - `done`: whether a verdict has been published
/// - `wait`: how long the submission has to wait, if it is waiting
/// - `steps`: the steps of judging after the position in the query parameter `after`
/// - `last`: the position of the last step, as `ATTEMPT.NUMBER`
///
/// If cases are hidden, participants see only that judging has ended, because its duration would
/// reveal something about the cases.
pub(crate) async fn progress(
    request: SubmissionRequest,
    Query(mut query): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Fault> {
    let (database, room) = (&request.app.database, &request.room);
    let (id, is_owner) = (&request.submission.id, request.viewer.is_owner());
    let at = if is_owner {
        FAR_FUTURE_MS
    } else {
        host_time_ms()
    };
    let judgement = database.published_judgement(id, room.revision, at).await?;
    let is_done = judgement.is_some();
    let (mut wait, mut steps, mut last) = (None, Vec::new(), query.remove("after"));
    if !is_done && (is_owner || !room.policy.hides_cases()) {
        wait = database.expected_wait(id).await?;
        let shown = last.as_deref().and_then(|last| last.split_once('.'));
        let shown = shown.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        let rows = database.progress(id, room.revision, shown.unwrap_or((0, 0)));
        for row in rows.await? {
            let new: Vec<Value> = serde_json::from_str(&row.body).map_err(StoreError::from)?;
            steps.extend(new);
            last = Some(format!("{}.{}", row.attempt, row.seq));
        }
    }
    let wait = wait.map(|wait| wait_text(wait, request.viewer.texts));
    Ok(Json(
        json!({"done": is_done, "wait": wait, "steps": steps, "last": last.unwrap_or_default()}),
    ))
}

/// Returns a number that increases with each change that is visible on the page of a room. If cases
/// are hidden, participants do not see when a submission was judged.
pub(crate) async fn room_version(request: RoomRequest) -> Result<Json<i64>, Fault> {
    let RoomRequest { app, viewer, room } = request;
    if room.policy.hides_cases() && !viewer.is_owner() {
        let results = app.database.visible_result_count(&room.id, host_time_ms());
        return Ok(Json(results.await?));
    }
    Ok(Json(room.version))
}
