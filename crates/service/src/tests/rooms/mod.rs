//! Tests of rooms.

mod hidden;
mod logins;
mod mistakes;
mod own_problems;
mod owner;
mod participants;
mod people;
mod scores;
mod untrusted_text;
