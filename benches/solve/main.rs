//! Every form of the solvers beside a flat queue, in one run.
//!
//! `cargo bench --bench solve` prints times and ratios. `-- --count FORM SET`
//! solves a set once with one form and nothing else, which is what
//! `scripts/instructions` counts.

mod flat_queue;
mod grids;
mod measure;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(at) = arguments.iter().position(|argument| argument == "--count") else {
        grids::compare();
        return ExitCode::SUCCESS;
    };
    match &arguments[at + 1..] {
        [form, set, ..] if grids::count(form, set) => ExitCode::SUCCESS,
        _ => {
            eprintln!(
                "--count takes a form (queue, portable, avx2, avx512: what this processor has) \
                 and a set (random, longest, chases)"
            );
            ExitCode::from(2)
        }
    }
}
