//! Tickets that nobody draws are sent to a host that has time: the broker may be slow
//! to hand one out again, and who knows the password of a host may draw them all.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::Batch;
use crate::item::State;
use crate::keeper::Order;
use crate::wire::{Offer, bytes};
use crate::{ACK_WAIT, Card};

/// A ticket that nobody has begun lies no longer, while a host has time for it.
const LYING: Duration = Duration::from_secs(5);
/// Nor so long, once that has happened.
const WARY: Duration = Duration::from_secs(1);
/// How often the same is sent again, and to the same host.
const AGAIN: Duration = Duration::from_secs(2);

/// What was sent to whom.
#[derive(Debug, Default)]
pub(super) struct Offers {
    /// By host: how many since then.
    sent: BTreeMap<String, (Instant, usize)>,
    /// By who the host is: how many it has not answered, and when it had the last.
    turns: BTreeMap<String, (usize, Instant)>,
    /// Whether a host has begun what it had not drawn.
    is_wary: bool,
}

impl Offers {
    /// How many a host may be sent now.
    fn room(&self, card: &Card) -> usize {
        let free = card.jobs.saturating_sub(card.busy);
        let sent = self.sent.get(&card.id);
        let sent = sent.filter(|(since, _)| since.elapsed() < AGAIN);
        free.saturating_sub(sent.map_or(0, |(_, number)| *number))
    }

    fn note(&mut self, card: &Card) {
        let sent = self.sent.entry(card.id.clone());
        let (since, number) = sent.or_insert_with(|| (Instant::now(), 0));
        if since.elapsed() >= AGAIN {
            (*since, *number) = (Instant::now(), 0);
        }
        *number += 1;
        let turn = self.turns.entry(card.who().to_owned());
        let (unanswered, last) = turn.or_insert_with(|| (0, Instant::now()));
        (*unanswered, *last) = (*unanswered + 1, Instant::now());
    }
}

impl Batch<'_> {
    /// Sends what lies to hosts that have time, each in its turn.
    pub(super) async fn offer_what_lies(&mut self) {
        let lying = if self.offers.is_wary { WARY } else { LYING };
        let mut able: BTreeMap<Arc<str>, Vec<Arc<Card>>> = BTreeMap::new();
        for index in self.out.clone() {
            if !self.lies(index, lying) {
                continue;
            }
            let queue = self.queue(index);
            let hosts = able.entry(Arc::clone(&queue));
            let hosts = hosts.or_insert_with(|| self.able(&queue));
            let rests = |card: &Arc<Card>| self.rests(card.who());
            let sound = hosts.iter().any(|card| !rests(card));
            let others = |card: &Arc<Card>| hosts.iter().any(|other| other.id != card.id);
            let fit = hosts.iter().filter(|card| {
                let elsewhere = self.goods.is_for_another(index, &card.id) && others(card);
                self.offers.room(card) > 0 && !elsewhere && !(sound && rests(card))
            });
            // Who announces itself and does nothing comes last.
            let turn = |card: &&Arc<Card>| {
                let turn = self.offers.turns.get(card.who());
                let unanswered = turn.map_or(0, |(unanswered, _)| *unanswered);
                let is_new = !self.hosts.contains(&card.id);
                let sent = self.offers.sent.get(&card.id).map(|(since, _)| *since);
                (unanswered, is_new, turn.map(|(_, last)| *last), sent)
            };
            let Some((card, subject)) = fit
                .min_by_key(turn)
                .and_then(|card| Some((Arc::clone(card), card.offers()?)))
            else {
                continue;
            };
            self.offers.note(&card);
            self.items[index].offered = Some(Instant::now());
            let offer = Offer {
                ticket: self.items[index].ticket(&self.asker, index),
                queue: queue.to_string(),
            };
            let client = &self.cluster.link.client;
            let _ = client.publish(subject, bytes(&offer).into()).await;
        }
    }

    /// Whether nobody does this, for so long that nobody is about to.
    fn lies(&self, index: usize, lying: Duration) -> bool {
        let item = &self.items[index];
        let lately = item.offered.is_some_and(|at| at.elapsed() < AGAIN);
        let silent = match item.grants.last() {
            Some(grant) => grant.sign.elapsed() > ACK_WAIT,
            None => true,
        };
        silent && !lately && item.lain().is_some_and(|lain| lain > lying)
    }

    /// A host begins this: if it was sent there before anybody had drawn it, the broker
    /// is not to be waited for.
    pub(super) fn note_offered(&mut self, index: usize, who: &str) {
        if let Some((unanswered, _)) = self.offers.turns.get_mut(who) {
            *unanswered = 0;
        }
        let item = &self.items[index];
        self.offers.is_wary |= item.offered.is_some() && item.tries() == 1;
    }

    /// Takes the ticket back that nobody acknowledges, since who was done had not drawn
    /// it.
    pub(super) fn take_back(&self, index: usize, orders: &UnboundedSender<Order>) {
        let item = &self.items[index];
        if let (State::Out { place, .. }, Some(_)) = (item.state, item.offered) {
            let _ = orders.send(Order::Remove(item.ticket(&self.asker, index), place));
        }
    }
}
