//! `cases.lock`, and checking suites against it.

mod check;
mod lock_file;

pub(crate) use check::check_suite;
pub use check::compare_with_lock;
pub(crate) use lock_file::{FILE, Lock, LockedCase};
