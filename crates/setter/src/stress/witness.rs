//! The simplest instances found of which something is true: on which a mutant
//! errs, or two differ.

use std::ops::ControlFlow;

use super::{Source, Trial, shrink};
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::Seed;

/// What a search for witnesses found.
#[derive(Debug)]
pub struct Witnesses {
    /// For each claim the simplest instance found of which it is true, and
    /// where that came from before it was made simpler.
    pub found: Vec<Option<Trial>>,
    /// Instances that were tried before all claims had theirs.
    pub tried: usize,
}

/// A search for witnesses.
#[derive(Clone, Copy, Debug)]
pub struct WitnessPlan {
    /// The problem whose instances are tried.
    pub game: Game,
    /// Chooses the instances.
    pub seed: Seed,
    /// Maximum number of instances to try.
    pub trials: usize,
    /// Number of claims.
    pub claims: usize,
}

/// Progress of a search for witnesses.
#[derive(Clone, Copy, Debug, Default)]
pub struct WitnessSearch {
    /// Instances tried so far.
    pub tried: usize,
    /// Claims that have their witness.
    pub found: usize,
}

/// Goes through instances, drawn, varied and climbed to, and
/// asks `truths` which of some of the claims, by number, are true of each.
/// The first one that a claim is true of is made simpler for as long as it
/// stays true. The same seed finds the same. `show` sees the progress.
pub fn witnesses(
    plan: WitnessPlan,
    show: &mut dyn FnMut(&WitnessSearch),
    mut truths: impl FnMut(&Instance, &[usize]) -> Vec<usize>,
) -> Witnesses {
    let WitnessPlan {
        game,
        seed,
        trials,
        claims,
    } = plan;
    let mut search = WitnessSearch::default();
    let mut all = Witnesses {
        found: (0..claims).map(|_| None).collect(),
        tried: 0,
    };
    let mut open: Vec<usize> = (0..claims).collect();
    for trial in Source::new(game, seed, &[], Vec::new()).take(trials) {
        if open.is_empty() {
            break;
        }
        all.tried += 1;
        search.tried += 1;
        show(&search);
        for claim in truths(&trial.instance, &open) {
            let holds =
                |instance: &Instance| ControlFlow::Continue(!truths(instance, &[claim]).is_empty());
            all.found[claim] = Some(Trial {
                instance: shrink(trial.instance.clone(), holds).instance,
                origin: trial.origin.clone(),
            });
            search.found += 1;
            show(&search);
        }
        open.retain(|&claim| all.found[claim].is_none());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::{Mutant, killed_by, of_game};
    use cat_and_mouse::Game;

    fn errors_of(names: &[&str], trials: usize) -> Witnesses {
        let game = Game::CatAndMouse2;
        let mut mutants: Vec<Mutant> = of_game(game);
        mutants.retain(|mutant| names.contains(&mutant.name.as_str()));
        assert_eq!(mutants.len(), names.len());
        let plan = WitnessPlan {
            game,
            seed: Seed(1),
            trials,
            claims: names.len(),
        };
        let mut last = WitnessSearch::default();
        let all = witnesses(plan, &mut |search| last = *search, |instance, open| {
            killed_by(&mutants, open, instance)
        });
        let found = all.found.iter().flatten().count();
        assert_eq!((last.tried, last.found), (all.tried, found));
        all
    }

    #[test]
    fn a_bent_rule_has_a_witness_that_nothing_makes_simpler_and_an_equivalent_one_has_none() {
        let names = ["mouse: may not stay", "cat: may not stay"];
        let all = errors_of(&names, 500);
        assert_eq!(all.tried, 500);
        assert!(all.found[0].is_none(), "{:?}", all.found[0]);
        let witness = all.found[1].as_ref().unwrap();
        assert!(witness.instance.size() <= 6, "{witness:?}");
    }

    #[test]
    fn the_search_ends_when_every_claim_has_its_witness() {
        let all = errors_of(&["always true", "always false"], 500);
        assert!(all.found.iter().all(Option::is_some));
        assert!(all.tried < 100, "{}", all.tried);
    }
}
