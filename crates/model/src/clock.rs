//! The clocks that can measure the CPU time of runs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A way to measure the CPU time of a run and all of its processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The CPU usage of the run's control group.
    #[default]
    ControlGroup,
    /// A kernel performance counter (`perf`) that all child processes inherit.
    Counter,
    /// The sum of the CPU clocks of the individual processes. With this clock, a run may start
    /// only the processes that its language requires.
    Processes,
    /// The sum of the CPU clocks of the individual processes, for runs that are not isolated and can
    /// start any number of processes.
    Tree,
}

impl Clock {
    /// Returns a description of the processes whose CPU time this clock cannot measure, or `None`
    /// if it measures all of them.
    pub const fn describe_unmeasured_processes(self) -> Option<&'static str> {
        match self {
            Self::ControlGroup => None,
            Self::Counter => Some(
                "child processes that their parents do not wait for, if their program is \
                 executable but not readable for the judge's user; only compilers and languages \
                 that need processes may start any",
            ),
            Self::Processes => Some(
                "child processes that their parents do not wait for; therefore runs may start no \
                 processes, except in languages that need them",
            ),
            Self::Tree => Some("child processes that their parents do not wait for"),
        }
    }

    /// Returns whether a run may start child processes that its language does not require.
    /// Otherwise such processes are forbidden, because only a control group limits the kernel
    /// memory that each additional process can use, for example for pipe buffers.
    pub const fn allows_child_processes(self) -> bool {
        matches!(self, Self::ControlGroup | Self::Tree)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ControlGroup => "control group",
            Self::Counter => "perf counter",
            Self::Processes => "clocks of individual processes",
            Self::Tree => "clocks of individual processes, without isolation",
        })
    }
}
