//! The reasons why the checker rejects a certificate.

use thiserror::Error;

/// The reason why a certificate does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The certificate belongs to another problem.
    #[error("the certificate belongs to problem {0}; give the case that it was written for")]
    Problem(String),
    /// The certificate does not have the plans that its outcome needs.
    #[error("the plans do not match the claimed outcome, which needs {0}")]
    Plans(&'static str),
    /// The plans do not prove the claimed depth.
    #[error("{0} does not prove the claimed depth from the start")]
    Depth(&'static str),
    /// An entry of a plan breaks a rule.
    #[error("{plan}, entry {entry}: {reason}")]
    Entry {
        /// `attack` or `defence`.
        plan: &'static str,
        /// The number of the entry, counting from 1.
        entry: usize,
        /// The broken rule.
        reason: &'static str,
    },
}
