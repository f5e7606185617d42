//! What the judge and its isolating worker process say to each other.
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
//! Every message is one packet of JSON on a socket pair; descriptors travel
//! beside it. The status socket of a run carries [`RunStatus`] packets from
//! inside the sandbox; its closing without an end means that all of it died.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::Step;
use crate::job::Needs;
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
    Run(Run),
    Finish,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The core that it is kept on.
    pub(crate) core: Option<usize>,
    pub(crate) argv: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) program: Option<PathBuf>,
    pub(crate) build: bool,
    pub(crate) warm: Option<PathBuf>,
    pub(crate) toolchain: Vec<PathBuf>,
    pub(crate) needs: Needs,
    pub(crate) limits: RunLimits,
}

/// [`super::JobLimits`] as numbers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct RunLimits {
    pub(crate) memory: u64,
    pub(crate) stack: u64,
    pub(crate) processes: u64,
    pub(crate) file_size: u64,
    pub(crate) disk: u64,
    pub(crate) open_files: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Unshared,
    Ready {
        clock: Clock,
    },
    /// The run is being set up; how that goes is said on its status socket.
    Launched {
        /// Process id of its init, in the judge's view.
        init: i32,
        /// Reading of the control group before, in nanoseconds.
        cpu_before: u64,
        /// Which of the worker's control groups it is in, if there are any.
        group: Option<u32>,
    },
    Finished(Final),
    Failed {
        step: String,
        /// `None` if the step says all.
        errno: Option<i32>,
    },
}

/// Figures of a run that is over and reaped.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Final {
    /// CPU nanoseconds of the whole tree.
    pub(crate) cpu: u64,
    /// Peak bytes of the whole tree, or of its largest process.
    pub(crate) memory: u64,
    pub(crate) out_of_memory: bool,
}

/// What is said on a run's status socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RunStatus {
    /// The program is about to be executed; CPU nanoseconds of its process up
    /// to here.
    Started { cpu: u64 },
    /// The step that failed, and errno.
    Failed { step: Step, errno: i32 },
    /// The main process ended: its wait status; the peak that init saw where
    /// it has to watch memory itself, and whether it ended the run for it.
    Ended {
        status: i32,
        peak: u64,
        out_of_memory: bool,
    },
    /// The program directory of a build travels beside this.
    Directory,
    /// A counter of the CPU time of the whole tree travels beside this.
    Counter,
}
