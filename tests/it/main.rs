//! Everything that is tested from outside, in one binary.

mod alone;
mod board;
mod cache;
mod calibrate;
mod cli;
mod docs;
mod explain;
mod export;
mod extended;
mod files;
mod flood;
mod harden;
mod hunt;
mod import;
mod languages;
mod output;
mod pasted;
mod project;
mod refused;
mod sandbox;
mod sleepers;
mod solve;
mod stress;
mod support;
mod verdicts;
mod watch;
