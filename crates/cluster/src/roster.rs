//! Which hosts are there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use tokio_stream::StreamExt as _;

use crate::Card;
use crate::wire::{GONE, HOSTS, PRESENCE, ROLL};

/// The hosts that have announced themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roster(Arc<Mutex<Cards>>);

/// By id, with when each was seen last.
type Cards = BTreeMap<String, (Arc<Card>, Instant)>;

impl Roster {
    fn known(&self) -> MutexGuard<'_, Cards> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps it up to date as long as the connection lasts.
    pub(crate) async fn follow(self, client: Client) {
        let Ok(mut cards) = client.subscribe(HOSTS).await else {
            return;
        };
        let _ = client.publish(ROLL, Vec::new().into()).await;
        while let Some(message) = cards.next().await {
            let Ok(card) = serde_json::from_slice::<Card>(&message.payload) else {
                continue;
            };
            let card = card.printable();
            let mut known = self.known();
            // Who was there first under an id keeps it.
            let before = known.get(&card.id);
            if !card.has_inbox() || before.is_some_and(|(before, _)| before.inbox != card.inbox) {
                continue;
            }
            if card.leaving {
                known.remove(&card.id);
            } else {
                known.insert(card.id.clone(), (Arc::new(card), Instant::now()));
            }
        }
    }

    /// Whether a host has not left, though it has given no sign of life for so long.
    pub(crate) fn is_lost(&self, id: &str, after: Duration) -> bool {
        let known = self.known();
        known
            .get(id)
            .is_some_and(|(_, seen)| seen.elapsed() > after)
    }

    /// Those who were there then have their time anew to say that they are: until now
    /// they could not.
    pub(crate) fn renew(&self, then: Instant) {
        for (_, seen) in self.known().values_mut() {
            if then.duration_since(*seen) < GONE + PRESENCE {
                *seen = Instant::now();
            }
        }
    }

    /// Those who gave a sign of life not long ago.
    pub(crate) fn present(&self) -> Vec<Arc<Card>> {
        let mut known = self.known();
        // What was lost stays for a while, for the words about it.
        known.retain(|_, (_, seen)| seen.elapsed() < 30 * GONE);
        let fresh = known.values().filter(|(_, seen)| seen.elapsed() < GONE);
        fresh.map(|(card, _)| card.clone()).collect()
    }

    /// The card of a host that gave one.
    pub(crate) fn card(&self, id: &str) -> Option<Arc<Card>> {
        self.known().get(id).map(|(card, _)| card.clone())
    }

    /// Waits until some are there, and others have had the time to say so.
    pub(crate) async fn gather(&self) {
        let begun = Instant::now();
        while begun.elapsed() < PRESENCE {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if !self.present().is_empty() && begun.elapsed() > Duration::from_millis(200) {
                return;
            }
        }
    }
}
