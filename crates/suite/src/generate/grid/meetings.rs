//! Boards on which cat and mouse block each other, or race to the food.

use super::sketch::{Jumps, Pieces, Sketch};
use crate::generate::family::{Dice, Drawn};

/// Cat and mouse, each alone on the board, need nearly the same number of moves to the food. The
/// first move, a blocked path or a jump over the other animal decides; it kills greedy answers that
/// compare two distances.
///
/// ```text
/// M..#..
/// ..F...
/// ...#.C
/// ```
pub(in super::super) fn race(dice: &mut Dice<'_>) -> Drawn {
    let sketch = Sketch::draw_scattered(dice);
    let lead = dice.number("lead");
    let nearest = dice.number("nearest");
    let jumps = Jumps::draw(dice);
    let mut pieces = sketch.place(dice)?;
    let grid = sketch.grid(pieces, jumps);
    let of_cat = grid.distances(grid.food, jumps.cat);
    let of_mouse = grid.distances(grid.food, jumps.mouse);
    let way = of_mouse[pieces.mouse].filter(|&way| way >= nearest)?;
    let mut level = sketch.floor();
    level.retain(|&cell| {
        let even = of_cat[cell].is_some_and(|cat| cat + lead == way);
        even && cell != pieces.mouse && cell != pieces.food
    });
    pieces.cat = dice.stream.pick(&level)?;
    Some(sketch.with(pieces, jumps))
}

/// The mouse in line with the food, with a wall between them and a jump that would reach it. It
/// kills jumps that check only the landing cell.
///
/// ```text
/// M.#F.     mouse jump 3
/// ....C
/// ```
pub(in super::super) fn wall_in_way(dice: &mut Dice<'_>) -> Drawn {
    let (mut sketch, jumps, line) = free_line(1, dice)?;
    let (mouse, food) = (line[0], line[line.len() - 1]);
    let wall = dice.stream.pick(&line[1..line.len() - 1])?;
    sketch.walls[wall] = true;
    let mut apart = sketch.floor();
    apart.retain(|cell| !line.contains(cell));
    let cat = dice.stream.pick(&apart)?;
    Some(sketch.with(Pieces { cat, mouse, food }, jumps))
}

/// One animal between the other and the food, which is one or two jumps of the mouse away. Jumping
/// over an animal is allowed; it kills "may not pass the other animal" and "captured on the way".
///
/// ```text
/// M.C.F     mouse jump 4
/// .....
/// ```
pub(in super::super) fn animal_in_way(dice: &mut Dice<'_>) -> Drawn {
    let (sketch, jumps, line) = free_line(2, dice)?;
    let (first, food) = (line[0], line[line.len() - 1]);
    let between = dice.stream.pick(&line[1..line.len() - 1])?;
    // Mostly the mouse passes the cat, sometimes the cat passes the mouse.
    let (mouse, cat) = if dice.stream.percent(70) {
        (first, between)
    } else {
        (between, first)
    };
    Some(sketch.with(Pieces { cat, mouse, food }, jumps))
}

/// Draws random walls around a straight line of at least three free cells that the mouse passes in
/// at most `moves` jumps.
fn free_line(moves: u32, dice: &mut Dice<'_>) -> Option<(Sketch, Jumps, Vec<usize>)> {
    let mut sketch = Sketch::draw_scattered(dice);
    let jumps = Jumps::draw(dice);
    let stream = &mut *dice.stream;
    let start = stream.below(sketch.walls.len());
    let direction = stream.below(4);
    let length = stream.between(2, (moves * u32::from(jumps.mouse)).max(2)) as usize;
    let line: Option<Vec<usize>> = (0..=length)
        .map(|steps| sketch.offset(start, direction, steps))
        .collect();
    let line = line?;
    for &cell in &line {
        sketch.walls[cell] = false;
    }
    Some((sketch, jumps, line))
}
