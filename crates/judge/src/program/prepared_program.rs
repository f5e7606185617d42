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

/// The result of preparing a program to run.
pub(crate) enum Preparation<P> {
    /// The program can be run.
    Prepared {
        program: P,
        /// Usage of the compiler; `None` if nothing was compiled.
        usage: Option<Usage>,
        /// What the compiler printed.
        compiler_output: String,
    },
    /// The compiler rejected the program.
    Rejected {
        usage: Usage,
        /// What the compiler printed.
        compiler_output: String,
        /// The first error, for a submission.
        error: Option<Message>,
    },
    /// The user asked to stop.
    Interrupted,
}

impl<P> Preparation<P> {
    /// Returns the rejection of a program, without an error message of its own.
    pub(super) fn rejected(usage: Usage, compiler_output: String) -> Self {
        Self::Rejected {
            usage,
            compiler_output,
            error: None,
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
