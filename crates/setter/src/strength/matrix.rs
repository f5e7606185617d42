//! The kill matrix, which records the mutants that each case kills.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::thread;

use super::analysed_instance::AnalysedInstance;
use super::mutants::mutant::Mutant;
use crate::parallel::run_in_parallel;
use cat_and_mouse::Instance;
use mousetrap_suite::GameCase;

/// The mutants that each case kills.
#[derive(Debug)]
pub struct Matrix {
    /// The numbers of the mutants that each case kills, in ascending order. Indexed by case.
    pub kills: Vec<Vec<usize>>,
    /// The number of mutants.
    pub mutants: usize,
}

impl Matrix {
    /// Runs every mutant on every case, using all cores. Calls `show` with the number of finished
    /// cases.
    pub fn new(mutants: &[Mutant], cases: &[&GameCase], show: &mut dyn FnMut(usize)) -> Self {
        let numbers: Vec<usize> = (0..mutants.len()).collect();
        let mut kills = vec![Vec::new(); cases.len()];
        let mut finished = 0;
        let Ok(()) = run_in_parallel(
            thread::available_parallelism().map_or(1, NonZeroUsize::get),
            cases.len(),
            |queue, kills| {
                while let Some(number) = queue.take_task() {
                    let GameCase {
                        instance, answer, ..
                    } = cases[number];
                    let killed = killed_mutants(mutants, &numbers, instance, answer);
                    let _ = kills.send((number, killed));
                }
                Ok::<(), Infallible>(())
            },
            |result| {
                if let Some((number, killed)) = result {
                    kills[number] = killed;
                    finished += 1;
                    show(finished);
                }
            },
        );
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
}

/// Returns the numbers of the mutants in `subset` whose reply to an instance is not `answer`.
pub fn killed_mutants(
    mutants: &[Mutant],
    subset: &[usize],
    instance: &Instance,
    answer: &str,
) -> Vec<usize> {
    let mut subject = AnalysedInstance::new(instance);
    let is_wrong = |number: &usize| subject.reply(&mutants[*number]) != answer;
    subset.iter().copied().filter(is_wrong).collect()
}
