//! The state of a run, and what reports compute from it.

mod facts;
mod model;
mod printable;
mod rounded;
mod submission;
pub(crate) mod view;

pub use facts::machine_facts;
pub use model::{Model, RepeatedOptions, Summary};
pub use submission::Standing;
pub(crate) use submission::Submission;
pub use view::{Audience, View};
