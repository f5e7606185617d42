//! The state of a run, and the numbers and views that reports derive from it.

mod machine_facts;
mod model;
mod printable;
mod submission;
pub(crate) mod view;

pub use machine_facts::machine_facts;
pub use model::{CommandOptions, Model, Summary};
pub use submission::OutcomeClass;
pub(crate) use submission::Submission;
pub use view::{Audience, View};
