//! Fixtures for the tests of every report, and tests with a run whose texts are all hostile.

mod hostile;
pub(crate) mod sample;
