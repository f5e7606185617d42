//! Long chases, found by climbing.

use super::sketch::{Jumps, Sketch, square};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::game::{Grid, Outcome};
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve;

/// A random board, changed cell by cell for as long as the mouse's forced win
/// gets longer. The mouse has to lure the cat away first, so the win takes
/// many more moves than the way to the food; it kills ply caps, and searches
/// whose cache forgets the ply.
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
pub(super) const CHASE: Family = Family {
    name: "chase",
    problem: PROBLEM,
    kills: "ply caps, searches whose cache forgets the ply",
    parameters: &[
        rows(4, 8),
        cols(4, 8),
        density(20, 40),
        Parameter::new(
            "steps",
            "changes tried; each costs one solved board",
            Range::new(100, 100),
            Range::new(1, 100_000),
        ),
        cat_jump(1, 2),
        mouse_jump(2, 4),
    ],
    per_draw: 1,
    draw: chase,
};

fn chase(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let sketch = Sketch::draw_scattered(settings, stream);
    let steps = settings.draw("steps", stream);
    let jumps = Jumps::draw(settings, stream);
    let Some(pieces) = sketch.place(stream) else {
        return Vec::new();
    };
    let mut best = sketch.grid(pieces, jumps);
    let mut longest = length(&best);
    for _ in 0..steps {
        let mut changed = best.clone();
        for _ in 0..stream.between(1, 3) {
            change(&mut changed, stream);
        }
        let reached = length(&changed);
        // Sideways steps keep the climb from ending on the first plateau.
        if reached >= longest {
            (best, longest) = (changed, reached);
        }
    }
    match longest {
        None => Vec::new(),
        Some(_) => vec![best.into()],
    }
}

/// The length of a mouse win in plies; none for a board that the mouse loses.
fn length(grid: &Grid) -> Option<u32> {
    match solve::grid::solve(grid) {
        Outcome::Mouse { depth } => Some(depth.0),
        _ => None,
    }
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
