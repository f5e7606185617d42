//! How a wrong solution gets its answer: by the correct analysis, by one that stops too
//! early, or by a faulty search.

use std::collections::BTreeMap;

use super::state_graph::{Count, StateGraph};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{MOUSE_START, Player};

/// The winner that a solution claims; `None` for a draw.
pub(crate) type Claim = Option<Player>;

/// The sizes of an instance on which horizons and gaps depend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Rows of a board; nodes of a graph.
    pub(crate) rows: u32,
    /// Columns of a board; 1 for a graph.
    pub(crate) cols: u32,
    /// Floor cells of a board; nodes of a graph.
    pub(crate) floor: u32,
    /// Plies after which the cat wins; `None` for a graph.
    pub(crate) max_plies: Option<u32>,
    /// Longest jump of the mouse; 0 for a graph.
    pub(crate) mouse_jump: u32,
    /// Whether the instance has each of two orders; it can have both.
    pub(crate) orders: [bool; 2],
}

/// A horizon that depends on the instance, in plies.
pub(crate) type Formula = fn(Shape) -> u32;

/// The plies after which a solution stops its search.
#[derive(Clone, Copy)]
pub(crate) enum Horizon {
    /// The rule of the game.
    Rule,
    /// A fixed number of plies.
    Plies(u32),
    /// A number that depends on the instance.
    Formula(Formula),
    /// The longest forced win of this side from any position.
    WhileGrows(Player),
    /// The rule, but with plies counted in a signed byte: 128 to 255 become negative, and
    /// 256 becomes 0.
    SignedByte,
}

impl Shape {
    pub(crate) fn of(instance: &Instance) -> Self {
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

/// How a solution gets its answer.
#[derive(Clone, Copy)]
pub(crate) enum Strategy {
    /// Finds forced wins within a horizon.
    Forced {
        /// When it stops.
        horizon: Horizon,
        /// The claim if neither player has won by then.
        open: Claim,
        /// How lost moves are counted.
        count: Count,
    },
    /// Runs a depth-first search that stores results.
    Search(Search),
    /// Correct, except for long wins at one size.
    Gap(Gap),
    /// Always makes the same claim.
    Always(Claim),
}

impl Strategy {
    /// The correct strategy. `open` is the correct claim if neither player can force a win.
    pub(crate) const fn right(open: Claim) -> Self {
        Self::forced(Horizon::Rule, open, Count::All)
    }

    pub(crate) const fn forced(horizon: Horizon, open: Claim, count: Count) -> Self {
        Self::Forced {
            horizon,
            open,
            count,
        }
    }
}

/// The instances on which long wins are missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// Rows and columns of boards, nodes of graphs and 1.
    pub(crate) size: (u32, u32),
    /// Only with this jump of the mouse.
    pub(crate) mouse_jump: Option<u32>,
    /// Only in this order, by its number.
    pub(crate) order: Option<usize>,
    /// The winner of the missed wins.
    pub(crate) side: Player,
    /// Wins that take more plies are missed.
    pub(crate) beyond: u32,
    /// The claim instead of a missed win.
    pub(crate) open: Claim,
}

impl Gap {
    /// Returns whether long wins of a side are missed on an instance of this shape.
    fn is_at(&self, side: Player, shape: Shape) -> bool {
        self.side == side
            && self.size == (shape.rows, shape.cols)
            && self.mouse_jump.is_none_or(|jump| jump == shape.mouse_jump)
            && self.order.is_none_or(|order| shape.orders[order])
    }
}

/// A depth-first search that stores wrong results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    /// The claim for a position that repeats.
    pub(crate) cycle: Claim,
    /// Plies after which a branch is cut, with the claim `cycle`, which is stored as if it
    /// were correct. `None` to cut only at repetitions.
    pub(crate) cap: Option<u32>,
    /// Whether results are stored without the player to move.
    pub(crate) forgets_mover: bool,
    /// Whether moves are tried in reverse order.
    pub(crate) reversed: bool,
}

