//! A wrong solution as a value, and lists of them as both problems write them.

use super::graph_rules::GraphRules;
use super::grid_rules::GridRules;
use super::strategy::{Claim, Strategy};
use cat_and_mouse::game::{Graph, Grid};

/// A solution that is wrong in one way.
pub struct Mutant {
    /// Its name: class and detail.
    pub name: String,
    /// The mistake it belongs to.
    pub class: &'static str,
    /// Why no instance can tell it from a right solution; none where nobody
    /// has an argument for that.
    pub equivalent: Option<&'static str>,
    /// What speaks for it being equivalent although nobody has an argument;
    /// none where nothing was looked into.
    pub evidence: Option<&'static str>,
    pub(super) kind: Kind,
}

/// What makes it wrong.
pub(super) enum Kind {
    Grid(GridRules, Strategy),
    Graph(GraphRules, Strategy),
    /// An answer by rule of thumb.
    GridGuess(fn(&Grid) -> Claim),
    GraphGuess(fn(&Graph) -> Claim),
}

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

    /// Changes rules. The change is made to the rules as they are.
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
