//! The log of a run in JSON Lines: writing it, reading it, and combining the logs of shards.

mod earlier;
mod file;
mod shards;

pub(crate) use earlier::LoggedOutcome;
pub use earlier::{BEGINNING as LOG_BEGINNING, Earlier};
pub use file::{Claim, log_path};
pub(crate) use file::{LineSpan, Log, read};
pub(crate) use shards::unreadable;
pub use shards::{MergeError, Shards};
