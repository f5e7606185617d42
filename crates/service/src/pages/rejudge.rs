//! Judging a room again.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use crate::fault::Fault;
use crate::store::Room;
use crate::web::App;

/// All of its submissions, on the cases that there are by now.
pub(crate) async fn rejudge(
    State(app): State<App>,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let all = app.database.submissions_in(&room.id).await?;
    app.database.rejudge(&room.id, &all).await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
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
