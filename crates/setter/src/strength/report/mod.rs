//! Reports on the strength of a suite.

mod overview;
pub(super) mod page;
