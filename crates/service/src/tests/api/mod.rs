//! Tests of the interface for programs.

mod calls;
mod suites;
