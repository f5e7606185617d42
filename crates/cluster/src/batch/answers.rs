//! What hosts ask, and what they are answered.

use std::time::Instant;

use async_nats::Message;
use tokio::sync::mpsc::UnboundedSender;

use super::{Batch, INLINE, random};
use crate::item::{Grant, State, follows, read};
use crate::keeper::Order;
use crate::wire::{Answer, Ask, Outcome, Stage, Work, bytes};
use mousetrap_base::printable::{named, one_line};
use mousetrap_judge::{Event, JudgeError, Parcel, Record, Terms};

impl Batch<'_> {
    pub(super) async fn asked(&mut self, message: Message, orders: &UnboundedSender<Order>) {
        let Some(reply) = message.reply else {
            return;
        };
        let Ok(ask) = serde_json::from_slice::<Ask>(&message.payload) else {
            return;
        };
        let answer = match ask {
            Ask::Begin {
                host,
                submission,
                attempt,
            } => self.begin(&host, submission, attempt, orders),
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

    /// A host has drawn a ticket.
    fn begin(
        &mut self,
        host: &str,
        index: usize,
        attempt: u32,
        orders: &UnboundedSender<Order>,
    ) -> Answer {
        let Some(item) = self.items.get(index) else {
            return Answer::Unwanted;
        };
        if item.state == State::Over || item.attempt != attempt {
            return Answer::Unwanted;
        }
        let Some(card) = self.cluster.roster.card(host) else {
            return Answer::Unknown;
        };
        let language = self.language(index);
        if let Some(differs) = self.demand.differs(&card, language) {
            return Answer::Refused(differs);
        }
        if let Some(holder) = item.holder() {
            return Answer::Busy(holder.host.clone());
        }
        if item.is_spent() {
            self.poison(index, orders);
            return Answer::Unwanted;
        }
        let submission = &self.submissions[index];
        let parcel = match Parcel::of(submission) {
            Ok(parcel) => parcel,
            Err(error) => {
                let error = JudgeError::to_string(&error);
                let submission = index;
                self.over(index, Event::Failed { submission, error }, orders);
                return Answer::Unwanted;
            }
        };
        self.demand.settle(&card, language);
        let known = self.hosts.iter().position(|known| *known == card.id);
        let worker = known.unwrap_or_else(|| {
            self.hosts.push(card.id.clone());
            self.hosts.len() - 1
        });
        let token = random();
        let grant = Grant {
            token: token.clone(),
            host: card.name.clone(),
            worker,
            sign: Instant::now(),
            noted: false,
        };
        self.items[index].begin(grant, index, self.events);
        let written = bytes(&parcel);
        let parcel = if written.len() > INLINE {
            Err(self.shelf.put(written))
        } else {
            Ok(parcel)
        };
        let problem = submission.problem.id();
        Answer::Work(Box::new(Work {
            token,
            problem: problem.to_owned(),
            suite: self.suites.get(problem).cloned().unwrap_or_default(),
            parcel,
            terms: Terms::from(self.options),
        }))
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
        let problem = self.submissions.get(index).map(|one| one.problem.id());
        let cases = problem.and_then(|problem| self.cases.get(problem));
        let (Some(item), Some(cases)) = (self.items.get_mut(index), cases) else {
            return Answer::Stop;
        };
        let Some(grant) = item.granted(token) else {
            return Answer::Stop;
        };
        grant.sign = Instant::now();
        let news = news.and_then(|record| read(record, cases));
        let mut all = item.told().to_vec();
        all.extend(news.map(|(_, results)| results).unwrap_or_default());
        item.advance(stage, all, index, self.events);
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
        let problem = self.submissions.get(index).map(|one| one.problem.id());
        let cases = problem.and_then(|problem| self.cases.get(problem));
        let (Some(item), Some(cases)) = (self.items.get_mut(index), cases) else {
            return Answer::Late;
        };
        let Some(grant) = item.granted(token) else {
            self.note_late(index, token, outcome);
            return Answer::Late;
        };
        grant.noted = true;
        let host = grant.host.clone();
        let gave_up = match outcome {
            Outcome::Judged(stage, record) => match read(record, cases) {
                Some((result, results)) if follows(&result, &results, cases) => {
                    item.advance(stage, results, index, self.events);
                    let result = Box::new(result);
                    let submission = index;
                    self.over(index, Event::Finished { submission, result }, orders);
                    return Answer::Kept;
                }
                _ => ("what it reports contradicts itself".to_owned(), true),
            },
            Outcome::Skipped(skip) => {
                let submission = index;
                self.over(index, Event::Skipped { submission, skip }, orders);
                return Answer::Kept;
            }
            Outcome::GaveUp(words, counts) => (words, counts),
        };
        let (words, counts) = gave_up;
        // Its words count in its place.
        item.grants.pop();
        if counts {
            item.words.push(format!("{host}: {words}"));
        }
        if item.words.len() >= crate::item::ATTEMPTS {
            self.fail(index, orders);
        } else {
            self.again(index);
        }
        Answer::Kept
    }

    /// Keeps a record of a result that does not count, once.
    fn note_late(&mut self, index: usize, token: &str, outcome: Outcome) {
        let submission = &self.submissions[index];
        let mut grants = self.items[index].grants.iter_mut();
        let Some(grant) = grants.find(|grant| grant.token == token && !grant.noted) else {
            return;
        };
        grant.noted = true;
        let cases = self.cases.get(submission.problem.id());
        let said = match outcome {
            Outcome::Judged(_, record) => cases.and_then(|cases| read(record, cases)).map_or_else(
                || "something that contradicts itself".to_owned(),
                |(result, _)| result.verdict.code().to_owned(),
            ),
            Outcome::Skipped(skip) => skip.reason,
            Outcome::GaveUp(words, _) => words,
        };
        (self.cluster.say)(&format!(
            "{}: {} was late to say {}; that changes nothing",
            named(&submission.path),
            one_line(&grant.host),
            one_line(&said)
        ));
    }
}
