//! `judge` and `run`.

mod class;
mod gave_up;
mod points;
mod resume;
mod run;
mod sanitizers;
mod shards;
mod sleepers;
mod verdicts;
mod watch;
