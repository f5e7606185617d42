//! Compiling programs in the sandbox. Each distinct program is compiled only once.

use std::io;
use std::path::Path;

use rustix::fs::statvfs;

use crate::JudgeError;
use crate::process::excerpt::elide_middle;
use crate::process::job::{Ending, new_job};
use crate::program::build::{BuildCommands, BuildContext, build, cache_key};
use crate::program::entry::{CachedProgram, total_size};
use crate::program::prepared_toolchain::{PrepareCallback, toolchain_directory};
use mousetrap_languages::StagedSubmission;
use mousetrap_model::{Message, Usage};
use mousetrap_sandbox::{Job, JobLimits, ProgramAccess, ProgramDir, Sandbox};
use mousetrap_util::Bytes;

/// Maximum size of a compiled program. Honest programs are at most a tenth of this size.
const MAX_PROGRAM_SIZE: Bytes = Bytes::mib(64);

/// Minimum free disk space in bytes. Below this amount, a failed compilation is not blamed on the
/// submission.
const MIN_FREE_SPACE: u64 = 16 << 20;

/// A compiled program that is ready to run: a submission, a generator, a reference program or a
/// mutant.
pub(crate) struct PreparedProgram {
    pub staged: StagedSubmission,
    pub entry: CachedProgram,
}

/// The result of compiling a program.
pub(crate) struct CompileResult<P> {
    /// The compiled program, or `Err` if it cannot be run. `Err` contains the first compiler error
    /// if the compiler rejected a submission.
    pub program: Result<P, Option<Message>>,
    /// Resources that the compiler used; `None` if nothing was compiled.
    pub usage: Option<Usage>,
    /// The compiler's output.
    pub output: String,
}

impl<P> CompileResult<P> {
    /// Creates the result for a rejected program, without extracting the first compiler error.
    pub(super) const fn rejected(usage: Usage, output: String) -> Self {
        Self {
            program: Err(None),
            usage: Some(usage),
            output,
        }
    }

    /// Returns the program, or an error if the program at `path` cannot be run.
    pub(crate) fn into_program(self, path: &Path) -> Result<P, JudgeError> {
        let (path, compiler) = (path.to_owned(), self.output);
        self.program
            .map_err(|_| JudgeError::Rejected { path, compiler })
    }
}

impl PreparedProgram {
    /// Creates a job that runs the program with these arguments, and with a reply channel if
    /// `replies` is set.
    pub(crate) fn job(&self, arguments: &[String], replies: bool, limits: JobLimits) -> Job {
        let argv = [&self.staged.run[..], arguments].concat();
        let program = ProgramDir {
            host: self.entry.directory(),
            access: ProgramAccess::Read,
        };
        Job {
            replies,
            ..new_job(&self.staged, &argv, program, limits)
        }
    }
}

/// Compiles a staged program, unless the program cache contains it.
///
/// # Errors
/// Returns an error if the judge fails or the user asks to stop.
pub(crate) fn compile(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    staged: StagedSubmission,
    on_preparing: PrepareCallback<'_>,
) -> Result<CompileResult<PreparedProgram>, JudgeError> {
    if let Some(reason) = name_length_error(&staged) {
        return Ok(CompileResult::rejected(Usage::NONE, reason));
    }
    let key = cache_key(&staged);
    if let Some(entry) = context.programs.find_program(&key) {
        return Ok(CompileResult {
            program: Ok(PreparedProgram { staged, entry }),
            usage: None,
            output: String::new(),
        });
    }
    let plan = staged.warm.as_deref();
    let toolchain = plan.and_then(|plan| toolchain_directory(context, sandbox, plan, on_preparing));
    let entry = context.programs.create_incomplete_entry()?;
    let commands = BuildCommands {
        staged: &staged,
        toolchain: toolchain.as_deref(),
        entry: &entry,
        prepares_toolchain: false,
    };
    let mut built = build(context, sandbox, &commands)?;
    if built.ending != Ending::Code(0) {
        check_free_space(entry.directory.path())?;
        let usage = built.usage.unwrap_or(Usage::NONE);
        return Ok(CompileResult::rejected(usage, built.output.text()));
    }
    let directory = &*entry.program;
    let size = Bytes(total_size(directory).map_err(JudgeError::io_error(directory))?);
    if let (true, Some(usage)) = (size > MAX_PROGRAM_SIZE, built.usage) {
        let reason = format!(
            "\nthe compiled program is {size}, larger than the maximum of {MAX_PROGRAM_SIZE}"
        );
        built.output.push(reason.as_bytes());
        return Ok(CompileResult::rejected(usage, built.output.text()));
    }
    let entry = context.programs.store(entry, &key)?;
    Ok(CompileResult {
        program: Ok(PreparedProgram { staged, entry }),
        usage: built.usage,
        output: built.output.text(),
    })
}

/// Returns an error if the disk is almost full, because a failed compilation is then not the
/// submission's fault.
fn check_free_space(directory: &Path) -> Result<(), JudgeError> {
    let facts = statvfs(directory).map_err(io::Error::from);
    let checked = facts.and_then(|facts| match facts.f_bavail * facts.f_frsize {
        ..MIN_FREE_SPACE => Err(io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    });
    checked.map_err(JudgeError::io_error(directory))
}

/// Returns an error message if the name of the submission's file or class is too long.
fn name_length_error(staged: &StagedSubmission) -> Option<String> {
    /// Maximum length of a file name on Linux.
    const MAX_NAME_LENGTH: usize = 255;
    let names = staged.files.iter().map(|file| file.name.as_str());
    let mut parts = names.flat_map(|name| name.split('/'));
    // The compiler creates a file with the name of the class that is run.
    let mut words = staged.run.iter().map(String::as_str);
    parts
        .find(|part| part.len() > MAX_NAME_LENGTH)
        .or_else(|| words.find(|word| word.len() > 4 * MAX_NAME_LENGTH))
        .map(|name| {
            format!(
                "the file name {} has {} bytes, more than the maximum of {MAX_NAME_LENGTH}; shorten the name",
                elide_middle(name),
                name.len()
            )
        })
}
