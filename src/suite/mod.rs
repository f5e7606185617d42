//! Cases, their limits, where they are stored and the lock that proves them.

mod case;
mod limits;

pub use case::{Case, CaseId};
pub use limits::{Bytes, LimitOverrides, Limits};
