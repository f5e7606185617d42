//! Running untrusted programs in isolation, with limits and usage measurement.
//!
//! A [`Sandbox`] belongs to one worker thread of the judge. It runs one [`Job`] at a time as a
//! [`Process`]. A process is limited, measured, killed and reaped together with its descendants.
//!
//! A job sees:
//!
//! - `/prog`, the submission: writable during compilation, read-only during a run,
//! - `/box`, its own empty directory, the working directory of a run (a compilation starts in
//!   `/prog`),
//! - `/tmp`, its own temporary directory,
//! - the toolchain, read-only,
//! - the file descriptors 0 to 3.
//!
//! The module `run` contains the code of the judge process, `worker` contains the code of the
//! worker process and of a run's init, and `wire` contains the messages between the processes.

mod cgroup;
mod cores;
mod error;
mod filter;
mod job;
mod measure;
mod mounts;
mod run;
mod sys;
mod wire;
mod worker;

pub use cgroup::hierarchy::{CgroupsUnavailable, cgroup_version};
pub use cores::{CoreLock, keep_off_claimed_cores, pin_this_thread};
pub use error::SandboxError;
pub use job::{
    CollectError, Exit, Job, JobLimits, JobUsage, Permissions, ProgramAccess, ProgramDir,
};
pub use measure::cpu_wait_times::CpuWaitTimes;
pub use mounts::hidden_path_registry::hide_path;
pub use run::isolation_report::{IsolationReport, observe_isolation};
pub use run::leftovers::{adopt_orphans, find_leftovers};
pub use run::process::Process;
pub use run::sandbox::{Isolation, Sandbox};
pub use run::worker_process::use_worker_binary;
pub use worker::entry::run_worker_if_requested;
