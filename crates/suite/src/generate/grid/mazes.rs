//! Boards of narrow ways: mazes, snakes, corridors.

use super::sketch::{Jumps, Pieces, Sketch};
use super::{PROBLEM, cat_jump, cols, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// A perfect maze: halls on even rows and columns, joined by a random spanning
/// tree, with a few more doors broken in where `loops` says so. With one way
/// between any two cells the mouse can be cut off; it kills move counts that
/// are too small for long ways, and greedy races.
///
/// ```text
/// M.#...
/// #...#.
/// ..#.#F
/// ```
pub(super) const MAZE: Family = Family {
    name: "maze",
    problem: PROBLEM,
    kills: "move counts too small for long ways, greedy races",
    parameters: &[
        rows(5, 8),
        cols(5, 8),
        Parameter::percent("loops", "chance of a further door per closed one", 0, 30),
        cat_jump(1, 3),
        mouse_jump(1, 3),
    ],
    per_draw: 1,
    draw: maze,
};

fn maze(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let open = Sketch::draw_open(settings, stream);
    let mut sketch = Sketch::solid(open.rows, open.cols);
    sketch.walls[0] = false;
    let mut path = vec![0];
    while let Some(&hall) = path.last() {
        let mut ways: Vec<(usize, usize)> = (0..4)
            .filter_map(|d| Some((sketch.offset(hall, d, 1)?, sketch.offset(hall, d, 2)?)))
            .collect();
        ways.retain(|&(_, next)| sketch.walls[next]);
        if let Some((door, next)) = stream.pick(&ways) {
            sketch.walls[door] = false;
            sketch.walls[next] = false;
            path.push(next);
        } else {
            path.pop();
        }
    }
    for cell in 0..sketch.walls.len() {
        let is_door = (cell / sketch.cols + cell % sketch.cols) % 2 == 1;
        if is_door && sketch.walls[cell] && settings.chance("loops", stream) {
            sketch.walls[cell] = false;
        }
    }
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}

/// One way that winds from side to side, with the food at its end. The mouse
/// may need a move for nearly every cell; it kills horizons such as
/// `rows + cols` and `2 * rows`.
///
/// ```text
/// F...
/// ###.
/// ...C
/// .###
/// ...M
/// ```
pub(super) const SNAKE: Family = Family {
    name: "snake",
    problem: PROBLEM,
    kills: "horizons such as rows + cols or 2 * rows",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        Parameter::percent("upright", "chance that it winds up and down", 50, 50),
        Parameter::percent("holes", "chance of a hole per cell of an inner wall", 0, 10),
        cat_jump(1, 2),
        mouse_jump(1, 3),
    ],
    per_draw: 1,
    draw: snake,
};

fn snake(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut sketch = Sketch::draw_open(settings, stream);
    let upright = settings.chance("upright", stream);
    for cell in 0..sketch.walls.len() {
        let (row, col) = (cell / sketch.cols, cell % sketch.cols);
        let (lane, along, last) = if upright {
            (col, row, sketch.rows - 1)
        } else {
            (row, col, sketch.cols - 1)
        };
        // Every second lane is a wall, with its gap at alternating ends.
        let gap = if lane % 4 == 1 { last } else { 0 };
        let inner = lane % 2 == 1 && along != gap;
        sketch.walls[cell] = inner && !settings.chance("holes", stream);
    }
    let jumps = Jumps::draw(settings, stream);
    let Some(mut pieces) = sketch.place(stream) else {
        return Vec::new();
    };
    // The way starts in the first cell.
    if pieces.cat != 0 && pieces.mouse != 0 {
        pieces.food = 0;
    }
    sketch.instance(pieces, jumps)
}

/// A random way that never touches itself, with the mouse at one end and the
/// food at the other, and a chamber of its own for the cat where there is
/// room. Ways of this kind give the longest wins there are; they kill ply
/// caps.
///
/// ```text
/// M...#C
/// ###.##
/// ....#.
/// .###..
/// ...F##
/// ```
pub(super) const CORRIDOR: Family = Family {
    name: "corridor",
    problem: PROBLEM,
    kills: "ply caps: the way alone takes more moves than the cap",
    parameters: &[
        rows(4, 8),
        cols(4, 8),
        Parameter::new(
            "tries",
            "walks of which the longest is kept",
            Range::new(20, 60),
            Range::new(1, 2000),
        ),
        cat_jump(1, 3),
        mouse_jump(1, 2),
    ],
    per_draw: 1,
    draw: corridor,
};

fn corridor(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let open = Sketch::draw_open(settings, stream);
    let tries = settings.draw("tries", stream);
    let jumps = Jumps::draw(settings, stream);
    let longest = (0..tries)
        .map(|_| walk(&open, stream))
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let mut sketch = Sketch::solid(open.rows, open.cols);
    for &cell in &longest {
        sketch.walls[cell] = false;
    }
    let [mouse, middle @ .., food] = &longest[..] else {
        return Vec::new();
    };
    let mut apart: Vec<usize> = (0..sketch.walls.len()).collect();
    apart.retain(|&cell| {
        let around = sketch.beside(cell);
        sketch.walls[cell] && around.iter().all(|&next| sketch.walls[next])
    });
    let Some(cat) = stream.pick(&apart).or_else(|| stream.pick(middle)) else {
        return Vec::new();
    };
    sketch.walls[cat] = false;
    let (mouse, food) = (*mouse, *food);
    sketch.instance(Pieces { cat, mouse, food }, jumps)
}

/// A walk that goes on at random for as long as no cell touches an earlier
/// one except its predecessor.
fn walk(open: &Sketch, stream: &mut Stream) -> Vec<usize> {
    let mut path = vec![stream.below(open.walls.len())];
    loop {
        let mut ways = open.beside(path[path.len() - 1]);
        ways.retain(|next| {
            let around = open.beside(*next);
            let touched = around.iter().filter(|cell| path.contains(cell)).count();
            !path.contains(next) && touched == 1
        });
        match stream.pick(&ways) {
            Some(next) => path.push(next),
            None => return path,
        }
    }
}
