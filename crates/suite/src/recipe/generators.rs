//! The interface to custom generators: programs in `generators/` that print instances.

use crate::error::CustomGeneratorError;
use mousetrap_judge::Generators;

/// Runs custom generators. [`Generators`] of the judge does so in the sandbox.
///
/// Protocol: the arguments of a program are those of its recipe row, followed by a seed
/// (a number below 2^64 in decimal). The program prints one instance in the text form or
/// the `LeetCode` form and exits with 0. The same seed must give the same instance. The
/// output is validated like any other instance.
pub trait CustomGenerators {
    /// Returns the output of `program`, a path relative to `generators/`, for a seed.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, CustomGeneratorError>;
}

impl CustomGenerators for Generators<'_> {
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, CustomGeneratorError> {
        Ok(Generators::run(self, program, arguments, seed)?)
    }
}

/// Refuses to run any program. For recipes without custom generators, such as those in
/// tests of families.
#[derive(Debug)]
pub struct NoCustomGenerators;

impl CustomGenerators for NoCustomGenerators {
    fn run(&mut self, program: &str, _: &[String], _: u64) -> Result<String, CustomGeneratorError> {
        Err(format!("generator {program} is not run here").into())
    }
}
