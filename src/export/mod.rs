//! Suites in the forms that other tools take.

mod plain;

pub use plain::{Layout, layout};
