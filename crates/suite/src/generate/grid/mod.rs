//! The families of boards, for problem 1728.

mod mazes;
mod races;
mod random_boards;
mod random_walls;
mod rooms_and_pillars;
mod solver_guided;

pub(super) use mazes::{corridor, maze, snake};
pub(super) use races::{animal_in_way, race, wall_in_way};
pub(super) use random_walls::{open_board, random_walls, single_line, worst_case};
pub(super) use rooms_and_pillars::{pillars, rooms, sealed_piece};
pub(super) use solver_guided::{flip_cell, flip_jump, long_chase};
