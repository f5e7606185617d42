//! The reasons for which the checker refuses a certificate.

use thiserror::Error;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is about another problem.
    #[error("the certificate is for problem {0}; give the case it was made for")]
    Problem(String),
    /// The plans that its outcome needs are not the ones it holds.
    #[error("the plans do not fit the claimed outcome; it needs {0}")]
    Plans(&'static str),
    /// The claimed depth is not what the plans prove.
    #[error("{0} does not prove the claimed depth from the start")]
    Depth(&'static str),
    /// Places out of range, on walls, or entries out of order.
    #[error("{plan}, entry {entry}: {reason}")]
    Entry {
        /// `attack` or `defence`.
        plan: &'static str,
        /// Counted from 1.
        entry: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}
