//! Own problems of a project: their definitions and cases.

pub mod cases;
pub mod definition;
