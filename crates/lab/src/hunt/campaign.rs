//! Restarts of many targets, spread over threads, stoppable and resumable.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use super::anneal::Hunter;
use super::standing::{Find, Progress, Standing};
use super::target::{Restart, Target};
use cat_and_mouse::problem::Instance;
use mousetrap_base::Shard;
use mousetrap_suite::generate::Seed;

/// What to hunt and for how long.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// What is hunted. Each round has one restart of each.
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
    /// Rounds of all parts; none to go on until stopped.
    pub rounds: Option<usize>,
    /// Which of them.
    pub shard: Shard,
    /// Threads.
    pub jobs: NonZeroUsize,
}

/// What happens in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A target has a new best instance.
    Better(Target),
    /// A restart of a target is done.
    Finished(Target),
    /// Nothing, but the numbers move.
    Tick,
}

/// From a worker to the thread that keeps the standing.
enum Message {
    Better(Target, Find),
    Finished(Target, usize),
}

impl Campaign {
    /// A standing to begin with.
    pub fn standing(&self) -> Standing {
        let of = |target: &Target| {
            let begun = Progress {
                next: self.first,
                ..Progress::default()
            };
            (target.to_string(), begun)
        };
        Standing {
            seed: self.seed.0,
            steps: self.steps,
            max_plies: self.max_plies,
            first: self.first,
            rounds: self.rounds,
            shard: self.shard,
            build: String::new(),
            scored: 0,
            targets: self.targets.iter().map(of).collect(),
        }
    }

    /// Hunts until all rounds are done or `stop` is set. `report` is called in
    /// this thread at least five times a second.
    ///
    /// Which restart finds what depends on the seed alone; of equally good
    /// finds the one of the earliest restart is kept.
    ///
    /// # Errors
    /// Those of `report`, which end the hunt.
    pub fn run<E>(
        &self,
        standing: &mut Standing,
        stop: &AtomicBool,
        mut report: impl FnMut(Event, &Standing) -> Result<(), E>,
    ) -> Result<(), E> {
        for (name, begun) in self.standing().targets {
            standing.targets.entry(name).or_insert(begun);
        }
        let jobs = Jobs {
            campaign: self,
            done: standing.targets.clone(),
            next: AtomicUsize::new(0),
            complete: AtomicBool::new(self.is_complete(standing)),
        };
        let scored = AtomicU64::new(0);
        let before = standing.scored;
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.get() {
                let (jobs, scored, send) = (&jobs, &scored, send.clone());
                scope.spawn(move || jobs.work(&send, scored, stop));
            }
            drop(send);
            let mut reported = Ok(());
            for message in ticking(&receive) {
                standing.scored = before + scored.load(Ordering::Relaxed);
                let news = message.map_or(Event::Tick, |message| standing.take(message));
                if self.is_complete(standing) {
                    jobs.complete.store(true, Ordering::Relaxed);
                }
                if reported.is_ok() {
                    reported = report(news, standing);
                }
                if reported.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            reported
        })
    }

    /// Returns whether every target has an instance of the maximum depth, found by the
    /// earliest restart that finds one. A part runs all of its restarts.
    fn is_complete(&self, standing: &Standing) -> bool {
        let Some(max_plies) = self.max_plies.filter(|_| self.shard == Shard::WHOLE) else {
            return false;
        };
        self.targets.iter().all(|target| {
            standing.best(*target).is_some_and(|best| {
                let next = standing.targets[&target.to_string()].next;
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

impl Standing {
    fn take(&mut self, message: Message) -> Event {
        match message {
            Message::Better(target, find) => {
                let progress = self.targets.entry(target.to_string()).or_default();
                if progress.offer(find) {
                    Event::Better(target)
                } else {
                    Event::Tick
                }
            }
            Message::Finished(target, restart) => {
                let progress = self.targets.entry(target.to_string()).or_default();
                progress.finish(restart);
                Event::Finished(target)
            }
        }
    }
}

/// The restarts still to do, handed out one by one.
struct Jobs<'a> {
    campaign: &'a Campaign,
    done: BTreeMap<String, Progress>,
    next: AtomicUsize,
    /// Set once no further restart can find anything better.
    complete: AtomicBool,
}

impl Jobs<'_> {
    fn take(&self) -> Option<(Target, usize)> {
        let targets = &self.campaign.targets;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (round, place) = (number / targets.len(), number % targets.len());
            let Campaign {
                first,
                rounds,
                shard,
                ..
            } = *self.campaign;
            if rounds.is_some_and(|rounds| round as u64 >= shard.pieces(rounds as u64)) {
                return None;
            }
            let (target, restart) = (targets[place], first + shard.piece(round as u64) as usize);
            if !self.done[&target.to_string()].is_done(restart) {
                return Some((target, restart));
            }
        }
    }

    fn is_over(&self, stop: &AtomicBool) -> bool {
        stop.load(Ordering::Relaxed) || self.complete.load(Ordering::Relaxed)
    }

    fn work(&self, send: &Sender<Message>, scored: &AtomicU64, stop: &AtomicBool) {
        while !self.is_over(stop)
            && let Some((target, restart)) = self.take()
        {
            let mut hunter = Worker {
                target,
                restart,
                send,
                scored,
                jobs: self,
                stop,
            };
            let Campaign {
                seed,
                steps,
                max_plies,
                ..
            } = *self.campaign;
            let climb = Restart {
                seed,
                number: restart,
                steps,
                max_plies,
            };
            if target.restart(climb, &mut hunter) {
                // The receiver lives as long as the workers.
                let _ = send.send(Message::Finished(target, restart));
            }
        }
    }
}

struct Worker<'a> {
    target: Target,
    restart: usize,
    send: &'a Sender<Message>,
    scored: &'a AtomicU64,
    jobs: &'a Jobs<'a>,
    stop: &'a AtomicBool,
}

impl Hunter for Worker<'_> {
    fn better(&mut self, score: u32, instance: &dyn Fn() -> Option<Instance>) {
        if let Some(instance) = instance() {
            let find = Find {
                score,
                restart: self.restart,
                input: instance.text(),
            };
            let _ = self.send.send(Message::Better(self.target, find));
        }
    }

    fn go_on(&mut self, scored: u64) -> bool {
        self.scored.fetch_add(scored, Ordering::Relaxed);
        !self.jobs.is_over(self.stop)
    }
}
