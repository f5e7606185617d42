//! A program that is compiled and ready to run.

use std::path::PathBuf;

use crate::process::job::job;
use crate::program::entry::CachedProgram;
use mousetrap_languages::Staged;
use mousetrap_model::{Message, Usage};
use mousetrap_sandbox::{Access, Job, JobLimits, Program};

/// A compiled program: a submission, a generator, a reference program or a mutant.
pub(crate) struct PreparedProgram {
    pub staged: Staged,
    pub entry: CachedProgram,
}

/// The result of compiling a program.
pub(crate) struct Compiled<P> {
    /// The program if it can be run. If the compiler rejected a submission, its first error.
    pub program: Result<P, Option<Message>>,
    /// Usage of the compiler; `None` if nothing was compiled.
    pub usage: Option<Usage>,
    /// The compiler's output.
    pub output: String,
}

impl<P> Compiled<P> {
    /// Returns the rejection of a program, without an error message of its own.
    pub(super) const fn rejected(usage: Usage, output: String) -> Self {
        Self {
            program: Err(None),
            usage: Some(usage),
            output,
        }
    }
}

impl PreparedProgram {
    /// Returns the program directory.
    pub(crate) fn directory(&self) -> PathBuf {
        self.entry.directory()
    }

    /// Returns the job that runs the program with these arguments, and with a reply
    /// channel if `replies` is set.
    pub(crate) fn job(&self, arguments: &[String], replies: bool, limits: JobLimits) -> Job {
        let argv = [&self.staged.run[..], arguments].concat();
        let program = Program {
            host: self.directory(),
            access: Access::Read,
        };
        Job {
            replies,
            ..job(&self.staged, &argv, program, limits)
        }
    }
}
