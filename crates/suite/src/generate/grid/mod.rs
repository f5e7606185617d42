//! Families of boards for 1728.

mod chase;
mod flip;
mod jumps;
mod mazes;
mod race;
mod scatter;
mod sealed;
mod shapes;
mod sketch;
mod worst;

use crate::generate::{Family, Parameter, Range};
use cat_and_mouse::problem::Problem;

/// Every family of boards.
pub(super) const FAMILIES: &[&Family] = &[
    &scatter::WALLS,
    &scatter::OPEN,
    &scatter::TINY,
    &scatter::STRIP,
    &mazes::MAZE,
    &mazes::SNAKE,
    &mazes::CORRIDOR,
    &shapes::ROOMS,
    &shapes::PILLARS,
    &sealed::SEALED,
    &race::RACE,
    &jumps::LONG_JUMP,
    &jumps::WALL_IN_WAY,
    &jumps::ANIMAL_IN_WAY,
    &chase::CHASE,
    &flip::FLIP_CELL,
    &flip::FLIP_JUMP,
    &worst::WORST,
];

const PROBLEM: Problem = Problem::CatAndMouse2;

/// Largest side of a board and longest jump, beyond contest size for extended
/// suites.
const SIDE: Range = Range::new(1, 1024);

const fn rows(low: u32, high: u32) -> Parameter {
    let meaning = "rows of the board; above 8 only in extended suites";
    Parameter::new("rows", meaning, Range::new(low, high), SIDE)
}

const fn cols(low: u32, high: u32) -> Parameter {
    let meaning = "columns of the board; above 8 only in extended suites";
    Parameter::new("cols", meaning, Range::new(low, high), SIDE)
}

const fn cat_jump(low: u32, high: u32) -> Parameter {
    let meaning = "longest jump of the cat, in cells";
    Parameter::new("cat_jump", meaning, Range::new(low, high), SIDE)
}

const fn mouse_jump(low: u32, high: u32) -> Parameter {
    let meaning = "longest jump of the mouse, in cells";
    Parameter::new("mouse_jump", meaning, Range::new(low, high), SIDE)
}

const fn density(low: u32, high: u32) -> Parameter {
    let meaning = "chance of a wall per free cell, in percent";
    Parameter::percent("density", meaning, low, high)
}
