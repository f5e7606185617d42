//! `solve`, `explain` and `play`.

mod answers;
mod board;
mod explain;
