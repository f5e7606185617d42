//! Some submissions, or parts of other work, on their way through the cluster.

mod answers;
mod goods;
mod lacking;
mod offers;
mod parts;
mod presence;
mod submissions;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt as _;

use crate::difference::{Demand, queue};
use crate::item::{ATTEMPTS, Asker, Grant, Item, MOST, State};
use crate::keeper::{Keeper, Notice, Order, TICK};
use crate::suite::Shelf;
use crate::wire::{ASKERS, Call, PRESENCE, asker_subject, bytes};
use crate::{ACK_WAIT, Card, Cluster, ClusterError};
use goods::Goods;
use mousetrap_judge::Undone;
use offers::Offers;
pub(crate) use parts::Parts;
pub(crate) use submissions::Submissions;

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
/// A host that has failed on one thing after the other is given no more for so long,
/// while another is there.
const REST: Duration = Duration::from_secs(30);
/// How long the last host that could do something is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 12 } else { 60 });

/// How long its end may take: tickets of nobody do no harm.
const GOODBYE: Duration = Duration::from_millis(1500);

pub(crate) struct Batch<'a> {
    cluster: &'a Cluster,
    asker: Asker,
    goods: Box<dyn Goods + 'a>,
    interrupted: &'a AtomicBool,
    demand: Demand,
    shelf: Shelf,
    items: Vec<Item>,
    /// What waits to be published, by the languages that it needs.
    queues: BTreeMap<Arc<str>, VecDeque<usize>>,
    left: usize,
    /// Those that have a ticket.
    out: BTreeSet<usize>,
    /// How many of a queue hosts do at a time.
    jobs: BTreeMap<String, usize>,
    /// Hosts that were given work, in the order in which they came.
    hosts: Vec<String>,
    /// Those of them that are still there, with their names.
    there: BTreeMap<String, String>,
    /// On how much each has failed in a row, and when last.
    failures: BTreeMap<String, (usize, Instant)>,
    lacking: Lacking,
    /// Since when the broker is lost.
    away: Option<Instant>,
    /// Since when the broker takes no tickets, when it was tried last, and why.
    trouble: Option<(Instant, Instant, String)>,
    announced: Option<Instant>,
    looked: Instant,
    offers: Offers,
}

/// What no host can do, and since when.
#[derive(Debug)]
struct Lacking {
    since: BTreeMap<String, Instant>,
    /// What some host could do.
    once: BTreeSet<String>,
    /// When somebody last took a ticket, or had a reason not to.
    taken: BTreeMap<String, Instant>,
    said: bool,
    /// When a host was last given something.
    moved: Instant,
}

impl Default for Lacking {
    fn default() -> Self {
        Self {
            since: BTreeMap::new(),
            once: BTreeSet::new(),
            taken: BTreeMap::new(),
            said: false,
            moved: Instant::now(),
        }
    }
}

impl<'a> Batch<'a> {
    pub(crate) fn new(
        cluster: &'a Cluster,
        goods: Box<dyn Goods + 'a>,
        shelf: Shelf,
        interrupted: &'a AtomicBool,
    ) -> Self {
        let mut queues: BTreeMap<Arc<str>, VecDeque<usize>> = BTreeMap::new();
        let mut items = Vec::new();
        let needs = goods.needs();
        for (index, languages) in needs.iter().enumerate() {
            let Some(languages) = languages else {
                items.push(Item::new("".into(), State::Over));
                continue;
            };
            let name: Arc<str> = queue(languages).into();
            items.push(Item::new(Arc::clone(&name), State::Waiting));
            queues.entry(name).or_default().push_back(index);
        }
        let wanted = needs.into_iter().flatten();
        let demand = Demand::of(&cluster.build, wanted, goods.isolation());
        Self {
            cluster,
            asker: Asker {
                id: random(),
                key: random(),
            },
            goods,
            interrupted,
            demand,
            shelf,
            left: queues.values().map(VecDeque::len).sum(),
            items,
            queues,
            out: BTreeSet::new(),
            jobs: BTreeMap::new(),
            hosts: Vec::new(),
            there: BTreeMap::new(),
            failures: BTreeMap::new(),
            lacking: Lacking::default(),
            away: None,
            trouble: None,
            announced: None,
            looked: Instant::now(),
            offers: Offers::default(),
        }
    }

