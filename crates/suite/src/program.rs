//! Custom generators: programs in `generators/` that print instances.

use std::error::Error;

/// Why a generator printed nothing that can be used, with the remedy. What can
/// go wrong is known to who runs it.
pub type ProgramError = Box<dyn Error + Send + Sync>;

/// Runs custom generators. The judge does so in the sandbox; nothing here
/// starts a process itself.
///
/// Protocol: a program gets the arguments of its recipe row and then a seed
/// (a number below 2^64 in decimal), prints one instance in the text or the
/// `LeetCode` form, and exits with 0. The same seed must give the same
/// instance. What it prints is validated like any other instance.
pub trait Programs {
    /// What `program`, a file named from `generators/`, prints for a seed.
    ///
    /// # Errors
    /// Why it could not be run, with the remedy.
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError>;
}

/// For places where no program is ever run, such as tests of families.
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
