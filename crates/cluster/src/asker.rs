//! The cluster as an engine of the judge.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::batch::{Batch, Parts, Submissions};
use crate::broker::{Address, Link, Role};
use crate::difference::Demand;
use crate::pace::{self, Paces, References};
use crate::roster::Roster;
use crate::suite::Shelf;
use crate::{Card, ClusterError};
use mousetrap_judge::language::{Language, Languages};
use mousetrap_judge::{Engine, Event, JudgeError, Options, Part, Submission, Take, Undone};
use mousetrap_sandbox::{Clock, Isolation};
use mousetrap_suite::Case;

/// What holds on is said again after this time.
const WHILE: Duration = Duration::from_mins(5);

/// The hosts that are connected to a broker.
#[derive(Debug)]
pub struct Cluster {
    pub(crate) link: Link,
    pub(crate) roster: Roster,
    /// This build.
    pub(crate) build: String,
    /// How fast this machine is: limits are for it.
    paces: Paces,
    /// The hosts that were given work, by name.
    pub(crate) used: Mutex<BTreeMap<String, String>>,
    /// Where what the user should know is said.
    pub(crate) say: fn(&str),
    /// What was said once and for all.
    said: Mutex<BTreeSet<String>>,
    /// What was said for a while, and when.
    lately: Mutex<BTreeMap<String, Instant>>,
    /// The hosts of which it was said that they have gone, by id.
    pub(crate) gone: Mutex<BTreeSet<String>>,
    /// Whether it was said that the broker is lost.
    pub(crate) away: AtomicBool,
}

impl Cluster {
    /// Connects to the broker. What the user should know while judgements go on,
    /// such as that no host is there, goes to `say`, a line at a time. Hosts that are
    /// slower than this machine by the references are given more time.
    ///
    /// # Errors
    /// If the broker cannot be reached.
    pub fn connect(
        address: &Address,
        references: References,
        say: fn(&str),
    ) -> Result<Self, ClusterError> {
        let link = Link::connect(address, Role::Asker)?;
        let roster = Roster::default();
        link.runtime
            .spawn(roster.clone().follow(link.client.clone()));
        link.runtime.block_on(roster.gather());
        link.permitted()?;
        let build = mousetrap_judge::build()?;
        Ok(Self {
            link,
            roster,
            paces: Paces::new(references, &build, Arc::default(), say),
            used: Mutex::default(),
            build,
            say,
            said: Mutex::default(),
            lately: Mutex::default(),
            gone: Mutex::default(),
            away: AtomicBool::new(false),
        })
    }

    /// Says what need not be said again.
    pub(crate) fn say_once(&self, line: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&line) {
            (self.say)(&line);
            said.insert(line);
        }
    }

    /// Says what would be said again and again while many batches wait for the same.
    pub(crate) fn say_for_a_while(&self, line: String) {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.retain(|_, at| at.elapsed() < WHILE);
        if let Entry::Vacant(place) = lately.entry(line) {
            (self.say)(place.key());
            place.insert(Instant::now());
        }
    }

    /// What is wrong with the hosts that are there, a line each, as far as it keeps
    /// them from being given work in these languages.
    pub fn complaints(&self, languages: &Languages) -> Vec<String> {
        let each = languages.iter().map(|language| vec![language]);
        let demand = Demand::of(&self.build, each, Some(Isolation::Full));
        let hosts = self.hosts();
        let mut wrong = Vec::new();
        for language in languages.iter() {
            // Hosts are mostly alike.
            let mut differ: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for card in &hosts {
                if let Some(mut differs) = demand.differs(card, &language.id) {
                    if card.missing.contains_key(&language.id) {
                        differs.push_str("; there: mousetrap setup ");
                        differs.push_str(&language.id);
                    }
                    differ.entry(differs).or_default().push(&card.name);
                }
            }
            let differ = differ.into_iter();
            wrong.extend(differ.map(|(how, names)| format!("{}: {how}", names.join(", "))));
            let able = |card: &&Arc<Card>| demand.differs(card, &language.id).is_none();
            if !hosts.is_empty() && !hosts.iter().any(|card| able(&card)) {
                wrong.push(format!("no host can be given {}", language.name));
            }
        }
        // Of a host as a whole it is said once.
        let mut said = BTreeSet::new();
        wrong.retain(|line| said.insert(line.clone()));
        wrong
    }

    /// How many times longer than here each language takes on a host, as far as that is
    /// known: hosts measure a language before their first work in it.
    pub fn factors(
        &self,
        card: &Card,
        languages: &Languages,
        options: &Options,
    ) -> Vec<(String, f64)> {
        let never = AtomicBool::new(false);
        let factor = |(id, &figure): (&String, &Duration)| {
            let language = languages.by_id(id)?;
            let own = self.paces.figure(language, options, &never)?;
            Some((language.name.clone(), pace::factor(figure, own)))
        };
        card.figures.iter().filter_map(factor).collect()
    }

    /// The hosts that are there.
    pub fn hosts(&self) -> Vec<Arc<Card>> {
        self.roster.present()
    }
}

impl Engine for Cluster {
    fn judge(
        &self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<&'static str, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let begun = Instant::now();
        let mut shelf = Shelf::default();
        let open = submissions.iter().filter(|submission| !submission.is_done);
        let languages = open.map(|submission| submission.detected.language);
        let languages: BTreeMap<_, _> = languages.map(|one| (one.id.clone(), one)).collect();
        // Who waits to hear that no host has a language need not wait for that.
        let there = self.hosts();
        let is_missing = |language: &Language| {
            let lacks = |card: &Arc<Card>| card.missing.contains_key(&language.id);
            !there.is_empty() && there.iter().all(lacks)
        };
        let figure = |(id, language): (String, &Language)| {
            if is_missing(language) {
                return None;
            }
            let figure = self.paces.figure(language, options, interrupted);
            Some((id, figure?))
        };
        let figures = languages.into_iter().filter_map(figure).collect();
        let goods = Submissions::new(
            submissions,
            cases,
            options,
            events,
            figures,
            (&mut shelf, self.say),
        );
        let hosts = self.hosts();
        let infos = submissions.iter();
        let infos = infos.map(|one| mousetrap_judge::info(one, goods.number(one)));
        let _ = events.send(Event::RunStarted {
            submissions: infos.collect(),
            jobs: hosts.iter().map(|card| card.jobs).sum::<usize>().max(1),
            isolation: options.isolation.to_string(),
            clock: hosts.first().map_or(Clock::default(), |card| card.clock),
        });
        let batch = Batch::new(self, Box::new(goods), shelf, interrupted);
        self.link.runtime.block_on(batch.run())?;
        let _ = events.send(Event::RunFinished {
            interrupted: interrupted.load(Ordering::Relaxed),
            wall: begun.elapsed(),
        });
        Ok(())
    }

    fn machines(&self) -> BTreeMap<String, String> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.clone()
    }

    fn parts(
        &self,
        parts: &[Part<'_>],
        interrupted: &AtomicBool,
        take: &mut Take<'_>,
    ) -> Result<(), JudgeError> {
        let mut take = |number: usize, result: Result<&str, Undone>| take(number, result);
        let goods = Box::new(Parts::new(parts, &mut take));
        let batch = Batch::new(self, goods, Shelf::default(), interrupted);
        self.link.runtime.block_on(batch.run())?;
        Ok(())
    }
}
