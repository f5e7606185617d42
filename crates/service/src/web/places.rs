//! Limits on what holds a connection: how many there may be at a time, for each client and
//! in all. Beyond a limit the oldest one ends, so that a new one always gets a place.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

/// The places of clients, each with the oldest first.
#[derive(Debug)]
pub(crate) struct Places {
    /// Maximum for one client.
    each: usize,
    /// Maximum for all clients together.
    total: usize,
    taken: Mutex<BTreeMap<String, VecDeque<oneshot::Sender<Infallible>>>>,
}

/// A place. It is taken away once this future ends.
pub(crate) type Place = oneshot::Receiver<Infallible>;

impl Places {
    pub(crate) const fn new(each: usize, total: usize) -> Self {
        Self {
            each,
            total,
            taken: Mutex::new(BTreeMap::new()),
        }
    }

    /// Gives a client a place. If there are too many, the client that has most loses its
    /// oldest.
    pub(crate) fn take(&self, client: &str) -> Place {
        self.place(client, self.each)
    }

    /// As [`Self::take`], for a client that stands for many, such as a proxy.
    pub(crate) fn take_for_many(&self, client: &str) -> Place {
        self.place(client, usize::MAX)
    }

    fn place(&self, client: &str, each: usize) -> Place {
        let (sender, place) = oneshot::channel();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|_, own| {
            own.retain(|place| !place.is_closed());
            !own.is_empty()
        });
        let own = taken.entry(client.to_owned()).or_default();
        own.push_back(sender);
        if own.len() > each {
            own.pop_front();
        }
        if taken.values().map(VecDeque::len).sum::<usize>() > self.total
            && let Some(own) = taken.values_mut().max_by_key(|own| own.len())
        {
            own.pop_front();
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_gone(place: &mut Place) -> bool {
        place.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn place_beyond_a_limit_ends_the_oldest_of_the_client_that_has_most() {
        const EACH: usize = 16;
        let places = Places::new(EACH, 40);
        let mut ann: Vec<_> = (0..=EACH).map(|_| places.take("Ann")).collect();
        let ended: Vec<_> = ann.iter_mut().map(is_gone).collect();
        assert_eq!(ended.iter().filter(|one| **one).count(), 1);
        assert!(ended[0], "the oldest");
        // A place that is given up is free again.
        ann.truncate(EACH);
        let mut more = places.take("Ann");
        assert!(!is_gone(&mut more) && ann.iter_mut().skip(1).all(|place| !is_gone(place)));
        let mut others: Vec<_> = (0..30).map(|one| places.take(&one.to_string())).collect();
        assert!(others.iter_mut().all(|place| !is_gone(place)));
        let lost = ann.iter_mut().map(is_gone).filter(|gone| *gone).count();
        assert_eq!(lost, 1 + 16 + 30 - 40);
    }

    #[test]
    fn place_of_a_client_that_stands_for_many_has_only_the_limit_of_all() {
        let places = Places::new(2, 5);
        let mut all: Vec<_> = (0..6).map(|_| places.take_for_many("proxy")).collect();
        let gone: Vec<_> = all.iter_mut().map(is_gone).collect();
        assert_eq!(gone, [true, false, false, false, false, false]);
    }
}
