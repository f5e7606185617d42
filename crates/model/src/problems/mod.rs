//! Problems and everything that defines how they are judged: cases, limits and points.

mod case;
mod checker;
mod limits;
mod problem;
mod signature;
mod types;
mod value;

pub mod points;

pub use case::{Case, CaseId, FailingCase};
pub use checker::Checker;
pub use limits::{LimitOverrides, Limits};
pub use problem::{Form, Problem};
pub use signature::{Parameter, Signature, SignatureError, SignatureErrorKind};
pub use types::Type;
pub use value::{Value, ValueError};
