//! Tests of rooms.

mod hidden;
mod logins;
mod mistakes;
mod owner;
mod participants;
mod people;
mod untrusted_text;
