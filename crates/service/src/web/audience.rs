//! Who watches by streams of events, and how many streams there may be: one has no end, and
//! holds a connection.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::App;
use crate::store::{Room, Visitor};

/// Streams of one participant, or of the owner, at a time.
const EACH: usize = 16;

/// How often it is looked whether who watches still may.
pub(super) const AGAIN: Duration = Duration::from_secs(5);

/// Who watches, the longest first.
#[derive(Debug)]
pub(crate) struct Audience {
    /// Streams of all together.
    most: usize,
    seats: Mutex<BTreeMap<String, VecDeque<oneshot::Sender<Infallible>>>>,
}

impl Audience {
    pub(crate) const fn new(most: usize) -> Self {
        Self {
            most,
            seats: Mutex::new(BTreeMap::new()),
        }
    }

    /// A seat for a stream, which is to end once it is taken away. Where there are too many,
    /// who has most loses the oldest.
    fn seat(&self, who: &str) -> oneshot::Receiver<Infallible> {
        let (seat, taken) = oneshot::channel();
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        seats.retain(|_, own| {
            own.retain(|seat| !seat.is_closed());
            !own.is_empty()
        });
        let own = seats.entry(who.to_owned()).or_default();
        own.push_back(seat);
        if own.len() > EACH {
            own.pop_front();
        }
        if seats.values().map(VecDeque::len).sum::<usize>() > self.most
            && let Some(own) = seats.values_mut().max_by_key(|own| own.len())
        {
            own.pop_front();
        }
        taken
    }
}

/// Who watches a room, or a submission in it.
pub(super) struct Watcher {
    app: App,
    /// The cookie by which they came.
    session: String,
    room: String,
    /// Who they are there; the owner where it is none.
    participant: Option<String>,
    looked: Instant,
    seat: oneshot::Receiver<Infallible>,
}

impl Watcher {
    pub(super) fn new(app: &App, session: &str, visitor: &Visitor, room: &Room) -> Self {
        let participant = visitor.in_room(&room.id).map(|own| own.id.clone());
        let participant = participant.filter(|_| !visitor.owner);
        Self {
            seat: app
                .audience
                .seat(participant.as_deref().unwrap_or_default()),
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

    /// Waits until the seat is taken away.
    pub(super) async fn ousted(&mut self) {
        let _ = (&mut self.seat).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_all_the_seats() {
        let audience = Audience::new(40);
        let gone = |seat: &mut oneshot::Receiver<Infallible>| {
            seat.try_recv() == Err(oneshot::error::TryRecvError::Closed)
        };
        let mut ann: Vec<_> = (0..=EACH).map(|_| audience.seat("Ann")).collect();
        let ended: Vec<_> = ann.iter_mut().map(gone).collect();
        assert_eq!(ended.iter().filter(|one| **one).count(), 1);
        assert!(ended[0], "the oldest");
        // Who goes leaves room.
        ann.truncate(EACH);
        let mut more = audience.seat("Ann");
        assert!(!gone(&mut more) && ann.iter_mut().skip(1).all(|seat| !gone(seat)));
        let mut others: Vec<_> = (0..30).map(|one| audience.seat(&one.to_string())).collect();
        assert!(
            others.iter_mut().all(|seat| !gone(seat)),
            "they are taken from who has most"
        );
        assert_eq!(
            ann.iter_mut()
                .filter_map(|seat| gone(seat).then_some(()))
                .count(),
            1 + 16 + 30 - 40
        );
    }
}
