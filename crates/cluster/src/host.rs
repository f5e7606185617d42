//! A judge host: draws tickets and judges what is behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{Consumer, pull};
use tokio::sync::Notify;
use tokio_stream::StreamExt as _;

use crate::ClusterError;
use crate::broker::{Address, Link, Role, STREAM, consumer, is_connected};
use crate::card::{Card, Tool};
use crate::job::Suites;
use crate::offers::Offers;
use crate::pace::{Paces, References};
use crate::wire::{ASKERS, Call, GONE, HOSTS, Offer, PRESENCE, ROLL, bytes};
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::language::{Languages, Probed, probe};
use mousetrap_judge::{Options, Runner, Threads, digest_of_bytes, digest_of_language};
use mousetrap_sandbox::{Isolation, Sandbox};

/// How a host is set up.
#[derive(Debug)]
pub struct Setup {
    /// Its name, for people.
    pub name: String,
    /// How many submissions it judges at a time.
    pub jobs: NonZeroUsize,
    /// The isolation in which it judges.
    pub isolation: Isolation,
    /// The languages that it knows.
    pub languages: Languages,
    /// What is kept from run to run.
    pub judge: JudgeOptions,
    /// The machine, by name of the fact.
    pub machine: BTreeMap<String, String>,
    /// Who does parts of other work than judging.
    pub runner: Arc<dyn Runner>,
    /// What machines are compared by.
    pub references: References,
    /// How much more its clock shows than has passed; 1, but for tests.
    pub clock: f64,
    /// Where what the user should know is said.
    pub say: fn(&str),
    /// Whether the user wants to know each piece of work.
    pub verbose: bool,
}

/// The queues that an asker has tickets in, each with the languages that it needs.
type Queues = BTreeMap<String, Vec<String>>;

/// What it has begun is given back within this time, or comes back by itself.
const ENDING: Duration = Duration::from_secs(3);

/// How long the server may take to say whether there is a ticket.
const DRAW_PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 5 });

/// A connected judge host.
#[derive(Debug)]
pub struct Judgehost {
    link: Link,
    desk: Arc<Desk>,
}

/// What its slots share.
#[derive(Debug)]
pub(crate) struct Desk {
    pub setup: Setup,
    pub client: async_nats::Client,
    jetstream: async_nats::jetstream::Context,
    pub card: Card,
    pub threads: Arc<Threads>,
    paces: Paces,
    figures: Mutex<BTreeMap<String, Option<Duration>>>,
    pub suites: Suites,
    /// What stops a submission, by its asker.
    pub stops: Mutex<Vec<(String, Arc<AtomicBool>)>>,
    calls: Mutex<BTreeMap<String, (Queues, Instant)>>,
    pub called: Notify,
    pub busy: AtomicUsize,
    /// Tickets that were sent here alone.
    pub offers: Offers,
    /// What was done, by who asked for it: what came first, and how much it is.
    pub done: Mutex<BTreeMap<String, (String, usize)>>,
    /// Who gives it nothing, and why, as was said.
    pub refused: Mutex<BTreeSet<(String, String)>>,
    stopping: AtomicBool,
}

impl Judgehost {
    /// Connects to the broker and looks at what is here.
    ///
    /// # Errors
    /// If the broker cannot be reached, or nothing can be isolated here.
    pub fn connect(address: &Address, setup: Setup) -> Result<Self, ClusterError> {
        let sandbox = Sandbox::new(setup.isolation).map_err(std::io::Error::other)?;
        let link = Link::connect(address, Role::Host)?;
        let mut card = Card {
            id: String::new(),
            name: setup.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: mousetrap_judge::build()?,
            isolation: setup.isolation.to_string(),
            clock: sandbox.clock(),
            jobs: setup.jobs.get(),
            busy: 0,
            languages: BTreeMap::new(),
            missing: BTreeMap::new(),
            figures: BTreeMap::new(),
            machine: setup.machine.clone(),
            inbox: inbox(&link.client),
            leaving: false,
        };
        (setup.say)("looks at the toolchains of this machine, which may take a while");
        for language in setup.languages.iter() {
            let id = language.id.clone();
            match probe(language) {
                Probed::Toolchain(toolchain) => {
                    let tool = Tool {
                        version: toolchain.version,
                        language: digest_of_language(language),
                    };
                    card.languages.insert(id, tool);
                }
                Probed::Missing { reason, .. } => {
                    card.missing.insert(id, reason.to_string());
                }
            }
        }
        let now = std::time::SystemTime::now();
        let run = format!("{:?} {now:?} {}", card, std::process::id());
        digest_of_bytes(run.as_bytes())[..16].clone_into(&mut card.id);
        let threads = Arc::new(Threads::with(Arc::clone(&setup.runner)));
        let references = setup.references.clone();
        let desk = Desk {
            client: link.client.clone(),
            jetstream: link.jetstream.clone(),
            paces: Paces::new(references, &card.build, Arc::clone(&threads), setup.say),
            card,
            setup,
            threads,
            figures: Mutex::default(),
            suites: Suites::default(),
            stops: Mutex::default(),
            calls: Mutex::default(),
            called: Notify::new(),
            offers: Offers::default(),
            busy: AtomicUsize::new(0),
            done: Mutex::default(),
            refused: Mutex::default(),
            stopping: AtomicBool::new(false),
        };
        Ok(Self {
            link,
            desk: Arc::new(desk),
        })
    }

