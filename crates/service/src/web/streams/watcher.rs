//! A client that watches a room or a submission.

use std::time::{Duration, Instant};

use crate::store::{Room, Visitor};
use crate::web::app::App;
use crate::web::places::Place;

/// How often it is looked whether who watches still may.
pub(super) const AGAIN: Duration = Duration::from_secs(5);

/// Who watches a room, or a submission in it.
pub(super) struct Watcher {
    app: App,
    /// The cookie by which they came.
    session: String,
    room: String,
    /// Who they are there; the owner where it is none.
    participant: Option<String>,
    looked: Instant,
    place: Place,
}

impl Watcher {
    pub(super) fn new(app: &App, session: &str, visitor: &Visitor, room: &Room) -> Self {
        let participant = visitor.in_room(&room.id).map(|own| own.id.clone());
        let participant = participant.filter(|_| !visitor.owner);
        Self {
            place: app.streams.take(participant.as_deref().unwrap_or_default()),
            app: App::clone(app),
            session: session.to_owned(),
            room: room.id.clone(),
            participant,
            looked: Instant::now(),
        }
    }

    /// Whether they still may: who left, or whose link was made anew, may not.
    pub(super) async fn may(&mut self) -> bool {
        if self.looked.elapsed() < AGAIN {
            return true;
        }
        self.looked = Instant::now();
        // A database that is away says nothing about anybody.
        let visitor = self.app.database.visitor(&self.session).await;
        visitor.is_ok_and(|visitor| match &self.participant {
            Some(own) => visitor.in_room(&self.room).is_some_and(|it| it.id == *own),
            None => visitor.owner,
        })
    }

    /// Waits until the place is taken away.
    pub(super) async fn ousted(&mut self) {
        let _ = (&mut self.place).await;
    }
}
