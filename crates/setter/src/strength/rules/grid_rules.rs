//! The rules of problem 1728. A mutant can change any of the rules.

use super::state_graph::{CommonRules, GameStatus, StateGraph, retain_nearest_places};
use cat_and_mouse::game::{Grid, Player, Square, distances};
use cat_and_mouse::solve::solved_game::Position;

/// The move rules of one player. The default value has the correct rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRules {
    /// Whether the player must move instead of staying on its cell.
    pub(crate) must_move: bool,
    /// The player's maximum jump length.
    pub(crate) reach: MaxJumpRule,
    /// Whether the player makes only jumps of the maximum length.
    pub(crate) exact: bool,
    /// Whether the player jumps over walls.
    pub(crate) through_walls: bool,
    /// Whether the player may land on walls.
    pub(crate) on_walls: bool,
    /// Whether the player also jumps diagonally.
    pub(crate) diagonal: bool,
    /// The direction in which the player cannot jump, if any: 0 up, 1 right, 2 down, 3 left.
    pub(crate) without: Option<usize>,
    /// Whether the other player blocks the player's jumps like a wall.
    pub(crate) blocked_by_other: bool,
    /// Whether the player cannot jump over the food, although it may land there.
    pub(crate) stopped_by_food: bool,
    /// The rule for a jump that crosses the edge of the board.
    pub(crate) at_edge: BoardEdgeRule,
    /// Whether a jump can turn corners, that is, change direction after every cell.
    pub(crate) turns: bool,
    /// If set, the player considers only the moves that bring it as near as possible to this goal.
    pub(crate) only_nearest: Option<GreedyGoal>,
}

/// The rule for the maximum jump length of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MaxJumpRule {
    /// The correct maximum plus this number of cells, which can be negative.
    More(i16),
    /// A fixed number of cells, whatever the correct maximum is.
    Just(u16),
}

impl Default for MaxJumpRule {
    fn default() -> Self {
        Self::More(0)
    }
}

impl MaxJumpRule {
    const fn max_jump_length(self, correct: u16) -> u16 {
        match self {
            Self::More(more) => correct.saturating_add_signed(more),
            Self::Just(length) => length,
        }
    }
}

/// The rule for a jump that crosses the edge of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BoardEdgeRule {
    /// A jump must not leave the board, which is the correct rule.
    #[default]
    Stops,
    /// The jump continues at the opposite edge, in the same row or column.
    Around,
    /// A horizontal jump continues in the next or previous row, as in programs that change the cell
    /// number without checking the column.
    NextRow,
}

/// The place that a player must approach with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GreedyGoal {
    /// The food.
    Food,
    /// The other player.
    Other,
}

/// The result if the cat reaches the food.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CatOnFoodRule {
    /// A cat that reaches the food wins, which is the correct rule.
    #[default]
    Wins,
    /// The game continues.
    Ignored,
    /// The cat cannot move onto the food.
    Forbidden,
}

/// The rules of a game on a board. The default value has the correct rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GridRules {
    /// The move rules of the mouse.
    pub(crate) mouse: MoveRules,
    /// The move rules of the cat.
    pub(crate) cat: MoveRules,
    /// The result if the cat reaches the food.
    pub(crate) cat_on_food: CatOnFoodRule,
    /// Whether jumping over the other player counts as a capture.
    pub(crate) capture_on_passing: bool,
    /// Whether the jump lengths of cat and mouse are swapped.
    pub(crate) swapped_jumps: bool,
    /// Whether the bounds check swaps the numbers of rows and columns.
    pub(crate) swapped_edges: bool,
    pub(crate) common: CommonRules,
}

impl GridRules {
    /// Explores all positions that the game on a board can reach under these rules.
    pub(crate) fn explore(&self, grid: &Grid) -> StateGraph {
        let table = JumpTable::new(self, grid);
        let start = (grid.mouse.0, grid.cat.0);
        StateGraph::explore(grid.walls.len(), &self.common, start, |position| {
            table.game_status(position)
        })
    }
}

/// A jump, with its target and the cells that it passes.
struct Jump {
    to: u16,
    over: Vec<u16>,
}

/// The possible jumps of both players from every cell.
struct JumpTable<'a> {
    rules: &'a GridRules,
    food: u16,
    mouse: Vec<Vec<Jump>>,
    cat: Vec<Vec<Jump>>,
    /// The number of moves between any two cells, indexed as `[goal][from]`. The table is empty
    /// unless the rules force a player to approach a goal with every move.
    moves: Vec<Vec<Option<u32>>>,
}