    /// What it is and can do.
    pub fn card(&self) -> &Card {
        &self.desk.card
    }

    /// Judges until it is told to stop; what it has begun goes back then.
    ///
    /// # Errors
    /// If the broker does not let it listen.
    pub fn serve(&self, interrupted: &AtomicBool) -> Result<(), ClusterError> {
        let desk = &self.desk;
        self.link.runtime.block_on(async {
            let refused = |what, error: async_nats::SubscribeError| ClusterError::Refused {
                what,
                reason: error.to_string(),
            };
            let calls = desk.client.subscribe(ASKERS).await;
            let calls = calls.map_err(|error| refused("to listen to askers", error))?;
            let roll = desk.client.subscribe(ROLL).await;
            let mut roll = roll.map_err(|error| refused("to listen to roll calls", error))?;
            if let Some(subject) = desk.card.offers() {
                let offers = desk.client.subscribe(subject).await;
                let offers = offers.map_err(|error| refused("to listen to offers", error))?;
                tokio::spawn(desk.clone().take_offers(offers));
            }
            tokio::spawn(desk.clone().listen(calls));
            let slots: Vec<_> = (0..desk.card.jobs)
                .map(|_| tokio::spawn(desk.clone().slot()))
                .collect();
            let mut presence = tokio::time::interval(PRESENCE);
            let mut tick = tokio::time::interval(Duration::from_millis(100));
            let mut connected = true;
            while !interrupted.load(Ordering::Relaxed) {
                tokio::select! {
                    _ = presence.tick() => desk.announce(false).await,
                    _ = tick.tick() => {}
                    Some(_) = roll.next() => desk.announce(false).await,
                }
                self.link.permitted()?;
                let now = desk.is_connected();
                if now != connected {
                    connected = now;
                    (desk.setup.say)(if now {
                        "the broker is back"
                    } else {
                        "the broker is lost; what was begun goes on, and is handed over once it is back"
                    });
                }
            }
            let begun = match desk.busy.load(Ordering::Relaxed) {
                0 => "",
                _ => "; what was begun goes to other hosts",
            };
            (desk.setup.say)(&format!("stops{begun}"));
            desk.stopping.store(true, Ordering::Relaxed);
            desk.stop_all(None);
            desk.called.notify_waiters();
            desk.announce(true).await;
            let all = async {
                for slot in slots {
                    let _ = slot.await;
                }
            };
            let _ = tokio::time::timeout(ENDING, all).await;
            let _ = tokio::time::timeout(ENDING / 2, desk.client.flush()).await;
            Ok(())
        })
    }
}

/// What the subjects begin with on which a client is answered.
pub(crate) fn inbox(client: &async_nats::Client) -> String {
    let one = client.new_inbox();
    one.rsplit_once('.').map_or("", |(all, _)| all).to_owned()
}

impl Desk {
    /// Says what it is and can do.
    pub(crate) async fn announce(&self, leaving: bool) {
        // What nobody takes would fill the client's queue, and then wait for room in it.
        if !self.is_connected() {
            return;
        }
        let card = bytes(&self.card_now(leaving));
        let _ = self.client.publish(HOSTS, card.into()).await;
    }

    pub(crate) fn is_connected(&self) -> bool {
        is_connected(&self.client)
    }

    fn card_now(&self, leaving: bool) -> Card {
        let figures = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        let measured = figures.iter();
        let measured = measured.filter_map(|(id, figure)| Some((id.clone(), (*figure)?)));
        Card {
            busy: self.busy.load(Ordering::Relaxed),
            figures: measured.collect(),
            leaving,
            ..self.card.clone()
        }
    }

