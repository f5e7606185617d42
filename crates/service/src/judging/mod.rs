//! The work behind the pages: tasks are taken from the queue and done.

mod bench;
mod budget;
mod guess;
mod record;
mod suites;
mod trial;
mod worker;

pub(crate) use bench::Bench;
pub use guess::is_name;
pub(crate) use guess::{guess, mistaken};
pub(crate) use record::Step;
pub(crate) use trial::search;
pub(crate) use worker::start;
