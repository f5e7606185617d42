//! Shrinking.

use mousetrap_model::Value;

use crate::constraints::Constraints;

/// Makes failing arguments simpler.
pub fn shrink(
    _constraints: &Constraints,
    arguments: Vec<Value>,
    _fails: &mut dyn FnMut(&[Value]) -> bool,
) -> Vec<Value> {
    arguments
}
