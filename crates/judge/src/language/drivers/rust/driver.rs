// Answers cases with the submission's Solution. See ../README.md.
#![allow(warnings)]

mod case;
mod prelude;
mod protocol;

// What the submission declares shadows what the glob brings in, also Solution.
// A main of a pasted local test is an unused function here.
mod solution {
    use crate::prelude::*;

    include!("solution.rs");

    include!("call.rs");
}

fn main() {
    protocol::serve(case::read, solution::mousetrap_call);
}
