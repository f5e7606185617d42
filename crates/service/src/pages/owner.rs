//! The owner's pages outside of rooms: the queue, the actions that cancel or repeat the judging of
//! one submission, the API tokens, and the metrics.

use askama::Template;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::api::SCOPES;
use crate::http_error::{HttpError, HttpResult};
use crate::store::{QueuedTask, Room, Submission, Token, Worker};
use crate::texts::{Texts, render};
use crate::web::{App, Fields, FormError, Viewer, html, html_with_status, read_name, redirect};

#[derive(Template)]
#[template(path = "queue.html")]
struct QueuePage {
    viewer: Viewer,
    waiting: i64,
    running: i64,
    workers: Vec<Worker>,
    /// The tasks, each with the reason why it is waiting, if it is waiting.
    tasks: Vec<(QueuedTask, Option<String>)>,
}

pub(crate) async fn show_queue(viewer: Viewer) -> HttpResult {
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

pub(crate) async fn show_metrics(State(app): State<App>) -> HttpResult {
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
pub(crate) async fn cancel_judging(State(app): State<App>, submission: Submission) -> HttpResult {
    app.database.cancel_judging(&submission).await?;
    Ok(redirect("/queue"))
}

/// Rejudges a submission that has no verdict.
pub(crate) async fn judge_again(
    State(app): State<App>,
    room: Room,
    submission: Submission,
) -> HttpResult {
    let requires = app.requirements(&room, &submission.problem).await?;
    app.database.judge_again(&submission, &requires).await?;
    Ok(redirect(&format!("/submissions/{}", submission.id)))
}

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage {
    viewer: Viewer,
    tokens: Vec<Token>,
    /// A new token, which is shown only once.
    fresh: Option<String>,
    form: Fields,
}

pub(crate) async fn show_tokens(viewer: Viewer) -> HttpResult {
    let form = SCOPES.map(|scope| ("scope", scope));
    tokens_page(viewer, None, Fields::from_iter(form)).await
}

async fn tokens_page(viewer: Viewer, fresh: Option<String>, form: Fields) -> HttpResult {
    let page = TokensPage {
        tokens: viewer.app.database.tokens().await?,
        viewer,
        fresh,
        form,
    };
    Ok(html_with_status(page.form.status(), &page))
}

/// Reads the name and the scopes of a token.
fn read_token_form<'a>(form: &'a Fields, w: &Texts) -> Result<(String, Vec<&'a str>), FormError> {
    let name = read_name(form.get("name"), w)?;
    let scopes = form.all_values("scope").iter();
    let scopes: Vec<&str> = scopes.map(String::as_str).collect();
    if scopes.is_empty() || scopes.iter().any(|scope| !SCOPES.contains(scope)) {
        return Err(FormError::new("scope", &w["need_scopes"]));
    }
    Ok((name, scopes))
}

pub(crate) async fn create_token(viewer: Viewer, mut form: Fields) -> HttpResult {
    let (mut fresh, database) = (None, &viewer.app.database);
    match read_token_form(&form, viewer.texts) {
        Ok((name, scopes)) => fresh = Some(database.create_token(&name, &scopes).await?),
        Err(error) => form.error = Some(error),
    }
    tokens_page(viewer, fresh, form).await
}

pub(crate) async fn remove_token(State(app): State<App>, form: Fields) -> HttpResult {
    if !form.is_set("token") {
        return Err(HttpError::Malformed);
    }
    app.database.remove_token(form.get("token")).await?;
    Ok(redirect("/tokens"))
}
