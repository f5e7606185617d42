//! The processes: a server and a worker, from start to stop.

mod connections;
mod data_dir;
mod demo;
mod error;
mod origin;
mod process;
mod serve;
mod settings;
mod upkeep;

#[cfg(test)]
pub(crate) use connections::{Connections, MAX_OF_ONE};
pub use data_dir::backup;
pub use demo::Demo;
pub use error::ServiceError;
pub use origin::{NoOrigin, origin};
pub(crate) use process::runtime;
pub use process::{log_warning, start_log, work};
pub use serve::{Ready, serve};
pub use settings::{Installed, Settings, WorkerSettings};
