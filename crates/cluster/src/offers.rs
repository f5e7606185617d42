//! Tickets that are sent to one host, since nobody has drawn them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio_stream::StreamExt as _;

use crate::host::Desk;
use crate::wire::Offer;

/// Who has no time for one within this has it sent again, or another has.
const FRESH: Duration = Duration::from_secs(2);

/// More are not kept.
const MOST: usize = 1024;

/// What nobody here has begun yet, with when it came.
#[derive(Debug, Default)]
pub(crate) struct Offers(Mutex<VecDeque<(Offer, Instant)>>);

impl Offers {
    fn put(&self, offer: Offer) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(known, came)| came.elapsed() < FRESH && known.ticket != offer.ticket);
        if all.len() < MOST {
            all.push_back((offer, Instant::now()));
        }
    }

    /// The first that still is one.
    pub(crate) fn next(&self) -> Option<Offer> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, came)| came.elapsed() < FRESH);
        all.pop_front().map(|(offer, _)| offer)
    }
}

impl Desk {
    /// Keeps what is sent here for whoever has time.
    pub(crate) async fn take_offers(self: Arc<Self>, mut offers: async_nats::Subscriber) {
        while let Some(message) = offers.next().await {
            if let Ok(offer) = serde_json::from_slice(&message.payload) {
                self.offers.put(offer);
                self.called.notify_waiters();
            }
        }
    }
}