    pub(crate) async fn run(mut self) -> Result<(), ClusterError> {
        let client = self.cluster.link.client.clone();
        let inbox = client.subscribe(asker_subject(&self.asker.id)).await;
        let mut inbox = inbox.map_err(|error| ClusterError::Refused {
            what: "an asker's subscription",
            reason: error.to_string(),
        })?;
        let (orders, to_keep) = unbounded_channel();
        let (notices, mut kept) = unbounded_channel();
        let keeper = Keeper {
            client: client.clone(),
            jetstream: self.cluster.link.jetstream.clone(),
            consumers: BTreeSet::new(),
            made: None,
        };
        let keeper = tokio::spawn(keeper.serve(to_keep, notices));
        let mut tick = tokio::time::interval(TICK);
        while self.left > 0 && !self.interrupted.load(Ordering::Relaxed) {
            self.fill(&orders);
            tokio::select! {
                message = inbox.next() => match message {
                    Some(message) => self.asked(message, &orders).await,
                    None => break,
                },
                Some(notice) = kept.recv() => self.kept(notice).await,
                _ = tick.tick() => self.look_around(&orders).await,
            }
        }
        let stop = keeper.abort_handle();
        if self.away.is_none() {
            let end = async {
                self.end(&orders).await;
                drop(orders);
                let _ = keeper.await;
            };
            let _ = tokio::time::timeout(GOODBYE, end).await;
        }
        stop.abort();
        Ok(())
    }

    fn queue(&self, index: usize) -> Arc<str> {
        Arc::clone(&self.items[index].queue)
    }

    /// The hosts that may draw from a queue.
    fn able(&self, queue: &str) -> Vec<Arc<Card>> {
        let mut hosts = self.cluster.hosts();
        hosts.retain(|card| self.demand.differs(card, queue).is_none());
        hosts
    }

