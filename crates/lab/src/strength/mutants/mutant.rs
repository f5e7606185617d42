//! A wrong solution as a value, and lists of them as both problems write them.

use super::classes::description;
use crate::strength::rules::graph_rules::GraphRules;
use crate::strength::rules::grid_rules::GridRules;
use crate::strength::rules::state_graph::{Count, StateEncoding};
use crate::strength::rules::strategy::{Claim, Formula, Horizon, Search, Strategy};
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
    pub(crate) kind: Kind,
}

impl Mutant {
    /// Returns the phrase that describes its class.
    pub fn description(&self) -> &'static str {
        let of_graphs = matches!(self.kind, Kind::Graph(..) | Kind::GraphGuess(_));
        description(self.class, of_graphs)
    }
}

/// An answer by rule of thumb.
pub(crate) type Guess<Game, Answer> = fn(&Game) -> Answer;

/// What makes it wrong.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Grid(GridRules, Strategy),
    Graph(GraphRules, Strategy),
    /// Whether the mouse wins, by rule of thumb.
    GridGuess(Guess<Grid, bool>),
    GraphGuess(Guess<Graph, Claim>),
}

/// The mutants of a problem so far.
pub(crate) struct List<Rules> {
    mutants: Vec<Mutant>,
    /// What is claimed where nobody can force anything.
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
    /// None, for a problem where this is claimed if nobody can force anything.
    pub(crate) fn new(open: Claim, kind: fn(Rules, Strategy) -> Kind) -> Self {
        Self {
            mutants: Vec::new(),
            open,
            kind,
        }
    }

    /// Changes rules. The change is made to the rules as they are.
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

    /// Leaves the rules alone and goes wrong about them.
    pub(crate) fn read(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        strategy: Strategy,
    ) {
        self.add(class, name, (self.kind)(Rules::default(), strategy));
    }

    /// Any mutant.
    pub(crate) fn add(&mut self, class: &'static str, name: impl Into<String>, kind: Kind) {
        self.mutants.push(Mutant {
            name: name.into(),
            class,
            equivalent: None,
            evidence: None,
            kind,
        });
    }

    /// The one that was added last.
    pub(crate) fn last(&mut self) -> &mut Mutant {
        self.mutants.last_mut().expect("one was added")
    }

    /// Stops to look early, and claims this then.
    pub(crate) fn stop(&mut self, name: impl Into<String>, horizon: Horizon, open: Claim) {
        let count = Count::All;
        let strategy = Strategy::Forced {
            horizon,
            open,
            count,
        };
        self.read("horizon", name, strategy);
    }

    /// Stops after so many plies, or what a formula gives. What is claimed
    /// then has this name.
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

    /// Depth-first searches whose memory is at fault. `cycles` is what a
    /// repeated position may be taken for, and its name; `caps` are the plies
    /// at which a search that does not look for repetitions gives up.
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

    /// Retrograde analyses that count wrongly.
    pub(crate) fn counts(&mut self) {
        for (count, name) in [
            (Count::AllButOne, "degree one too low"),
            (Count::OneMore, "degree one too high"),
            (Count::One, "the loser helps"),
        ] {
            let strategy = Strategy::Forced {
                horizon: Horizon::Rule,
                open: self.open,
                count,
            };
            self.read("degrees", name, strategy);
        }
    }

    /// Tables of positions that are too small, and numbers of positions that
    /// do not fit where they are kept. `places` is what an animal stands on.
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

    /// All mutants, with why those named are equivalent, or what speaks for it.
    pub(crate) fn explained(
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
