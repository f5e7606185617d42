//! Points for groups of cases.
//!
//! A submission earns either all points of a group or none, or points in proportion to the number
//! of accepted cases. A case belongs to the first group that selects it; a case in no group is
//! worth no points. Points have at most two decimals. Proportional points are rounded down, so that
//! a submission earns all points of a group only if it passes every case.

mod amount;
mod group;
mod run_points;

pub use amount::Points;
pub use group::{CaseSelector, PointGroup, PointScheme, Scoring};
pub use run_points::{EarnedPoints, GroupPoints, RunGroup, RunPoints};
