//! Boards that are solved while they are drawn: long chases, found by hill climbing, and pairs that
//! differ in one cell or jump and in their answers.

use super::sketch::{Jumps, Sketch, square};
use crate::generate::Stream;
use crate::generate::family::{Dice, Drawn};
use cat_and_mouse::game::{Grid, Ply};
use cat_and_mouse::solve;

/// A random board, changed cell by cell so that the forced win of the mouse becomes longer. The
/// mouse has to lure the cat away first, so the win takes many more moves than the path to the
/// food; it kills ply caps, and searches whose cache ignores the ply.
///
/// ```text
/// .F#...#.
/// ..#.#..#
/// #..#..##      mouse jump 4, cat jump 1:
/// ..#..C#.      55 plies, though the food is
/// ........      5 moves away
/// ....#M#.
/// .#..#.#.
/// ..##...#
/// ```
pub(in super::super) fn chase(dice: &mut Dice<'_>) -> Drawn {
    let sketch = Sketch::draw_scattered(dice);
    let steps = dice.number("steps");
    let jumps = Jumps::draw(dice);
    let start = sketch.grid(sketch.place(dice)?, jumps);
    let longest = dice.climb(steps, start, change, |grid, _| Some(win(grid)?.0))?;
    Some(vec![longest.into()])
}

/// Turns a wall into floor or back, or moves a piece to another floor cell.
fn change(grid: &mut Grid, stream: &mut Stream) {
    let cell = stream.below(grid.walls.len());
    if [grid.cat, grid.mouse, grid.food].contains(&square(cell)) {
        return;
    }
    if grid.walls[cell] || stream.percent(70) {
        grid.walls[cell] = !grid.walls[cell];
        return;
    }
    match stream.below(3) {
        0 => grid.cat = square(cell),
        1 => grid.mouse = square(cell),
        _ => grid.food = square(cell),
    }
}

/// Two boards that differ in one cell and have different answers. A rule of thumb is right on at
/// most one of them.
///
/// ```text
/// M.C.F            M.C.F
/// .....  false     ..#..  true      mouse jump 4
/// ```
pub(in super::super) fn flip_cell(dice: &mut Dice<'_>) -> Drawn {
    let grid = random(dice)?;
    let mut cells: Vec<usize> = (0..grid.walls.len()).collect();
    cells.retain(|&cell| ![grid.cat, grid.mouse, grid.food].contains(&square(cell)));
    dice.stream.shuffle(&mut cells);
    cells.into_iter().find_map(|cell| {
        let mut other = grid.clone();
        other.walls[cell] = !other.walls[cell];
        pair(&grid, other)
    })
}

/// Two boards that differ by one in one jump and have different answers. It kills jumps that are
/// off by one, and exchanged jumps.
///
/// ```text
/// M.C...F  mouse jump 4: true     M.C...F  mouse jump 3: false
/// ```
pub(in super::super) fn flip_jump(dice: &mut Dice<'_>) -> Drawn {
    let grid = random(dice)?;
    let mut other = grid.clone();
    if dice.stream.percent(50) {
        other.cat_jump += 1;
    } else {
        other.mouse_jump += 1;
    }
    pair(&grid, other)
}

fn random(dice: &mut Dice<'_>) -> Option<Grid> {
    let sketch = Sketch::draw_scattered(dice);
    let jumps = Jumps::draw(dice);
    Some(sketch.grid(sketch.place(dice)?, jumps))
}

/// Returns both boards if the mouse wins on only one of them.
fn pair(one: &Grid, other: Grid) -> Drawn {
    let differ = win(one).is_some() != win(&other).is_some();
    differ.then(|| vec![one.clone().into(), other.into()])
}

/// Returns the length of a mouse win in plies, or `None` if the mouse loses.
fn win(grid: &Grid) -> Option<Ply> {
    solve::grid::solve(grid).depth()
}
