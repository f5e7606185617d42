//! What a submission earns.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The judgement on a submission or on one of its runs. A failure of the judge
/// itself is never a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Verdict {
    /// Right answers within the limits.
    #[serde(rename = "AC")]
    Accepted,
    /// A reply that is not the jury's.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// More CPU time, or far more wall time, than allowed.
    #[serde(rename = "TLE")]
    TimeLimitExceeded,
    /// More memory than allowed.
    #[serde(rename = "MLE")]
    MemoryLimitExceeded,
    /// More output than allowed.
    #[serde(rename = "OLE")]
    OutputLimitExceeded,
    /// A crash, an uncaught exception, an early exit.
    #[serde(rename = "RTE")]
    RunTimeError,
    /// The compiler rejects it.
    #[serde(rename = "CE")]
    CompileError,
    /// A denied system call or a forged reply.
    #[serde(rename = "SV")]
    SecurityViolation,
}

impl Verdict {
    /// Every verdict, in the order in which they are listed to users.
    pub const ALL: [Self; 8] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::TimeLimitExceeded,
        Self::MemoryLimitExceeded,
        Self::OutputLimitExceeded,
        Self::RunTimeError,
        Self::CompileError,
        Self::SecurityViolation,
    ];

    /// The short form: `AC`, `WA`, …
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::TimeLimitExceeded => "TLE",
            Self::MemoryLimitExceeded => "MLE",
            Self::OutputLimitExceeded => "OLE",
            Self::RunTimeError => "RTE",
            Self::CompileError => "CE",
            Self::SecurityViolation => "SV",
        }
    }

    /// The name of the directory for solutions that are expected to earn it.
    pub const fn directory(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong_answer",
            Self::TimeLimitExceeded => "time_limit_exceeded",
            Self::MemoryLimitExceeded => "memory_limit_exceeded",
            Self::OutputLimitExceeded => "output_limit_exceeded",
            Self::RunTimeError => "run_time_error",
            Self::CompileError => "compile_error",
            Self::SecurityViolation => "security_violation",
        }
    }

    /// The verdict that a directory of solutions is named after.
    pub fn from_directory(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|verdict| verdict.directory() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_found_by_its_directory() {
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::from_directory(verdict.directory()), Some(verdict));
        }
        assert_eq!(Verdict::from_directory("Accepted"), None);
    }
}
