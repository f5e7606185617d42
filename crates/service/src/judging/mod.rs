//! The work behind the pages: tasks are claimed from the queue and done.

mod bench;
mod budget;
mod context;
mod guess;
mod job;
mod presence;
mod record;
mod speeds;
mod submission;
mod suites;
mod trial;
mod worker;

#[cfg(test)]
pub(crate) use bench::Timing;
pub use bench::WorkerNotice;
pub(crate) use bench::{Bench, Identity};
pub use context::judging_options;
pub use guess::is_name;
pub(crate) use guess::{guess, mistaken};
#[cfg(test)]
pub(crate) use presence::register;
pub(crate) use presence::{end, keep};
pub(crate) use record::Step;
pub(crate) use suites::{RequirementsError, Suites};
pub(crate) use trial::search;
pub(crate) use worker::start;
