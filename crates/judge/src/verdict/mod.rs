//! What replies, failures and compiler messages mean for the verdict.

pub(crate) mod checker;
pub(crate) mod diagnostics;
pub(crate) mod ending;
pub(crate) mod returned_value;
