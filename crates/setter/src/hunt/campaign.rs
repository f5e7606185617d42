//! Runs restarts of many targets on several threads. A campaign can be stopped and continued.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::anneal::Watch;
use super::target::{Restart, Target};
use crate::parallel::in_parallel;
use cat_and_mouse::Instance;
use mousetrap_suite::generate::Seed;

/// The targets of a hunt, and its length.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The targets. Each round has one restart of each.
    pub targets: Vec<Target>,
    /// Chooses the streams of the restarts.
    pub seed: Seed,
    /// Steps of a restart; each scores one instance.
    pub steps: u64,
    /// The first round.
    pub first: usize,
    /// The number of rounds; `None` to continue until stopped.
    pub rounds: Option<usize>,
    /// The number of threads.
    pub jobs: NonZeroUsize,
}

/// The best instance of a target so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The depth of the win, in plies.
    pub score: u32,
    /// The restart that found it.
    pub restart: usize,
    /// The instance.
    pub instance: Instance,
}

/// The progress of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The best find of each target, in the order of the targets.
    pub best: Vec<Option<Find>>,
    /// The number of instances scored.
    pub scored: u64,
    first: usize,
    /// The finished restarts, counted over all targets.
    finished: BTreeSet<usize>,
}

/// A message from a worker.
enum Message {
    /// A target, by index, has a find that is better than the earlier ones of its restart.
    Better(usize, Find),
    /// A restart is finished, by its number over all targets.
    Finished(usize),
}

impl Campaign {
    /// Hunts until all rounds are done or `stop` is set. Calls `report` in this thread at
    /// least five times a second, with the index of the target that has a new best instance,
    /// if there is one.
    ///
    /// The finds of a restart depend on the seed alone. Of equally good finds, the one of the
    /// earliest restart counts.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut report: impl FnMut(Option<usize>, &Progress),
    ) -> Progress {
        let mut progress = Progress {
            best: vec![None; self.targets.len()],
            scored: 0,
            first: self.first,
            finished: BTreeSet::new(),
        };
        let rounds = self.rounds.unwrap_or(usize::MAX);
        let scored = AtomicU64::new(0);
        let goes_on = || !stop.load(Ordering::Relaxed);
        let Ok(()) = in_parallel(
            self.jobs.get(),
            rounds.saturating_mul(self.targets.len()),
            |queue, messages| {
                while goes_on()
                    && let Some(task) = queue.take()
                {
                    let target = task % self.targets.len();
                    let restart = Restart {
                        seed: self.seed,
                        number: self.first + task / self.targets.len(),
                        steps: self.steps,
                    };
                    let mut watch = Watch {
                        better: &mut |score, instance| {
                            if let Some(instance) = instance() {
                                let restart = restart.number;
                                let find = Find {
                                    score,
                                    restart,
                                    instance,
                                };
                                let _ = messages.send(Message::Better(target, find));
                            }
                        },
                        go_on: &|count| {
                            scored.fetch_add(count, Ordering::Relaxed);
                            goes_on()
                        },
                    };
                    if self.targets[target].restart(restart, &mut watch) {
                        let _ = messages.send(Message::Finished(task));
                    }
                }
                Ok::<(), Infallible>(())
            },
            |message| {
                progress.scored = scored.load(Ordering::Relaxed);
                let improved = message.and_then(|message| progress.take(message));
                report(improved, &progress);
            },
        );
        progress
    }
}

impl Progress {
    /// Returns the number of finished restarts, over all targets.
    pub fn restarts(&self) -> usize {
        self.finished.len()
    }

    /// Returns the first restart that is not finished for every target. A campaign that begins
    /// with it continues this one.
    pub fn next(&self) -> usize {
        let numbers = self.finished.iter().enumerate();
        let finished = numbers.take_while(|(index, task)| index == *task).count();
        self.first + finished / self.best.len()
    }

    /// Takes a message into account. Returns the target that has a new best instance.
    fn take(&mut self, message: Message) -> Option<usize> {
        match message {
            Message::Better(target, find) => {
                let rank = |find: &Find| (find.score, Reverse(find.restart));
                let best = &mut self.best[target];
                if best.as_ref().is_some_and(|best| rank(best) > rank(&find)) {
                    return None;
                }
                *best = Some(find);
                Some(target)
            }
            Message::Finished(task) => {
                self.finished.insert(task);
                None
            }
        }
    }
}
