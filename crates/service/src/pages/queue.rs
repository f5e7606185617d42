//! The page *Queue*, the metrics, and the actions that cancel or repeat the judging of one
//! submission.

use askama::Template;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::views::path;
use crate::fault::PageResult;
use crate::store::{QueuedTask, Worker};
use crate::texts::render;
use crate::web::{App, SubmissionRequest, Viewer, html, redirect};

#[derive(Template)]
#[template(path = "queue.html")]
struct QueuePage {
    viewer: Viewer,
    waiting: i64,
    running: i64,
    workers: Vec<Worker>,
    /// The tasks, and why they are waiting.
    tasks: Vec<(QueuedTask, Option<String>)>,
}

pub(crate) async fn queue(viewer: Viewer) -> PageResult {
    let database = &viewer.app.database;
    let (waiting, running) = database.queue_lengths().await?;
    let workers = database.workers().await?;
    let tasks = database.queued_tasks().await?.into_iter();
    let mut ahead = 0;
    let tasks = tasks.map(|task| {
        let reason = task.wait_reason(ahead, &workers);
        ahead += usize::from(reason.is_some());
        (task, reason.map(|reason| render(&reason, viewer.texts)))
    });
    let tasks = tasks.collect();
    Ok(html(&QueuePage {
        viewer,
        waiting,
        running,
        workers,
        tasks,
    }))
}

/// The metrics for Prometheus.
#[derive(Template)]
#[template(path = "metrics.txt")]
struct Metrics {
    app: App,
    waiting: i64,
    running: i64,
    oldest_ms: i64,
    alive: usize,
}

pub(crate) async fn metrics(State(app): State<App>) -> PageResult {
    let (waiting, running) = app.database.queue_lengths().await?;
    let metrics = Metrics {
        waiting,
        running,
        oldest_ms: app.database.longest_wait().await?.max(0),
        alive: app.database.workers().await?.len(),
        app,
    };
    let text = metrics.render().expect("writing to memory cannot fail");
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// Cancels the judging of a submission, and the hacks against it.
pub(crate) async fn cancel_judging(request: SubmissionRequest) -> PageResult {
    let (app, submission) = (&request.app, &request.submission);
    app.database.cancel_judging(submission).await?;
    Ok(redirect("/queue"))
}

/// Rejudges a submission that has no verdict.
pub(crate) async fn judge_again(request: SubmissionRequest) -> PageResult {
    let (app, submission) = (&request.app, &request.submission);
    let requires = app.requirements(&request.room, &submission.problem).await?;
    app.database.judge_again(submission, &requires).await?;
    Ok(redirect(&path(submission)))
}