    /// Publishes tickets, as many as hosts will soon draw.
    fn fill(&mut self, orders: &UnboundedSender<Order>) {
        let tried = self.trouble.as_ref().map(|(_, tried, _)| tried.elapsed());
        if self.away.is_some() || tried.is_some_and(|tried| tried < RETRY) {
            return;
        }
        for (name, queue) in &mut self.queues {
            if queue.is_empty() {
                continue;
            }
            let of = |index: &&usize| self.items[**index].queue == *name;
            let out = self.out.iter().filter(of).count();
            let jobs = self.jobs.get(&**name).copied().unwrap_or(0);
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
                let ticket = item.ticket(&self.asker, index);
                let _ = orders.send(Order::Publish(ticket, name.to_string()));
            }
        }
    }

    /// Publishes a submission once more, before all others.
    fn again(&mut self, index: usize) {
        if self.items[index].state != State::Over {
            self.items[index].state = State::Waiting;
            self.out.remove(&index);
            let queue = self.queues.entry(self.queue(index));
            queue.or_default().push_front(index);
        }
    }

    async fn kept(&mut self, notice: Notice) {
        match notice {
            Notice::Published(ticket, place) => {
                self.trouble = None;
                let item = &mut self.items[ticket.submission];
                if item.state == State::Leaving && item.attempt == ticket.attempt {
                    item.lies = Instant::now();
                    item.state = State::Out {
                        place,
                        checked: Instant::now(),
                    };
                }
                self.announce(Duration::from_millis(10), false).await;
            }
            Notice::Failed(ticket, error) => {
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
            Notice::Gone(ticket) => {
                let item = &self.items[ticket.submission];
                if item.attempt == ticket.attempt && item.holder().is_none() {
                    self.again(ticket.submission);
                }
            }
            Notice::Anew => {
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
        if self.away.is_some() || lately && !stop {
            return;
        }
        self.announced = Some(Instant::now());
        let out = self.out.iter().map(|&index| self.queue(index));
        let queues = out.map(|queue| (queue.to_string(), self.demand.needs(&queue)));
        let call = Call {
            asker: self.asker.id.clone(),
            queues: queues.collect(),
            stop,
        };
        let client = &self.cluster.link.client;
        let _ = client.publish(ASKERS, bytes(&call).into()).await;
    }

    async fn look_around(&mut self, orders: &UnboundedSender<Order>) {
        if !self.is_broker_there() {
            return;
        }
        self.announce(PRESENCE / 2, false).await;
        self.mind_the_hosts();
        self.mind_the_lacking(orders);
        if let Some((since, _, error)) = &self.trouble
            && since.elapsed() > PATIENCE
        {
            let error = format!("the broker takes no work: {error}");
            let open = 0..self.items.len();
            let open = open.filter(|&index| self.items[index].state != State::Over);
            for index in open.collect::<Vec<_>>() {
                self.lose(index, Undone::Failed(error.clone()), orders);
            }
        }
        self.offer_what_lies().await;
        let mut checks = 0;
        for index in self.out.clone() {
            let State::Out { place, checked } = self.items[index].state else {
                continue;
            };
            let silent = |grant: &Grant| grant.sign.elapsed() > ACK_WAIT + SOON;
            if self.items[index].grants.last().is_some_and(silent) && self.is_spent(index) {
                self.poison(index, orders);
                continue;
            }
            let item = &mut self.items[index];
            if checked.elapsed() > DOUBT && item.holder().is_none() && checks < CHECKS {
                checks += 1;
                item.state = State::Out {
                    place,
                    checked: Instant::now(),
                };
                let _ = orders.send(Order::Check(item.ticket(&self.asker, index), place));
            }
        }
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            let _ = orders.send(Order::Compare);
        }
    }

    /// Whether enough hosts were lost with it or failed on it; one of many hosts is not
    /// enough, as often as that may be.
    fn is_spent(&self, index: usize) -> bool {
        let item = &self.items[index];
        if item.tries() < ATTEMPTS {
            return false;
        }
        let tried = item.tried();
        let fresh = |card: &Arc<Card>| !tried.contains(card.who());
        tried.len() >= ATTEMPTS || item.tries() >= MOST || !self.able(&item.queue).iter().any(fresh)
    }

    /// Sets a submission aside that no host has survived, with what was said about it.
    fn poison(&mut self, index: usize, orders: &UnboundedSender<Order>) {
        let item = &mut self.items[index];
        for grant in &item.grants {
            let word = format!("{} was lost while it judged it", grant.host);
            item.words.push(word);
        }
        let words = item.words.join("; ");
        let error = format!("set aside after {} attempts: {words}", item.words.len());
        self.lose(index, Undone::Failed(error), orders);
    }

    /// Ends what will not be done.
    fn lose(&mut self, index: usize, why: Undone, orders: &UnboundedSender<Order>) {
        let item = &self.items[index];
        if let State::Out { place, .. } = item.state {
            // Nobody acknowledges this ticket any more.
            let _ = orders.send(Order::Remove(item.ticket(&self.asker, index), place));
        }
        self.over(index);
        self.goods.lose(index, why);
    }

    /// Ends what was done, or will not be.
    fn over(&mut self, index: usize) {
        self.items[index].state = State::Over;
        self.out.remove(&index);
        self.left -= 1;
    }

    /// Takes back what is still out.
    async fn end(&mut self, orders: &UnboundedSender<Order>) {
        for &index in &self.out {
            let item = &self.items[index];
            if let State::Out { place, .. } = item.state {
                let _ = orders.send(Order::Remove(item.ticket(&self.asker, index), place));
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
