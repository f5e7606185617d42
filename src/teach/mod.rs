//! Commands for teachers and operators: the service, its workers, and comparing and merging
//! reports.

pub(crate) mod report;
#[cfg(feature = "service")]
pub(crate) mod serve;
#[cfg(feature = "service")]
pub(crate) mod service;
#[cfg(feature = "service")]
pub(crate) mod worker;
