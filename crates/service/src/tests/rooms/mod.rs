//! Tests of rooms.

mod downloads;
mod hidden;
mod owner;
mod participants;
mod untrusted_text;
