//! The state of a run, and what reports compute from it.

pub(crate) mod accuracy;
pub(crate) mod facts;
mod labelled;
mod model;
mod printable;
mod redact;
mod submission;
mod summary;
pub(crate) mod totals;

pub use facts::machine_facts;
pub use labelled::{Contradiction, Labelled};
pub use model::{Model, View};
pub use submission::Standing;
pub(crate) use submission::{Phase, Submission};
pub use summary::Summary;
