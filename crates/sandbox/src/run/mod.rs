//! The code of the judge process that starts runs, reads their usage and ends them.

mod collect;
mod isolated_run;
pub(crate) mod isolation_report;
pub(crate) mod leftovers;
pub(crate) mod process;
pub(crate) mod sandbox;
mod unisolated_run;
pub(crate) mod worker_process;
