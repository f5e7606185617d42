//! Boards without a plan: walls scattered by chance, or none.

use super::sketch::{Jumps, Sketch};
use crate::generate::family::{Dice, Drawn};

/// Every cell is a wall with the same chance. The plain test that every
/// submission must pass; it kills gross misreadings such as swapped jumps,
/// swapped rows and columns, or walls that do not count.
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

/// No walls at all. Every line is open, so the two animals meet in the middle
/// of their jumps; it kills "may not pass over the other" and jumps that are
/// off by one.
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

/// Nearly open boards of full size with the longest jumps, of which the one
/// with the most moves over all positions is kept. Every pair of cells is a
/// state and every state has up to 15 moves; it kills searches that visit
/// states again and again, and tables keyed by strings.
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

/// Moves over all positions of both animals, either one to move.
fn moves(sketch: &Sketch, jumps: Jumps) -> usize {
    let floor = sketch.floor();
    let of = |jump: u16| -> usize {
        let moves = floor.iter().map(|&cell| 1 + sketch.landings(cell, jump));
        moves.sum()
    };
    floor.len() * (of(jumps.cat) + of(jumps.mouse))
}
