//! Which clock reads the CPU time that runs are charged with.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What reads the CPU time that runs are charged with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The control group of the run.
    #[default]
    ControlGroup,
    /// A counter of the kernel (`perf`) that all children of a run inherit.
    Counter,
    /// The clocks of single processes, where there may be no others than those
    /// that a language cannot do without.
    Processes,
    /// The same without isolation: any process may be started.
    Tree,
}

impl Clock {
    /// What it cannot see; `None` for nothing.
    pub const fn unseen(self) -> Option<&'static str> {
        match self {
            Self::ControlGroup => None,
            Self::Counter => Some(
                "the children of a program that the judge's user may execute but not read, \
                 if nobody waits for them; only compilers and languages that need processes \
                 may start any",
            ),
            Self::Processes => Some(
                "children that nobody waits for; so runs may start no processes, except in \
                 languages that need them",
            ),
            Self::Tree => Some("children that nobody waits for"),
        }
    }

    /// Returns whether a run may start processes although its language does not need them.
    /// Buffers of pipes and other kernel memory are charged to control groups alone. Without
    /// those, each child could have as much again.
    pub const fn allows_children(self) -> bool {
        matches!(self, Self::ControlGroup | Self::Tree)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ControlGroup => "control group",
            Self::Counter => "perf counter",
            Self::Processes => "clocks of single processes",
            Self::Tree => "clocks of single processes, without isolation",
        })
    }
}
