//! Verdicts on submissions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Defines [`Verdict`] with the short code and the directory name of each verdict.
macro_rules! verdicts {
    ($($(#[$about:meta])+ $verdict:ident $code:literal $directory:literal;)+) => {
        /// The verdict on a submission or on one of its runs. A failure of the judge itself is
        /// never a verdict.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Verdict {
            $($(#[$about])+ #[serde(rename = $code)] $verdict,)+
        }

        impl Verdict {
            /// Every verdict, in the order in which they are listed to users.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$verdict),+];

            /// Returns the short code, such as `AC` or `WA`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$verdict => $code,)+
                }
            }

            /// Returns the name of the directory for solutions with this expected verdict.
            pub const fn directory(self) -> &'static str {
                match self {
                    $(Self::$verdict => $directory,)+
                }
            }
        }
    };
}

verdicts! {
    /// Correct answers to all cases, within the limits.
    Accepted "AC" "accepted";
    /// A reply that the checker rejects.
    WrongAnswer "WA" "wrong_answer";
    /// More CPU time than allowed, or far too much wall time.
    TimeLimitExceeded "TLE" "time_limit_exceeded";
    /// More memory than allowed.
    MemoryLimitExceeded "MLE" "memory_limit_exceeded";
    /// More output than allowed.
    OutputLimitExceeded "OLE" "output_limit_exceeded";
    /// A crash, an uncaught exception or an early exit.
    RunTimeError "RTE" "run_time_error";
    /// A source that the compiler rejects.
    CompileError "CE" "compile_error";
    /// A denied system call or a forged reply.
    SecurityViolation "SV" "security_violation";
}

impl Verdict {
    /// Returns the verdict that solutions in a directory of this name are expected to receive.
    pub fn from_directory_name(name: &str) -> Option<Self> {
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
            let found = Verdict::from_directory_name(verdict.directory());
            assert_eq!(found, Some(verdict));
        }
        assert_eq!(Verdict::from_directory_name("Accepted"), None);
    }
}
