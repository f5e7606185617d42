//! A ladder of depths: extreme boards with other starts, for each horizon an
//! instance just beyond it.

use std::collections::BTreeMap;

use super::{graph, grid};
use cat_and_mouse::game::{Graph, Grid, Outcome, Player};
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve::graph::words::{MOST_NODES, Words};
use cat_and_mouse::solve::grid::bitboard::{Board, Engine};
use mousetrap_suite::Case;

/// An instance of a certain depth.
#[derive(Debug)]
pub struct Rung {
    /// Who wins.
    pub winner: Player,
    /// Plies to the forced end.
    pub depth: u32,
    /// The case whose board or graph it is.
    pub from: String,
    /// The instance.
    pub instance: Instance,
}

/// Depths below this are all rungs; above, the step is a share of the depth.
const SHARE: u32 = 16;

/// For every winner a ladder of forced wins up to the longest one that any of
/// the boards has: a solution that gives up after `h` plies errs on the next
/// rung, which is at most an eighth deeper.
///
/// From an optimal line every position is a start of a lesser depth, so that
/// one long win has nearly all of them. Of several boards the smallest is
/// taken.
pub fn rungs(boards: &[&Case]) -> Vec<Rung> {
    let mut boards = boards.to_vec();
    boards.sort_by_key(|case| case.input.len());
    let mut found: BTreeMap<(Player, u32), Rung> = BTreeMap::new();
    for case in boards {
        let starts = match &case.instance {
            Instance::Grid(grid) => of_board(grid),
            Instance::Graph(graph) => of_graph(graph),
        };
        for ((winner, depth), instance) in starts {
            found.entry((winner, depth)).or_insert_with(|| Rung {
                winner,
                depth,
                from: case.id.to_string(),
                instance,
            });
        }
    }
    thinned(found)
}

/// Leaves out what is close to the rung before it; the deepest stays.
fn thinned(found: BTreeMap<(Player, u32), Rung>) -> Vec<Rung> {
    let deepest = |winner| {
        let depths = found.keys().filter(|(other, _)| *other == winner);
        depths.map(|(_, depth)| *depth).max()
    };
    let deepest = [Player::Mouse, Player::Cat].map(|winner| (winner, deepest(winner)));
    let mut below: BTreeMap<Player, u32> = BTreeMap::new();
    let far_enough = |(winner, depth): (Player, u32)| {
        let before = below.get(&winner).copied().unwrap_or(0);
        let is_last = deepest.contains(&(winner, Some(depth)));
        let keep = is_last || depth >= before + (before / SHARE).max(1);
        if keep {
            below.insert(winner, depth);
        }
        keep
    };
    let mut keep = far_enough;
    found
        .into_iter()
        .filter_map(|(key, rung)| keep(key).then_some(rung))
        .collect()
}

type Starts = Vec<((Player, u32), Instance)>;

/// A start for each depth of a mouse win.
fn of_board(own: &Grid) -> Starts {
    let Some(board) = Board::new(own) else {
        return Vec::new();
    };
    let layers = Engine::best().layers(&board);
    let mut starts: Starts = Vec::new();
    for (number, won) in layers.rounds().iter().enumerate() {
        let first = (0..64).find_map(|cat| {
            let old = number.checked_sub(1).map(|old| layers.rounds()[old]);
            let old = old.map_or(0, |old| old.mice(cat).0) | 1 << board.food;
            let new = won.mice(cat).0 & !old;
            (new != 0).then(|| (new.trailing_zeros() as u8, cat))
        });
        if let Some((mouse, cat)) = first {
            let start = grid::grid(&board, (own.rows, own.cols), mouse, cat);
            starts.push(((Player::Mouse, 2 * number as u32 + 1), start.into()));
        }
    }
    starts
}

/// A start for each depth of a win of either side.
fn of_graph(own: &Graph) -> Starts {
    let Some(words) = Words::new(own) else {
        return Vec::new();
    };
    let values = words.values();
    let mut around = [0; MOST_NODES];
    for (neighbours, list) in around.iter_mut().zip(&own.adjacency) {
        *neighbours = list.iter().fold(0, |all, to| all | 1 << to);
    }
    let nodes = own.nodes() as u16;
    let mut first: BTreeMap<(Player, u32), (u16, u16)> = BTreeMap::new();
    for mouse in 1..nodes {
        for cat in (1..nodes).filter(|&cat| cat != mouse) {
            let key = match values.outcome(Player::Mouse, mouse, cat) {
                Some(Outcome::Mouse { depth }) => (Player::Mouse, depth.0),
                Some(Outcome::Cat { depth: Some(depth) }) => (Player::Cat, depth.0),
                _ => continue,
            };
            first.entry(key).or_insert((mouse, cat));
        }
    }
    first
        .into_iter()
        .map(|(key, (mouse, cat))| {
            let start = graph::graph(&around[..own.nodes()], mouse, cat);
            (key, Instance::from(start))
        })
        .collect()
}
