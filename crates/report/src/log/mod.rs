//! Writes and reads the log of a run in JSON Lines, and checks that the logs of shards form a
//! complete run.

mod earlier_log;
mod file;
mod shards;

pub(crate) use earlier_log::LoggedOutcome;
pub use earlier_log::{EarlierLog, LOG_START};
pub(crate) use file::{LineSpan, Log, read_outcome};
pub use file::{LogLock, log_path};
pub(crate) use shards::unreadable_log_error;
pub use shards::{MergeError, Shards};
