//! What a run on one case may use.

use std::fmt;
use std::time::Duration;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// `n` mebibytes.
    pub const fn mib(n: u64) -> Self {
        Self(n << 20)
    }
}

impl fmt::Display for Bytes {
    /// Binary units with at most one decimal: `512 B`, `64 KiB`, `1.5 MiB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
        if self.0 < 1024 {
            return write!(f, "{} B", self.0);
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while value >= 1023.95 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        let rounded = format!("{value:.1}");
        write!(
            f,
            "{} {}",
            rounded.strip_suffix(".0").unwrap_or(&rounded),
            UNITS[unit]
        )
    }
}

/// What one run on one case may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time, user and system, of the whole process tree. It decides.
    pub cpu: Duration,
    /// Wall time: a generous net against sleepers.
    pub wall: Duration,
    /// Peak memory of the whole process tree.
    pub memory: Bytes,
    /// Bytes on standard output, standard error and the reply channel, each.
    pub output: Bytes,
}
