// Answers cases by calling the submission's Solution. See ../README.md.
#![allow(warnings)]

mod nodes;
mod prelude;
// With a prepared toolchain, this crate has already been compiled.
#[cfg(mousetrap_prepared)]
extern crate mousetrap_protocol as protocol;
#[cfg(not(mousetrap_prepared))]
mod protocol;

// Declarations of the submission shadow the names from glob imports, including Solution. A main
// function for local tests is unused here.
mod solution {
    use crate::nodes::*;
    use crate::prelude::*;

    include!("solution.rs");

    include!("call.rs");
}

fn main() {
    protocol::serve(&solution::mousetrap_answer);
}
