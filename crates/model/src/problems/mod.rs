//! What submissions solve: problems, cases, limits and points.

mod case;
mod limits;
mod problem;

pub mod points;

pub use case::{Case, CaseId, FailingCase};
pub use limits::{LimitOverrides, Limits};
pub use problem::{Form, Problem};
