//! Commands that judge submissions: `judge`, also with `--watch` and `--server`, and `run`.

mod arguments;
pub(crate) mod cases;
pub(crate) mod command;
pub(crate) mod judging;
pub(crate) mod output_files;
#[cfg(feature = "service")]
mod remote;
pub(crate) mod reporting;
mod resume;
pub(crate) mod run;
pub(crate) mod watch;
