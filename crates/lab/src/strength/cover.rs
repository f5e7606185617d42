//! Small suites that kill everything that can be killed.

use std::collections::BTreeSet;

use super::matrix::Matrix;

/// A case that may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct CaseProfile<'a> {
    /// The family it comes from. Two killers of a mutant shall be of
    /// different families.
    pub family: &'a str,
    /// Its answer, for balance.
    pub answer: &'a str,
    /// What it costs to judge, in any unit: bytes of input, for example.
    pub cost: usize,
    /// The number of a profile without which it is not chosen.
    pub needs: Option<usize>,
}

/// A choice of cases.
#[derive(Debug)]
pub struct Cover {
    /// The numbers of the chosen cases, ascending.
    pub chosen: Vec<usize>,
    /// Mutants that some profile kills, but the choice does not kill twice
    /// by different families.
    pub thin: Vec<usize>,
}

/// What is to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// Most cases; none for as many as it takes.
    pub most: Option<usize>,
    /// Mutants that are left until all others are killed, by number: only so many
    /// of them can be killed as there is room.
    pub last: &'a BTreeSet<usize>,
}

/// Chooses cases such that every mutant that can be killed is killed by two
/// cases of different families, where the profiles have them.
///
/// Greedy set cover: the case that adds most per cost goes in first, then
/// cases that became needless go out again, and last, where a number of cases
/// is given and there is room, cases of the answers and families that are least
/// represented fill up. For mutants that come last no answer gets more than its
/// share of the room. Ties go to the first profile, so the choice is
/// deterministic.
pub fn harden(matrix: &Matrix, profiles: &[CaseProfile<'_>], aim: Aim<'_>) -> Cover {
    let mut tally = Tally::new(matrix, profiles, aim.last);
    let mut chosen: Vec<usize> = Vec::new();
    let answers: BTreeSet<&str> = profiles.iter().map(|profile| profile.answer).collect();
    let most = aim.most.unwrap_or(profiles.len());
    let share = aim.most.map(|most| most / answers.len().max(1));
    while chosen.len() < most {
        let has_room = |case: usize| {
            let same = |&&other: &&usize| profiles[other].answer == profiles[case].answer;
            share.is_none_or(|share| chosen.iter().filter(same).count() < share)
        };
        let gains = open(&chosen, profiles).map(|case| {
            let (gain, late) = tally.gain(case);
            let per_cost = |gain: usize| gain * 1_000_000 / weight(&profiles[case]);
            let late = if gain == 0 && late > 0 && !has_room(case) {
                0
            } else {
                late
            };
            ((per_cost(gain), per_cost(late)), case)
        });
        match gains.max_by(|(one, a), (other, b)| one.cmp(other).then(b.cmp(a))) {
            Some((gain, case)) if gain != (0, 0) => {
                tally.add(case);
                chosen.push(case);
            }
            _ => break,
        }
    }
    for case in chosen.clone() {
        if chosen
            .iter()
            .any(|&other| profiles[other].needs == Some(case))
        {
            continue;
        }
        tally.remove(case);
        if tally.gain(case) == (0, 0) {
            chosen.retain(|&other| other != case);
        } else {
            tally.add(case);
        }
    }
    if aim.most.is_some() {
        fill(&mut chosen, profiles, most);
    }
    chosen.sort_unstable();
    let mut tally = Tally::new(matrix, profiles, aim.last);
    for &case in &chosen {
        tally.add(case);
    }
    Cover {
        chosen,
        thin: tally.thin(),
    }
}

/// The profiles that may be chosen next.
fn open(chosen: &[usize], profiles: &[CaseProfile<'_>]) -> impl Iterator<Item = usize> {
    let has_all = |case: &usize| {
        let needs = profiles[*case].needs;
        !chosen.contains(case) && needs.is_none_or(|needed| chosen.contains(&needed))
    };
    (0..profiles.len()).filter(has_all)
}

/// For each mutant the families that kill it.
fn families<'a>(matrix: &Matrix, profiles: &[CaseProfile<'a>]) -> Vec<BTreeSet<&'a str>> {
    let mut families: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); matrix.mutants];
    for (kills, profile) in matrix.kills.iter().zip(profiles) {
        for &mutant in kills {
            families[mutant].insert(profile.family);
        }
    }
    families
}

