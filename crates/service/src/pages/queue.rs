//! What is being done, for the owner and for who watches machines.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use askama::Template;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Here;
use crate::fault::Fault;
use crate::store::{QueueStatus, TaskStatus, Worker};
use crate::web::{App, Reader, html};
use crate::words::{Rendered, Words, render};
use mousetrap_languages::Languages;

#[derive(Template)]
#[template(path = "queue.html")]
struct QueuePage {
    w: &'static Words,
    here: Here,
    waiting: i64,
    running: i64,
    workers: Vec<Worker>,
    tasks: Vec<TaskStatus>,
    names: &'static Languages,
}

impl TaskStatus {
    /// Why it waits.
    fn rendered_reason(&self, w: &Words) -> Option<Rendered> {
        self.reason.as_ref().map(|reason| render(reason, w))
    }
}

pub(crate) async fn queue(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let (waiting, running) = app.database.queue_lengths().await?;
    let status = QueueStatus::of(&app.database).await?;
    Ok(html(&QueuePage {
        w: reader.words,
        here: Here::new(&reader),
        waiting,
        running,
        workers: status.workers,
        tasks: status.tasks,
        names: &app.settings.config.languages,
    }))
}

/// For Prometheus.
pub(crate) async fn metrics(State(app): State<App>) -> Result<Response, Fault> {
    let (waiting, running) = app.database.queue_lengths().await?;
    let oldest_ms = app.database.oldest_wait().await?;
    let workers = app.database.workers().await?.len() as u64;
    let count = &app.bench.count;
    let mut text = String::new();
    let mut row = |name: &str, help: &str, value: u64| {
        let kind = if name.ends_with("_total") {
            "counter"
        } else {
            "gauge"
        };
        let _ = write!(
            text,
            "# HELP mousetrap_{name} {help}\n# TYPE mousetrap_{name} {kind}\n\
             mousetrap_{name} {value}\n"
        );
    };
    let help = "Time that the oldest task in the queue has waited.";
    row(
        "oldest_task_wait_milliseconds",
        help,
        oldest_ms.max(0) as u64,
    );
    row(
        "workers_alive",
        "Processes that judge, on all machines.",
        workers,
    );
    let help = "Attempts of this server at a task on which the judge failed.";
    row("judge_failures_total", help, load(&count.failures));
    let help = "Tasks that this server lost while it judged them.";
    row("leases_lost_total", help, load(&count.leases_lost));
    row(
        "claims_total",
        "Tasks that this server claimed.",
        load(&count.claims),
    );
    let help = "Time that these claims took in the database.";
    row("claim_microseconds_total", help, load(&count.claim_us));
    row("tasks_waiting", "Tasks in the queue.", waiting as u64);
    row(
        "tasks_running",
        "Tasks being done, on all servers.",
        running as u64,
    );
    row(
        "workers",
        "Workers of this server.",
        app.settings.worker.jobs as u64,
    );
    row(
        "watchers",
        "Event streams of this server.",
        app.hub.watchers() as u64,
    );
    row(
        "judged_total",
        "Judgements by this server.",
        load(&count.judged),
    );
    let help = "Submissions that this server ended without a verdict.";
    row("failed_total", help, load(&count.failed));
    row(
        "requests_total",
        "Requests to this server.",
        load(&app.requests),
    );
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

fn load(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}