    /// Stops what is judged for an asker, or all.
    fn stop_all(&self, asker: Option<&str>) {
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        for (of, stop) in &*stops {
            if asker.is_none_or(|asker| asker == of) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Learns what there are tickets for.
    async fn listen(self: Arc<Self>, mut calls: async_nats::Subscriber) {
        while let Some(message) = calls.next().await {
            let Ok(call) = serde_json::from_slice::<Call>(&message.payload) else {
                continue;
            };
            if call.stop {
                self.stop_all(Some(&call.asker));
                let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((first, number)) = done.remove(&call.asker) {
                    (self.setup.say)(&format!(
                        "the work that began with {first} is over: {number} done here"
                    ));
                }
            }
            let mut known = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|_, (_, at)| at.elapsed() < GONE);
            if call.stop || call.queues.is_empty() {
                known.remove(&call.asker);
            } else {
                known.insert(call.asker, (call.queues, Instant::now()));
                drop(known);
                self.called.notify_waiters();
            }
        }
    }

    /// The queues to draw tickets from, this one first.
    fn wanted(&self, last: Option<&str>) -> Vec<String> {
        let known = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = known.values().filter(|(_, at)| at.elapsed() < GONE);
        let able = |id: &String| self.card.languages.contains_key(id);
        let mut queues: Vec<String> = fresh
            .flat_map(|(queues, _)| queues)
            .filter(|(_, needs)| needs.iter().all(able))
            .map(|(queue, _)| queue.clone())
            .collect();
        queues.sort_by_key(|queue| (Some(queue.as_str()) != last, queue.clone()));
        queues.dedup();
        queues
    }

    /// One submission after the other.
    async fn slot(self: Arc<Self>) {
        let mut consumers = BTreeMap::new();
        let mut last = None;
        while !self.is_stopping() {
            let called = self.called.notified();
            if let Some(Offer { ticket, queue }) = self.offers.next() {
                self.busy.fetch_add(1, Ordering::Relaxed);
                let figure = self.figure(&queue).await;
                self.do_work(&ticket, None, figure).await;
                self.busy.fetch_sub(1, Ordering::Relaxed);
                last = Some(queue);
                continue;
            }
            match self.draw(&mut consumers, last.as_deref()).await {
                Some((language, message)) => {
                    self.busy.fetch_add(1, Ordering::Relaxed);
                    let figure = self.figure(&language).await;
                    self.work(&message, figure).await;
                    self.busy.fetch_sub(1, Ordering::Relaxed);
                    last = Some(language);
                }
                None => {
                    let _ = tokio::time::timeout(Duration::from_secs(1), called).await;
                }
            }
        }
    }

    /// What the reference of a language takes here; nothing for other queues.
    async fn figure(self: &Arc<Self>, language: &str) -> Option<Duration> {
        let known = || self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(language).copied();
        if let Some(figure) = before {
            return figure;
        }
        let (desk, id) = (Arc::clone(self), language.to_owned());
        let measure = move || {
            let language = desk.setup.languages.by_id(&id)?;
            let options = Options {
                judge: desk.setup.judge,
                isolation: desk.setup.isolation,
                pace: 1.0 / desk.setup.clock,
                ..Options::default()
            };
            desk.paces.figure(language, &options, &desk.stopping)
        };
        self.busy.fetch_add(1, Ordering::Relaxed);
        let figure = tokio::task::spawn_blocking(measure).await.ok().flatten();
        self.busy.fetch_sub(1, Ordering::Relaxed);
        known().insert(language.to_owned(), figure);
        figure
    }

    /// Draws a ticket, if there is one.
    async fn draw(
        self: &Arc<Self>,
        consumers: &mut BTreeMap<String, Consumer<pull::Config>>,
        last: Option<&str>,
    ) -> Option<(String, Message)> {
        for language in self.wanted(last) {
            // Before a ticket waits for it.
            self.figure(&language).await;
            if !consumers.contains_key(&language) {
                let found = self
                    .jetstream
                    .get_consumer_from_stream(consumer(&language), STREAM);
                let Ok(found) = found.await else { continue };
                consumers.insert(language.clone(), found);
            }
            let fetched = consumers[&language].fetch().max_messages(1).messages();
            let first = async { fetched.await?.next().await.transpose() };
            // A server that has lost its data does not answer at all.
            match tokio::time::timeout(DRAW_PATIENCE, first).await {
                Ok(Ok(Some(message))) => return Some((language, message)),
                Ok(Ok(None)) => {}
                Ok(Err(_)) | Err(_) => {
                    consumers.remove(&language);
                }
            }
        }
        None
    }
}
