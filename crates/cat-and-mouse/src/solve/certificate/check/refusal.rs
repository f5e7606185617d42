//! The reasons why the checker refuses a certificate.

use thiserror::Error;

/// Reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is for another problem.
    #[error("the certificate is for problem {0}; give the case for which it was written")]
    Problem(String),
    /// It does not have the plans that its outcome needs.
    #[error("the plans do not fit the claimed outcome; it needs {0}")]
    Plans(&'static str),
    /// The plans do not prove the claimed depth.
    #[error("{0} does not prove the claimed depth from the start")]
    Depth(&'static str),
    /// An entry of a plan breaks a rule.
    #[error("{plan}, entry {entry}: {reason}")]
    Entry {
        /// `attack` or `defence`.
        plan: &'static str,
        /// The number of the entry, from 1.
        entry: usize,
        /// The broken rule.
        reason: &'static str,
    },
}
