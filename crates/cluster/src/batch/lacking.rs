//! What no host can do is said, and given up in time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use async_nats::connection::State as Connection;
use tokio::sync::mpsc::UnboundedSender;

use super::{Batch, PATIENCE, SOON};
use crate::Card;
use crate::item::State;
use crate::keeper::Order;
use mousetrap_judge::{Event, Skip};

impl Batch<'_> {
    /// Says what no host can do, and gives it up in time.
    pub(super) fn mind_the_lacking(&mut self, orders: &UnboundedSender<Order>) {
        let waiting = self.queues.iter().filter(|(_, queue)| !queue.is_empty());
        let mut languages: BTreeSet<String> = waiting.map(|(name, _)| name.clone()).collect();
        let out = self.out.iter();
        let out = out.filter(|index| self.items[**index].holder().is_none());
        languages.extend(out.map(|&index| self.language(index).to_owned()));
        let present = self.cluster.hosts();
        for language in languages {
            let language = &*language;
            let able = self.able(language);
            let jobs = able.iter().map(|card| card.jobs).sum();
            self.jobs.insert(language.to_owned(), jobs);
            if !able.is_empty() {
                self.lacking.since.remove(language);
                self.lacking.once.insert(language.to_owned());
                continue;
            }
            let since = self.lacking.since.entry(language.to_owned());
            let since = since.or_insert_with(Instant::now).elapsed();
            let was_there = self.lacking.once.contains(language);
            if present.is_empty() && since > SOON && !self.lacking.said {
                self.lacking.said = true;
                (self.cluster.say)(match self.cluster.link.client.connection_state() {
                    Connection::Connected => {
                        "no judge host is there; waiting for one (`mousetrap judgehost --cluster …`)"
                    }
                    _ => "the broker cannot be reached; waiting for it",
                });
            }
            let long = if present.is_empty() || was_there {
                PATIENCE
            } else {
                SOON
            };
            if since > long {
                self.give_up(language, &present, orders);
            }
        }
        if !present.is_empty() {
            self.lacking.said = false;
        }
    }

    /// Ends what is left of a language that no host can do.
    fn give_up(&mut self, language: &str, present: &[Arc<Card>], orders: &UnboundedSender<Order>) {
        let name = self.demand.name(language).to_owned();
        let reasons: Vec<String> = present
            .iter()
            .filter_map(|card| {
                let differs = self.demand.differs(card, language)?;
                Some(format!("{} {differs}", card.name))
            })
            .collect();
        let skip = (!present.is_empty()
            && present
                .iter()
                .all(|card| card.missing.contains_key(language)))
        .then(|| Skip {
            reason: format!("no judge host can do {name}: {}", reasons.join("; ")),
            remedy: format!("mousetrap setup {language}"),
        });
        let error = match present {
            [] => format!(
                "no judge host has been there for {} s; start one with `mousetrap judgehost \
                 --cluster …`",
                PATIENCE.as_secs()
            ),
            _ => format!("no judge host may do {name}: {}", reasons.join("; ")),
        };
        for index in 0..self.items.len() {
            let item = &self.items[index];
            if self.language(index) != language
                || item.state == State::Over
                || item.holder().is_some()
            {
                continue;
            }
            let submission = index;
            let event = match &skip {
                Some(skip) => Event::Skipped {
                    submission,
                    skip: skip.clone(),
                },
                None => Event::Failed {
                    submission,
                    error: error.clone(),
                },
            };
            self.over(index, event, orders);
        }
    }
}
