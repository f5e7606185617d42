//! The strategies of (mostly wrong) solutions for either game: a complete analysis, an analysis
//! that stops too early, or a faulty search.

use std::collections::BTreeMap;

use super::graph_rules::GraphRules;
use super::grid_rules::GridRules;
use super::state_graph::{DefeatRule, PliesByPosition, StateGraph};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{MOUSE_START, Player};

/// The result that a solution claims: the winner, or `None` for a draw.
pub(crate) type Winner = Option<Player>;

/// The properties of an instance that determine search horizons and missed wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstanceProperties {
    /// The number of rows of a board, or of nodes of a graph.
    pub(crate) rows: u32,
    /// The number of columns of a board, or 1 for a graph.
    pub(crate) cols: u32,
    /// The number of floor cells of a board, or of nodes of a graph.
    pub(crate) floor: u32,
    /// The number of plies after which the cat wins, or `None` for a graph.
    pub(crate) max_plies: Option<u32>,
    /// The mouse's longest jump, or 0 for a graph.
    pub(crate) mouse_jump: u32,
    /// A pair: whether two numbers are in ascending order, and whether they are in descending
    /// order. On a board, these are the cell numbers of the mouse and the food. On a graph, these
    /// are the first and the last neighbour in the adjacency list of the mouse's start node.
    pub(crate) orders: [bool; 2],
}

/// A function that computes a search horizon, in plies, from the properties of the instance.
pub(crate) type HorizonFormula = fn(InstanceProperties) -> u32;

/// The search horizon: the number of plies after which a solution stops its search.
#[derive(Clone, Copy)]
pub(crate) enum Horizon {
    /// The move limit of the game, if there is one.
    Rule,
    /// A fixed number of plies.
    Plies(u32),
    /// The number of plies that this formula computes from the instance.
    HorizonFormula(HorizonFormula),
    /// The number of plies of this player's longest forced win from any position.
    WhileGrows(Player),
    /// The move limit of the game, but with plies counted in a signed byte: 128 to 255 become
    /// negative, and 256 becomes 0.
    SignedByte,
}

impl InstanceProperties {
    pub(crate) fn from_instance(instance: &Instance) -> Self {
        match instance {
            Instance::Grid(grid) => Self {
                rows: grid.rows.into(),
                cols: grid.cols.into(),
                floor: grid.walls.iter().filter(|wall| !**wall).count() as u32,
                max_plies: Some(grid.max_plies),
                mouse_jump: grid.mouse_jump.into(),
                orders: [grid.mouse <= grid.food, grid.mouse >= grid.food],
            },
            Instance::Graph(graph) => Self {
                rows: graph.nodes() as u32,
                cols: 1,
                floor: graph.nodes() as u32,
                max_plies: None,
                mouse_jump: 0,
                orders: {
                    let list = graph.neighbours(MOUSE_START);
                    [list.first() <= list.last(), list.first() >= list.last()]
                },
            },
        }
    }
}

/// The way in which a solution computes its answer.
#[derive(Clone, Copy)]
pub(crate) enum Strategy {
    /// Finds forced wins within a horizon.
    ForcedWins {
        /// The horizon at which the solution stops its search.
        horizon: Horizon,
        /// The result that the solution returns if neither player can force a win within the
        /// horizon.
        default_claim: Winner,
        /// The number of moves that must lose before a position counts as lost.
        count: DefeatRule,
    },
    /// Runs a depth-first search whose memo is faulty: it reuses results where they do not apply.
    FaultySearch(FaultySearch),
    /// Answers correctly, but misses long wins on instances of one size.
    MissedWins(MissedWins),
    /// Makes the same claim for every instance.
    Always(Winner),
}

impl Strategy {
    /// Returns the correct strategy. `default_claim` is what a correct solution returns if neither
    /// player can force a win.
    pub(crate) const fn full_analysis(default_claim: Winner) -> Self {
        Self::forced_wins(Horizon::Rule, default_claim, DefeatRule::All)
    }

    pub(crate) const fn forced_wins(horizon: Horizon, claim: Winner, count: DefeatRule) -> Self {
        Self::ForcedWins {
            horizon,
            default_claim: claim,
            count,
        }
    }
}

/// Long wins that a solution misses on certain instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissedWins {
    /// The size of the instances: `(rows, columns)` of a board, or `(nodes, 1)` of a graph.
    pub(crate) size: (u32, u32),
    /// If set, wins are missed only on instances in which the mouse's maximum jump has this length.
    pub(crate) mouse_jump: Option<u32>,
    /// If set, an index into [`InstanceProperties::orders`]: the solution misses wins only on
    /// instances for which this element is true.
    pub(crate) order: Option<usize>,
    /// The player whose wins are missed.
    pub(crate) side: Player,
    /// Only wins that take more plies than this number are missed.
    pub(crate) beyond: u32,
    /// The wrong result that a program reports if it misses a win.
    pub(crate) default_claim: Winner,
}

impl MissedWins {
    /// Returns whether the solution misses long wins of `side` on an instance with these
    /// properties.
    fn applies_to(&self, side: Player, facts: InstanceProperties) -> bool {
        self.side == side
            && self.size == (facts.rows, facts.cols)
            && self.mouse_jump.is_none_or(|jump| jump == facts.mouse_jump)
            && self.order.is_none_or(|order| facts.orders[order])
    }
}

/// A faulty depth-first search: it caches results that are valid only on the current path, and
/// reuses them on other paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FaultySearch {
    /// The result that the search assumes for a repeated position.
    pub(crate) cycle: Winner,
    /// The depth, in plies, at which the search gives up on a branch. The search then assumes the
    /// result `cycle`, and wrongly stores this result as if it were exact. If `None`, the search
    /// cuts off branches only at repetitions.
    pub(crate) cap: Option<u32>,
    /// Whether the keys of stored results omit the player to move.
    pub(crate) forgets_mover: bool,
    /// Whether moves are tried in reverse order.
    pub(crate) reversed: bool,
}

