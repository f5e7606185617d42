//! The laboratory of a setter.

pub mod hunt;
pub mod mutants;
pub mod strength;
pub mod stress;
