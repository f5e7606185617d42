//! Hunts for several targets on several threads, with many restarts. A hunt can be stopped and
//! continued later.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::anneal::AnnealingObserver;
use super::target::Target;
use crate::parallel::run_in_parallel;
use cat_and_mouse::Instance;
use mousetrap_suite::generate::Seed;

/// The settings of a hunt: its targets, its random seed and its length.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The targets. Each round has one restart for each target.
    pub targets: Vec<Target>,
    /// The seed for the random numbers of the restarts.
    pub seed: Seed,
    /// The number of steps in a restart. Each step scores one state.
    pub steps: u64,
    /// The number of the first round.
    pub first: usize,
    /// The number of rounds, or `None` to continue until stopped.
    pub rounds: Option<usize>,
    /// The number of threads.
    pub jobs: NonZeroUsize,
}

/// The best instance found for a target so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestInstance {
    /// The depth of the win, in plies.
    pub score: u32,
    /// The number of the restart that found the instance.
    pub restart: usize,
    /// The instance.
    pub instance: Instance,
}

/// The progress of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The best instance for each target, in the order of the targets.
    pub best: Vec<Option<BestInstance>>,
    /// The number of states scored.
    pub scored: u64,
    first: usize,
    /// The finished tasks. Each task is one restart of one target, and tasks are numbered round by
    /// round.
    finished: BTreeSet<usize>,
}

/// A message from a worker thread.
enum WorkerMessage {
    /// A restart has found a better instance for the target with this index.
    Better(usize, BestInstance),
    /// The task with this number is finished.
    Finished(usize),
}

impl Campaign {
    /// Hunts until all rounds are finished or `stop` is set. Calls `report` in the calling thread
    /// at least five times per second, with the index of the target that has a new best instance,
    /// if any.
    ///
    /// The instances that a restart finds depend only on the seed and on the number of the restart.
    /// If several restarts find equally good instances, the instance from the earliest restart is
    /// kept.
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
        let is_running = || !stop.load(Ordering::Relaxed);
        let Ok(()) = run_in_parallel(
            self.jobs.get(),
            rounds.saturating_mul(self.targets.len()),
            |take_task, messages| {
                while is_running()
                    && let Some(task) = take_task()
                {
                    let target = task % self.targets.len();
                    let restart = self.first + task / self.targets.len();
                    let mut watch = AnnealingObserver {
                        on_improvement: &mut |score, instance| {
                            if let Some(instance) = instance() {
                                let find = BestInstance {
                                    score,
                                    restart,
                                    instance,
                                };
                                let _ = messages.send(WorkerMessage::Better(target, find));
                            }
                        },
                        should_continue: &|count| {
                            scored.fetch_add(count, Ordering::Relaxed);
                            is_running()
                        },
                    };
                    let Self { seed, steps, .. } = *self;
                    if self.targets[target].run_restart(seed, restart, steps, &mut watch) {
                        let _ = messages.send(WorkerMessage::Finished(task));
                    }
                }
                Ok::<(), Infallible>(())
            },
            |message| {
                progress.scored = scored.load(Ordering::Relaxed);
                let improved = message.and_then(|message| progress.update(message));
                report(improved, &progress);
            },
        );
        progress
    }
}

impl Progress {
    /// Returns the total number of finished restarts of all targets.
    pub fn finished_restart_count(&self) -> usize {
        self.finished.len()
    }

    /// Returns the number of the first round that is not finished for every target. To continue
    /// this hunt later, set [`Campaign::first`] to this number.
    pub fn next_restart(&self) -> usize {
        let numbers = self.finished.iter().enumerate();
        let finished = numbers.take_while(|(index, task)| index == *task).count();
        self.first + finished / self.best.len()
    }

    /// Updates the progress according to a message from a worker thread. Returns the index of the
    /// target that has a new best instance, if any.
    fn update(&mut self, message: WorkerMessage) -> Option<usize> {
        match message {
            WorkerMessage::Better(target, find) => {
                let rank = |find: &BestInstance| (find.score, Reverse(find.restart));
                let best = &mut self.best[target];
                if best.as_ref().is_some_and(|best| rank(best) > rank(&find)) {
                    return None;
                }
                *best = Some(find);
                Some(target)
            }
            WorkerMessage::Finished(task) => {
                self.finished.insert(task);
                None
            }
        }
    }
}
