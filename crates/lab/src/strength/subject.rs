//! What mutants reply to an instance.

use super::graph_rules::GraphRules;
use super::grid_rules::GridRules;
use super::mutant::{Kind, Mutant};
use super::state_graph::StateGraph;
use super::strategy::{Analysis, Claim, Shape};
use super::{graph_mutants, grid_mutants};
use cat_and_mouse::game::Player;
use cat_and_mouse::{Game, Instance};

/// Every mutant of a problem, in the order in which they are listed.
pub fn of_game(game: Game) -> Vec<Mutant> {
    match game {
        Game::CatAndMouse => graph_mutants::all(),
        Game::CatAndMouse2 => grid_mutants::all(),
    }
}

/// Whether two mutants reply differently to an instance.
pub fn differ(instance: &Instance, one: &Mutant, other: &Mutant) -> bool {
    let mut subject = Subject::new(instance);
    subject.reply(one) != subject.reply(other)
}

/// Everything that can come up in an instance under the rules as they are.
pub(super) fn graph(instance: &Instance) -> StateGraph {
    match instance {
        Instance::Grid(grid) => GridRules::default().graph(grid),
        Instance::Graph(graph) => GraphRules::default().graph(graph),
    }
}

/// An instance with what the mutants have found out about it. Mutants with
/// the same rules share an analysis.
pub(super) struct Subject<'a> {
    instance: &'a Instance,
    shape: Shape,
    grids: Vec<(GridRules, Analysis)>,
    graphs: Vec<(GraphRules, Analysis)>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        Self {
            instance,
            shape: Shape::of(instance),
            grids: Vec::new(),
            graphs: Vec::new(),
        }
    }

    /// What a mutant replies.
    pub(super) fn reply(&mut self, mutant: &Mutant) -> &'static str {
        let claim = self.claim(mutant.kind);
        match (self.instance.game(), claim) {
            (Game::CatAndMouse2, Some(Player::Mouse)) => "true",
            (Game::CatAndMouse2, Some(Player::Cat) | None) => "false",
            (Game::CatAndMouse, None) => "0",
            (Game::CatAndMouse, Some(Player::Mouse)) => "1",
            (Game::CatAndMouse, Some(Player::Cat)) => "2",
        }
    }

    fn claim(&mut self, kind: Kind) -> Claim {
        let shape = self.shape;
        match (kind, self.instance) {
            (Kind::Grid(rules, strategy), Instance::Grid(grid)) => {
                analysis(&mut self.grids, rules, || rules.graph(grid)).read(strategy, shape)
            }
            (Kind::Graph(rules, strategy), Instance::Graph(graph)) => {
                analysis(&mut self.graphs, rules, || rules.graph(graph)).read(strategy, shape)
            }
            (Kind::GridGuess(guess), Instance::Grid(grid)) => Some(if guess(grid) {
                Player::Mouse
            } else {
                Player::Cat
            }),
            (Kind::GraphGuess(guess), Instance::Graph(graph)) => guess(graph),
            _ => unreachable!("a mutant is asked about its own problem"),
        }
    }
}

/// The analysis for these rules, made when first needed.
fn analysis<R: PartialEq>(
    known: &mut Vec<(R, Analysis)>,
    rules: R,
    explore: impl FnOnce() -> StateGraph,
) -> &mut Analysis {
    let place = known.iter().position(|(other, _)| *other == rules);
    let place = place.unwrap_or_else(|| {
        known.push((rules, Analysis::new(explore())));
        known.len() - 1
    });
    &mut known[place].1
}
