//! All instances of a size: exact tables of the longest wins, and of how many
//! starts each player wins.
//!
//! A [`Table`] is filled piece by piece, by threads or by machines, each of
//! which takes a [`Shard`](mousetrap_base::Shard). What is kept to go on later is the table itself.
//! `boards` lists the floors up to symmetry and solves all their foods and
//! jumps; `graphs` takes the graphs up to the names of their nodes from
//! nauty's `geng` and solves every choice of hole, mouse and cat.

mod boards;
mod geng;
mod graphs;
mod page;
mod run;
mod space;
mod table;

pub use geng::{GengError, name as geng};
pub use page::page;
pub use run::RunError;
pub use space::Space;
pub use table::{Extreme, Kind, Made, Table, Tally, TallyRow, Unproved};

#[cfg(test)]
mod tests;
