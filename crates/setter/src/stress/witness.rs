//! Searches for the simplest instances for which given claims are true, such as the claim that a
//! mutant replies wrongly.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Source, Trial, shrink};
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::Seed;

/// The result of a search for witnesses, or its progress.
#[derive(Debug, Default)]
pub struct Witnesses {
    /// The simplest instance that was found for each claim, keyed by the number of the claim.
    /// Contains the origin of the instance from which it was shrunk.
    pub found: BTreeMap<usize, Trial>,
    /// The number of instances that were tried.
    pub tried: usize,
}

/// A search for witnesses.
#[derive(Clone, Copy, Debug)]
pub struct WitnessPlan<'a> {
    /// The game whose instances are tried.
    pub game: Game,
    /// The seed for drawing the instances.
    pub seed: Seed,
    /// Maximum number of instances to try.
    pub trials: usize,
    /// The numbers of the claims, such as the numbers of mutants.
    pub claims: &'a [usize],
}

/// Tries instances until each claim has a witness. `truths` returns which of the given claims are
/// true for an instance. The first instance for which a claim is true is shrunk as long as the
/// claim remains true. The result depends only on the seed. Calls `show` with the progress.
pub fn witnesses(
    plan: WitnessPlan<'_>,
    show: &mut dyn FnMut(&Witnesses),
    mut truths: impl FnMut(&Instance, &[usize]) -> Vec<usize>,
) -> Witnesses {
    let mut all = Witnesses::default();
    let mut open = plan.claims.to_vec();
    for trial in Source::new(plan.game, plan.seed, Vec::new()).take(plan.trials) {
        if open.is_empty() {
            break;
        }
        all.tried += 1;
        show(&all);
        for claim in truths(&trial.instance, &open) {
            let holds =
                |instance: &Instance| ControlFlow::Continue(!truths(instance, &[claim]).is_empty());
            let witness = Trial {
                instance: shrink(trial.instance.clone(), holds).instance,
                origin: trial.origin.clone(),
            };
            all.found.insert(claim, witness);
            show(&all);
        }
        open.retain(|claim| !all.found.contains_key(claim));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::{Mutant, killed_by, mutants_of_game};
    use cat_and_mouse::Game;

    fn search_errors_of(names: &[&str], trials: usize) -> Witnesses {
        let game = Game::CatAndMouse2;
        let mut mutants: Vec<Mutant> = mutants_of_game(game);
        mutants.retain(|mutant| names.contains(&mutant.name.as_str()));
        assert_eq!(mutants.len(), names.len());
        let claims: Vec<usize> = (0..names.len()).collect();
        let plan = WitnessPlan {
            game,
            seed: Seed(1),
            trials,
            claims: &claims,
        };
        let mut last = (0, 0);
        let mut show = |search: &Witnesses| last = (search.tried, search.found.len());
        let all = witnesses(plan, &mut show, |instance, open| {
            let answer = instance.reply(instance.solve());
            killed_by(&mutants, open, instance, answer)
        });
        assert_eq!(last, (all.tried, all.found.len()));
        all
    }

    #[test]
    fn mutant_has_a_small_witness_unless_it_is_equivalent() {
        let names = ["mouse: may not stay", "cat: may not stay"];
        let all = search_errors_of(&names, 500);
        assert_eq!(all.tried, 500);
        assert!(!all.found.contains_key(&0), "{:?}", all.found[&0]);
        let witness = &all.found[&1];
        assert!(witness.instance.size() <= 6, "{witness:?}");
    }

    #[test]
    fn search_ends_when_every_claim_has_a_witness() {
        let all = search_errors_of(&["always true", "always false"], 500);
        assert_eq!(all.found.len(), 2);
        assert!(all.tried < 100, "{}", all.tried);
    }
}
