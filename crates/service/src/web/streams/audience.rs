//! Who watches by streams of events, and how many streams there may be: one has no end, and
//! holds a connection.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

/// Streams of one participant, or of the owner, at a time.
const EACH: usize = 16;

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
    pub(super) fn seat(&self, who: &str) -> oneshot::Receiver<Infallible> {
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
