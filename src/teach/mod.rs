//! Commands for teachers and operators: the service, its workers, and work on reports.

pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod worker;
