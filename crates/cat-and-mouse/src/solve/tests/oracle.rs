//! A slow oracle for both games that applies the rules over a growing number of plies, without
//! optimizations.
//!
//! The oracle is independent of the solvers and shares only the fields of [`Graph`] and [`Grid`]
//! with them. The oracle has no queues, counters or bitboards. It only asks whether a player can
//! force a win within a given number of plies.

use crate::game::{Graph, Grid, Outcome, Player, Ply};

/// The rules of one instance. The players are on nodes or cells.
struct Rules<'a> {
    places: usize,
    max_plies: u32,
    is_legal: &'a dyn Fn(usize, usize) -> bool,
    winner: &'a dyn Fn(usize, usize) -> Option<Player>,
    moves: &'a dyn Fn(Player, usize) -> Vec<usize>,
}

/// The forced end of every position, with the smallest number of plies.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    /// Indexed by cat, then mouse: `[mouse to move, cat to move]`.
    ends: Vec<Vec<[Option<Outcome>; 2]>>,
}

impl Oracle {
    pub(crate) fn of_graph(graph: &Graph) -> Self {
        Self::solve(&Rules {
            places: graph.adjacency.len(),
            max_plies: u32::MAX,
            is_legal: &|_, cat| cat != 0 && graph.adjacency[cat] != [0],
            winner: &|mouse, cat| match mouse {
                0 => Some(Player::Mouse),
                _ => (mouse == cat).then_some(Player::Cat),
            },
            moves: &|player, from| {
                let ends = graph.adjacency[from].iter().map(|&to| usize::from(to));
                ends.filter(|&to| player == Player::Mouse || to != 0)
                    .collect()
            },
        })
    }

    /// Creates the oracle for a board. Does not find mouse wins that take more plies than the move
    /// limit.
    pub(crate) fn of_grid(grid: &Grid) -> Self {
        let food = usize::from(grid.food.0);
        Self::solve(&Rules {
            places: grid.walls.len(),
            max_plies: grid.max_plies,
            is_legal: &|mouse, cat| !grid.walls[mouse] && !grid.walls[cat],
            winner: &|mouse, cat| match mouse {
                _ if mouse == cat || cat == food => Some(Player::Cat),
                _ => (mouse == food).then_some(Player::Mouse),
            },
            moves: &|player, from| reach(grid, player, from),
        })
    }

    /// Increases the number of plies until another ply changes nothing or the move limit is
    /// reached.
    fn solve(rules: &Rules<'_>) -> Self {
        let places = 0..rules.places;
        let moves = [Player::Mouse, Player::Cat].map(|player| {
            let moves = places.clone().map(|from| (rules.moves)(player, from));
            moves.collect::<Vec<_>>()
        });
        let mut ends = vec![vec![[None; 2]; rules.places]; rules.places];
        for plies in 0..=rules.max_plies {
            let fewer = ends.clone();
            for (cat, row) in ends.iter_mut().enumerate() {
                for (mouse, known) in row.iter_mut().enumerate() {
                    if (rules.is_legal)(mouse, cat) {
                        let over = (rules.winner)(mouse, cat);
                        let to_cat = moves[0][mouse].iter().map(|&to| fewer[cat][to][1]);
                        let to_mouse = moves[1][cat].iter().map(|&to| fewer[to][mouse][0]);
                        let wins = [
                            over.or(forced_winner(Player::Mouse, to_cat)),
                            over.or(forced_winner(Player::Cat, to_mouse)),
                        ];
                        for (known, winner) in known.iter_mut().zip(wins) {
                            *known = known.or(winner.map(|winner| won_by(winner, Ply(plies))));
                        }
                    }
                }
            }
            if ends == fewer {
                break;
            }
        }
        Self { ends }
    }

    /// Returns the forced end from a position, or `None` if neither player can force one.
    pub(crate) fn outcome(&self, turn: Player, mouse: u16, cat: u16) -> Option<Outcome> {
        self.ends[usize::from(cat)][usize::from(mouse)][turn as usize]
    }
}

fn won_by(winner: Player, depth: Ply) -> Outcome {
    match winner {
        Player::Mouse => Outcome::Mouse { depth },
        Player::Cat => Outcome::Cat { depth: Some(depth) },
    }
}

/// Returns the player who wins if `turn` is to move and `ends` are known after its moves.
fn forced_winner(
    turn: Player,
    mut ends: impl Iterator<Item = Option<Outcome>> + Clone,
) -> Option<Player> {
    let is_won = |player| move |end: Option<Outcome>| end.and_then(Outcome::winner) == Some(player);
    let is_lost = ends.clone().all(is_won(turn.opponent()));
    if ends.any(is_won(turn)) {
        return Some(turn);
    }
    is_lost.then(|| turn.opponent())
}

/// Returns every cell that can be reached with one move from `from`.
fn reach(grid: &Grid, player: Player, from: usize) -> Vec<usize> {
    let jump = match player {
        Player::Mouse => grid.mouse_jump,
        Player::Cat => grid.cat_jump,
    };
    let (rows, cols) = (i32::from(grid.rows), i32::from(grid.cols));
    let mut cells = vec![from];
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (mut row, mut col) = (from as i32 / cols, from as i32 % cols);
        for _ in 0..jump {
            row += down;
            col += right;
            if row < 0 || row >= rows || col < 0 || col >= cols {
                break;
            }
            let cell = (row * cols + col) as usize;
            if grid.walls[cell] {
                break;
            }
            cells.push(cell);
        }
    }
    cells
}
