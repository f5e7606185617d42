//! Compares all solvers with a flat queue.
//!
//! `cargo bench --bench solve` prints times and ratios. `-- --count FORM SET TIMES` only solves a
//! set this many times with one solver; `scripts/measure/instructions` counts its instructions.

mod certificates;
mod flat_queue;
mod graphs;
mod grids;
mod measure;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(at) = arguments.iter().position(|argument| argument == "--count") else {
        grids::compare();
        graphs::compare();
        certificates::measure();
        return ExitCode::SUCCESS;
    };
    if let [form, set, times, ..] = &arguments[at + 1..]
        && let Ok(times) = times.parse()
        && grids::count(form, set, times)
    {
        return ExitCode::SUCCESS;
    }
    eprintln!(
        "--count takes a form (queue, portable, avx2, avx512: what this processor has), \
         a set (random, longest, chases) and a number of times"
    );
    ExitCode::from(2)
}
