//! What no host can do is said, and given up in time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::{Batch, PATIENCE, SOON};
use crate::Card;
use crate::item::State;
use crate::keeper::Order;
use mousetrap_judge::{Skip, Undone};

/// That hosts are there and take nothing is said after this time.
const IGNORED: Duration = Duration::from_secs(15);

/// That hosts do other work is said after this time.
const BUSY: Duration = Duration::from_secs(5);

/// What people call these.
fn names(hosts: &[Arc<Card>]) -> String {
    let names = hosts.iter().map(|card| card.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

impl Batch<'_> {
    /// Says what no host can do, and gives it up in time.
    pub(super) fn mind_the_lacking(&mut self, orders: &UnboundedSender<Order>) {
        let waiting = self.queues.iter().filter(|(_, queue)| !queue.is_empty());
        let mut queues: BTreeSet<Arc<str>> = waiting.map(|(name, _)| Arc::clone(name)).collect();
        let out = self.out.iter();
        let out = out.filter(|index| self.items[**index].holder().is_none());
        queues.extend(out.map(|&index| self.queue(index)));
        // Nobody ignores what does not wait.
        let taken = &mut self.lacking.taken;
        taken.retain(|queue, _| queues.contains(queue.as_str()));
        let present = self.cluster.hosts();
        for queue in queues {
            let queue = &*queue;
            let able = self.able(queue);
            let jobs = able.iter().map(|card| card.jobs).sum();
            self.jobs.insert(queue.to_owned(), jobs);
            let rests = |card: &Arc<Card>| card.busy < card.jobs;
            let now = Instant::now();
            let taken = self.lacking.taken.entry(queue.to_owned()).or_insert(now);
            if !able.iter().any(rests) {
                *taken = now;
            }
            let ignored = taken.elapsed();
            if !able.is_empty() && ignored > PATIENCE {
                self.give_up(queue, &able, orders);
                continue;
            }
            if !able.is_empty() {
                for card in &present {
                    // Not every host has every language.
                    let has = |id| !card.missing.contains_key(id);
                    if self.demand.needs(queue).iter().all(has)
                        && let Some(differs) = self.demand.differs(card, queue)
                    {
                        self.refuse(card, &differs);
                    }
                }
                if !able.iter().any(rests) && self.is_starving() && !self.lacking.said {
                    self.lacking.said = true;
                    let (hosts, are) = match able.len() {
                        1 => ("1 host".to_owned(), "is"),
                        many => (format!("{many} hosts"), "are"),
                    };
                    self.cluster.say_for_a_while(format!(
                        "{hosts} {are} busy, with other work or to get ready; waiting"
                    ));
                }
                if ignored > IGNORED && !self.lacking.said {
                    self.lacking.said = true;
                    let names = names(&able);
                    self.cluster
                        .say_for_a_while(format!("{names}: announced, but takes no work; waiting"));
                }
                self.lacking.since.remove(queue);
                self.lacking.once.insert(queue.to_owned());
                continue;
            }
            let since = self.lacking.since.entry(queue.to_owned());
            let since = since.or_insert_with(Instant::now).elapsed();
            let was_there = self.lacking.once.contains(queue);
            if present.is_empty() && since > SOON && !self.lacking.said {
                self.lacking.said = true;
                self.cluster.say_for_a_while(
                    "no judge host is there; waiting for one (`mousetrap judgehost --cluster …`)"
                        .to_owned(),
                );
            }
            let long = if present.is_empty() || was_there {
                PATIENCE
            } else {
                SOON
            };
            if since > long {
                self.give_up(queue, &present, orders);
            }
        }
    }

    /// Says why a host that is there is given nothing.
    pub(super) fn refuse(&self, card: &Card, differs: &str) {
        let name = &card.name;
        self.cluster
            .say_once(format!("{name} {differs}; it is given no work"));
    }

    /// Whether hosts have nothing of this, and were given nothing for a while.
    fn is_starving(&self) -> bool {
        self.lacking.moved.elapsed() > BUSY
            && self
                .out
                .iter()
                .all(|&index| self.items[index].holder().is_none())
    }

    /// Ends what is left of a queue that no host can do.
    fn give_up(&mut self, queue: &str, present: &[Arc<Card>], orders: &UnboundedSender<Order>) {
        let name = self.demand.name(queue);
        let needs = self.demand.needs(queue);
        let reasons: Vec<String> = present
            .iter()
            .filter_map(|card| {
                let differs = self.demand.differs(card, queue)?;
                Some(format!("{} {differs}", card.name))
            })
            .collect();
        let lacks = |card: &Arc<Card>| needs.iter().any(|id| card.missing.contains_key(id));
        let why = if !present.is_empty() && present.iter().all(lacks) {
            Undone::Lacking(Skip {
                reason: format!("no judge host can do {name}: {}", reasons.join("; ")),
                remedy: match present {
                    [one] => format!("mousetrap setup {} # on {}", needs.join(" "), one.name),
                    _ => format!("mousetrap setup {} # on a judge host", needs.join(" ")),
                },
            })
        } else if present.is_empty() {
            Undone::Failed(format!(
                "no judge host has been there for {} s; start one with `mousetrap judgehost \
                 --cluster …`",
                PATIENCE.as_secs()
            ))
        } else if reasons.is_empty() {
            Undone::Failed(format!(
                "no judge host has taken {name} for {} s, though these announce themselves: {}",
                PATIENCE.as_secs(),
                names(present)
            ))
        } else {
            Undone::Failed(format!(
                "no judge host may do {name}: {}",
                reasons.join("; ")
            ))
        };
        for index in 0..self.items.len() {
            let item = &self.items[index];
            if *item.queue == *queue && item.state != State::Over && item.holder().is_none() {
                self.lose(index, why.clone(), orders);
            }
        }
    }
}
