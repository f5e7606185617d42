//! The kill matrix: which cases each mutant answers wrongly.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::mutants::mutant::Mutant;
use super::subject::Subject;
use cat_and_mouse::Instance;

/// The mutants that each case kills.
#[derive(Debug)]
pub struct Matrix {
    /// `kills[case]` lists mutants by number, ascending.
    pub kills: Vec<Vec<usize>>,
    /// The number of mutants.
    pub mutants: usize,
}

impl Matrix {
    /// Runs every mutant on every case, on all cores. `cases` are instances with their
    /// correct answers. Calls `show` with the number of finished cases.
    pub fn new(
        mutants: &[Mutant],
        cases: &[(&Instance, &str)],
        show: &(dyn Fn(usize) + Sync),
    ) -> Self {
        let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let workers = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(instance, answer)) = cases.get(number) else {
                    return done;
                };
                done.push((number, killed(mutants, instance, answer)));
                show(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let mut kills = vec![Vec::new(); cases.len()];
        thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let done = worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                for (number, killed) in done {
                    kills[number] = killed;
                }
            }
        });
        Self {
            kills,
            mutants: mutants.len(),
        }
    }

    /// Returns the number of cases that kill each mutant.
    pub fn killers(&self) -> Vec<usize> {
        let mut killers = vec![0; self.mutants];
        for &mutant in self.kills.iter().flatten() {
            killers[mutant] += 1;
        }
        killers
    }

    /// Returns the cases that kill only mutants with more than `enough` killers, so that
    /// removing one such case leaves each mutant `enough` killers.
    pub fn idle(&self, enough: usize) -> Vec<usize> {
        let killers = self.killers();
        let idle = |case: &usize| {
            let mut killed = self.kills[*case].iter();
            killed.all(|&mutant| killers[mutant] > enough)
        };
        (0..self.kills.len()).filter(idle).collect()
    }
}

/// Returns the mutants that do not reply `answer` to an instance.
fn killed(mutants: &[Mutant], instance: &Instance, answer: &str) -> Vec<usize> {
    let mut subject = Subject::new(instance);
    let wrong = |&number: &usize| subject.reply(&mutants[number]) != answer;
    (0..mutants.len()).filter(wrong).collect()
}

/// Returns which of `some` mutants, given by number, reply wrongly to an instance.
pub fn killed_by(mutants: &[Mutant], some: &[usize], instance: &Instance) -> Vec<usize> {
    let answer = instance.reply(instance.solve());
    let mut subject = Subject::new(instance);
    let wrong = |number: &&usize| subject.reply(&mutants[**number]) != answer;
    some.iter().filter(wrong).copied().collect()
}
