//! Tests of the crate.

mod blocks;
mod generated;
mod parsed;
mod shrunk;
