//! Streams of events for who watches. What has happened is read from the database, so
//! that any server can go on with a stream that another began.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

use super::watcher::{AGAIN, Watcher};
use crate::fault::Fault;
use crate::store::Kind;
use crate::store::{Database, Room, StoreError, Submission, Visitor, now};
use crate::web::app::App;
use crate::web::request::session;

type Stream = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// How often a stream on which nothing happens gives a sign of life.
const ALIVE: Duration = Duration::from_secs(10);

fn stream(receiver: tokio::sync::mpsc::Receiver<Result<Event, Infallible>>) -> Stream {
    Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::new().interval(ALIVE))
}

/// Who asks for a stream.
fn watcher(app: &App, headers: &HeaderMap, visitor: &Visitor, room: &Room) -> Watcher {
    Watcher::new(app, session(headers).unwrap_or_default(), visitor, room)
}

/// What the reader has seen last: `attempt.seq`.
fn seen(headers: &HeaderMap) -> (i64, i64) {
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    let parts = last.and_then(|last| last.split_once('.'));
    let numbers = parts.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    numbers.unwrap_or((0, 0))
}

/// `steps` as a submission is judged, and `done` once its verdict is shown; then it
/// ends.
pub(crate) async fn submission_events(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Extension(submission): Extension<Submission>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Result<Stream, Fault> {
    let mut last = seen(&headers);
    let mut watcher = watcher(&app, &headers, &visitor, &room);
    let mut changes = app.hub.watch(Kind::Submission, &submission.id);
    let (sender, receiver) = channel(16);
    tokio::spawn(async move {
        let mut stopping = app.stopping.clone();
        while watcher.may().await {
            let wait = match news(
                &app.database,
                &submission,
                &room,
                (&mut last, visitor.owner),
                &sender,
            )
            .await
            {
                Ok(Next::Wait(wait)) => wait,
                Ok(Next::End) => return,
                Err(error) => {
                    tracing::warn!(%error, "a stream ends");
                    return;
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait.min(AGAIN)) => {}
                changed = changes.changed() => if changed.is_err() { return },
                () = watcher.ousted() => return,
                () = sender.closed() => return,
                _ = stopping.changed() => return,
            }
        }
    });
    Ok(stream(receiver))
}

enum Next {
    Wait(Duration),
    End,
}

/// Sends what is new.
async fn news(
    database: &Database,
    submission: &Submission,
    room: &Room,
    (last, is_owner): (&mut (i64, i64), bool),
    sender: &Sender<Result<Event, Infallible>>,
) -> Result<Next, StoreError> {
    const LONG: Duration = Duration::from_secs(30);
    const QUEUE: Duration = Duration::from_secs(2);
    let revision = room.revision;
    let judgement = database.judgement(&submission.id, revision).await?;
    if !room.policy.hides() {
        for progress in database.progress(&submission.id, revision, *last).await? {
            *last = (progress.attempt, progress.seq);
            let id = format!("{}.{}", progress.attempt, progress.seq);
            let event = Event::default().event("steps").id(id).data(progress.body);
            if sender.send(Ok(event)).await.is_err() {
                return Ok(Next::End);
            }
        }
    }
    let Some(judgement) = judgement else {
        if room.policy.hides() {
            return Ok(Next::Wait(LONG));
        }
        // Who is before it in the queue changes without it.
        let Some(ahead) = database.ahead(&submission.id).await? else {
            return Ok(Next::Wait(LONG));
        };
        let event = Event::default().event("queue").data(ahead.to_string());
        if sender.send(Ok(event)).await.is_err() {
            return Ok(Next::End);
        }
        return Ok(Next::Wait(QUEUE));
    };
    let left = judgement.shown - now();
    if left > 0 && !is_owner {
        return Ok(Next::Wait(Duration::from_millis(left as u64)));
    }
    let _ = sender
        .send(Ok(Event::default().event("done").data("{}")))
        .await;
    Ok(Next::End)
}

/// `changed` whenever something in a room has.
pub(crate) async fn room_events(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Stream {
    let mut watcher = watcher(&app, &headers, &visitor, &room);
    if room.policy.hides() && !visitor.owner {
        return shown_events(app, room, watcher);
    }
    let mut changes = app.hub.watch(Kind::Room, &room.id);
    changes.mark_unchanged();
    let (sender, receiver) = channel(4);
    tokio::spawn(async move {
        let mut stopping = app.stopping.clone();
        let mut known = room.version;
        loop {
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(AGAIN) => {}
                () = watcher.ousted() => return,
                () = sender.closed() => return,
                _ = stopping.changed() => return,
            }
            if !watcher.may().await {
                return;
            }
            let version = *changes.borrow_and_update();
            if version > known {
                known = version;
                let event = Event::default().event("changed").id(version.to_string());
                if sender.send(Ok(event.data("{}"))).await.is_err() {
                    return;
                }
            }
        }
    });
    stream(receiver)
}

/// The same where cases are hidden: on a tick, for what is shown by then, since the
/// moment at which something was judged tells of them.
fn shown_events(app: App, room: Room, mut watcher: Watcher) -> Stream {
    const TICK: i64 = 5_000;
    let (sender, receiver) = channel(4);
    tokio::spawn(async move {
        let mut stopping = app.stopping.clone();
        let mut known = None;
        while watcher.may().await {
            let Ok(seen) = app.database.shown_in(&room.id, now()).await else {
                return;
            };
            if known.replace(seen).is_some_and(|known| known != seen) {
                let event = Event::default().event("changed").data("{}");
                if sender.send(Ok(event)).await.is_err() {
                    return;
                }
            }
            let left = Duration::from_millis((TICK - now() % TICK) as u64);
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                () = watcher.ousted() => return,
                () = sender.closed() => return,
                _ = stopping.changed() => return,
            }
        }
    });
    stream(receiver)
}
