// Answers cases with the submission's Solution. See ../README.md.
#![allow(warnings)]

mod nodes;
mod prelude;
// Compiled before where the toolchain was made ready.
#[cfg(mousetrap_prepared)]
extern crate mousetrap_protocol as protocol;
#[cfg(not(mousetrap_prepared))]
mod protocol;

// What the submission declares shadows what the glob brings in, also Solution.
// A main of a pasted local test is an unused function here.
mod solution {
    use crate::nodes::*;
    use crate::prelude::*;

    include!("solution.rs");

    include!("call.rs");
}

fn main() {
    protocol::serve(&solution::mousetrap_answer);
}
