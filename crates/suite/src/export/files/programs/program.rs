// Written by Mousetrap: a whole program around a function in LeetCode's form.
#![allow(warnings)]

mod prelude {
    {{prelude.rs}}
}

mod nodes {
    {{nodes.rs}}
}

mod protocol {
    {{protocol.rs}}
}

// What the submission declares shadows what the glob brings in, also Solution.
// A main of a local test is an unused function here.
mod solution {
    use crate::nodes::*;
    use crate::prelude::*;

    {{solution}}

    {{call.rs}}
}

extern "C" {
    fn dup2(from: i32, to: i32) -> i32;
}

{{text}}

fn main() {
    // The answer goes to standard output, what the function prints itself to
    // standard error.
    unsafe {
        dup2(1, 3);
        dup2(2, 1);
    }
    let text = std::io::read_to_string(std::io::stdin()).expect("a case on standard input");
    let text = translated(text).into_bytes();
    let mut input = protocol::Input::new(Box::new(std::io::Cursor::new(text)));
    let mut output = protocol::Output::default();
    solution::mousetrap_answer(&mut input, &mut output);
    protocol::send(&output.line());
}
