//! `mousetrap judge --server`: judging on a server that runs `mousetrap serve`.

mod client;
mod connection;
mod engine;
mod response;

pub(crate) use connection::{ServerArguments, connect};
