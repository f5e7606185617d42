//! The time and memory that a run used.

use std::time::Duration;

use mousetrap_util::Bytes;
use serde::{Deserialize, Serialize};

use crate::Limits;
use crate::serialization::micros;

/// CPU time, wall time and memory of a run or a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// User and system CPU time of the entire process tree, in microseconds.
    #[serde(rename = "cpu_us", with = "micros")]
    pub cpu: Duration,
    /// Wall time in microseconds, excluding the time during which the processes waited for a CPU.
    #[serde(rename = "wall_us", with = "micros")]
    pub wall: Duration,
    /// Peak memory of the entire process tree, in bytes.
    #[serde(rename = "memory_bytes")]
    pub memory: Bytes,
}

impl Usage {
    /// The usage of a program that was never started.
    pub const NONE: Self = Self {
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        memory: Bytes(0),
    };

    /// Creates a `Usage` with times rounded down to whole microseconds, the precision in which logs
    /// store them.
    #[must_use]
    pub fn new(cpu: Duration, wall: Duration, memory: Bytes) -> Self {
        let whole = |time: Duration| Duration::from_micros(time.as_micros() as u64);
        Self {
            cpu: whole(cpu),
            wall: whole(wall),
            memory,
        }
    }

    /// Returns the wall time during which no process of the run used a CPU.
    pub const fn idle_time(&self) -> Duration {
        self.wall.saturating_sub(self.cpu)
    }

    /// Returns whether the run mostly slept: its wall time exceeds the CPU time limit, and its CPU
    /// time is less than a quarter of its wall time.
    pub fn was_mostly_idle(&self, limits: &Limits) -> bool {
        self.wall > limits.cpu && self.cpu * 4 < self.wall
    }

    /// Returns whether a run that exceeded a time limit might stay within the limits if repeated:
    /// its CPU time is within the fraction `share` of the limit, or the machine was so busy that
    /// the run reached the wall time limit before it could use its full CPU time. Returns false for
    /// a run that mostly slept.
    pub fn is_borderline(&self, limits: &Limits, share: f64) -> bool {
        let close = self.cpu.abs_diff(limits.cpu) <= limits.cpu.mul_f64(share);
        let starved = self.cpu < limits.cpu && self.cpu * 4 > limits.cpu;
        (close || starved) && !self.was_mostly_idle(limits)
    }
}
