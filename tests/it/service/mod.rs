//! `serve`, and `judge --server`.

mod remote;
mod serve;
