//! `POST /api/v1/judge`: judges many sources. The response has a line for each source, sent as soon
//! as the source is judged. If the judge fails on a source, its line has an error and no verdict.
//! While the client waits, the sources are kept in a hidden room and queued with all other
//! submissions.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

use super::suites::known_problems;
use crate::http_error::{HttpError, HttpResult};
use crate::judging::{RequirementsError, SuiteSelection};
use crate::pages::room::submission_form::{
    is_problem_unknown, is_valid_file_name, parse_solution_kind,
};
use crate::protocol::{Batch, BatchError, BatchErrorKind, BatchItem, BatchLine, MAX_BODY_MIB};
use crate::store::{
    BatchItemOptions, StoreError, StoredJudgement, Submission, Task, is_verdict, new_batch_id,
};
use crate::texts::EN;
use crate::web::{App, Viewer};
use mousetrap_judge::{FindOptions, submission_from_text};
use mousetrap_model::{Message, Problem, SubmissionOutcome};

/// Maximum time from the timestamp of a judgement to its commit, in milliseconds.
const MAX_COMMIT_DELAY_MS: i64 = 30_000;

/// Maximum number of items in one call.
const MAX_ITEMS: usize = 10_000;

/// Interval at which a batch's lease is renewed and the client receives a keep-alive line.
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(5);

/// Minimum time between two queries for new judgements.
const MIN_QUERY_INTERVAL: Duration = Duration::from_millis(50);

/// Judges many sources. The response has a line of JSON for each source, sent as soon as the source
/// is judged.
pub(crate) async fn judge_batch(
    viewer: Viewer,
    batch: Result<Json<Batch>, JsonRejection>,
) -> HttpResult {
    let app = viewer.app;
    let Json(batch) = batch.map_err(|error| unreadable_body_error(&error))?;
    if batch.items.len() > MAX_ITEMS {
        let reason = format!("the batch has more than {MAX_ITEMS} items; send several batches");
        return Err(HttpError::Unusable(reason.into()));
    }
    let digests = batch
        .items
        .iter()
        .filter_map(|item| item.suites_digest.as_ref());
    let mut uploaded = BTreeSet::new();
    for digest in digests.cloned().collect::<BTreeSet<_>>() {
        if app.database.touch_suite(&digest).await? {
            uploaded.insert(digest);
        }
    }
    let context = BatchContext {
        id: new_batch_id(),
        keep_alive: batch.keep_alive,
        problems: known_problems(&app, batch.problems)?,
        uploaded,
    };
    let (mut refused, mut waiting, mut items) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (index, item) in batch.items.iter().enumerate() {
        match read_item(&app, &context, item).await {
            Ok((submission, task)) => {
                waiting.insert(submission.id.clone(), index);
                items.push((submission, task));
            }
            Err(error) => refused.push(BatchLine {
                index: Some(index),
                error: Some(error),
                ..BatchLine::default()
            }),
        }
    }
    app.database.insert_batch(&context.id, &items).await?;
    let (sender, receiver) = channel(64);
    tokio::spawn(async move {
        for line in &refused {
            let _ = send_line(&sender, line).await;
        }
        if let Err(error) = send_judgements(&app, &context, waiting, &sender).await {
            tracing::error!(%error, "a batch was cut short by an error");
        }
        // This ends the response, so that the client need not wait for the deletion.
        drop(sender);
        if let Err(error) = app.database.delete_batch(&context.id).await {
            tracing::error!(%error, "cannot delete a batch; it remains until its lease expires");
        }
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    Ok(([(CONTENT_TYPE, "application/jsonl")], body).into_response())
}

/// Returns the error for a body that cannot be read as a batch.
fn unreadable_body_error(error: &JsonRejection) -> HttpError {
    let reason = if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        format!(
            "the body exceeds the maximum of {MAX_BODY_MIB} MiB; divide the items among several \
             calls"
        )
    } else {
        // The framework's own text precedes the parser's reason.
        let text = error.body_text();
        let reason = text.split_once(": ").map_or(&*text, |(_, reason)| reason);
        format!("the request body does not have the format described in docs/operator.md: {reason}")
    };
    HttpError::Unusable(reason.into())
}

impl From<Message> for BatchError {
    /// Creates the error that reports why a batch item cannot be judged.
    fn from(reason: Message) -> Self {
        Self {
            kind: BatchErrorKind::Unusable,
            message: reason.to_string(),
        }
    }
}

impl From<RequirementsError> for BatchError {
    /// Logs the error, and creates the error for the batch item.
    fn from(error: RequirementsError) -> Self {
        tracing::error!(%error, "cannot prepare the suites for a batch item");
        Self {
            kind: BatchErrorKind::Infrastructure,
            message: error.to_string(),
        }
    }
}

/// A batch, without its items.
struct BatchContext {
    id: String,
    /// Whether the client asked for empty objects that keep the connection alive.
    keep_alive: bool,
    /// The problems that the items may solve.
    problems: Vec<Arc<Problem>>,
    /// The digests of the uploaded suites that items refer to.
    uploaded: BTreeSet<String>,
}

/// Converts a batch item into a submission and a task.
async fn read_item(
    app: &App,
    context: &BatchContext,
    item: &BatchItem,
) -> Result<(Submission, Task), BatchError> {
    let read = || read_submission(app, context, item);
    let found = app.recognition.run(&context.id, read).await?;
    let (suites, problem) = (&app.suites, found.problem);
    let requires = if let Some(digest) = &item.suites_digest {
        let uploaded = SuiteSelection::Uploaded(digest.clone());
        suites.publish_requirements(problem, uploaded).await?
    } else {
        suites.requirements(&problem.id, &item.suites).await?
    };
    let submission = Submission::new((&context.id, &context.id), &found, &item.source);
    let options = BatchItemOptions {
        all_cases: item.all_cases,
        gives_up: item.gives_up,
        own_case: None,
    };
    let task = Task::new_batch_item_task("judge", &submission, &options, &requires);
    Ok((submission, task))
}

fn read_submission<'a>(
    app: &App,
    context: &'a BatchContext,
    item: &BatchItem,
) -> Result<mousetrap_judge::Submission<'a>, BatchError> {
    let config = app.settings.config;
    let problems = &context.problems;
    let refuse = |reason: &str| Err(Message::from(reason).into());
    if !is_valid_file_name(&item.file) {
        return refuse(
            "file: give the name of a file, without directories or invisible characters",
        );
    }
    let problem = match item.problem.as_str() {
        "" => None,
        id => {
            let unknown = || Message::from(format!("there is no problem {id}"));
            let known = problems.iter().find(|problem| problem.id == id);
            Some(known.ok_or_else(unknown)?)
        }
    };
    let form = parse_solution_kind(&item.form, &EN).map_err(|error| Message::from(error.text))?;
    let wanted = FindOptions::new(problems, problem, form);
    let name = Path::new(&item.file);
    let found = submission_from_text(name, item.source.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|refused| {
        if is_problem_unknown(&refused.reason) {
            return "problem: cannot detect which problem the source solves; give the problem id"
                .into();
        }
        refused.reason
    })?;
    if let Some(digest) = &item.suites_digest {
        if !item.suites.is_empty() {
            return refuse("suites_digest and suites cannot both be given; omit one of them");
        }
        if !context.uploaded.contains(digest) {
            return refuse(&format!(
                "suites_digest: no suite with the digest {digest} is stored; upload it with \
                 PUT /api/v1/suites/DIGEST"
            ));
        }
    }
    let known = app.suites.suite_names(&found.problem.id)?;
    if let Some(suite) = item.suites.iter().find(|suite| !known.contains(suite)) {
        let problem = &found.problem;
        return refuse(&format!("problem {problem} has no suite \"{suite}\""));
    }
    Ok(found)
}

