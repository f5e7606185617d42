//! Tests of the crate.

mod blocks;
mod generated;
