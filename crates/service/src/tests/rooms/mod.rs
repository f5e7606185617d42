//! Tests of rooms.

mod custom_problems;
mod hidden;
mod mistakes;
mod owner;
mod participants;
mod people;
mod runs;
