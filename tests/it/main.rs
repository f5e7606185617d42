//! Tests of whole commands, in one binary.

mod author;
mod cache;
mod cli;
mod docs;
mod judge;
mod languages;
mod problems;
mod project;
mod runs;
mod sandbox;
mod service;
mod solve;
mod support;
mod untrusted;
