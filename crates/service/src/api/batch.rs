//! Many sources in, a line for each out, as soon as it is judged: for continuous
//! integration, and for training with verified rewards. Where the judge fails, the line
//! says so, and has no verdict.
//!
//! They go through the queue like any other; a room of its own for each set of suites
//! holds them for as long as who asked waits.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::Path;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::body::unreadable;
use crate::fault::{ErrorBody, Fault, Reason};
use crate::hub::Kind;
use crate::judging::is_name;
use crate::pages::{form, lacks_problem};
use crate::secret;
use crate::store::{BatchItem, StoreError, Submission, Terms, is_verdict};
use crate::summary::Summary;
use crate::web::App;
use crate::words::EN;
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, of_text};
use mousetrap_model::Run;

/// How much earlier than its commit the time of a judgement may be: milliseconds.
const LATE: i64 = 30_000;

/// Items of one call.
const MOST: usize = 10_000;

/// What is to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    /// Up to 10,000.
    items: Vec<Item>,
}

/// One source.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    /// The source.
    source: String,
    /// The name of its file, which tells the language: `answer.py`.
    file: String,
    /// The problem, by id, where the source does not tell it.
    #[serde(default)]
    problem: String,
    /// `function` or `program`, where the source does not tell it.
    #[serde(default)]
    form: String,
    /// Suites, by name; the usual ones where there are none.
    #[serde(default)]
    suites: Vec<String>,
    /// Whether to go on after the first failing case.
    #[serde(default)]
    all_cases: bool,
}

/// A line of the answer: a verdict, or an error, never both.
#[derive(Serialize, ToSchema)]
pub(super) struct Line {
    /// The place of the item in the call, from 0.
    index: usize,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` or `SV`.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// The run with this item alone, in the form of the JSON report of `mousetrap judge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    run: Option<Run>,
    /// Why there is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Wrong>,
}

/// An error of one item.
#[derive(Serialize, ToSchema)]
struct Wrong {
    /// `unusable`: the item is at fault. `infrastructure`: the judge is, and the item
    /// may be sent again.
    kind: &'static str,
    message: String,
}

/// Judges many sources; answers in JSON Lines, each as soon as it is known.
#[utoipa::path(post, path = "/api/v1/judge", request_body = Batch, security(("token" = [])),
    responses((status = 200, body = Line, content_type = "application/jsonl"),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn judge(
    State(app): State<App>,
    batch: Result<Json<Batch>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(batch) = batch.map_err(|error| unreadable(&error, 64))?;
    if batch.items.len() > MOST {
        let reason = format!("more than {MOST} items; send several calls");
        return Err(Fault::Unusable(reason.into()));
    }
    // All of one call share a turn, as those of one participant do.
    let asker = secret::id();
    let mut refused = Vec::new();
    let mut waiting = BTreeMap::new();
    let mut kept = Vec::new();
    for (index, item) in batch.items.into_iter().enumerate() {
        match app
            .turns
            .take(&asker, || submission(&app, &asker, &item))
            .await
        {
            Ok(submission) => {
                waiting.insert(submission.id.clone(), index);
                let terms = Terms {
                    suites: once(item.suites),
                    all_cases: item.all_cases,
                };
                let requires =
                    app.suites
                        .requirements(&app.database, &submission.problem, &terms.suites);
                kept.push(BatchItem {
                    requires: requires.await?,
                    submission,
                    terms,
                });
            }
            Err(Reason(reason)) => refused.push(Line {
                index,
                verdict: None,
                run: None,
                error: Some(Wrong {
                    kind: "unusable",
                    message: reason.to_string(),
                }),
            }),
        }
    }
    let room = app.database.batch(&asker, &kept).await?;
    app.changed();
    let (sender, receiver) = channel(64);
    tokio::spawn(async move {
        for line in &refused {
            let _ = send(&sender, line).await;
        }
        if let Err(error) = follow(&app, &room, waiting, &sender).await {
            tracing::error!(%error, "a batch ends early");
        }
        if let Err(error) = app.database.drop_batches(Some(&room)).await {
            tracing::error!(%error, "a batch is left in the database");
        }
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    Ok(([(CONTENT_TYPE, "application/jsonl")], body).into_response())
}

/// Each of these names once.
fn once(mut names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.retain(|name| taken.insert(name.clone()));
    names
}

/// An item as it is kept; what is wrong with it.
fn submission(app: &App, asker: &str, item: &Item) -> Result<Submission, Reason> {
    let config = app.settings.config;
    if !is_name(&item.file) {
        return Err(
            "file: give the name of a file, without directories and what cannot be seen".into(),
        );
    }
    let problem = match item.problem.as_str() {
        "" => None,
        id => Some(Game::by_id(id).ok_or_else(|| format!("there is no problem {id}"))?),
    };
    let form = form(&item.form, &EN).map_err(|mistake| Reason(mistake.text.into()))?;
    let wanted = FindOptions::new(&config.problems, problem.map(Game::problem), form);
    let name = Path::new(&item.file);
    let found = of_text(name, item.source.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|refused| {
        if lacks_problem(&refused.reason) {
            return "problem: the source does not say which one it solves; give it".into();
        }
        Reason(refused.reason)
    })?;
    let known = app
        .suites
        .known(&found.problem.id)
        .map_err(|error| Reason(error.to_string().into()))?;
    match item.suites.iter().find(|suite| !known.contains(suite)) {
        Some(suite) => Err(format!("problem {} has no suite \"{suite}\"", found.problem).into()),
        None => Ok(Submission::new(("", asker), &found, &item.source)),
    }
}

/// Sends a line for each that is judged, until none is left or nobody listens.
async fn follow(
    app: &App,
    room: &str,
    mut waiting: BTreeMap<String, usize>,
    sender: &Sender<Result<Bytes, Infallible>>,
) -> Result<(), StoreError> {
    let mut changes = app.hub.watch(Kind::Room, room);
    let mut stopping = app.stopping.clone();
    let mut since = 0;
    while !waiting.is_empty() {
        changes.mark_unchanged();
        for judgement in app.database.judged_since(room, since).await? {
            // What was committed late has a time a little before.
            since = since.max(judgement.at - LATE);
            let Some(index) = waiting.remove(&judgement.submission) else {
                continue;
            };
            let run = judgement.run()?;
            let failed = !is_verdict(&judgement.verdict);
            let line = Line {
                index,
                verdict: (!failed).then_some(judgement.verdict),
                error: failed.then(|| Wrong {
                    kind: "infrastructure",
                    message: Summary::of(run.clone())
                        .error
                        .map_or_else(String::new, |error| error.to_string()),
                }),
                run: Some(run),
            };
            if !send(sender, &line).await {
                return Ok(());
            }
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
            () = sender.closed() => return Ok(()),
            _ = stopping.changed() => return Ok(()),
        }
    }
    Ok(())
}

/// Whether somebody still listens.
async fn send(sender: &Sender<Result<Bytes, Infallible>>, line: &Line) -> bool {
    let mut text = serde_json::to_vec(line).expect("a line is JSON");
    text.push(b'\n');
    sender.send(Ok(text.into())).await.is_ok()
}
