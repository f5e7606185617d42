//! Conversion of replies, failures and compiler messages to verdicts.

pub(crate) mod checker;
pub(crate) mod diagnostics;
pub(crate) mod ending;
pub(crate) mod returned_value;
