//! Judges many sources and answers with a line for each as soon as it is judged: for
//! `mousetrap judge --server`, continuous integration and training with verified rewards. If
//! the judge fails on a source, its line has an error and no verdict.
//!
//! The sources go through the queue like all others. A room of their own holds them while the
//! client waits.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

use crate::fault::{Fault, Reason};
use crate::judging::{RequirementsError, Step, Summary, is_name};
use crate::pages::{form, lacks_problem};
use crate::protocol::{
    Batch, BatchError, BatchErrorKind, BatchItem, BatchLine, BatchProgress, MAX_BODY_MIB,
};
use crate::secret;
use crate::store::{NewBatchItem, StoreError, Submission, Terms, is_verdict};
use crate::web::App;
use crate::words::EN;
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, of_text};

/// How much earlier than its commit the time of a judgement may be: milliseconds.
const LATE: i64 = 30_000;

/// Maximum number of items of one call.
const MAX_ITEMS: usize = 10_000;

/// The time between two renewals of the lease of a batch, and between two lines that show
/// that the server is at work.
const RENEWAL: Duration = Duration::from_secs(5);

/// The minimum time between two looks at the judgements of a batch.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// The time between two looks at the progress of submissions.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// Judges many sources; answers in JSON Lines, each as soon as it is known.
pub(crate) async fn judge(
    State(app): State<App>,
    batch: Result<Json<Batch>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(batch) = batch.map_err(|error| unreadable(&error))?;
    if batch.items.len() > MAX_ITEMS {
        let reason = format!("more than {MAX_ITEMS} items; send several calls");
        return Err(Fault::Unusable(reason.into()));
    }
    let named = batch.items.iter();
    let named: BTreeSet<&String> = named
        .filter_map(|item| item.suites_digest.as_ref())
        .collect();
    let mut uploaded = BTreeSet::new();
    for digest in named {
        if app.database.touch_suite(digest).await? {
            uploaded.insert(digest.clone());
        }
    }
    // The items of a call share a turn, like the submissions of a participant.
    let asker = secret::id();
    let mut refused = Vec::new();
    let mut waiting = BTreeMap::new();
    let mut kept = Vec::new();
    for (index, item) in batch.items.into_iter().enumerate() {
        let read = || submission(&app, &asker, &item, &uploaded);
        let error = match app.turns.take(&asker, read).await {
            Err(error) => error,
            Ok(submission) => match requirements(&app, &submission.problem, &item).await {
                Ok(requires) => {
                    waiting.insert(submission.id.clone(), index);
                    kept.push(NewBatchItem {
                        submission,
                        terms: Terms {
                            all_cases: item.all_cases,
                            gives_up: item.gives_up,
                        },
                        requires,
                    });
                    continue;
                }
                Err(RequirementsError::Store(error)) => return Err(error.into()),
                Err(error) => infrastructure(&error),
            },
        };
        refused.push(BatchLine::failed(index, error));
    }
    let room = app.database.batch(&asker, &kept).await?;
    let (sender, receiver) = channel(64);
    tokio::spawn(async move {
        for line in &refused {
            let _ = send(&sender, line).await;
        }
        let listener = Listener {
            room: &room,
            reports_progress: batch.progress,
            sender,
        };
        if let Err(error) = follow(&app, &listener, waiting).await {
            tracing::error!(%error, "a batch ends early");
        }
        // The answer ends here; the client need not wait for what follows.
        drop(listener.sender);
        // Without this, the batch ends with its lease.
        if let Err(error) = app.database.drop_batch(&room).await {
            tracing::error!(%error, "a batch is left in the database");
        }
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    Ok(([(CONTENT_TYPE, "application/jsonl")], body).into_response())
}

/// Returns the fault for a body that is not a batch.
fn unreadable(error: &JsonRejection) -> Fault {
    let text = error.body_text();
    let reason = match error {
        JsonRejection::MissingJsonContentType(_) => {
            "the content type of the body is not JSON; send the header content-type: application/json"
                .to_owned()
        }
        error if error.status() == StatusCode::PAYLOAD_TOO_LARGE => format!(
            "the body is larger than {MAX_BODY_MIB} MiB, the maximum of this call; send several calls"
        ),
        _ => {
            // The framework writes its own text before the parser's reason.
            let reason = text.split_once(": ");
            let reason = reason.map_or(text.as_str(), |(_, reason)| reason);
            format!("the body does not have the form in docs/operator.md: {reason}")
        }
    };
    Fault::Unusable(reason.into())
}

/// Publishes what judging a submission for this problem requires. Returns its digest.
async fn requirements(
    app: &App,
    problem: &str,
    item: &BatchItem,
) -> Result<String, RequirementsError> {
    let database = &app.database;
    match &item.suites_digest {
        Some(digest) => app.suites.of_upload(database, digest).await,
        None => {
            app.suites
                .requirements(database, problem, &item.suites)
                .await
        }
    }
}

impl From<Reason> for BatchError {
    /// The item is at fault.
    fn from(reason: Reason) -> Self {
        Self {
            kind: BatchErrorKind::Unusable,
            message: reason.0.to_string(),
        }
    }
}

/// The error if the suites of the server are at fault, not the item.
fn infrastructure(error: &dyn Error) -> BatchError {
    tracing::error!(%error, "the suites of an item cannot be used");
    BatchError {
        kind: BatchErrorKind::Infrastructure,
        message: error.to_string(),
    }
}

/// Returns the submission of an item.
fn submission(
    app: &App,
    asker: &str,
    item: &BatchItem,
    uploaded: &BTreeSet<String>,
) -> Result<Submission, BatchError> {
    let config = app.settings.config;
    let refuse = |reason: &str| Err(Reason::from(reason).into());
    if !is_name(&item.file) {
        return refuse(
            "file: give the name of a file, without directories and invisible characters",
        );
    }
    let problem = match item.problem.as_str() {
        "" => None,
        id => {
            let unknown = || Reason::from(format!("there is no problem {id}"));
            Some(Game::by_id(id).ok_or_else(unknown)?)
        }
    };
    let form = form(&item.form, &EN).map_err(|mistake| Reason(mistake.text.into()))?;
    let wanted = FindOptions::new(&config.problems, problem.map(Game::problem), form);
    let name = Path::new(&item.file);
    let found = of_text(name, item.source.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|refused| {
        if lacks_problem(&refused.reason) {
            return "problem: the source does not show which problem it solves; give it".into();
        }
        Reason(refused.reason)
    })?;
    if let Some(digest) = &item.suites_digest {
        if !item.suites.is_empty() {
            return refuse("suites_digest replaces suites; leave one of them out");
        }
        if !uploaded.contains(digest) {
            return refuse(&format!(
                "suites_digest: no suite with the digest {digest} is stored; upload it with \
                 PUT /api/v1/suites/DIGEST"
            ));
        }
    }
    let known = app.suites.known(&found.problem.id);
    let known = known.map_err(|error| infrastructure(&error))?;
    match item.suites.iter().find(|suite| !known.contains(suite)) {
        Some(suite) => refuse(&format!(
            "problem {} has no suite \"{suite}\"",
            found.problem
        )),
        None => Ok(Submission::new(("", asker), &found, &item.source)),
    }
}

/// The client of a batch.
struct Listener<'a> {
    room: &'a str,
    reports_progress: bool,
    sender: Sender<Result<Bytes, Infallible>>,
}

/// Sends a line for each submission that is judged, until none is left, the client is gone,
/// the batch was deleted, or the server stops.
async fn follow(
    app: &App,
    listener: &Listener<'_>,
    mut waiting: BTreeMap<String, usize>,
) -> Result<(), StoreError> {
    let (room, sender) = (listener.room, &listener.sender);
    let mut changes = app.database.wakeups().changes.subscribe();
    let mut stopping = app.stopping.clone();
    let mut since = 0;
    let mut shown = BTreeMap::new();
    let mut renewed = Instant::now();
    let pause = if listener.reports_progress {
        PROGRESS_INTERVAL
    } else {
        RENEWAL
    };
    while !waiting.is_empty() {
        changes.mark_unchanged();
        // The clock may have been set back.
        since = since.min(app.database.time().await? - LATE);
        for judgement in app.database.judged_since(room, since).await? {
            // A late commit has an earlier time.
            since = since.max(judgement.at - LATE);
            let Some(index) = waiting.remove(&judgement.submission) else {
                continue;
            };
            let run = judgement.run()?;
            let mut line = if is_verdict(&judgement.verdict) {
                BatchLine {
                    index: Some(index),
                    verdict: Some(judgement.verdict),
                    ..BatchLine::default()
                }
            } else {
                let error = Summary::of(run.clone()).error;
                let error = BatchError {
                    kind: BatchErrorKind::Infrastructure,
                    message: error.map_or_else(String::new, |error| error.to_string()),
                };
                BatchLine::failed(index, error)
            };
            line.run = Some(run);
            if !send(sender, &line).await {
                return Ok(());
            }
        }
        if listener.reports_progress {
            for line in progress(app, room, &waiting, &mut shown).await? {
                if !send(sender, &line).await {
                    return Ok(());
                }
            }
        }
        if renewed.elapsed() >= RENEWAL {
            renewed = Instant::now();
            if !app.database.renew_batch(room).await? {
                tracing::warn!(room, "the lease of a batch has expired");
                return Ok(());
            }
            if listener.reports_progress && !send(sender, &BatchLine::default()).await {
                return Ok(());
            }
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = tokio::time::sleep(pause) => {}
            () = sender.closed() => return Ok(()),
            _ = stopping.changed() => return Ok(()),
        }
        tokio::time::sleep(MIN_INTERVAL).await;
    }
    Ok(())
}

/// Returns a line for each submission with a step that is not in `shown`, which maps
/// submissions to attempt and sequence number of the latest step.
async fn progress(
    app: &App,
    room: &str,
    waiting: &BTreeMap<String, usize>,
    shown: &mut BTreeMap<String, (i64, i64)>,
) -> Result<Vec<BatchLine>, StoreError> {
    let mut lines = Vec::new();
    for row in app.database.batch_progress(room).await? {
        let at = (row.attempt, row.seq);
        let last = shown.entry(row.submission.clone()).or_default();
        let Some(index) = waiting.get(&row.submission).filter(|_| *last < at) else {
            continue;
        };
        *last = at;
        let steps: Vec<Step> = serde_json::from_str(&row.body)?;
        lines.extend(steps.into_iter().next_back().map(|step| BatchLine {
            index: Some(*index),
            progress: Some(match step {
                Step::Compiling => BatchProgress::Compiling,
                Step::Running { .. } => BatchProgress::Running { cases: 0 },
                Step::Cases(counts) => BatchProgress::Running { cases: counts.run },
            }),
            ..BatchLine::default()
        }));
    }
    Ok(lines)
}

/// Sends a line. Returns whether the client still listens.
async fn send(sender: &Sender<Result<Bytes, Infallible>>, line: &BatchLine) -> bool {
    let mut text = serde_json::to_vec(line).expect("a line is JSON");
    text.push(b'\n');
    sender.send(Ok(text.into())).await.is_ok()
}
