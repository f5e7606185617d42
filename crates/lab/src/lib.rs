//! The laboratory of a setter.

pub mod hunt;
pub mod strength;
pub mod stress;
