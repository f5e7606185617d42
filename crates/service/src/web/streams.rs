//! Event streams for clients that watch a room or a submission. Events are read from the
//! database, so that any server can continue a stream that another server began.

use std::convert::Infallible;
use std::future::pending;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::watch;
use tokio_stream::wrappers::ReceiverStream;

use super::app::App;
use super::limits::Place;
use super::reader::{COOKIE_NAME, InRoom, OfSubmission, cookie};
use crate::store::Kind;
use crate::store::{Room, StoreError, Submission, Visitor, now};

type Item = Result<Event, Infallible>;

type Stream = Sse<KeepAliveStream<ReceiverStream<Item>>>;

/// The time between two checks that a client may still watch.
const CHECK: Duration = Duration::from_secs(5);

/// The time after which a stream without events sends a sign of life.
const ALIVE: Duration = Duration::from_secs(10);

/// A client that watches a room or one of its submissions.
struct Watcher {
    app: App,
    /// The secret of the client's session.
    session: String,
    room: String,
    /// The client's participant in the room. None for the owner.
    participant: Option<String>,
    checked: Instant,
    place: Place,
    /// Changes of what is watched. None if they are not to be seen at once.
    changes: Option<watch::Receiver<i64>>,
    stopping: watch::Receiver<bool>,
    sender: Sender<Item>,
}

impl Watcher {
    fn new(app: &App, headers: &HeaderMap, visitor: &Visitor, room: &Room) -> (Self, Stream) {
        let participant = visitor.in_room(&room.id).map(|own| own.id.clone());
        let participant = participant.filter(|_| !visitor.owner);
        let (sender, receiver) = channel(16);
        let watcher = Self {
            place: app.streams.take(participant.as_deref().unwrap_or_default()),
            stopping: app.stopping.clone(),
            app: App::clone(app),
            session: cookie(headers, COOKIE_NAME).unwrap_or_default().to_owned(),
            room: room.id.clone(),
            participant,
            checked: Instant::now(),
            changes: None,
            sender,
        };
        let alive = KeepAlive::new().interval(ALIVE);
        let stream = Sse::new(ReceiverStream::new(receiver)).keep_alive(alive);
        (watcher, stream)
    }

    /// Waits for a change, but at most this long. Returns whether the stream continues.
    async fn wait(&mut self, time: Duration) -> bool {
        let changes = &mut self.changes;
        let changed = async {
            match changes {
                Some(changes) => changes.changed().await.is_ok(),
                None => pending().await,
            }
        };
        tokio::select! {
            is_watched = changed => if !is_watched { return false },
            () = tokio::time::sleep(time.min(CHECK)) => {}
            _ = &mut self.place => return false,
            () = self.sender.closed() => return false,
            _ = self.stopping.changed() => return false,
        }
        self.may_watch().await
    }

    /// Returns whether the client may still watch. A client that left, or whose link was
    /// replaced, may not.
    async fn may_watch(&mut self) -> bool {
        if self.checked.elapsed() < CHECK {
            return true;
        }
        self.checked = Instant::now();
        let visitor = self.app.database.visitor(&self.session).await;
        visitor.is_ok_and(|visitor| match &self.participant {
            Some(own) => visitor.in_room(&self.room).is_some_and(|it| it.id == *own),
            None => visitor.owner,
        })
    }

    /// Sends an event. Returns whether the client still listens.
    async fn send(&self, event: Event) -> bool {
        self.sender.send(Ok(event)).await.is_ok()
    }
}

/// The last event that the client has seen: attempt and sequence number.
fn last_seen(headers: &HeaderMap) -> (i64, i64) {
    let last = headers.get("last-event-id");
    let last = last.and_then(|value| value.to_str().ok()?.split_once('.'));
    let numbers = last.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    numbers.unwrap_or((0, 0))
}

