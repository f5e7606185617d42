//! The work behind the pages: tasks are claimed from the queue and done.

mod bench;
mod context;
mod guess;
mod hack;
mod presence;
mod record;
mod submission;
mod suites;
mod summary;
mod worker;

pub(crate) use bench::Bench;
#[cfg(test)]
pub(crate) use bench::Timing;
pub use bench::WorkerNotice;
pub use context::judging_options;
pub(crate) use guess::guess;
pub use guess::is_name;
pub(crate) use presence::RunningWorker;
#[cfg(test)]
pub(crate) use presence::register;
pub(crate) use record::Step;
pub(crate) use suites::{RequirementsError, Suites};
#[cfg(test)]
pub(crate) use summary::Counts;
pub(crate) use summary::{Summary, without_workers};
#[cfg(test)]
pub(crate) use worker::start;
