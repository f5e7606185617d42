//! Restarts of many targets, spread over threads, that can be stopped and continued.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use super::anneal::Hunter;
use super::target::{Restart, Target};
use cat_and_mouse::Instance;
use mousetrap_suite::generate::Seed;

/// What to hunt and for how long.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The targets. Each round has one restart of each.
    pub targets: Vec<Target>,
    /// Chooses the streams of the restarts.
    pub seed: Seed,
    /// Steps of a restart; each scores one instance.
    pub steps: u64,
    /// Wins in more plies do not count. A restart ends once it has found one in the
    /// maximum number of plies, and the hunt once every target has one.
    pub max_plies: Option<u32>,
    /// The first round.
    pub first: usize,
    /// The number of rounds; none to continue until stopped.
    pub rounds: Option<usize>,
    /// The number of threads.
    pub jobs: NonZeroUsize,
}

/// The best instance of a target so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// How good, in the unit of the target.
    pub score: u32,
    /// The restart that found it.
    pub restart: usize,
    /// The instance.
    pub instance: Instance,
}

/// How far a campaign is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The best find of each target, in the order of the targets.
    pub best: Vec<Option<Find>>,
    /// Instances scored.
    pub scored: u64,
    first: usize,
    /// All tasks below this number are done.
    done: usize,
    /// Tasks beyond that are done, too.
    ahead: BTreeSet<usize>,
}

/// News of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The target of this number has a new best instance.
    Better(usize),
    /// A restart is done.
    Finished,
    /// Only the numbers have changed.
    Tick,
}

/// From a worker to the thread that keeps the progress.
enum Message {
    Better(usize, Find),
    Finished(usize),
}

impl Campaign {
    /// Hunts until all rounds are done, `stop` is set, or every target has an instance
    /// as deep as `max_plies` allows. Calls `report` in this thread
    /// at least five times a second.
    ///
    /// Which restart finds what depends on the seed alone. Of equally good finds the one
    /// of the earliest restart is kept.
    pub fn run(&self, stop: &AtomicBool, mut report: impl FnMut(Event, &Progress)) -> Progress {
        let mut progress = Progress {
            best: vec![None; self.targets.len()],
            scored: 0,
            first: self.first,
            done: 0,
            ahead: BTreeSet::new(),
        };
        let shared = Shared {
            next: AtomicUsize::new(0),
            scored: AtomicU64::new(0),
            complete: AtomicBool::new(false),
            stop,
        };
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.get() {
                let (shared, send) = (&shared, send.clone());
                scope.spawn(move || self.work(shared, &send));
            }
            drop(send);
            for message in ticking(&receive) {
                progress.scored = shared.scored.load(Ordering::Relaxed);
                let event = message.map_or(Event::Tick, |message| progress.take(message));
                if self.is_complete(&progress) {
                    shared.complete.store(true, Ordering::Relaxed);
                }
                report(event, &progress);
            }
        });
        progress
    }

    /// Runs restarts until none is left or the hunt is over.
    fn work(&self, shared: &Shared, send: &Sender<Message>) {
        while !shared.is_over() {
            let task = shared.next.fetch_add(1, Ordering::Relaxed);
            let (round, target) = (task / self.targets.len(), task % self.targets.len());
            if self.rounds.is_some_and(|rounds| round >= rounds) {
                return;
            }
            let restart = Restart {
                seed: self.seed,
                number: self.first + round,
                steps: self.steps,
                max_plies: self.max_plies,
            };
            let mut worker = Worker {
                target,
                restart: restart.number,
                send,
                shared,
            };
            if self.targets[target].restart(restart, &mut worker) {
                // The receiver lives as long as the workers.
                let _ = send.send(Message::Finished(task));
            }
        }
    }

    /// Returns whether every target has an instance of the maximum depth, and no earlier
    /// restart can still find one.
    fn is_complete(&self, progress: &Progress) -> bool {
        let Some(max_plies) = self.max_plies else {
            return false;
        };
        let next = progress.next();
        let mut targets = self.targets.iter().zip(&progress.best);
        targets.all(|(target, best)| {
            best.as_ref().is_some_and(|best| {
                best.score == target.deepest_within(max_plies) && best.restart < next
            })
        })
    }
}

/// Messages until all senders are gone, with pauses filled.
fn ticking(receive: &Receiver<Message>) -> impl Iterator<Item = Option<Message>> {
    use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
    std::iter::from_fn(
        || match receive.recv_timeout(std::time::Duration::from_millis(200)) {
            Ok(message) => Some(Some(message)),
            Err(Timeout) => Some(None),
            Err(Disconnected) => None,
        },
    )
}

impl Progress {
    /// The number of restarts done, over all targets.
    pub fn restarts(&self) -> usize {
        self.done + self.ahead.len()
    }

    /// The first restart that is not done for every target. A campaign that begins with
    /// it continues this one.
    pub fn next(&self) -> usize {
        self.first + self.done / self.best.len()
    }

    fn take(&mut self, message: Message) -> Event {
        match message {
            Message::Better(target, find) => {
                let rank = |find: &Find| (find.score, Reverse(find.restart));
                let best = &mut self.best[target];
                if best.as_ref().is_some_and(|best| rank(best) > rank(&find)) {
                    return Event::Tick;
                }
                *best = Some(find);
                Event::Better(target)
            }
            Message::Finished(task) => {
                self.ahead.insert(task);
                while self.ahead.remove(&self.done) {
                    self.done += 1;
                }
                Event::Finished
            }
        }
    }
}

/// What all workers share.
struct Shared<'a> {
    /// The next task to run.
    next: AtomicUsize,
    /// Instances scored.
    scored: AtomicU64,
    /// Set once no further restart can find anything better.
    complete: AtomicBool,
    stop: &'a AtomicBool,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.complete.load(Ordering::Relaxed)
    }
}

struct Worker<'a> {
    target: usize,
    restart: usize,
    send: &'a Sender<Message>,
    shared: &'a Shared<'a>,
}

impl Hunter for Worker<'_> {
    fn better(&mut self, score: u32, instance: &dyn Fn() -> Option<Instance>) {
        if let Some(instance) = instance() {
            let find = Find {
                score,
                restart: self.restart,
                instance,
            };
            let _ = self.send.send(Message::Better(self.target, find));
        }
    }

    fn go_on(&mut self, scored: u64) -> bool {
        self.shared.scored.fetch_add(scored, Ordering::Relaxed);
        !self.shared.is_over()
    }
}
