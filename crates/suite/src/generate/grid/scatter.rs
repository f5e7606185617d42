//! Boards with random walls, or without walls.

use super::sketch::{Jumps, Sketch};
use crate::generate::family::{Dice, Drawn};

/// Every cell is a wall with the same chance. The basic family, which kills misreadings of the
/// rules such as exchanged jumps, exchanged rows and columns, or ignored walls.
///
/// ```text
/// .#..M.
/// ..#...
/// C...#F
/// ```
///
/// With jumps longer than the board it kills code that lands only at full
/// length, or that indexes past the edge.
///
/// ```text
/// M.#F      both jumps 8
/// ...C
/// ```
pub(in super::super) fn walls(dice: &mut Dice<'_>) -> Drawn {
    let sketch = Sketch::draw_scattered(dice);
    sketch.populate(dice)
}

/// No walls. Every line is open, so the animals are in the way of each other's jumps; it kills "may
/// not pass over the other" and jumps that are off by one.
///
/// ```text
/// ....M
/// .C...
/// ....F
/// ```
pub(in super::super) fn open(dice: &mut Dice<'_>) -> Drawn {
    let sketch = Sketch::draw_open(dice);
    sketch.populate(dice)
}

/// A single row or column. It kills code that assumes at least two rows, and
/// races that forget that the mouse may jump over the cat.
///
/// ```text
/// M.C...F
/// ```
pub(in super::super) fn strip(dice: &mut Dice<'_>) -> Drawn {
    let length = dice.count("length");
    let mut sketch = if dice.chance("upright") {
        Sketch::new(length, 1, false)
    } else {
        Sketch::new(1, length, false)
    };
    sketch.scatter(dice);
    sketch.populate(dice)
}

/// Nearly open boards of full size with the longest jumps, of which the one with the most moves
/// over all positions is used. Every pair of cells is a state, and a state has up to 15 moves; it
/// kills searches that visit states repeatedly, and tables keyed by strings.
///
/// ```text
/// M.......
/// ........
/// .....#..      both jumps 8: 2 * 63 * 63 states
/// ...C....
/// .......F
/// ```
pub(in super::super) fn worst(dice: &mut Dice<'_>) -> Drawn {
    let jumps = Jumps::draw(dice);
    let tries = dice.number("tries");
    let heaviest = (0..tries)
        .map(|_| Sketch::draw_scattered(dice))
        .max_by_key(|sketch| moves(sketch, jumps));
    let heaviest = heaviest?;
    Some(heaviest.with(heaviest.place(dice)?, jumps))
}

/// Returns the number of moves over all positions, with either animal to move.
fn moves(sketch: &Sketch, jumps: Jumps) -> usize {
    let floor = sketch.floor();
    let of = |jump: u16| -> usize {
        let moves = floor.iter().map(|&cell| 1 + sketch.landings(cell, jump));
        moves.sum()
    };
    floor.len() * (of(jumps.cat) + of(jumps.mouse))
}
