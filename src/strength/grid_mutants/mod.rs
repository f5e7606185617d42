//! Wrong solutions of 1728.

mod ends;
mod guesses;
mod list;
mod moves;
mod readings;

pub(super) use list::all;
