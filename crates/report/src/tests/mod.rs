//! Sample runs for the tests of reports, and tests of all report formats with hostile text.

mod hostile;
pub(crate) mod sample;