impl<'a> JumpTable<'a> {
    fn new(rules: &'a GridRules, grid: &'a Grid) -> Self {
        let (mouse, cat) = if rules.swapped_jumps {
            (grid.cat_jump, grid.mouse_jump)
        } else {
            (grid.mouse_jump, grid.cat_jump)
        };
        let jumps = |mover: &MoveRules, max_length: u16| -> Vec<Vec<Jump>> {
            let cells = 0..grid.walls.len() as u16;
            let max_length = mover.reach.max_jump_length(max_length);
            cells
                .map(|from| {
                    if mover.turns {
                        jumps_around_corners(grid, from, max_length)
                    } else {
                        straight_jumps(rules, mover, grid, from, max_length)
                    }
                })
                .collect()
        };
        let (mouse, cat) = (jumps(&rules.mouse, mouse), jumps(&rules.cat, cat));
        let runner = match (rules.mouse.only_nearest, rules.cat.only_nearest) {
            (Some(_), _) => Some(&mouse),
            (None, Some(_)) => Some(&cat),
            (None, None) => None,
        };
        let goals = 0..grid.walls.len() as u16;
        let moves = runner.map_or_else(Vec::new, |jumps| {
            let all = |cell: u16| jumps[usize::from(cell)].iter().map(|jump| jump.to);
            goals
                .map(|goal| distances(jumps.len(), goal, all))
                .collect()
        });
        Self {
            rules,
            food: grid.food.0,
            mouse,
            cat,
            moves,
        }
    }

    fn game_status(&self, position: Position) -> GameStatus {
        let is_cat_on_food = position.cat == self.food;
        let cat_has_won = is_cat_on_food && self.rules.cat_on_food == CatOnFoodRule::Wins;
        let winner = (self.rules.common).winner(position, self.food, cat_has_won);
        if let Some(winner) = winner {
            return GameStatus::Over(winner);
        }
        let (mover, jumps, from, other) = match position.turn {
            Player::Mouse => (&self.rules.mouse, &self.mouse, position.mouse, position.cat),
            Player::Cat => (&self.rules.cat, &self.cat, position.cat, position.mouse),
        };
        let mut targets: Vec<u16> = jumps[usize::from(from)]
            .iter()
            .filter_map(|jump| self.end_cell(position.turn, mover, jump, other))
            .collect();
        if !mover.must_move {
            targets.push(from);
        }
        if let Some(goal) = mover.only_nearest {
            let goal = match goal {
                GreedyGoal::Food => self.food,
                GreedyGoal::Other => other,
            };
            retain_nearest_places(&mut targets, &self.moves[usize::from(goal)]);
        }
        let moved = targets.into_iter().map(|to| position.after_move(to));
        GameStatus::Open(moved.collect())
    }

    /// Returns the cell on which a jump ends, or `None` if the rules forbid the jump.
    fn end_cell(&self, turn: Player, mover: &MoveRules, jump: &Jump, other: u16) -> Option<u16> {
        let forbidden = self.rules.cat_on_food == CatOnFoodRule::Forbidden;
        if turn == Player::Cat && forbidden && jump.to == self.food {
            return None;
        }
        let stopped = mover.stopped_by_food && jump.over.contains(&self.food);
        if stopped || mover.blocked_by_other && jump.over.contains(&other) {
            return None;
        }
        // A capture ends the jump on the other player's cell.
        let met = self.rules.capture_on_passing && jump.over.contains(&other);
        Some(if met { other } else { jump.to })
    }
}

/// Returns all straight jumps from a cell.
fn straight_jumps(
    rules: &GridRules,
    mover: &MoveRules,
    grid: &Grid,
    from: u16,
    max_length: u16,
) -> Vec<Jump> {
    const STRAIGHT_DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    const DIAGONAL_DIRECTIONS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, 1), (1, -1)];
    let (rows, cols) = (i32::from(grid.rows), i32::from(grid.cols));
    let (row, col) = (i32::from(from) / cols, i32::from(from) % cols);
    let (edge_row, edge_col) = if rules.swapped_edges {
        (cols.min(rows), rows.min(cols))
    } else {
        (rows, cols)
    };
    let mut directions: Vec<(i32, i32)> = STRAIGHT_DIRECTIONS.to_vec();
    if let Some(missing) = mover.without {
        directions.remove(missing);
    }
    if mover.diagonal {
        directions.extend(DIAGONAL_DIRECTIONS);
    }
    let mut jumps = Vec::new();
    for (down, right) in directions {
        let mut over = Vec::new();
        for length in 1..=i32::from(max_length) {
            let (mut r, mut c) = (row + down * length, col + right * length);
            match mover.at_edge {
                BoardEdgeRule::Stops => {}
                BoardEdgeRule::Around => (r, c) = (r.rem_euclid(rows), c.rem_euclid(cols)),
                BoardEdgeRule::NextRow => (r, c) = (r + c.div_euclid(cols), c.rem_euclid(cols)),
            }
            if r < 0 || c < 0 || r >= edge_row || c >= edge_col {
                break;
            }
            let to = (r * cols + c) as u16;
            let wall = grid.walls[usize::from(to)] && !mover.on_walls;
            if wall && !mover.through_walls {
                break;
            }
            if !wall && (!mover.exact || length == i32::from(max_length)) {
                jumps.push(Jump {
                    to,
                    over: over.clone(),
                });
            }
            over.push(to);
        }
    }
    jumps
}

/// Returns the jumps to all cells that can be reached in at most `max_length` single steps. A jump may
/// change direction after every step.
fn jumps_around_corners(grid: &Grid, from: u16, max_length: u16) -> Vec<Jump> {
    let distances = (0..).zip(grid.distances(Square(from), 1));
    let reached = distances
        .filter(|(_, steps)| steps.is_some_and(|steps| (1..=max_length.into()).contains(&steps)));
    let jump = |to| Jump {
        to,
        over: Vec::new(),
    };
    reached.map(|(to, _)| jump(to)).collect()
}
