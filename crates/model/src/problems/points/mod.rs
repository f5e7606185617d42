//! Points for groups of cases.
//!
//! A submission earns the points of a group all-or-nothing, or in proportion to the accepted cases.
//! A case belongs to the first group that selects it; a case in no group is worth no points. Points
//! have at most two decimals. Proportional points are rounded down, so that a submission earns all
//! points of a group only if it passes every case.

mod amount;
mod group;
mod run_points;

pub use amount::Points;
pub use group::{CaseSelector, PointGroup, PointScheme, Scoring};
pub use run_points::{EarnedPoints, GroupPoints, RunGroup, RunPoints};
