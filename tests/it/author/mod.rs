//! Commands for authors of suites.

mod calibrate;
mod export;
mod extended;
mod harden;
mod hunt;
mod import;
mod mutants;
mod strength;
mod stress;
