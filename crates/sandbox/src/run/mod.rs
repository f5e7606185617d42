//! The judge's side of a run: starts it, reads its usage and ends it.

mod collect;
mod isolated_run;
pub(crate) mod isolation_report;
pub(crate) mod leftovers;
pub(crate) mod process;
pub(crate) mod sandbox;
mod unisolated_run;
pub(crate) mod worker_process;
