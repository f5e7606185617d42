//! Reports on the strength of a suite.

mod coverage;
mod overview;
pub(super) mod page;
