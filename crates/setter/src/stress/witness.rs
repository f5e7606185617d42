//! Searches for witnesses: for each of several claims, the simplest instance that makes it true. One
//! example is the claim that a particular mutant returns a wrong answer.

use std::collections::BTreeMap;

use super::{InstanceWithOrigin, shrink};
use cat_and_mouse::Instance;

/// The progress of a search for witnesses, and finally its result.
#[derive(Debug, Default)]
pub struct Witnesses {
    /// The witness of each claim, keyed by claim number. Each witness keeps the origin of the
    /// instance from which it was shrunk.
    pub found: BTreeMap<usize, InstanceWithOrigin>,
    /// The number of instances tried.
    pub tried: usize,
}

/// Tries `instances` until each claim has a witness. Claims are identified by numbers, such as
/// mutant numbers. `verify` returns those of the given claims that are true for an instance.
/// Shrinks the first instance that makes a claim true, as long as the claim stays true. Calls
/// `show` with the progress.
pub fn find_witnesses(
    instances: impl Iterator<Item = InstanceWithOrigin>,
    claims: &[usize],
    show: &mut dyn FnMut(&Witnesses),
    mut verify: impl FnMut(&Instance, &[usize]) -> Vec<usize>,
) -> Witnesses {
    let mut all = Witnesses::default();
    let mut without_witness = claims.to_vec();
    for trial in instances {
        if without_witness.is_empty() {
            break;
        }
        all.tried += 1;
        show(&all);
        for claim in verify(&trial.instance, &without_witness) {
            let holds = |instance: &Instance| !verify(instance, &[claim]).is_empty();
            let witness = InstanceWithOrigin {
                instance: shrink(trial.instance.clone(), holds),
                origin: trial.origin.clone(),
            };
            all.found.insert(claim, witness);
            show(&all);
        }
        without_witness.retain(|claim| !all.found.contains_key(claim));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::{Mutant, killed_mutants, mutants_of_game};
    use crate::stress::InstanceSource;
    use cat_and_mouse::Game;
    use mousetrap_suite::generate::Seed;

    fn find_witnesses_of_mutants(names: &[&str], trials: usize) -> Witnesses {
        let game = Game::CatAndMouse2;
        let mut mutants: Vec<Mutant> = mutants_of_game(game);
        mutants.retain(|mutant| names.contains(&mutant.name.as_str()));
        assert_eq!(mutants.len(), names.len());
        let claims: Vec<usize> = (0..names.len()).collect();
        let instances = InstanceSource::new(game, Seed(1), Vec::new()).take(trials);
        let mut last = (0, 0);
        let mut show = |search: &Witnesses| last = (search.tried, search.found.len());
        let all = find_witnesses(instances, &claims, &mut show, |instance, open| {
            let answer = instance.reply(instance.solve());
            killed_mutants(&mutants, open, instance, answer)
        });
        assert_eq!(last, (all.tried, all.found.len()));
        all
    }

    #[test]
    fn mutant_has_a_small_witness_unless_it_is_equivalent() {
        let names = ["mouse: may not stay", "cat: may not stay"];
        let all = find_witnesses_of_mutants(&names, 500);
        assert_eq!(all.tried, 500);
        assert!(!all.found.contains_key(&0), "{:?}", all.found[&0]);
        let witness = &all.found[&1];
        assert!(witness.instance.size() <= 6, "{witness:?}");
    }

    #[test]
    fn search_ends_when_every_claim_has_a_witness() {
        let all = find_witnesses_of_mutants(&["always true", "always false"], 500);
        assert_eq!(all.found.len(), 2);
        assert!(all.tried < 100, "{}", all.tried);
    }
}
