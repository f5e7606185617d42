//! `mousetrap judge --server`: judging on a server that runs `mousetrap serve`.

mod answer;
mod client;
mod connection;
mod engine;

pub(crate) use connection::{ServerArguments, connect};
