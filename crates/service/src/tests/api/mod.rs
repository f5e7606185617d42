//! Tests of the API.

mod calls;
mod suites;
