//! `serve`, and `judge --server`.

mod custom_problems;
mod remote;
mod serve;
