//! The judge as a service: rooms that participants join by a link, and submissions that are
//! judged while participants watch.
//!
//! ```text
//! web (routes, access) ─▶ pages, api ─▶ store (database) ◀─ judging (workers)
//! ```
//!
//! All data is stored in the database, so any process can be killed at any time. The texts of the
//! pages are in `mousetrap_report::texts`, and `templates/` contains the markup.

mod api;
mod http_error;
mod judging;
mod pages;
mod protocol;
mod secret;
mod server;
mod store;
mod web;

#[cfg(test)]
mod tests;

use mousetrap_report::texts;

pub use judging::judging_options;
pub use pages::room::submission_form::is_valid_file_name;
pub use protocol::{
    Batch, BatchError, BatchErrorKind, BatchItem, BatchLine, JudgeInfo, MAX_BODY_MIB, SuiteFile,
};
pub use server::{
    Demo, InstalledToolchains, InvalidOrigin, ServiceError, Settings, StartupInfo, WorkerSettings,
    backup, init_logging, log_warning, parse_origin, run_worker, serve,
};
