//! Compares the solvers with the slow oracle in every position of every small board
//! and every small graph.

use super::{compare_graph, compare_grid, random};
use crate::game::{DEFAULT_MAX_PLIES, Grid, Square};

/// Calls `visit` with the boards of this size. Boards that are reflections of each other are the
/// same game, so only one of them is visited. A jump longer than every straight run of floor cells
/// has the same effect as a shorter one, so such jumps are skipped; tests with random boards
/// include them.
fn every_board(rows: u16, cols: u16, visit: &mut impl FnMut(&Grid)) {
    let cells = rows * cols;
    let mut board = Grid {
        rows,
        cols,
        walls: vec![false; cells.into()],
        cat: Square(0),
        mouse: Square(0),
        food: Square(0),
        cat_jump: 1,
        mouse_jump: 1,
        max_plies: DEFAULT_MAX_PLIES,
    };
    for mask in 0_u32..1 << cells {
        if mask > reflected(mask, rows, cols, true) || mask > reflected(mask, rows, cols, false) {
            continue;
        }
        for cell in 0..cells {
            board.walls[usize::from(cell)] = mask >> cell & 1 == 1;
        }
        let longest = board
            .squares()
            .filter(|&from| !board.is_wall(from))
            .flat_map(|from| board.moves(from, 12).map(move |to| (from.0, to.0)))
            .map(|(from, to)| {
                let apart = from.abs_diff(to);
                if apart < cols { apart } else { apart / cols }
            })
            .max()
            .unwrap_or(0)
            .max(1);
        for food in board.squares().filter(|&food| mask >> food.0 & 1 == 0) {
            for (cat_jump, mouse_jump) in
                (1..=longest).flat_map(|cat| (1..=longest).map(move |mouse| (cat, mouse)))
            {
                board = Grid {
                    food,
                    cat_jump,
                    mouse_jump,
                    ..board
                };
                visit(&board);
            }
        }
    }
}

/// Returns the walls with the rows or the columns reversed.
fn reflected(mask: u32, rows: u16, cols: u16, up_down: bool) -> u32 {
    (0..rows * cols)
        .filter(|cell| mask >> cell & 1 == 1)
        .map(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            if up_down {
                (rows - 1 - row) * cols + col
            } else {
                row * cols + cols - 1 - col
            }
        })
        .fold(0, |mask, cell| mask | 1 << cell)
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