/// The mutants that fewer than two families of profiles kill.
pub fn underkilled(matrix: &Matrix, profiles: &[CaseProfile<'_>]) -> Vec<usize> {
    let families = families(matrix, profiles);
    (0..matrix.mutants)
        .filter(|&mutant| families[mutant].len() < 2)
        .collect()
}

/// Costs differ by factors of thousands; their square roots are enough to
/// prefer the small case.
fn weight(profile: &CaseProfile<'_>) -> usize {
    profile.cost.isqrt().max(1)
}

/// Adds cases of the answers, then the families, that are least represented.
fn fill(chosen: &mut Vec<usize>, profiles: &[CaseProfile<'_>], most: usize) {
    while chosen.len() < most {
        let count = |same: &dyn Fn(&CaseProfile<'_>) -> bool| {
            chosen.iter().filter(|&&case| same(&profiles[case])).count()
        };
        let least = open(chosen, profiles).min_by_key(|&case| {
            let profile = &profiles[case];
            let answers = count(&|other| other.answer == profile.answer);
            let families = count(&|other| other.family == profile.family);
            (answers, families, case)
        });
        match least {
            Some(case) => chosen.push(case),
            None => return,
        }
    }
}

/// Who has killed whom so far.
struct Tally<'a> {
    matrix: &'a Matrix,
    profiles: &'a [CaseProfile<'a>],
    last: &'a BTreeSet<usize>,
    /// For each mutant the families of its killers, one entry per killer.
    killers: Vec<Vec<&'a str>>,
    /// For each mutant how many different families could kill it, at most 2.
    wanted: Vec<usize>,
}

impl<'a> Tally<'a> {
    fn new(matrix: &'a Matrix, profiles: &'a [CaseProfile<'a>], last: &'a BTreeSet<usize>) -> Self {
        let families = families(matrix, profiles);
        Self {
            matrix,
            profiles,
            last,
            killers: vec![Vec::new(); matrix.mutants],
            wanted: families.iter().map(|kinds| kinds.len().min(2)).collect(),
        }
    }

    /// How many killers a case adds to mutants that need them, and to those that
    /// come last.
    fn gain(&self, case: usize) -> (usize, usize) {
        let family = self.profiles[case].family;
        let needs = |mutant: usize| {
            let killers = &self.killers[mutant];
            let kinds = self.kinds(mutant);
            kinds < self.wanted[mutant] && !killers.contains(&family)
        };
        let (mut first, mut late) = (0, 0);
        for mutant in &self.matrix.kills[case] {
            if needs(*mutant) {
                let last = self.last.contains(mutant);
                *if last { &mut late } else { &mut first } += 1;
            }
        }
        (first, late)
    }

    /// How many families kill it, at most 2: nobody asks for more.
    fn kinds(&self, mutant: usize) -> usize {
        let killers = &self.killers[mutant];
        let other = |first: &&str| killers.iter().any(|killer| killer != first);
        killers
            .first()
            .map_or(0, |first| 1 + usize::from(other(first)))
    }

    fn add(&mut self, case: usize) {
        for &mutant in &self.matrix.kills[case] {
            self.killers[mutant].push(self.profiles[case].family);
        }
    }

    fn remove(&mut self, case: usize) {
        let family = self.profiles[case].family;
        for &mutant in &self.matrix.kills[case] {
            let killers = &mut self.killers[mutant];
            if let Some(place) = killers.iter().position(|killer| *killer == family) {
                killers.swap_remove(place);
            }
        }
    }

    fn thin(&self) -> Vec<usize> {
        let mutants = 0..self.wanted.len();
        mutants
            .filter(|&mutant| self.wanted[mutant] > 0 && self.kinds(mutant) < 2)
            .collect()
    }
}
