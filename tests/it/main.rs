//! Everything that is tested from outside, in one binary.

mod calibrate;
mod cli;
mod docs;
mod languages;
mod pasted;
mod project;
mod sandbox;
mod solve;
mod support;
mod verdicts;
