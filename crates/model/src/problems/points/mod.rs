//! Points for groups of cases.
//!
//! A group is a set of cases with points: all-or-nothing, or in proportion to the
//! accepted cases. A case belongs to the first group that selects it, and a case in no
//! group gives no points. Points have at most two decimals; a proportional share is
//! rounded down, so that only a group without a failed case gives all of its points.

mod amount;
mod group;
mod run_points;

pub use amount::Points;
pub use group::{CaseSelector, PointGroup, PointScheme, Scoring};
pub use run_points::{Award, GroupAward, RunGroup, RunPoints};
