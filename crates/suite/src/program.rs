//! Custom generators: programs in `generators/` that print instances.

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
    fn run(&mut self, program: &str, arguments: &[String], seed: u64) -> Result<String, String>;
}

/// For places where no program is ever run, such as tests of families.
#[derive(Debug)]
pub struct NoPrograms;

impl Programs for NoPrograms {
    fn run(&mut self, program: &str, _: &[String], _: u64) -> Result<String, String> {
        Err(format!("generator {program} is not run here"))
    }
}