/// The rules of one of the two games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GameRules {
    Graph(GraphRules),
    Grid(GridRules),
}

/// A game under the rules of a mutant, and a cache of the forced wins found in it.
#[derive(Debug)]
pub(crate) struct Analysis {
    graph: StateGraph,
    /// The lengths, in plies, of the forced wins, keyed by player and rule, and indexed by
    /// position.
    plies_to_win: BTreeMap<(Player, DefeatRule), PliesByPosition>,
}

impl Analysis {
    /// Explores all positions that the game on an instance can reach under these rules.
    pub(crate) fn new(rules: GameRules, instance: &Instance) -> Self {
        let graph = match (rules, instance) {
            (GameRules::Graph(rules), Instance::Graph(graph)) => rules.explore(graph),
            (GameRules::Grid(rules), Instance::Grid(grid)) => rules.explore(grid),
            _ => unreachable!("mutants and instances belong to the same game"),
        };
        let plies_to_win = BTreeMap::new();
        Self {
            graph,
            plies_to_win,
        }
    }

    fn plies_to_win(&mut self, side: Player, count: DefeatRule) -> &[Option<u32>] {
        let entry = self.plies_to_win.entry((side, count));
        entry.or_insert_with(|| self.graph.plies_to_win(side, count))
    }

    /// Returns the result that a strategy claims.
    pub(crate) fn evaluate(&mut self, strategy: Strategy, facts: InstanceProperties) -> Winner {
        match strategy {
            Strategy::Always(claim) => claim,
            Strategy::FaultySearch(search) => search.run(&self.graph),
            Strategy::MissedWins(missed) => {
                let correct = self.evaluate(Strategy::full_analysis(missed.default_claim), facts);
                let Some(side) = correct.filter(|side| missed.applies_to(*side, facts)) else {
                    return correct;
                };
                let depth = self.plies_to_win(side, DefeatRule::All)[0];
                if depth > Some(missed.beyond) {
                    missed.default_claim
                } else {
                    correct
                }
            }
            Strategy::ForcedWins {
                horizon,
                default_claim,
                count,
            } => {
                let limit = facts.max_plies.unwrap_or(u32::MAX);
                for side in [Player::Mouse, Player::Cat] {
                    let Some(depth) = self.plies_to_win(side, count)[0] else {
                        continue;
                    };
                    let sees = match horizon {
                        Horizon::Rule => depth <= limit,
                        Horizon::Plies(plies) => depth <= plies,
                        Horizon::HorizonFormula(formula) => depth <= formula(facts),
                        Horizon::WhileGrows(grows) => {
                            let longest = self.plies_to_win(grows, count).iter().max();
                            Some(&Some(depth)) <= longest
                        }
                        Horizon::SignedByte => matches!(depth % 256, 1..=127),
                    };
                    if sees {
                        return Some(side);
                    }
                }
                default_claim
            }
        }
    }
}

/// The state of a depth-first search at one position.
#[derive(Default)]
struct SearchFrame {
    position: usize,
    tried: usize,
    best: Option<Winner>,
}

impl FaultySearch {
    /// Returns the result that the search claims for the start position.
    fn run(self, graph: &StateGraph) -> Winner {
        let mut first = BTreeMap::new();
        let keys: Vec<usize> = (0..graph.positions.len())
            .map(|number| {
                let here = graph.positions[number];
                let mover = (!self.forgets_mover).then_some(here.turn);
                *first.entry((here.mouse, here.cat, mover)).or_insert(number)
            })
            .collect();
        let mut memory: Vec<Option<Winner>> = vec![None; graph.positions.len()];
        let mut on_way = vec![false; graph.positions.len()];
        let mut stack = vec![SearchFrame::default()];
        on_way[0] = true;
        let mut result = None;
        while let Some(frame) = stack.last_mut() {
            let mover = graph.positions[frame.position].turn;
            if let Some(claim) = result.take() {
                let best = frame.best.map(|best| better_result(mover, best, claim));
                frame.best = best.or(Some(claim));
            }
            let moves = graph.moves(frame.position);
            let settled = frame.best == Some(Some(mover)) || frame.tried == moves.len();
            if settled {
                let claim = frame.best.unwrap_or(self.cycle);
                memory[keys[frame.position]] = Some(claim);
                on_way[frame.position] = false;
                result = Some(claim);
                stack.pop();
                continue;
            }
            let place = if self.reversed {
                moves.len() - 1 - frame.tried
            } else {
                frame.tried
            };
            let to = moves[place] as usize;
            frame.tried += 1;
            let known = graph.winner(to).map(Some).or(memory[keys[to]]);
            let cut = match self.cap {
                Some(cap) => stack.len() as u32 >= cap,
                None => on_way[to],
            };
            if let Some(claim) = known {
                result = Some(claim);
            } else if cut {
                result = Some(self.cycle);
            } else {
                on_way[to] = true;
                stack.push(SearchFrame {
                    position: to,
                    ..SearchFrame::default()
                });
            }
        }
        result.unwrap_or(self.cycle)
    }
}

/// Returns the better of two results for the player to move.
fn better_result(mover: Player, one: Winner, other: Winner) -> Winner {
    let worth = |claim: &Winner| match claim {
        None => 1,
        Some(winner) if *winner == mover => 2,
        Some(_) => 0,
    };
    [other, one].into_iter().max_by_key(worth).flatten()
}
