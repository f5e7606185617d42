//! The state of a run, and the numbers and views that reports derive from it.

mod facts;
mod model;
mod printable;
mod submission;
pub(crate) mod view;

pub use facts::machine_facts;
pub use model::{Model, RepeatedOptions, Summary, outcome_event};
pub use submission::Standing;
pub(crate) use submission::Submission;
pub use view::{Audience, View};
