//! Pairs of boards that hardly differ, but in their answers.

use super::sketch::{Jumps, Sketch, square};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Settings, Stream};
use cat_and_mouse::game::{Grid, Outcome};
use cat_and_mouse::problem::Instance;
use cat_and_mouse::solve;

/// Two boards that differ in one cell and have different answers. Answers by
/// rule of thumb get at most one of them.
///
/// ```text
/// M.C.F            M.C.F
/// .....  false     ..#..  true      mouse jump 4
/// ```
pub(super) const FLIP_CELL: Family = Family {
    name: "flip-cell",
    problem: PROBLEM,
    kills: "answers by rule of thumb: one wall decides",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(15, 40),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 2,
    draw: |settings, stream| flip_cell(settings, stream).unwrap_or_default(),
};

fn flip_cell(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let grid = random(settings, stream)?;
    let won = mouse_wins(&grid);
    let mut cells: Vec<usize> = (0..grid.walls.len()).collect();
    cells.retain(|&cell| ![grid.cat, grid.mouse, grid.food].contains(&square(cell)));
    stream.shuffle(&mut cells);
    cells.into_iter().find_map(|cell| {
        let mut other = grid.clone();
        other.walls[cell] = !other.walls[cell];
        (mouse_wins(&other) != won).then(|| pair(&grid, other))
    })
}

/// Two boards that differ by one in one jump and have different answers. It
/// kills jumps that are off by one and jumps taken for each other.
///
/// ```text
/// M.C...F  mouse jump 4: true     M.C...F  mouse jump 3: false
/// ```
pub(super) const FLIP_JUMP: Family = Family {
    name: "flip-jump",
    problem: PROBLEM,
    kills: "jumps off by one, jumps taken for each other",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(10, 40),
        cat_jump(1, 7),
        mouse_jump(1, 7),
    ],
    per_draw: 2,
    draw: |settings, stream| flip_jump(settings, stream).unwrap_or_default(),
};

fn flip_jump(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let grid = random(settings, stream)?;
    let mut other = grid.clone();
    if stream.percent(50) {
        other.cat_jump += 1;
    } else {
        other.mouse_jump += 1;
    }
    (mouse_wins(&grid) != mouse_wins(&other)).then(|| pair(&grid, other))
}

fn random(settings: &Settings, stream: &mut Stream) -> Option<Grid> {
    let sketch = Sketch::draw_scattered(settings, stream);
    let jumps = Jumps::draw(settings, stream);
    Some(sketch.grid(sketch.place(stream)?, jumps))
}

fn pair(one: &Grid, other: Grid) -> Vec<Instance> {
    vec![one.clone().into(), other.into()]
}

fn mouse_wins(grid: &Grid) -> bool {
    matches!(solve::grid::solve(grid), Outcome::Mouse { .. })
}
