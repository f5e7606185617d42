//! What hosts ask, and what they are answered.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Message;
use tokio::sync::mpsc::UnboundedSender;

use super::goods::{Taken, Taker};
use super::{Batch, REST, random};
use crate::Card;
use crate::broker::{HOST_INBOX, is_below};
use crate::item::{ATTEMPTS, Grant, State};
use crate::keeper::Order;
use crate::wire::{Answer, Ask, Outcome, Stage, Work, bytes};
use mousetrap_base::printable::one_line;
use mousetrap_judge::{Record, Undone};

impl Batch<'_> {
    pub(super) async fn asked(&mut self, message: Message, orders: &UnboundedSender<Order>) {
        let Some(reply) = message.reply else {
            return;
        };
        let Ok(ask) = serde_json::from_slice::<Ask>(&message.payload) else {
            return;
        };
        // We may publish where hosts may not.
        if !is_below(&self.inbox(&ask), &reply) {
            return;
        }
        let answer = match ask {
            Ask::Begin {
                host,
                submission,
                attempt,
                secret,
                figure,
            } => self.begin((&host, figure), submission, (attempt, &secret), orders),
            Ask::Piece {
                submission,
                token,
                digest,
                at,
            } => self.piece(submission, &token, &digest, at),
            Ask::Moves {
                submission,
                token,
                stage,
                news,
            } => self.moves(submission, &token, stage, news),
            Ask::Done {
                submission,
                token,
                outcome,
            } => self.done(submission, &token, outcome, orders),
        };
        let client = &self.cluster.link.client;
        let _ = client.publish(reply, bytes(&answer).into()).await;
    }

    /// Where who asks this is answered: where the host announced itself that it is, or
    /// that has the work.
    fn inbox(&self, ask: &Ask) -> String {
        let card = match ask {
            Ask::Begin { host, .. } => self.cluster.roster.card(host),
            Ask::Piece {
                submission, token, ..
            }
            | Ask::Moves {
                submission, token, ..
            }
            | Ask::Done {
                submission, token, ..
            } => {
                let item = self.items.get(*submission);
                let mut grants = item.into_iter().flat_map(|item| &item.grants);
                let grant = grants.find(|grant| grant.token == *token);
                grant.and_then(|grant| self.cluster.roster.card(&grant.card))
            }
        };
        card.map_or_else(|| HOST_INBOX.to_owned(), |card| card.inbox.clone())
    }

    /// A host has drawn a ticket.
    fn begin(
        &mut self,
        (host, figure): (&str, Option<Duration>),
        index: usize,
        (attempt, secret): (u32, &str),
        orders: &UnboundedSender<Order>,
    ) -> Answer {
        let Some(item) = self.items.get(index) else {
            return Answer::Unwanted;
        };
        let drawn = item.attempt == attempt && item.ticket(&self.asker, index).secret == secret;
        if item.state == State::Over || !drawn {
            return Answer::Unwanted;
        }
        let Some(card) = self.cluster.roster.card(host) else {
            return Answer::Unknown;
        };
        let queue = self.queue(index);
        let taken = &mut self.lacking.taken;
        taken.insert(queue.to_string(), Instant::now());
        self.lacking.said = false;
        if let Some(differs) = self.demand.differs(&card, &queue) {
            if self.is_another(&queue, &card.id) {
                self.refuse(&card, &differs);
            }
            return Answer::Refused(differs);
        }
        if let Some(holder) = item.holder() {
            return Answer::Busy(holder.host.clone());
        }
        if self.goods.is_for_another(index, &card.id) && self.is_another(&queue, &card.id) {
            return Answer::Elsewhere;
        }
        let sound = |other: &Arc<Card>| !self.rests(other.who());
        if self.rests(card.who()) && self.able(&queue).iter().any(sound) {
            return Answer::Elsewhere;
        }
        let has = |grant: &Grant| grant.card == card.id;
        let has = |&&index: &&usize| self.items[index].holder().is_some_and(has);
        if self.out.iter().filter(has).count() >= card.jobs {
            return Answer::Elsewhere;
        }
        if self.is_spent(index) {
            self.poison(index, orders);
            return Answer::Unwanted;
        }
        let taker = Taker {
            card: &card,
            figure,
        };
        let load = match self.goods.load(index, &taker, &mut self.shelf) {
            Ok(load) => load,
            Err(error) => {
                self.lose(index, Undone::Failed(error.to_string()), orders);
                return Answer::Unwanted;
            }
        };
        self.demand.settle(&card, &queue);
        let known = self.hosts.iter().position(|known| *known == card.id);
        let worker = known.unwrap_or_else(|| {
            self.hosts.push(card.id.clone());
            self.hosts.len() - 1
        });
        let fact = |name| card.machine.get(name).map(String::as_str);
        let facts = ["processor", "cores", "memory"]
            .into_iter()
            .filter_map(fact);
        let facts = facts.collect::<Vec<_>>().join(", ");
        let used = self.cluster.used.lock();
        let mut used = used.unwrap_or_else(PoisonError::into_inner);
        used.insert(card.name.clone(), facts);
        drop(used);
        let token = random();
        let grant = Grant {
            token: token.clone(),
            host: card.name.clone(),
            card: card.id.clone(),
            who: card.who().to_owned(),
            sign: Instant::now(),
            noted: false,
        };
        self.items[index].grants.push(grant);
        self.there.insert(card.id.clone(), card.name.clone());
        self.note_offered(index, card.who());
        self.lacking.moved = Instant::now();
        self.goods.begin(index, worker);
        let name = self.goods.name(index);
        Answer::Work(Work { token, name, load })
    }

    /// Whether a host has failed so often that it is rather not given anything now.
    pub(super) fn rests(&self, who: &str) -> bool {
        let known = self.failures.get(who);
        known.is_some_and(|(count, last)| *count >= ATTEMPTS && last.elapsed() < REST)
    }

    /// Whether another host than this one may do what is in a queue.
    fn is_another(&self, queue: &str, card: &str) -> bool {
        self.able(queue).iter().any(|other| other.id != card)
    }

    /// A piece of what who has a submission needs for it.
    fn piece(&mut self, index: usize, token: &str, digest: &str, at: usize) -> Answer {
        let item = self.items.get_mut(index);
        let granted = item.and_then(|item| item.granted(token));
        match granted.and_then(|_| self.shelf.piece(digest, at)) {
            Some((length, bytes)) => Answer::Piece {
                length,
                bytes: bytes.to_vec(),
            },
            None => Answer::Unwanted,
        }
    }

    /// A host says that it moves.
    fn moves(&mut self, index: usize, token: &str, stage: Stage, news: Option<Record>) -> Answer {
        let item = self.items.get_mut(index);
        let Some(grant) = item.and_then(|item| item.granted(token)) else {
            return Answer::Stop;
        };
        grant.sign = Instant::now();
        self.goods.advance(index, stage, news);
        Answer::On
    }

    /// A host is done with a submission.
    fn done(
        &mut self,
        index: usize,
        token: &str,
        outcome: Outcome,
        orders: &UnboundedSender<Order>,
    ) -> Answer {
        let Some(item) = self.items.get_mut(index) else {
            return Answer::Late;
        };
        let Some(grant) = item.granted(token) else {
            self.note_late(index, token, outcome);
            return Answer::Late;
        };
        grant.noted = true;
        let (host, card, who) = (grant.host.clone(), grant.card.clone(), grant.who.clone());
        let another = self.is_another(&self.queue(index), &card);
        let (words, counts) = match outcome {
            Outcome::GaveUp(words, counts) => (words, counts),
            outcome => match self.goods.take(index, outcome, another) {
                Ok(Taken::Over) => {
                    self.failures.remove(&who);
                    self.take_back(index, orders);
                    self.over(index);
                    return Answer::Kept;
                }
                Ok(Taken::Again) => {
                    self.items[index].grants.pop();
                    self.again(index);
                    return Answer::Kept;
                }
                Err(refusal) => (refusal.to_string(), true),
            },
        };
        let item = &mut self.items[index];
        // Its words count in its place.
        item.grants.pop();
        if counts {
            item.words.push(format!("{host}: {words}"));
            let (count, last) = (self.failures.entry(who.clone())).or_insert((0, Instant::now()));
            (*count, *last) = (*count + 1, Instant::now());
            item.failed.insert(who);
        }
        if self.is_spent(index) {
            self.poison(index, orders);
        } else {
            self.again(index);
        }
        Answer::Kept
    }

    /// Keeps a record of a result that does not count, once.
    fn note_late(&mut self, index: usize, token: &str, outcome: Outcome) {
        let mut grants = self.items[index].grants.iter_mut();
        let Some(grant) = grants.find(|grant| grant.token == token && !grant.noted) else {
            return;
        };
        grant.noted = true;
        let (host, said) = (
            one_line(&grant.host),
            one_line(&self.goods.said(index, outcome)),
        );
        (self.cluster.say)(&format!(
            "{}: {host} was late to say {said}; that changes nothing",
            self.goods.name(index),
        ));
        self.goods.late(index, format!("{host}: {said}"));
    }
}
