//! The judge's side of a run: starting it, reading its usage and ending it.

mod collect;
mod isolated_run;
pub(crate) mod isolation_report;
pub(crate) mod leftovers;
pub(crate) mod process;
pub(crate) mod sandbox;
mod unisolated_run;
pub(crate) mod worker_process;
