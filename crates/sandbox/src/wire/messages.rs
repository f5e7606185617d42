//! Messages between the judge and its worker process.
//!
//! ```text
//! judge  ─▶ worker: Hello; the worker makes its namespaces
//! worker ─▶ judge:  Unshared; the judge writes its user map
//! judge  ─▶ worker: Mapped
//! worker ─▶ judge:  Ready | Failed
//! judge  ─▶ worker: Run + descriptors 0, 1, 2, (3), status
//! worker ─▶ judge:  Launched + directories of its control groups | Failed
//! judge  ─▶ worker: Finish
//! worker ─▶ judge:  Finished | Failed
//! ```
//!
//! Each message is one JSON packet on a socket pair, with descriptors attached. The status
//! socket of a run carries [`RunStatus`] packets from inside the sandbox. If it closes
//! without [`RunStatus::Ended`], all processes of the run have died.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::Step;
use crate::job::{Job, TreeUsage};
use mousetrap_model::Clock;

/// The hidden first argument that makes the executable a worker.
pub(crate) const WORKER_ARGUMENT: &str = "__sandbox-worker";

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Hello {
        /// Files and directories that no job may see.
        hidden: Vec<PathBuf>,
    },
    Mapped,
    Run {
        job: Job,
        /// The core that the run is pinned to.
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
    /// The run is being set up. Its status socket reports the result.
    Launched {
        /// Process id of its init in the judge's PID namespace.
        init: i32,
        /// CPU time of the control group before the run.
        cpu_before: Duration,
        /// Number of the worker's control group, if it has groups.
        group: Option<u32>,
    },
    /// The run has ended and was reaped. Without control groups, the memory is that of its
    /// largest process.
    Finished(TreeUsage),
    Failed {
        step: String,
        /// `None` if `step` contains the reason.
        errno: Option<i32>,
    },
}

/// A message on a run's status socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RunStatus {
    /// The program is about to be executed. `cpu` is the CPU time of its process so far.
    Started { cpu: Duration },
    /// A step failed with this error number.
    Failed { step: Step, errno: i32 },
    /// The main process ended with this wait status. `peak` and `out_of_memory` are set if
    /// init watches memory: the peak in bytes, and whether it exceeded the limit.
    Ended {
        status: i32,
        peak: u64,
        out_of_memory: bool,
    },
    /// The program directory of a build is attached.
    Directory,
    /// A counter of the CPU time of the entire process tree is attached.
    Counter,
}
