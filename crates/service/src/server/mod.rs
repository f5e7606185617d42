//! The server process and the worker process, from start to stop.

mod connections;
mod data_dir;
mod error;
mod process;
mod serve;
mod settings;

#[cfg(test)]
pub(crate) use connections::{Connections, MAX_CONNECTIONS_PER_CLIENT};
pub use data_dir::backup;
pub use error::ServiceError;
#[cfg(test)]
pub(crate) use process::new_runtime;
pub use process::{init_logging, log_warning, run_worker};
pub use serve::{Demo, StartupInfo, serve};
pub use settings::{InstalledToolchains, InvalidOrigin, Settings, WorkerSettings, parse_origin};
