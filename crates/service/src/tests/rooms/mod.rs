//! Tests of rooms.

mod custom_problems;
mod hidden;
mod logins;
mod mistakes;
mod owner;
mod participants;
mod people;
mod runs;
mod scores;
mod untrusted_text;
