//! Answers by rule of thumb.

use super::List;
use crate::strength::mutant::Kind;
use crate::strength::strategy::Claim;
use cat_and_mouse::game::{Grid, Square};

/// Adds them all.
pub(super) fn add(list: &mut List) {
    let class = "greedy";
    list.add(
        class,
        "mouse nearer or level",
        Kind::GridGuess(|grid| lead(grid, 0)),
    );
    list.add(class, "mouse nearer", Kind::GridGuess(|grid| lead(grid, 1)));
    list.add(
        class,
        "mouse at most one behind",
        Kind::GridGuess(|grid| lead(grid, -1)),
    );
    list.add(
        class,
        "the food can be reached",
        Kind::GridGuess(|grid| lead(grid, i64::MIN)),
    );
    let beeline: fn(&Grid) -> Claim = |grid| {
        let (mouse, cat) = (beeline(grid, grid.mouse), beeline(grid, grid.cat));
        let moves = |cells: u32, jump: u16| cells.div_ceil(jump.into());
        let wins = moves(mouse, grid.mouse_jump) <= moves(cat, grid.cat_jump);
        if wins { Claim::Mouse } else { Claim::Cat }
    };
    list.add(class, "nearer as the crow flies", Kind::GridGuess(beeline));
    let longer: fn(&Grid) -> Claim = |grid| {
        if grid.mouse_jump > grid.cat_jump {
            Claim::Mouse
        } else {
            Claim::Cat
        }
    };
    list.add(class, "the longer jump wins", Kind::GridGuess(longer));
}

/// The mouse, if it needs at least `lead` moves fewer to the food than the
/// cat, each alone on the board.
fn lead(grid: &Grid, lead: i64) -> Claim {
    let mouse = alone(grid, grid.mouse, grid.mouse_jump);
    let cat = alone(grid, grid.cat, grid.cat_jump);
    match (mouse, cat) {
        (Some(_), None) => Claim::Mouse,
        (Some(mouse), Some(cat)) if cat.saturating_sub(mouse) >= lead => Claim::Mouse,
        _ => Claim::Cat,
    }
}

/// Moves to the food of an animal alone on the board.
fn alone(grid: &Grid, from: Square, jump: u16) -> Option<i64> {
    let mut moves = vec![None; grid.walls.len()];
    moves[usize::from(from.0)] = Some(0);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        let so_far: Option<i64> = moves[usize::from(cell.0)];
        if cell == grid.food {
            return so_far;
        }
        for to in grid.moves(cell, jump) {
            if moves[usize::from(to.0)].is_none() {
                moves[usize::from(to.0)] = so_far.map(|moves| moves + 1);
                queue.push(to);
            }
        }
    }
    None
}

/// Cells to the food without regard to walls.
fn beeline(grid: &Grid, from: Square) -> u32 {
    let place = |square: Square| (square.0 / grid.cols, square.0 % grid.cols);
    let (a, b) = (place(from), place(grid.food));
    u32::from(a.0.abs_diff(b.0)) + u32::from(a.1.abs_diff(b.1))
}
