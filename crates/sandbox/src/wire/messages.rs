//! Messages between the judge and its worker processes.
//!
//! ```text
//! judge  ─▶ worker: Hello; the worker creates its namespaces
//! worker ─▶ judge:  Unshared; the judge writes its user map
//! judge  ─▶ worker: Mapped
//! worker ─▶ judge:  Ready | Failed
//! judge  ─▶ worker: Run + descriptors 0, 1, 2, (3), status
//! worker ─▶ judge:  Launched + directories of its control groups | Failed
//! judge  ─▶ worker: Finish
//! worker ─▶ judge:  Finished | Failed
//! ```
//!
//! Each message is one JSON packet on a socket pair, with descriptors attached. The status socket
//! of a run carries [`RunStatus`] packets from inside the sandbox. If the status socket closes
//! without [`RunStatus::Ended`], all processes of the run have died.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::job::{Job, JobUsage};
use mousetrap_model::Clock;

/// The executable runs as a worker if this is its first command-line argument. The argument is
/// undocumented.
pub(crate) const WORKER_ARGUMENT: &str = "__sandbox-worker";

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Hello {
        /// Files and directories that must be hidden from all jobs.
        hidden: Vec<PathBuf>,
    },
    Mapped,
    Run {
        job: Job,
        /// The CPU core to which the run is pinned.
        core: Option<usize>,
    },
    Finish,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Unshared,
    Ready {
        clock: Clock,
    },
    /// Init has been started. The run's status socket will report whether the program was executed.
    Launched {
        /// Process id of the run's init in the judge's PID namespace.
        init: i32,
        /// CPU time of the control group before the run.
        cpu_before: Duration,
        /// Number of the worker's control group, if the worker has control groups.
        group: Option<u32>,
    },
    /// The run has ended and has been reaped. Without control groups, the reported memory is the
    /// memory of the largest process.
    Finished(JobUsage),
    Failed {
        step: String,
        /// The error number; `None` if `step` contains the reason.
        errno: Option<i32>,
    },
}

/// A message on a run's status socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RunStatus {
    /// The program is about to be executed. `cpu` is the CPU time that its process has used so far.
    Started { cpu: Duration },
    /// A step before the start of the program failed with this error number.
    Failed { step: Cow<'static, str>, errno: i32 },
    /// The main process ended with this wait status. If init enforces the memory limit, `peak` is
    /// the peak memory in bytes, and `out_of_memory` is set if the peak exceeded the limit.
    Ended {
        status: i32,
        peak: u64,
        out_of_memory: bool,
    },
    /// The message that carries the descriptor of a build's program directory.
    Directory,
    /// The message that carries the descriptor of the process tree's CPU time counter.
    Counter,
}
