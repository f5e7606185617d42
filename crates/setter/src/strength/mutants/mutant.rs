//! Mutants, and the builder for lists of them.

use super::classes::description;
use crate::strength::rules::graph_rules::GraphRules;
use crate::strength::rules::grid_rules::GridRules;
use crate::strength::rules::state_graph::{Count, StateEncoding};
use crate::strength::rules::strategy::{Claim, Formula, Horizon, Search, Strategy};
use cat_and_mouse::game::{Graph, Grid};

/// A solution with one mistake.
pub struct Mutant {
    /// Its name: class and detail.
    pub name: String,
    /// Its class: the kind of mistake.
    pub class: &'static str,
    /// The proof that it replies correctly to every instance, if one is known.
    pub equivalent: Option<&'static str>,
    /// Evidence that it is equivalent, or that a search for a killer is not necessary.
    pub evidence: Option<&'static str>,
    pub(crate) kind: Kind,
}

impl Mutant {
    /// Returns the phrase that describes its class.
    pub fn description(&self) -> &'static str {
        let of_graphs = matches!(self.kind, Kind::Graph(..) | Kind::GraphGuess(_));
        description(self.class, of_graphs)
    }
}

/// A reply by rule of thumb.
pub(crate) type Guess<Game, Answer> = fn(&Game) -> Answer;

/// The mistake of a mutant.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Grid(GridRules, Strategy),
    Graph(GraphRules, Strategy),
    /// Returns whether the mouse wins, by rule of thumb.
    GridGuess(Guess<Grid, bool>),
    GraphGuess(Guess<Graph, Claim>),
}

/// Builds the list of mutants of a problem.
pub(crate) struct List<Rules> {
    mutants: Vec<Mutant>,
    /// The claim of a correct solution if neither player can force a win.
    open: Claim,
    kind: fn(Rules, Strategy) -> Kind,
}

/// Adds mutants, a row each: class, name, and the rules that they change.
macro_rules! mutate {
    ($list:ident: $($class:literal $name:expr => $($rule:ident = $value:expr),+;)*) => {$(
        $list.mutate($class, $name, |rules| {
            $(rules.$rule = $value;)+
        });
    )*};
}
pub(crate) use mutate;

impl<Rules: Default> List<Rules> {
    /// Creates an empty list. `open` is the correct claim if neither player can force a win.
    pub(crate) fn new(open: Claim, kind: fn(Rules, Strategy) -> Kind) -> Self {
        Self {
            mutants: Vec::new(),
            open,
            kind,
        }
    }

    /// Adds a mutant with changed rules.
    pub(crate) fn mutate(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        change: impl FnOnce(&mut Rules),
    ) {
        let mut rules = Rules::default();
        change(&mut rules);
        let right = Strategy::right(self.open);
        self.add(class, name, (self.kind)(rules, right));
    }

    /// Adds a mutant with the correct rules and a wrong strategy.
    pub(crate) fn read(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        strategy: Strategy,
    ) -> &mut Mutant {
        self.add(class, name, (self.kind)(Rules::default(), strategy))
    }

    /// Adds a mutant.
    pub(crate) fn add(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        kind: Kind,
    ) -> &mut Mutant {
        self.mutants.push(Mutant {
            name: name.into(),
            class,
            equivalent: None,
            evidence: None,
            kind,
        });
        self.mutants.last_mut().expect("one was added")
    }

    /// Adds a mutant that stops its search early and then claims `open`.
    pub(crate) fn stop(&mut self, name: impl Into<String>, horizon: Horizon, open: Claim) {
        self.read("horizon", name, Strategy::forced(horizon, open, Count::All));
    }

    /// Adds mutants that stop after a fixed number of plies or after the result of a formula,
    /// and then claim `open`, which is called `name`.
    pub(crate) fn stops(
        &mut self,
        plies: impl IntoIterator<Item = u32>,
        formulas: &[(&str, Formula)],
        (open, name): (Claim, &str),
    ) {
        for plies in plies {
            let text = format!("{plies} plies, then {name}");
            self.stop(text, Horizon::Plies(plies), open);
        }
        for &(formula, horizon) in formulas {
            let text = format!("{formula} plies, then {name}");
            self.stop(text, Horizon::Formula(horizon), open);
        }
    }

    /// Adds depth-first searches that store wrong results. `cycles` are the claims for a
    /// repeated position, with their names. `caps` are the plies at which a search that does
    /// not detect repetitions gives up.
    pub(crate) fn searches(&mut self, cycles: &[(Claim, &str)], caps: [u32; 4]) {
        let ends = [None].into_iter().chain(caps.map(Some));
        for &(cycle, whose) in cycles {
            for (forgets_mover, key) in [(false, ""), (true, ", keyed without mover")] {
                for (reversed, order) in [(false, ""), (true, ", reversed")] {
                    for cap in ends.clone() {
                        let what = cap.map_or("repetition".to_owned(), |cap| format!("ply {cap}"));
                        let search = Search {
                            cycle,
                            cap,
                            forgets_mover,
                            reversed,
                        };
                        let name = format!("{what} is {whose}, remembered{key}{order}");
                        self.read("memory", name, Strategy::Search(search));
                    }
                }
            }
        }
    }

    /// Adds retrograde analyses that count moves wrongly.
    pub(crate) fn counts(&mut self) {
        for (count, name) in [
            (Count::AllButOne, "degree one too low"),
            (Count::OneMore, "degree one too high"),
            (Count::One, "the loser helps"),
        ] {
            self.read(
                "degrees",
                name,
                Strategy::forced(Horizon::Rule, self.open, count),
            );
        }
    }

    /// Adds mutants whose tables of positions are too small, or whose position numbers
    /// overflow. `places` is the plural of the places of a player: cells or nodes.
    pub(crate) fn encodings(
        &mut self,
        places: &str,
        [moduli, strides]: [&[u16]; 2],
        set: impl Fn(&mut Rules) -> &mut StateEncoding,
    ) {
        let mut add = |name: String, encoding| {
            self.mutate("table", name, |rules| *set(rules) = encoding);
        };
        for &size in moduli {
            let name = format!("{places} modulo {size}");
            add(name, StateEncoding::Modulo(size));
        }
        for &stride in strides {
            let name = format!("position mouse + {stride} cat");
            add(name, StateEncoding::Stride(stride));
        }
        for bits in [3, 4, 5] {
            let name = format!("position mouse | cat << {bits}");
            add(name, StateEncoding::Bits(bits));
        }
        for bits in [7, 8, 10, 11] {
            let name = format!("position cut to {bits} bits");
            add(name, StateEncoding::Low(bits));
        }
    }

    /// Returns all mutants, with the given proofs and evidence that some are equivalent.
    pub(crate) fn explained(
        mut self,
        equivalent: &[(&str, &'static str)],
        probably: &[(&str, &'static str)],
    ) -> Vec<Mutant> {
        for mutant in &mut self.mutants {
            let of = |reasons: &[(&str, &'static str)]| {
                let found = reasons.iter().find(|(name, _)| *name == mutant.name);
                found.map(|(_, reason)| *reason)
            };
            mutant.equivalent = of(equivalent);
            mutant.evidence = of(probably).or(mutant.evidence);
        }
        self.mutants
    }
}