/// Returns the line that reports a judgement.
fn judgement_line(index: usize, judgement: StoredJudgement) -> Result<BatchLine, StoreError> {
    let run = judgement.parse_run_report()?;
    let failure = match run.submissions.first().map(|one| &one.outcome) {
        Some(SubmissionOutcome::Failed(reason)) => Some(reason.to_string()),
        _ => None,
    };
    Ok(BatchLine {
        index: Some(index),
        verdict: Some(judgement.verdict).filter(|code| is_verdict(code)),
        run: Some(run),
        error: failure.map(|message| BatchError {
            kind: BatchErrorKind::Infrastructure,
            message,
        }),
    })
}

/// The sender of the lines of a response.
type LineSender = Sender<Result<Bytes, Infallible>>;

/// Sends a line for each judged submission. Ends when all items are judged, the client is gone, the
/// batch was deleted, or the server stops.
async fn send_judgements(
    app: &App,
    context: &BatchContext,
    mut waiting: BTreeMap<String, usize>,
    sender: &LineSender,
) -> Result<(), StoreError> {
    let room = &context.id;
    let mut changes = app.database.changes.subscribe();
    let mut stopping = app.stopping.subscribe();
    let mut since = 0;
    let mut renewed = Instant::now();
    while !waiting.is_empty() {
        changes.mark_unchanged();
        // The clock may have been set back.
        since = since.min(app.database.database_time_ms().await? - MAX_COMMIT_DELAY_MS);
        for judgement in app.database.new_judgements(room, since).await? {
            // A judgement that is committed later can have an earlier timestamp.
            since = since.max(judgement.at - MAX_COMMIT_DELAY_MS);
            if let Some(index) = waiting.remove(&judgement.submission)
                && !send_line(sender, &judgement_line(index, judgement)?).await
            {
                return Ok(());
            }
        }
        if renewed.elapsed() >= LEASE_RENEWAL_INTERVAL {
            renewed = Instant::now();
            if !app.database.renew_batch_lease(room).await? {
                tracing::warn!(room, "the lease of a batch has expired");
                return Ok(());
            }
            if context.keep_alive && !send_line(sender, &BatchLine::default()).await {
                return Ok(());
            }
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = tokio::time::sleep(LEASE_RENEWAL_INTERVAL) => {}
            () = sender.closed() => return Ok(()),
            _ = stopping.wait_for(|is_stopping| *is_stopping) => return Ok(()),
        }
        tokio::time::sleep(MIN_QUERY_INTERVAL).await;
    }
    Ok(())
}

/// Sends a line. Returns whether the client is still connected.
async fn send_line(sender: &LineSender, line: &BatchLine) -> bool {
    let mut text = serde_json::to_vec(line).expect("a line is JSON");
    text.push(b'\n');
    sender.send(Ok(text.into())).await.is_ok()
}
