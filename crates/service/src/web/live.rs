//! What pages ask for every few seconds while something changes.

use axum::Json;
use axum::extract::Query;
use serde::{Deserialize, Serialize};

use super::reader::{InRoom, OfSubmission};
use crate::fault::Fault;
use crate::judging::Step;
use crate::store::{StoreError, UNPUBLISHED, now};

/// The last step that a page has shown: `ATTEMPT.NUMBER`.
#[derive(Deserialize)]
pub(crate) struct Shown {
    #[serde(default)]
    after: String,
}

/// The changes in the judging of a submission since the last answer.
#[derive(Serialize)]
pub(crate) struct Progress {
    /// Whether a verdict is published.
    done: bool,
    /// The number of tasks to begin before, if the submission waits.
    ahead: Option<i64>,
    /// The steps after the last one that the page has shown.
    steps: Vec<Step>,
    /// The last step.
    last: String,
}

/// Returns what is new about the judging of a submission. Participants see only its end if
/// cases are hidden, because the time that judging takes depends on them.
pub(crate) async fn progress(
    request: OfSubmission,
    Query(shown): Query<Shown>,
) -> Result<Json<Progress>, Fault> {
    let (database, room) = (&request.app.database, &request.room);
    let (id, is_owner) = (&request.submission.id, request.reader.is_owner());
    let at = if is_owner { UNPUBLISHED } else { now() };
    let judgement = database.published_judgement(id, room.revision, at).await?;
    let mut progress = Progress {
        done: judgement.is_some(),
        ahead: None,
        steps: Vec::new(),
        last: shown.after,
    };
    if progress.done || room.policy.hides() && !is_owner {
        return Ok(Json(progress));
    }
    progress.ahead = database.ahead(id).await?;
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

/// Returns a number that grows with each change that the page of a room shows. If cases are
/// hidden, participants do not see when a submission was judged.
pub(crate) async fn room_version(request: InRoom) -> Result<Json<i64>, Fault> {
    let InRoom { app, reader, room } = request;
    if room.policy.hides() && !reader.is_owner() {
        return Ok(Json(app.database.shown_in(&room.id, now()).await?));
    }
    Ok(Json(room.version))
}
