//! Constraints of arguments.
use mousetrap_model::{Signature, Value};
use thiserror::Error;

/// What arguments must satisfy.
#[derive(Clone, Debug, Default)]
pub struct Constraints;

/// A broken constraint.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct Violation(String);

impl Constraints {
    /// Reads constraints.
    pub fn parse(_text: &str, _signature: &Signature) -> Self {
        Self
    }

    /// Checks arguments.
    ///
    /// # Errors
    /// The broken rule.
    pub fn check(&self, arguments: &[Value]) -> Result<(), Violation> {
        if arguments.is_empty() {
            return Err(Violation("there are no arguments".to_owned()));
        }
        Ok(())
    }
}
