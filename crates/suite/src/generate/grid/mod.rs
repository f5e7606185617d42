//! Families of boards, for problem 1728.

mod mazes;
mod meetings;
mod scatter;
mod shapes;
mod sketch;
mod solved;

pub(super) use mazes::{corridor, maze, snake};
pub(super) use meetings::{animal_in_way, race, wall_in_way};
pub(super) use scatter::{open, strip, walls, worst};
pub(super) use shapes::{pillars, rooms, sealed};
pub(super) use solved::{chase, flip_cell, flip_jump};
