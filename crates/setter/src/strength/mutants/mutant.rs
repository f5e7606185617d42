//! Mutants and their classes, and the builder for lists of mutants.

use crate::strength::rules::state_graph::{DefeatRule, StateEncoding};
use crate::strength::rules::strategy::{
    FaultySearch, GameRules, Horizon, HorizonFormula, Strategy, Winner,
};
use cat_and_mouse::game::{Graph, Grid};

/// A solution with one mistake.
pub struct Mutant {
    /// The name of the mutant, which describes its mistake.
    pub name: String,
    /// The class of the mutant: the kind of its mistake.
    pub class: &'static str,
    /// The proof, if there is one, that the mutant replies correctly to every instance.
    pub equivalent: Option<&'static str>,
    /// The evidence that the mutant is probably equivalent to a correct solution, or the reason why
    /// it is not necessary to search for an instance that kills it.
    pub evidence: Option<&'static str>,
    pub(crate) kind: MutantKind,
}

impl Mutant {
    /// Returns a phrase that describes the mutant's class.
    pub fn description(&self) -> &'static str {
        let of_graphs = matches!(
            self.kind,
            MutantKind::Solver(GameRules::Graph(_), _) | MutantKind::GraphHeuristic(_)
        );
        class_description(self.class, of_graphs)
    }
}

/// A rule of thumb that some solutions use instead of a search.
pub(crate) type Heuristic<Game, Answer> = fn(&Game) -> Answer;

/// The mistake of a mutant.
#[derive(Clone, Copy)]
pub(crate) enum MutantKind {
    Solver(GameRules, Strategy),
    /// Decides by a rule of thumb whether the mouse wins.
    GridHeuristic(Heuristic<Grid, bool>),
    GraphHeuristic(Heuristic<Graph, Winner>),
}

/// Builds the list of mutants of a problem.
pub(crate) struct MutantList<Rules> {
    mutants: Vec<Mutant>,
    /// What a correct solution returns if neither player can force a win.
    default_claim: Winner,
    game_rules: fn(Rules) -> GameRules,
}

/// Adds mutants with changed rules. Each row has the class and the name of a mutant, and the rules
/// that it changes.
macro_rules! add_rule_mutants {
    ($list:ident: $($class:literal $name:expr => $($($rule:ident).+ = $value:expr),+;)*) => {$(
        $list.add_rule_mutant($class, $name, |rules| {
            $(rules.$($rule).+ = $value;)+
        });
    )*};
}
pub(crate) use add_rule_mutants;

impl<Rules: Default> MutantList<Rules> {
    /// Creates an empty list. `default_claim` is what a correct solution returns if neither player
    /// can force a win.
    pub(crate) fn new(default_claim: Winner, game_rules: fn(Rules) -> GameRules) -> Self {
        Self {
            mutants: Vec::new(),
            default_claim,
            game_rules,
        }
    }

    /// Adds a mutant with changed rules.
    pub(crate) fn add_rule_mutant(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        change: impl FnOnce(&mut Rules),
    ) {
        let mut rules = Rules::default();
        change(&mut rules);
        let right = Strategy::full_analysis(self.default_claim);
        self.add(
            class,
            name,
            MutantKind::Solver((self.game_rules)(rules), right),
        );
    }

    /// Adds a mutant with the correct rules and a wrong strategy.
    pub(crate) fn add_strategy_mutant(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        strategy: Strategy,
    ) -> &mut Mutant {
        let rules = (self.game_rules)(Rules::default());
        self.add(class, name, MutantKind::Solver(rules, strategy))
    }

    /// Adds a mutant.
    pub(crate) fn add(
        &mut self,
        class: &'static str,
        name: impl Into<String>,
        kind: MutantKind,
    ) -> &mut Mutant {
        self.mutants.push(Mutant {
            name: name.into(),
            class,
            equivalent: None,
            evidence: None,
            kind,
        });
        self.mutants.last_mut().expect("a mutant was just added")
    }

    /// Adds a mutant that stops its search at `horizon` and then claims `default_claim`.
    pub(crate) fn add_early_stopping_mutant(
        &mut self,
        name: impl Into<String>,
        horizon: Horizon,
        default_claim: Winner,
    ) {
        self.add_strategy_mutant(
            "horizon",
            name,
            Strategy::forced_wins(horizon, default_claim, DefeatRule::All),
        );
    }

    /// Adds mutants that stop their search after a number of plies, either fixed or computed by a
    /// formula, and then claim `default_claim`. `name` describes this claim in the mutants' names.
    pub(crate) fn add_early_stopping_mutants(
        &mut self,
        plies: impl IntoIterator<Item = u32>,
        formulas: &[(&str, HorizonFormula)],
        (default_claim, name): (Winner, &str),
    ) {
        for plies in plies {
            let text = format!("stops after {plies} plies: {name}");
            self.add_early_stopping_mutant(text, Horizon::Plies(plies), default_claim);
        }
        for &(formula, horizon) in formulas {
            let text = format!("stops after {formula} plies: {name}");
            self.add_early_stopping_mutant(text, Horizon::HorizonFormula(horizon), default_claim);
        }
    }

