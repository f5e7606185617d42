//! Whether the broker is there, and those who were given work.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Batch;
use crate::ACK_WAIT;
use crate::broker::is_connected;
use crate::item::State;
use crate::wire::{GONE, PRESENCE};

/// A host of which nothing was heard for so long is lost. A cut between us and the
/// broker is noticed before.
const LOST: Duration = GONE.saturating_add(PRESENCE);

impl Batch<'_> {
    /// Whether the broker is there. While it is not, nobody can be heard, and no clock
    /// runs.
    pub(super) fn is_broker_there(&mut self) -> bool {
        let there = is_connected(&self.cluster.link.client);
        if self.cluster.away.swap(!there, Ordering::Relaxed) == there {
            (self.cluster.say)(if there {
                "the broker is back"
            } else {
                "the broker is lost; waiting for it"
            });
        }
        if !there {
            self.away.get_or_insert_with(Instant::now);
        } else if let Some(since) = self.away.take() {
            self.go_on(since);
        }
        there
    }

    /// Begins the clocks anew that stood still since then.
    fn go_on(&mut self, since: Instant) {
        self.cluster.roster.renew(since);
        self.trouble = None;
        self.lacking.since.clear();
        self.lacking.taken.clear();
        self.lacking.said = false;
        self.lacking.moved = Instant::now();
        let open = self.items.iter_mut();
        for item in open.filter(|item| item.state != State::Over) {
            item.lies = Instant::now();
            if let Some(grant) = item.grants.last_mut()
                && since.duration_since(grant.sign) < ACK_WAIT
            {
                grant.sign = Instant::now();
            }
        }
    }

    /// Says which of those who were given work have gone.
    pub(super) fn mind_the_hosts(&mut self) {
        let roster = &self.cluster.roster;
        let back = |id: &String| roster.card(id).is_none() || roster.is_lost(id, LOST);
        let said = self.cluster.gone.lock();
        said.unwrap_or_else(PoisonError::into_inner).retain(back);
        let gone = |id: &String| roster.card(id).is_none() || roster.is_lost(id, LOST);
        let gone: Vec<String> = self.there.keys().filter(|id| gone(id)).cloned().collect();
        for id in gone {
            let name = self.there.remove(&id).unwrap_or_default();
            let how = if roster.is_lost(&id, LOST) {
                "is lost"
            } else {
                "has stopped"
            };
            let has_work = self.out.iter().any(|&index| {
                let mut grants = self.items[index].grants.iter();
                grants.any(|grant| grant.card == id && !grant.noted)
            });
            let others = roster.present().iter().any(|card| card.id != id);
            let work = if has_work && others {
                "; its work goes to another"
            } else {
                ""
            };
            // Other batches know it as well.
            let said = self.cluster.gone.lock();
            if said.unwrap_or_else(PoisonError::into_inner).insert(id) {
                (self.cluster.say)(&format!("{name} {how}{work}"));
            }
        }
    }
}
