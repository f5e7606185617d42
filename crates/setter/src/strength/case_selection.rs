//! Chooses a small suite that kills every mutant that the available cases can kill.

use std::collections::{BTreeMap, BTreeSet};

use super::matrix::KillMatrix;

/// The properties of a case that determine whether it is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The family of the case. The two killers of a mutant should belong to different families.
    pub family: &'a str,
    /// The cost of judging the case, in any unit, such as bytes of input.
    pub cost: usize,
    /// The index of the original case, if this case is a variant of another case. A variant can be
    /// chosen only after its original.
    pub original: Option<usize>,
}

/// The chosen cases, and the mutants that still need killers.
#[derive(Debug)]
pub struct CaseSelection {
    /// The indices of the chosen cases, in ascending order.
    pub chosen: Vec<usize>,
    /// The mutants that can be killed but whose chosen killers do not come from two families.
    pub mutants_lacking_killers: Vec<usize>,
}

/// Chooses at most `max_cases` cases so that, if possible, each mutant is killed by two cases of
/// different families. The mutants in `last` only break ties between cases.
///
/// The algorithm is a greedy set cover: it adds the case with the highest gain per cost until no
/// case has a gain, and then removes redundant cases. Ties go to the case with the lowest index, so
/// the choice is deterministic.
pub fn choose_cases(
    matrix: &KillMatrix,
    candidates: &[Candidate<'_>],
    max_cases: usize,
    last: &BTreeSet<usize>,
) -> CaseSelection {
    let mut counts = KillCounts::new(matrix, candidates, last);
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < max_cases {
        let gains = selectable_cases(&chosen, candidates).map(|case| {
            let (gain, late) = counts.counts_of_mutants_gaining_a_killer(case);
            let per_cost = |gain: usize| gain * 1_000_000 / sqrt_cost(&candidates[case]);
            ((per_cost(gain), per_cost(late)), case)
        });
        match gains.max_by(|(one, a), (other, b)| one.cmp(other).then(b.cmp(a))) {
            Some((gain, case)) if gain != (0, 0) => {
                counts.add_case(case);
                chosen.push(case);
            }
            _ => break,
        }
    }
    for case in chosen.clone() {
        if chosen
            .iter()
            .any(|&other| candidates[other].original == Some(case))
        {
            continue;
        }
        counts.remove_case(case);
        if counts.counts_of_mutants_gaining_a_killer(case) == (0, 0) {
            chosen.retain(|&other| other != case);
        } else {
            counts.add_case(case);
        }
    }
    chosen.sort_unstable();
    CaseSelection {
        chosen,
        mutants_lacking_killers: counts.mutants_lacking_killers(),
    }
}

/// Returns the indices of the cases that are candidates for the next choice.
fn selectable_cases(chosen: &[usize], candidates: &[Candidate<'_>]) -> impl Iterator<Item = usize> {
    let has_all = |case: &usize| {
        let original = candidates[*case].original;
        !chosen.contains(case) && original.is_none_or(|original| chosen.contains(&original))
    };
    (0..candidates.len()).filter(has_all)
}

/// Returns the mutants whose killers belong to fewer than two families.
pub fn mutants_lacking_killers(matrix: &KillMatrix, candidates: &[Candidate<'_>]) -> Vec<usize> {
    let wanted = KillCounts::new(matrix, candidates, &BTreeSet::new()).wanted;
    (0..matrix.mutants)
        .filter(|&mutant| wanted[mutant] < 2)
        .collect()
}

/// Returns the square root of a case's cost, by which the case's gain is divided. Costs differ by
/// factors of several thousand, so even their square roots give small cases a sufficient advantage.
fn sqrt_cost(candidate: &Candidate<'_>) -> usize {
    candidate.cost.isqrt().max(1)
}

/// For each mutant, the chosen cases that kill it.
struct KillCounts<'a> {
    matrix: &'a KillMatrix,
    candidates: &'a [Candidate<'a>],
    last: &'a BTreeSet<usize>,
    /// For each mutant, the number of its chosen killers in each family.
    killers: Vec<BTreeMap<&'a str, usize>>,
    /// For each mutant, the number of different families among all its killers, capped at 2.
    wanted: Vec<usize>,
}

impl<'a> KillCounts<'a> {
    fn new(
        matrix: &'a KillMatrix,
        candidates: &'a [Candidate<'a>],
        last: &'a BTreeSet<usize>,
    ) -> Self {
        let mut families: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); matrix.mutants];
        for (kills, candidate) in matrix.kills.iter().zip(candidates) {
            for &mutant in kills {
                families[mutant].insert(candidate.family);
            }
        }
        Self {
            matrix,
            candidates,
            last,
            killers: vec![BTreeMap::new(); matrix.mutants],
            wanted: families.iter().map(|all| all.len().min(2)).collect(),
        }
    }

    /// Counts the mutants that this case kills and that still need a killer from the family of this
    /// case. Returns the number of these mutants outside `last`, and the number in `last`.
    fn counts_of_mutants_gaining_a_killer(&self, case: usize) -> (usize, usize) {
        let family = self.candidates[case].family;
        let is_needed = |&&mutant: &&usize| {
            let killers = &self.killers[mutant];
            killers.len() < self.wanted[mutant] && !killers.contains_key(family)
        };
        let needed = self.matrix.kills[case].iter().filter(is_needed);
        let (late, first): (Vec<&usize>, _) = needed.partition(|it| self.last.contains(it));
        (first.len(), late.len())
    }

    fn add_case(&mut self, case: usize) {
        for &mutant in &self.matrix.kills[case] {
            let killers = &mut self.killers[mutant];
            *killers.entry(self.candidates[case].family).or_default() += 1;
        }
    }

    fn remove_case(&mut self, case: usize) {
        let family = self.candidates[case].family;
        for &mutant in &self.matrix.kills[case] {
            self.killers[mutant].retain(|known, count| {
                *count -= usize::from(*known == family);
                *count > 0
            });
        }
    }

    /// Returns the mutants that can be killed but whose killers chosen so far do not come from two
    /// families.
    fn mutants_lacking_killers(&self) -> Vec<usize> {
        let mutants = 0..self.wanted.len();
        mutants
            .filter(|&mutant| self.wanted[mutant] > 0 && self.killers[mutant].len() < 2)
            .collect()
    }
}
