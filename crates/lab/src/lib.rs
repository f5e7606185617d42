//! The laboratory of a setter.

pub mod exhaust;
pub mod hunt;
pub mod mutants;
pub mod state_file;
pub mod strength;
pub mod stress;
