//! The work behind the pages: tasks are taken from the queue and done.

mod budget;
mod guess;
mod record;
mod suites;
mod trial;
mod worker;

pub(crate) use guess::{guess, is_name, mistaken};
pub(crate) use suites::Suites;
pub(crate) use trial::{Search, read as read_case, search};
pub(crate) use worker::{Bench, start};
