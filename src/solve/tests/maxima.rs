//! The longest games on all small boards and graphs, known exactly from an
//! independent search. A solver that errs anywhere near the extremes cannot
//! come to these numbers.

use super::super::graph;
use super::super::grid::bitboard::{Board, Engine, Layers};
use super::random;
use crate::game::{Bitboard, Outcome};

/// The longest win in plies, and the largest excess: the mouse's own moves
/// beyond those it would need if there were no cat.
fn maxima(rows: u16, cols: u16) -> (u32, u32) {
    let engine = Engine::best();
    let (mut longest, mut excess) = (0, 0);
    every_connected_floor(rows, cols, &mut |floor| {
        for food in floor.cells() {
            for (cat_jump, mouse_jump) in jumps(floor) {
                let board = Board {
                    floor,
                    food,
                    cat_jump,
                    mouse_jump,
                };
                let layers = engine.layers(&board);
                if let Some((depth, _)) = layers.longest() {
                    longest = longest.max(depth.0);
                    // Few games are long enough to bother.
                    if depth.0.div_ceil(2) > excess {
                        excess = excess.max(excess_of(&board, &layers));
                    }
                }
            }
        }
    });
    (longest, excess)
}

/// The mouse's moves of each win less those without a cat: at most the depth's
/// own moves less the distance.
fn excess_of(board: &Board, layers: &Layers) -> u32 {
    let mut reached = Bitboard::EMPTY.with(board.food);
    let mut most = 0;
    for distance in 1.. {
        let next = reached.cells().fold(reached, |all, from| {
            Bitboard(all.0 | moves(board.floor, from, board.mouse_jump))
        });
        for mouse in (next & !reached).cells() {
            for cat in board.floor.cells() {
                if let Some(depth) = layers.depth(mouse, cat) {
                    most = most.max(depth.0.div_ceil(2) - distance);
                }
            }
        }
        if next == reached {
            break;
        }
        reached = next;
    }
    most
}

/// Where one move leads.
fn moves(floor: Bitboard, from: u8, jump: u16) -> u64 {
    let (row, col) = (i32::from(from / 8), i32::from(from % 8));
    let mut cells = 0;
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        for k in 1..=i32::from(jump) {
            let (row, col) = (row + k * down, col + k * right);
            let inside = (0..8).contains(&row) && (0..8).contains(&col);
            if !inside || !floor.contains((8 * row + col) as u8) {
                break;
            }
            cells |= 1 << (8 * row + col);
        }
    }
    cells
}

/// All jumps that differ on this floor.
fn jumps(floor: Bitboard) -> impl Iterator<Item = (u16, u16)> {
    let lengths = |step: u32, cells: u64| {
        let mut run = cells;
        (1..8)
            .take_while(|_| {
                run &= run >> step;
                run != 0
            })
            .count()
    };
    // Boards here have at most seven columns, so no run goes round an edge.
    let longest = lengths(1, floor.0).max(lengths(8, floor.0)).max(1) as u16;
    (1..=longest).flat_map(move |cat| (1..=longest).map(move |mouse| (cat, mouse)))
}

/// Every connected floor, one of those that are reflections (or, on a square,
/// rotations) of each other.
fn every_connected_floor(rows: u16, cols: u16, visit: &mut impl FnMut(Bitboard)) {
    assert!(cols < 8);
    let spread = |mask: u32| {
        (0..rows).fold(0_u64, |floor, row| {
            let line = u64::from(mask >> (row * cols)) & ((1 << cols) - 1);
            floor | line << (8 * row)
        })
    };
    for mask in 1_u32..1 << (rows * cols) {
        let floor = spread(mask);
        if is_connected(floor) && is_least(floor, rows, cols) {
            visit(Bitboard(floor));
        }
    }
}

fn is_connected(floor: u64) -> bool {
    let mut part = floor & floor.wrapping_neg();
    loop {
        let grown = (part | part << 1 | part >> 1 | part << 8 | part >> 8) & floor;
        if grown == part {
            return part == floor;
        }
        part = grown;
    }
}

fn is_least(floor: u64, rows: u16, cols: u16) -> bool {
    let up_down = |floor: u64| floor.swap_bytes() >> (8 * (8 - rows));
    let left_right = |floor: u64| floor.reverse_bits().swap_bytes() >> (8 - cols);
    let turned = |floor: u64| {
        Bitboard(floor)
            .cells()
            .fold(0_u64, |all, cell| all | 1 << (cell % 8 * 8 + cell / 8))
    };
    let mut same = vec![floor];
    if rows == cols {
        same.push(turned(floor));
    }
    same.iter().all(|&one| {
        let two = up_down(one);
        floor <= one && floor <= two && floor <= left_right(one) && floor <= left_right(two)
    })
}

#[test]
fn the_longest_games_on_small_boards_are_known() {
    for (rows, cols, expect) in [
        (3, 3, (9, 0)),
        (3, 4, (13, 1)),
        (3, 5, (17, 3)),
        (4, 4, (17, 2)),
        (3, 6, (23, 4)),
        (4, 5, (23, 4)),
    ] {
        assert_eq!(maxima(rows, cols), expect, "{rows}×{cols}");
    }
}

#[test]
fn the_longest_games_on_small_graphs_are_known() {
    for (nodes, expect) in [(5, (5, 5)), (6, (7, 8)), (7, (9, 12))] {
        let mut most = (0, 0);
        random::every_graph_but_names(nodes, &mut |case| match graph::solve(case) {
            Outcome::Mouse { depth } => most.0 = depth.0.max(most.0),
            Outcome::Cat { depth } => most.1 = depth.map_or(0, |depth| depth.0).max(most.1),
            Outcome::Draw => {}
        });
        assert_eq!(most, expect, "{nodes} nodes");
    }
}
