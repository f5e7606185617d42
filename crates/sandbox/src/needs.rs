//! What runtimes and compilers need beyond what every job may do. Each is a
//! way to use what an ordinary user's judge cannot see or limit, so a job
//! gets only what it does not work without.

use serde::{Deserialize, Serialize};

/// What a job may do beyond the ordinary.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
pub struct Needs {
    /// Make pairs of connected sockets, whose buffers are no process's memory.
    pub pairs: bool,
    /// Send messages on them, with which descriptors can travel: those on the
    /// way are counted for the user, not for the run.
    pub messages: bool,
    /// Start processes, even where the time of one that nobody waits for would
    /// not be seen.
    pub processes: bool,
}

impl Needs {
    /// For programs of the judge's owner.
    pub const ALL: Self = Self {
        pairs: true,
        messages: true,
        processes: true,
    };
}
