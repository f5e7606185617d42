//! The state of a run, and what reports compute from it.

mod accuracy;
pub(crate) mod facts;
mod labelled;
mod model;
mod printable;
mod rounded;
mod submission;
pub(crate) mod view;

pub use accuracy::{is_labelled, is_right};
pub use facts::machine_facts;
pub use labelled::{Contradiction, Labelled};
pub use model::{Model, Summary};
pub use submission::Standing;
pub(crate) use submission::Submission;
pub use view::{Audience, View};
