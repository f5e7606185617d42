//! The log of a run in JSON Lines, and reading it again.

mod earlier;
mod file;
mod shards;

pub(crate) use earlier::LoggedOutcome;
pub use earlier::{BEGINNING as LOG_BEGINNING, Earlier};
pub use file::log_path;
pub(crate) use file::{FORMAT, Log, Place, first_line, write};
pub(crate) use shards::unreadable;
pub use shards::{MergeError, Shards};
