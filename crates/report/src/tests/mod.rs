//! Fixtures for the tests of every report, and reports of a run whose texts are all hostile.

mod hostile;
pub(crate) mod sample;
