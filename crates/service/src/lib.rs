//! The judge as a service: rooms that one joins by a link, submissions that are
//! judged while one watches, in one file of data.
//!
//! ```text
//! web (routes, who may) ─▶ pages, api ─▶ store (what is kept) ◀─ judging (queue, workers)
//!                                          │
//!                                          └─▶ hub (who watches hears of changes)
//! ```
//!
//! The database keeps the truth; everything else may be killed at any time. The
//! words of the pages stand in `words`, a table for each language, and their
//! markup in `templates/`.

mod api;
mod fault;
mod judging;
mod pages;
mod protocol;
mod secret;
mod server;
mod store;
mod web;
mod words;

#[cfg(test)]
mod tests;

pub use judging::{WorkerNotice, is_name, judging_options};
pub use protocol::{
    Batch, BatchError, BatchErrorKind, BatchItem, BatchLine, BatchProgress, JudgeInfo,
    MAX_BODY_MIB, ServerCase, ServerSuites, SuiteUpload,
};
pub use server::{
    Demo, Installed, NoOrigin, Ready, ServiceError, Settings, WorkerSettings, backup, log_warning,
    origin, serve, start_log, work,
};
pub use store::{QueueStatus, QueuedTask, TaskStatus, Toolchain, Worker};
