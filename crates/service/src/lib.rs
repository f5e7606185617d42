//! The judge as a service: rooms that participants join by a link, and submissions that are
//! judged while participants watch.
//!
//! ```text
//! web (routes, access) ─▶ pages, api ─▶ store (database) ◀─ judging (queue, workers)
//!                                         │
//!                                         └─▶ hub (tells watchers of changes)
//! ```
//!
//! Everything lasting is in the database; all else may be killed at any time. `words` has the
//! texts of the pages, a file for each language, and `templates/` has their markup.

mod api;
mod fault;
mod hub;
mod judging;
mod names;
mod origin;
mod pages;
mod protocol;
mod run;
mod secret;
mod server;
mod settings;
mod status;
mod store;
mod summary;
mod web;
mod words;

#[cfg(test)]
mod tests;

pub use judging::{WorkerNotice, is_name, judging_options};
pub use origin::{NoOrigin, origin};
pub use protocol::{
    Batch, BatchError, BatchErrorKind, BatchItem, BatchLine, BatchProgress, JudgeInfo,
    MAX_BODY_MIB, ServerCase, ServerSuites, SuiteUpload,
};
pub use server::{Demo, Ready, ServiceError, backup, serve, work};
pub use settings::{Installed, Settings, WorkerSettings};
pub use status::{QueueStatus, ToolchainStatus, WaitingStatus, WorkerStatus};
