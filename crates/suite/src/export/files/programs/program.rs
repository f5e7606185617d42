// Written by Mousetrap: a whole program around a function in LeetCode's form.
#![allow(warnings)]

mod prelude {
    {{prelude.rs}}
}

mod protocol {
    use std::io::{stdin, Lines, StdinLock};

    pub struct Input(pub Lines<StdinLock<'static>>);

    impl Input {
        /// The next line as words; `None` at the end of the input.
        pub fn words(&mut self) -> Option<Vec<String>> {
            let line = self.0.next()?.ok()?;
            Some(line.split_ascii_whitespace().map(str::to_owned).collect())
        }
    }
}

mod case {
    {{case.rs}}
}

// What the submission declares shadows what the glob brings in, also Solution.
// A main of a local test is an unused function here.
mod solution {
    use crate::prelude::*;

    {{solution}}

    {{call.rs}}
}

extern "C" {
    fn dup2(from: i32, to: i32) -> i32;
}

fn main() {
    use std::io::Write;
    use std::os::fd::FromRawFd;

    // The answer goes to standard output, what the function prints itself to
    // standard error.
    let mut answers = unsafe {
        dup2(1, 3);
        dup2(2, 1);
        std::fs::File::from_raw_fd(3)
    };
    let mut input = protocol::Input(std::io::stdin().lines());
    let case = case::read(&mut input).expect("one case on standard input");
    let value = solution::mousetrap_call(case).to_string().replace('\n', " ");
    writeln!(answers, "{value}").expect("standard output takes the answer");
}
