//! Some submissions on their way through the cluster.

mod answers;
mod lacking;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt as _;

use crate::difference::Demand;
use crate::item::{Grant, Item, State};
use crate::keeper::{Keeper, Order, Report};
use crate::suite::{self, Shelf};
use crate::wire::{ASKERS, Call, PRESENCE, asker_subject, bytes};
use crate::{ACK_WAIT, Card, Cluster, ClusterError};
use mousetrap_judge::{Event, Options, Submission};
use mousetrap_sandbox::Clock;
use mousetrap_suite::{Case, CaseId};

/// How often it looks around.
const TICK: Duration = Duration::from_millis(100);
/// How soon a ticket that the broker did not take is published again.
const RETRY: Duration = Duration::from_millis(500);
/// How often it asks the broker whether all is as it was.
const LOOK: Duration = Duration::from_secs(2);
/// A ticket of which nothing was heard for so long is looked for.
const DOUBT: Duration = Duration::from_secs(20);
/// How many tickets are looked for at a time.
const CHECKS: usize = 16;
/// That nobody can do something is said after this time.
const SOON: Duration = Duration::from_secs(3);
/// How long the last host that could do something is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
/// Longer sources do not go with the answer.
const INLINE: usize = 128 * 1024;

pub(crate) struct Batch<'a> {
    cluster: &'a Cluster,
    id: String,
    submissions: &'a [Submission<'a>],
    cases: BTreeMap<&'static str, BTreeMap<&'a CaseId, &'a Case>>,
    options: &'a Options,
    interrupted: &'a AtomicBool,
    events: &'a Sender<Event>,
    demand: Demand,
    shelf: Shelf,
    /// Digests by problem.
    suites: BTreeMap<&'static str, String>,
    items: Vec<Item>,
    /// Those that are the same as another.
    same: BTreeMap<usize, usize>,
    /// What waits to be published, by language.
    queues: BTreeMap<String, VecDeque<usize>>,
    left: usize,
    /// Those that have a ticket.
    out: BTreeSet<usize>,
    /// How many submissions hosts judge at a time, by language.
    jobs: BTreeMap<String, usize>,
    /// Hosts that were given work, in the order in which they came.
    hosts: Vec<String>,
    lacking: Lacking,
    /// Since when the broker takes no tickets, when it was tried last, and why.
    trouble: Option<(Instant, Instant, String)>,
    announced: Option<Instant>,
    looked: Instant,
}

