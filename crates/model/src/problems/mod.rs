//! What submissions solve: problems, cases, limits and points.

mod case;
mod form;
mod limits;
mod problem;

pub mod points;

pub use case::{Case, CaseId, FailingCase};
pub use form::Form;
pub use limits::{LimitOverrides, Limits};
pub use problem::Problem;