/// A game under the rules of a mutant, with the forced wins found so far.
#[derive(Debug)]
pub(crate) struct Analysis {
    graph: StateGraph,
    forced: Vec<(Player, Count, Option<u32>)>,
}

impl Analysis {
    /// Creates the analysis of an explored game.
    pub(crate) fn new(graph: StateGraph) -> Self {
        Self {
            graph,
            forced: Vec::new(),
        }
    }

    fn force(&mut self, side: Player, count: Count) -> Option<u32> {
        let known = self
            .forced
            .iter()
            .find(|known| (known.0, known.1) == (side, count));
        if let Some(&(_, _, depth)) = known {
            return depth;
        }
        let depth = self.graph.force(side, count);
        self.forced.push((side, count, depth));
        depth
    }

    /// Returns the claim of a strategy.
    pub(crate) fn read(&mut self, strategy: Strategy, shape: Shape) -> Claim {
        match strategy {
            Strategy::Always(claim) => claim,
            Strategy::Search(search) => search.run(&self.graph),
            Strategy::Gap(gap) => {
                let right = self.read(Strategy::right(gap.open), shape);
                let Some(side) = right.filter(|side| gap.is_at(*side, shape)) else {
                    return right;
                };
                let depth = self.force(side, Count::All);
                if depth > Some(gap.beyond) {
                    gap.open
                } else {
                    right
                }
            }
            Strategy::Forced {
                horizon,
                open,
                count,
            } => {
                let limit = shape.max_plies.unwrap_or(u32::MAX);
                for side in [Player::Mouse, Player::Cat] {
                    let Some(depth) = self.force(side, count) else {
                        continue;
                    };
                    let sees = match horizon {
                        Horizon::Rule => depth <= limit,
                        Horizon::Plies(plies) => depth <= plies,
                        Horizon::Formula(formula) => depth <= formula(shape),
                        Horizon::WhileGrows(grows) => depth <= self.graph.last(grows, count),
                        Horizon::SignedByte => matches!(depth % 256, 1..=127),
                    };
                    if sees {
                        return Some(side);
                    }
                }
                open
            }
        }
    }
}

/// The state of a search at one position.
struct Frame {
    position: usize,
    tried: usize,
    best: Option<Claim>,
}

impl Search {
    /// Returns the claim.
    fn run(self, graph: &StateGraph) -> Claim {
        let mut first = BTreeMap::new();
        let keys: Vec<usize> = (0..graph.positions.len())
            .map(|number| {
                let here = graph.positions[number];
                let mover = (!self.forgets_mover).then_some(here.turn);
                *first.entry((here.mouse, here.cat, mover)).or_insert(number)
            })
            .collect();
        let mut memory: Vec<Option<Claim>> = vec![None; graph.positions.len()];
        let mut on_way = vec![false; graph.positions.len()];
        let mut stack = vec![Frame {
            position: 0,
            tried: 0,
            best: None,
        }];
        on_way[0] = true;
        let mut result = None;
        while let Some(frame) = stack.last_mut() {
            let mover = graph.positions[frame.position].turn;
            if let Some(claim) = result.take() {
                frame.best = Some(frame.best.map_or(claim, |best| prefer(mover, best, claim)));
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
            let known = graph.over(to).map(Some).or(memory[keys[to]]);
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
                stack.push(Frame {
                    position: to,
                    tried: 0,
                    best: None,
                });
            }
        }
        result.unwrap_or(self.cycle)
    }
}

/// Returns the better of two claims for the player to move.
fn prefer(mover: Player, one: Claim, other: Claim) -> Claim {
    let worth = |claim: &Claim| match claim {
        None => 1,
        Some(winner) if *winner == mover => 2,
        Some(_) => 0,
    };
    [other, one].into_iter().max_by_key(worth).flatten()
}
