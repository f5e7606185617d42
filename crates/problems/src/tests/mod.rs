//! Tests of parsing, generating and shrinking.

mod blocks;
mod generated;
mod parsed;
mod shrunk;
mod violations;
