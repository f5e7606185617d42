//! The work behind the pages: tasks are taken from the queue and done.

mod guess;
mod record;
mod suites;
mod worker;

pub(crate) use guess::{guess, is_name};
pub(crate) use suites::Suites;
pub(crate) use worker::{Bench, start};
