//! What must hold between games that differ in one thing.

use proptest::prelude::*;
use rand::RngExt;

use super::super::grid;
use super::{TURNS, random, stream};
use crate::game::{Bounds, Graph, Grid, Node, Player, Ply, Square};
use crate::solve;

/// Depths with the mouse winning never counted as later than not winning.
fn no_later(one: Option<Ply>, other: Option<Ply>) -> bool {
    other.is_none_or(|other| one.is_some_and(|one| one <= other))
}

/// Whether the mouse does at least as well in `better` as in `worse`, in
/// every position.
fn is_no_worse(better: &Grid, worse: &Grid) -> bool {
    let (better, worse_table) = (grid::Table::solve(better), grid::Table::solve(worse));
    let squares = || worse.squares();
    squares().all(|mouse| {
        squares().all(|cat| {
            TURNS.iter().all(|&turn| {
                no_later(
                    better.depth(turn, mouse, cat),
                    worse_table.depth(turn, mouse, cat),
                )
            })
        })
    })
}

fn board(seed: u64, rows: usize, cols: usize) -> Grid {
    random::grid(&mut stream(seed), rows, cols)
}

/// The mouse's moves to the food if there is no cat.
fn distance(board: &Grid) -> Option<u32> {
    let mut reached = vec![board.mouse];
    let mut moves = 0;
    while !reached.contains(&board.food) {
        let mut next: Vec<Square> = reached
            .iter()
            .flat_map(|&from| board.moves(from, board.mouse_jump))
            .collect();
        next.sort_unstable();
        next.dedup();
        if next.len() == reached.len() {
            return None;
        }
        reached = next;
        moves += 1;
    }
    Some(moves)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_longer_jump_never_hurts_who_has_it(seed: u64, rows in 1_usize..=8, cols in 3_usize..=8) {
        let board = board(seed, rows, cols);
        let mouse = Grid { mouse_jump: board.mouse_jump + 1, ..board.clone() };
        prop_assert!(is_no_worse(&mouse, &board), "{}", board.text());
        let cat = Grid { cat_jump: board.cat_jump + 1, ..board.clone() };
        prop_assert!(is_no_worse(&board, &cat), "{}", board.text());
    }

    #[test]
    fn a_turned_or_reflected_board_is_the_same_game(seed: u64, rows in 1_usize..=9, cols in 3_usize..=9) {
        let board = board(seed, rows, cols);
        let expect = solve::grid::solve(&board);
        let mut turned = board.clone();
        for turn in 0..8 {
            turned = if turn % 2 == 0 { turned.transposed() } else { turned.flipped() };
            prop_assert_eq!(solve::grid::solve(&turned), expect, "{}", board.text());
        }
        prop_assert_eq!(turned, board);
    }

    #[test]
    fn nodes_may_be_named_otherwise(seed: u64, nodes in 3_usize..=40) {
        let rng = &mut stream(seed);
        let graph = random::graph(rng, nodes);
        // Hole and starts keep their names, the others change places.
        let mut names: Vec<Node> = (0..nodes as Node).collect();
        for at in 4..nodes {
            names.swap(at, rng.random_range(3..=at));
        }
        let mut edges = Vec::new();
        for (node, around) in graph.adjacency.iter().enumerate() {
            for &to in around.iter().filter(|&&to| usize::from(to) > node) {
                edges.push((names[node], names[usize::from(to)]));
            }
        }
        let renamed = Graph::from_edges(nodes, &edges, Bounds::Extended).unwrap();
        prop_assert_eq!(solve::graph::solve(&renamed), solve::graph::solve(&graph));
    }

    #[test]
    fn a_cat_behind_walls_is_no_cat(seed: u64, rows in 1_usize..=9, cols in 3_usize..=9) {
        let mut board = board(seed, rows, cols);
        let around: Vec<Square> = board.moves(board.cat, 1).skip(1).collect();
        prop_assume!(!around.contains(&board.mouse) && !around.contains(&board.food));
        for wall in around {
            board.walls[wall.index()] = true;
        }
        let expect = distance(&board).map(|moves| Ply(2 * moves - 1));
        prop_assert_eq!(solve::grid::solve(&board).depth(), expect, "{}", board.text());
        prop_assert_eq!(
            grid::Table::solve(&board).depth(Player::Mouse, board.mouse, board.cat),
            expect
        );
    }
}
