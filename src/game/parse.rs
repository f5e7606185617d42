//! What the parsers of both games share: size bounds and the error type.

use thiserror::Error;

/// Which board sizes are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bounds {
    /// The sizes of the public problem statements.
    #[default]
    Contest,
    /// Boards beyond contest size, for suites that say `extended = true`.
    Extended,
}

/// A text that is not a legal instance: where, and which rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct GameError {
    /// 1-based line of the input at fault.
    pub line: usize,
    /// The rule that is broken and what to do about it.
    pub message: String,
}
