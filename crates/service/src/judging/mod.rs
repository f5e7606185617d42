//! The work behind the pages: tasks are taken from the queue and done.

mod bench;
mod budget;
mod guess;
mod record;
mod suites;
mod trial;
mod worker;

pub(crate) use bench::Bench;
pub(crate) use guess::{guess, is_name, mistaken};
pub(crate) use trial::search;
pub(crate) use worker::start;
