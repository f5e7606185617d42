//! Compares the solvers with the slow oracle in every position of every small board
//! and every small graph.

use super::{compare_graph, compare_grid, random};
use crate::game::tests::grid;
use crate::game::{Grid, Square};

/// Calls `visit` with the boards of this size. Boards that are reflections of each other are the
/// same game, so only one of them is visited. A jump longer than every straight run of floor cells
/// has the same effect as a shorter one, so such jumps are skipped; tests with random boards
/// include them.
fn every_board(rows: u16, cols: u16, visit: &mut impl FnMut(&Grid)) {
    let cells = rows * cols;
    for mask in 0_u32..1 << cells {
        let walls: Vec<bool> = (0..cells).map(|cell| mask >> cell & 1 == 1).collect();
        let board_rows = || walls.chunks(cols.into());
        let upside_down = board_rows().rev().flatten();
        let mirrored = board_rows().flat_map(|row| row.iter().rev());
        if walls.iter().gt(upside_down) || walls.iter().gt(mirrored) {
            continue;
        }
        let mut board = Grid {
            rows,
            cols,
            walls,
            cat: Square(0),
            mouse: Square(0),
            ..grid("CMF", 1, 1)
        };
        let floor: Vec<Square> = board.squares().filter(|&at| !board.is_wall(at)).collect();
        let moves = floor.iter().flat_map(|&from| {
            let ends = board.moves(from, 12);
            ends.map(move |to| from.0.abs_diff(to.0))
        });
        let lengths = moves.map(|apart| if apart < cols { apart } else { apart / cols });
        let longest = lengths.max().unwrap_or(0).max(1);
        let jumps = (1..=longest).flat_map(|cat| (1..=longest).map(move |mouse| (cat, mouse)));
        for food in floor {
            board.food = food;
            for (cat_jump, mouse_jump) in jumps.clone() {
                (board.cat_jump, board.mouse_jump) = (cat_jump, mouse_jump);
                visit(&board);
            }
        }
    }
}

#[test]
fn every_board_of_up_to_twelve_cells_equals_the_oracle() {
    for rows in 1..=3 {
        for cols in rows..=12 / rows {
            every_board(rows, cols, &mut compare_grid);
        }
    }
}

#[test]
fn every_labelled_graph_of_up_to_six_nodes_equals_the_oracle() {
    for nodes in 3..=6 {
        random::every_graph(nodes, &mut compare_graph);
    }
}