/// What no host can do, and since when.
#[derive(Debug, Default)]
struct Lacking {
    since: BTreeMap<String, Instant>,
    /// What some host could do.
    once: BTreeSet<String>,
    said: bool,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(
        cluster: &'a Cluster,
        submissions: &'a [Submission<'a>],
        cases: &'a BTreeMap<&'static str, Vec<Case>>,
        options: &'a Options,
        interrupted: &'a AtomicBool,
        events: &'a Sender<Event>,
    ) -> Self {
        let same = if options.same_once {
            mousetrap_judge::repeated(submissions)
        } else {
            BTreeMap::new()
        };
        let mut shelf = Shelf::default();
        let suites = cases
            .iter()
            .map(|(problem, cases)| (*problem, shelf.put(suite::write(cases))))
            .collect();
        let by_id = |(&problem, cases): (&&'static str, &'a Vec<Case>)| {
            let cases = cases.iter().map(|case| (&case.id, case));
            (problem, cases.collect())
        };
        let mut queues: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        let mut items = Vec::new();
        for (index, submission) in submissions.iter().enumerate() {
            let over = submission.is_done || same.contains_key(&index);
            items.push(Item::new(if over { State::Over } else { State::Waiting }));
            if !over {
                let queue = queues.entry(submission.detected.language.id.clone());
                queue.or_default().push_back(index);
            }
        }
        Self {
            cluster,
            id: random(),
            submissions,
            cases: cases.iter().map(by_id).collect(),
            options,
            interrupted,
            events,
            demand: Demand::new(&cluster.build, submissions, options),
            shelf,
            suites,
            left: queues.values().map(VecDeque::len).sum(),
            items,
            same,
            queues,
            out: BTreeSet::new(),
            jobs: BTreeMap::new(),
            hosts: Vec::new(),
            lacking: Lacking::default(),
            trouble: None,
            announced: None,
            looked: Instant::now(),
        }
    }

    pub(crate) async fn run(mut self) -> Result<(), ClusterError> {
        let begun = Instant::now();
        self.say_started();
        let client = self.cluster.link.client.clone();
        let inbox = client.subscribe(asker_subject(&self.id)).await;
        let mut inbox = inbox.map_err(|error| ClusterError::Refused {
            what: "an asker's subscription",
            reason: error.to_string(),
        })?;
        let (orders, to_keep) = unbounded_channel();
        let (reports, mut kept) = unbounded_channel();
        let keeper = Keeper {
            jetstream: self.cluster.link.jetstream.clone(),
            consumers: BTreeSet::new(),
            made: None,
        };
        let keeper = tokio::spawn(keeper.serve(to_keep, reports));
        let mut tick = tokio::time::interval(TICK);
        while self.left > 0 && !self.interrupted.load(Ordering::Relaxed) {
            self.fill(&orders);
            tokio::select! {
                message = inbox.next() => match message {
                    Some(message) => self.asked(message, &orders).await,
                    None => break,
                },
                Some(report) = kept.recv() => self.kept(report).await,
                _ = tick.tick() => self.look_around(&orders).await,
            }
        }
        self.end(&orders).await;
        drop(orders);
        let _ = tokio::time::timeout(Duration::from_secs(5), keeper).await;
        let _ = self.events.send(Event::RunFinished {
            interrupted: self.interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }

    fn say_started(&self) {
        let hosts = self.cluster.hosts();
        let number = |submission: &Submission<'_>| {
            let cases = self.cases.get(submission.problem.id());
            cases.map_or(0, BTreeMap::len)
        };
        let infos = self.submissions.iter();
        let infos = infos.map(|one| mousetrap_judge::info(one, number(one)));
        let _ = self.events.send(Event::RunStarted {
            submissions: infos.collect(),
            jobs: hosts.iter().map(|card| card.jobs).sum::<usize>().max(1),
            isolation: self.options.isolation.to_string(),
            clock: hosts.first().map_or(Clock::default(), |card| card.clock),
        });
    }

    fn language(&self, submission: usize) -> &'a str {
        &self.submissions[submission].detected.language.id
    }

    /// The hosts that may judge a language.
    fn able(&self, language: &str) -> Vec<Arc<Card>> {
        let mut hosts = self.cluster.hosts();
        hosts.retain(|card| self.demand.differs(card, language).is_none());
        hosts
    }

    /// Publishes tickets, as many as hosts will soon draw.
    fn fill(&mut self, orders: &UnboundedSender<Order>) {
        let submissions = self.submissions;
        let tried = self.trouble.as_ref().map(|(_, tried, _)| tried.elapsed());
        if tried.is_some_and(|tried| tried < RETRY) {
            return;
        }
        for (language, queue) in &mut self.queues {
            if queue.is_empty() {
                continue;
            }
            let of = |index: &&usize| submissions[**index].detected.language.id == *language;
            let out = self.out.iter().filter(of).count();
            let jobs = self.jobs.get(language).copied().unwrap_or(0);
            let room = (2 * jobs).clamp(4, 512).saturating_sub(out);
            for _ in 0..room {
                let Some(index) = queue.pop_front() else {
                    break;
                };
                let item = &mut self.items[index];
                if item.state != State::Waiting {
                    continue;
                }
                item.attempt += 1;
                item.state = State::Leaving;
                self.out.insert(index);
                let ticket = item.ticket(&self.id, index);
                let _ = orders.send(Order::Publish(ticket, language.clone()));
            }
        }
    }

    /// Publishes a submission once more, before all others.
    fn again(&mut self, index: usize) {
        if self.items[index].state != State::Over {
            self.items[index].state = State::Waiting;
            self.out.remove(&index);
            let queue = self.queues.entry(self.language(index).to_owned());
            queue.or_default().push_front(index);
        }
    }

    async fn kept(&mut self, report: Report) {
        match report {
            Report::Published(ticket, place) => {
                self.trouble = None;
                let item = &mut self.items[ticket.submission];
                if item.state == State::Leaving && item.attempt == ticket.attempt {
                    item.state = State::Out {
                        place,
                        checked: Instant::now(),
                    };
                }
                self.announce(Duration::from_millis(10), false).await;
            }
            Report::Failed(ticket, error) => {
                let since = self
                    .trouble
                    .take()
                    .map_or_else(Instant::now, |(since, ..)| since);
                self.trouble = Some((since, Instant::now(), error));
                let item = &mut self.items[ticket.submission];
                if item.state == State::Leaving {
                    // Under the same name, in case it is there after all.
                    item.attempt -= 1;
                    self.again(ticket.submission);
                }
            }
            Report::Gone(ticket) => {
                let item = &self.items[ticket.submission];
                if item.attempt == ticket.attempt && item.holder().is_none() {
                    self.again(ticket.submission);
                }
            }
            Report::Anew => {
                for index in self.out.clone() {
                    let item = &self.items[index];
                    if matches!(item.state, State::Out { .. }) && item.holder().is_none() {
                        self.again(index);
                    }
                }
            }
        }
    }

    /// Says what there are tickets for, unless that was said a moment ago.
    async fn announce(&mut self, between: Duration, stop: bool) {
        let lately = self.announced.is_some_and(|at| at.elapsed() < between);
        if lately && !stop {
            return;
        }
        self.announced = Some(Instant::now());
        let out = self.out.iter().map(|&index| self.language(index));
        let languages: BTreeSet<&str> = out.collect();
        let call = Call {
            asker: self.id.clone(),
            languages: languages.into_iter().map(str::to_owned).collect(),
            stop,
        };
        let client = &self.cluster.link.client;
        let _ = client.publish(ASKERS, bytes(&call).into()).await;
    }

    async fn look_around(&mut self, orders: &UnboundedSender<Order>) {
        self.announce(PRESENCE / 2, false).await;
        self.mind_the_lacking(orders);
        if let Some((since, _, error)) = &self.trouble
            && since.elapsed() > PATIENCE
        {
            let error = format!("the broker takes no work: {error}");
            let open = 0..self.items.len();
            let open = open.filter(|&index| self.items[index].state != State::Over);
            for submission in open.collect::<Vec<_>>() {
                let error = error.clone();
                self.over(submission, Event::Failed { submission, error }, orders);
            }
        }
        let mut checks = 0;
        for index in self.out.clone() {
            let State::Out { place, checked } = self.items[index].state else {
                continue;
            };
            let item = &mut self.items[index];
            let silent = |grant: &Grant| grant.sign.elapsed() > ACK_WAIT + SOON;
            if item.is_spent() && item.grants.last().is_some_and(silent) {
                self.poison(index, orders);
                continue;
            }
            if checked.elapsed() > DOUBT && item.holder().is_none() && checks < CHECKS {
                checks += 1;
                item.state = State::Out {
                    place,
                    checked: Instant::now(),
                };
                let _ = orders.send(Order::Check(item.ticket(&self.id, index), place));
            }
        }
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            let _ = orders.send(Order::Look);
        }
    }

    /// Sets a submission aside that no host has survived.
    fn poison(&mut self, index: usize, orders: &UnboundedSender<Order>) {
        let item = &mut self.items[index];
        for grant in &item.grants {
            let word = format!("{} was lost while it judged it", grant.host);
            item.words.push(word);
        }
        self.fail(index, orders);
    }

    /// Sets a submission aside with what was said about it.
    fn fail(&mut self, index: usize, orders: &UnboundedSender<Order>) {
        let words = self.items[index].words.join("; ");
        let error = format!(
            "set aside after {} attempts: {words}",
            crate::item::ATTEMPTS
        );
        let submission = index;
        self.over(index, Event::Failed { submission, error }, orders);
    }

    /// Ends a submission with its last event.
    fn over(&mut self, index: usize, event: Event, orders: &UnboundedSender<Order>) {
        let item = &mut self.items[index];
        if let State::Out { place, .. } = item.state
            && !matches!(event, Event::Finished { .. })
        {
            // Nobody acknowledges this ticket any more.
            let _ = orders.send(Order::Remove(item.ticket(&self.id, index), place));
        }
        item.state = State::Over;
        self.out.remove(&index);
        self.left -= 1;
        let _ = self.events.send(event);
        let same = self.same.iter().filter(|(_, first)| **first == index);
        for (&submission, &first) in same {
            let _ = self.events.send(Event::Same { submission, first });
        }
    }

    /// Takes back what is still out.
    async fn end(&mut self, orders: &UnboundedSender<Order>) {
        for &index in &self.out {
            let item = &self.items[index];
            if let State::Out { place, .. } = item.state {
                let _ = orders.send(Order::Remove(item.ticket(&self.id, index), place));
            }
        }
        for item in &mut self.items {
            item.state = State::Over;
        }
        self.announce(Duration::ZERO, true).await;
        let _ = self.cluster.link.client.flush().await;
    }
}

/// 128 bits that nobody guesses.
fn random() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the kernel gives random bytes");
    format!("{:032x}", u128::from_ne_bytes(bytes))
}
