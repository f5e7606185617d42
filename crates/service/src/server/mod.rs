//! The server process and the worker process, from start to stop.

mod connections;
mod data_dir;
mod error;
mod origin;
mod process;
mod serve;
mod settings;

#[cfg(test)]
pub(crate) use connections::{Connections, MAX_PER_CLIENT};
pub use data_dir::backup;
pub use error::ServiceError;
pub use origin::{NoOrigin, origin};
pub use process::{log_warning, start_log, work};
pub use serve::{Demo, Ready, serve};
pub use settings::{Installed, Settings, WorkerSettings};
