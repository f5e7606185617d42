//! Lists of mutants, as both problems write them.

use super::mutant::{Kind, Mutant};
use super::strategy::Strategy;

/// The mutants of a problem so far.
pub(super) struct List<Rules> {
    mutants: Vec<Mutant>,
    rules: Rules,
    strategy: Strategy,
    kind: fn(Rules, Strategy) -> Kind,
}

impl<Rules: Clone> List<Rules> {
    /// None, for a problem with these rules and the right way to read off an
    /// answer.
    pub(super) fn new(rules: Rules, strategy: Strategy, kind: fn(Rules, Strategy) -> Kind) -> Self {
        Self {
            mutants: Vec::new(),
            rules,
            strategy,
            kind,
        }
    }

    /// Bends rules. The change is made to the rules as they are.
    pub(super) fn mutate(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        change: impl FnOnce(&mut Rules),
    ) {
        let mut rules = self.rules.clone();
        change(&mut rules);
        self.add(class, name, (self.kind)(rules, self.strategy));
    }

    /// Leaves the rules alone and goes wrong about them.
    pub(super) fn read(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        strategy: Strategy,
    ) {
        self.add(class, name, (self.kind)(self.rules.clone(), strategy));
    }

    /// Any mutant.
    pub(super) fn add(&mut self, class: &'static str, name: impl Into<String>, kind: Kind) {
        self.mutants.push(Mutant {
            name: name.into(),
            class,
            equivalent: None,
            evidence: None,
            kind,
        });
    }

    /// All mutants, with why those named are equivalent, or what speaks for it.
    pub(super) fn explained(
        mut self,
        equivalent: &[(&str, &'static str)],
        probably: &[(&str, &'static str)],
    ) -> Vec<Mutant> {
        for (name, reason) in equivalent {
            self.named(name).equivalent = Some(reason);
        }
        for (name, evidence) in probably {
            self.named(name).evidence = Some(evidence);
        }
        self.mutants
    }

    fn named(&mut self, name: &str) -> &mut Mutant {
        let mutant = self.mutants.iter_mut().find(|mutant| mutant.name == name);
        mutant.expect("explanations name mutants")
    }
}