    /// Adds mutants whose depth-first search wrongly memoizes results that depend on the path to a
    /// position. `cycles` lists the claims that the searches assume for repeated positions, with
    /// descriptions. `caps` lists the plies at which searches without detection of repetitions cut
    /// off a branch.
    pub(crate) fn add_faulty_depth_first_searches(
        &mut self,
        cycles: &[(Winner, &str)],
        caps: [u32; 4],
    ) {
        let ends = [None].into_iter().chain(caps.map(Some));
        for &(cycle, claim) in cycles {
            for (forgets_mover, key) in [(false, ""), (true, ", cache key omits the turn")] {
                for (reversed, order) in [(false, ""), (true, ", reverse order of moves")] {
                    for cap in ends.clone() {
                        let what = cap.map_or("repetition".to_owned(), |cap| format!("ply {cap}"));
                        let search = FaultySearch {
                            cycle,
                            cap,
                            forgets_mover,
                            reversed,
                        };
                        let name = format!("{what} counts as {claim}{key}{order}");
                        self.add_strategy_mutant("memory", name, Strategy::FaultySearch(search));
                    }
                }
            }
        }
    }

    /// Adds mutants that miscount a position's losing moves in their retrograde analysis.
    pub(crate) fn add_wrong_losing_move_counts(&mut self) {
        for (count, name) in [
            (DefeatRule::AllButOne, "requires one losing move too few"),
            (DefeatRule::OneMore, "requires one losing move too many"),
            (DefeatRule::One, "requires only one losing move"),
        ] {
            self.add_strategy_mutant(
                "degrees",
                name,
                Strategy::forced_wins(Horizon::Rule, self.default_claim, count),
            );
        }
    }

    /// Adds mutants whose tables of positions are too small, or whose position numbers collide.
    /// `places` is the word "cells" or "nodes".
    pub(crate) fn add_wrong_position_encodings(
        &mut self,
        places: &str,
        [moduli, strides]: [&[u16]; 2],
        set: impl Fn(&mut Rules) -> &mut StateEncoding,
    ) {
        let mut add = |name: String, encoding| {
            self.add_rule_mutant("table", name, |rules| *set(rules) = encoding);
        };
        for &size in moduli {
            let name = format!("{places} modulo {size}");
            add(name, StateEncoding::Modulo(size));
        }
        for &stride in strides {
            let name = format!("position number mouse + {stride} · cat");
            add(name, StateEncoding::Stride(stride));
        }
        for bits in [3, 4, 5] {
            let name = format!("position number mouse | cat << {bits}");
            add(name, StateEncoding::Bits(bits));
        }
        for bits in [7, 8, 10, 11] {
            let name = format!("position number truncated to {bits} bits");
            add(name, StateEncoding::Low(bits));
        }
    }

    /// Returns all mutants. Attaches to each named mutant its proof from `equivalent` or its
    /// evidence from `probably_equivalent`.
    pub(crate) fn with_equivalence_reasons(
        mut self,
        equivalent: &'static str,
        probably_equivalent: &[(&str, &'static str)],
    ) -> Vec<Mutant> {
        let proofs = equivalent.lines().filter_map(|row| row.split_once(" => "));
        let proofs: Vec<_> = proofs.collect();
        for mutant in &mut self.mutants {
            let reason_for = |reasons: &[(&str, &'static str)]| {
                let found = reasons.iter().find(|(name, _)| *name == mutant.name);
                found.map(|(_, reason)| *reason)
            };
            mutant.equivalent = reason_for(&proofs);
            mutant.evidence = reason_for(probably_equivalent).or(mutant.evidence);
        }
        self.mutants
    }
}

/// Returns the description of a class of mutants, for graphs or for boards. Returns an empty string
/// if the class is unknown.
fn class_description(class: &str, of_graphs: bool) -> &'static str {
    match class {
        // Classes for both problems.
        "constant" => "the same answer for every case",
        "degrees" => "a retrograde analysis that counts moves wrongly",
        "ends" => "wrong rules for the start or the end of the game",
        "greedy" => "a rule of thumb instead of a search",
        "horizon" => "a search that stops after too few plies",
        "memory" => "a search that reuses invalid results",
        "one size" => "long wins missed on instances of one size",
        "stay" => "a wrong rule for staying in place",
        "table" => "a table of positions that is too small",
        // Classes for graphs.
        "draws" => "draws that count as wins",
        "edges" if of_graphs => "edges of the graph that are ignored",
        "hole" => "a wrong rule for cat moves into the hole",
        "one order" if of_graphs => "long wins missed for one size and neighbour order",
        // Classes for boards.
        "directions" => "moves in wrong or missing directions",
        "edges" => "moves that wrongly cross the edge of the board",
        "jump length" => "jumps of wrong length",
        "one order" => "long wins missed for one size and piece order",
        "passing" => "a wrong rule for jumping over food or player",
        "walls" => "jumps through or onto walls",
        _ => "",
    }
}
