//! The reasons for rejecting a certificate.

use thiserror::Error;

/// Why a certificate does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The certificate belongs to another problem.
    #[error("the certificate is for problem {0}; pass the case for which it was written")]
    Problem(String),
    /// The certificate lacks a strategy that its outcome requires, or has a superfluous one.
    #[error("the strategies do not match the claimed outcome, which requires {0}")]
    Strategies(&'static str),
    /// The strategies do not prove the claimed depth.
    #[error("{0} does not prove the claimed number of plies for the starting position")]
    Depth(&'static str),
    /// An entry of the attack or of a defence is invalid.
    #[error("{strategy}, entry {entry}: {reason}")]
    Entry {
        /// `attack` or `defence`.
        strategy: &'static str,
        /// The number of the entry, counting from 1.
        entry: usize,
        /// Why the entry is invalid.
        reason: &'static str,
    },
}
