//! `serve`, and `judge --server`.

mod own_problems;
mod remote;
mod serve;
