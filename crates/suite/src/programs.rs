//! The interface to custom generators.

use std::error::Error;

/// Why a generator printed nothing usable, with the remedy. The implementation of
/// [`Programs`] defines its own errors.
pub type ProgramError = Box<dyn Error + Send + Sync>;

/// Runs custom generators. The judge implements this with the sandbox; this crate
/// starts no process.
///
/// Protocol: the arguments of a program are those of its recipe row, followed by a seed
/// (a number below 2^64 in decimal). The program prints one instance in the text form or
/// the `LeetCode` form and exits with 0. The same seed must give the same instance. The
/// output is validated like any other instance.
pub trait Programs {
    /// Returns what `program`, a path relative to `generators/`, prints for a seed.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError>;
}

/// Refuses to run any program. For recipes without custom generators, such as those in
/// tests of families.
#[derive(Debug)]
pub struct NoPrograms;

#[derive(Debug, thiserror::Error)]
#[error("generator {0} is not run here")]
struct NotRun(String);

impl Programs for NoPrograms {
    fn run(&mut self, program: &str, _: &[String], _: u64) -> Result<String, ProgramError> {
        Err(NotRun(program.to_owned()).into())
    }
}
