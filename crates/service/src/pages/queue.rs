//! What is being done, for the owner and for who watches machines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use askama::Template;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Here;
use crate::fault::Fault;
use crate::status::{QueueStatus, WorkerStatus};
use crate::store::Queued;
use crate::web::{App, Reader, html};
use crate::words::{Rendered, Words, render};
use mousetrap_languages::Languages;

/// Tasks on the page.
const SHOWN: i64 = 100;

#[derive(Template)]
#[template(path = "queue.html")]
struct QueuePage {
    w: &'static Words,
    here: Here,
    waiting: i64,
    running: i64,
    workers: Vec<WorkerStatus>,
    tasks: Vec<Queued>,
    /// Why tasks wait, by id.
    reasons: BTreeMap<String, Rendered>,
    names: &'static Languages,
}

pub(crate) async fn queue(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let (waiting, running) = app.database.queue_lengths().await?;
    let status = QueueStatus::of(&app.database).await?;
    let reasons = status.waiting.into_iter();
    let reasons = reasons.map(|task| (task.task, render(&task.reason, reader.words)));
    Ok(html(&QueuePage {
        w: reader.words,
        here: Here::new(&reader),
        waiting,
        running,
        workers: status.workers,
        reasons: reasons.collect(),
        names: &app.settings.config.languages,
        tasks: app.database.queued(SHOWN).await?,
    }))
}

/// For Prometheus.
pub(crate) async fn metrics(State(app): State<App>) -> Result<Response, Fault> {
    let (waiting, running) = app.database.queue_lengths().await?;
    let count = &app.bench.count;
    let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let oldest_ms = app.database.oldest_wait().await?;
    let workers = app.database.workers().await?.len() as u64;
    let rows = [
        (
            "oldest_task_wait_milliseconds",
            "gauge",
            "Time that the oldest task in the queue has waited.",
            oldest_ms.max(0) as u64,
        ),
        (
            "workers_alive",
            "gauge",
            "Processes that judge, on all machines.",
            workers,
        ),
        (
            "judge_failures_total",
            "counter",
            "Attempts of this server at a task on which the judge failed.",
            load(&count.failures),
        ),
        (
            "leases_lost_total",
            "counter",
            "Tasks that this server lost while it judged them.",
            load(&count.leases_lost),
        ),
        (
            "claims_total",
            "counter",
            "Tasks that this server claimed.",
            load(&count.claims),
        ),
        (
            "claim_microseconds_total",
            "counter",
            "Time that these claims took in the database.",
            load(&count.claim_us),
        ),
        (
            "tasks_waiting",
            "gauge",
            "Tasks in the queue.",
            waiting as u64,
        ),
        (
            "tasks_running",
            "gauge",
            "Tasks being done, on all servers.",
            running as u64,
        ),
        (
            "workers",
            "gauge",
            "Workers of this server.",
            app.settings.workers as u64,
        ),
        (
            "watchers",
            "gauge",
            "Event streams of this server.",
            app.hub.watchers() as u64,
        ),
        (
            "judged_total",
            "counter",
            "Judgements by this server.",
            load(&count.judged),
        ),
        (
            "failed_total",
            "counter",
            "Submissions that this server ended without a verdict.",
            load(&count.failed),
        ),
        (
            "requests_total",
            "counter",
            "Requests to this server.",
            load(&app.requests),
        ),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in rows {
        let _ = writeln!(text, "# HELP mousetrap_{name} {help}");
        let _ = writeln!(
            text,
            "# TYPE mousetrap_{name} {kind}\nmousetrap_{name} {value}"
        );
    }
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}