/// Sends `steps` while a submission is judged, `queue` while it waits, and `done` once its
/// verdict is published.
pub(crate) async fn submission_events(request: OfSubmission, headers: HeaderMap) -> Stream {
    let (room, submission) = (request.room, request.submission);
    let visitor = &request.reader.visitor;
    let (mut watcher, stream) = Watcher::new(&request.app, &headers, visitor, &room);
    watcher.changes = Some(request.app.hub.watch(Kind::Submission, &submission.id));
    let mut last = last_seen(&headers);
    tokio::spawn(async move {
        loop {
            let wait = match send_news(&watcher, &submission, &room, &mut last).await {
                Ok(Some(wait)) => wait,
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(%error, "an event stream ends");
                    return;
                }
            };
            if !watcher.wait(wait).await {
                return;
            }
        }
    });
    stream
}

/// Sends what is new about a submission. Returns the time until something may be new again
/// without a change. None at the end of the stream.
async fn send_news(
    watcher: &Watcher,
    submission: &Submission,
    room: &Room,
    last: &mut (i64, i64),
) -> Result<Option<Duration>, StoreError> {
    const LONG: Option<Duration> = Some(Duration::from_secs(30));
    const QUEUE: Option<Duration> = Some(Duration::from_secs(2));
    let (database, id) = (&watcher.app.database, &submission.id);
    let judgement = database.judgement(id, room.revision).await?;
    if !room.policy.hides() {
        for progress in database.progress(id, room.revision, *last).await? {
            *last = (progress.attempt, progress.seq);
            let number = format!("{}.{}", progress.attempt, progress.seq);
            let event = Event::default().event("steps").id(number);
            if !watcher.send(event.data(progress.body)).await {
                return Ok(None);
            }
        }
    }
    let Some(judgement) = judgement else {
        if room.policy.hides() {
            return Ok(LONG);
        }
        // The number of earlier submissions changes without this submission.
        let Some(ahead) = database.ahead(id).await? else {
            return Ok(LONG);
        };
        let event = Event::default().event("queue").data(ahead.to_string());
        let is_heard = watcher.send(event).await;
        return Ok(QUEUE.filter(|_| is_heard));
    };
    let left = judgement.shown - now();
    if left > 0 && watcher.participant.is_some() {
        return Ok(Some(Duration::from_millis(left as u64)));
    }
    watcher
        .send(Event::default().event("done").data("{}"))
        .await;
    Ok(None)
}

/// Sends `changed` when something in a room has changed.
pub(crate) async fn room_events(
    InRoom { app, reader, room }: InRoom,
    headers: HeaderMap,
) -> Stream {
    let (mut watcher, stream) = Watcher::new(&app, &headers, &reader.visitor, &room);
    if room.policy.hides() && !reader.is_owner() {
        tokio::spawn(send_published(watcher, room));
        return stream;
    }
    watcher.changes = Some(app.hub.watch(Kind::Room, &room.id));
    let mut known = room.version;
    tokio::spawn(async move {
        while watcher.wait(CHECK).await {
            let changes = watcher.changes.as_mut();
            let version = changes.map_or(0, |changes| *changes.borrow_and_update());
            if version <= known {
                continue;
            }
            known = version;
            let event = Event::default().event("changed").id(version.to_string());
            if !watcher.send(event.data("{}")).await {
                return;
            }
        }
    });
    stream
}

/// Sends `changed` for a room with hidden cases: at fixed times, for what is published by then,
/// because the moment at which a submission was judged depends on its cases.
async fn send_published(mut watcher: Watcher, room: Room) {
    const TICK: i64 = 5_000;
    let mut known = None;
    loop {
        let Ok(seen) = watcher.app.database.shown_in(&room.id, now()).await else {
            return;
        };
        if known.replace(seen).is_some_and(|known| known != seen) {
            let event = Event::default().event("changed").data("{}");
            if !watcher.send(event).await {
                return;
            }
        }
        let left = Duration::from_millis((TICK - now() % TICK) as u64);
        if !watcher.wait(left).await {
            return;
        }
    }
}
