//! Judging a room again, and one submission; ending that.

use axum::Extension;
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::fault::Fault;
use crate::pages::room::suites_by_problem;
use crate::pages::views;
use crate::store::{Room, Submission};
use crate::web::App;

#[derive(Deserialize)]
pub(crate) struct Announced {
    /// The suites that the page announced.
    suites: Option<String>,
}

/// Judges all submissions of a room again on its current suites, unless the page announced
/// others: then the owner sees the page again.
pub(crate) async fn rejudge(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Form(announced): Form<Announced>,
) -> Result<Response, Fault> {
    let manage = Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response();
    let current = suites_by_problem(&app, &room);
    if announced.suites.is_some_and(|suites| suites != current) {
        return Ok(manage);
    }
    let mut all = Vec::new();
    for submission in app.database.submissions_in(&room.id).await? {
        let requires = app.requirements(&room, &submission.problem).await?;
        all.push((submission, requires));
    }
    app.database.rejudge(&room.id, &all).await?;
    app.changed();
    Ok(manage)
}

/// Ends that with everything as it was.
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    app.database.cancel(&room.id).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct From {
    #[serde(default)]
    from: String,
}

/// Ends the judging of one submission, with what tries to break it, or only that.
pub(crate) async fn cancel_one(
    State(app): State<App>,
    Query(asked): Query<From>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    match asked.from.as_str() {
        "trial" => app.database.cancel_trials(&submission).await?,
        _ => app.database.cancel_one(&submission).await?,
    }
    app.changed();
    let next = match asked.from.as_str() {
        "queue" | "trial" => "/queue".to_owned(),
        _ => views::path(&submission),
    };
    Ok(Redirect::to(&next).into_response())
}

/// Judges one submission again that has no verdict.
pub(crate) async fn judge_one(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
) -> Result<Response, Fault> {
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.judge_one(&submission, &requires).await?;
    app.changed();
    Ok(Redirect::to(&views::path(&submission)).into_response())
}
