//! Compiles a program in the sandbox, once for each content, and makes it ready to run.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::excerpt::short_name;
use crate::process::job::{End, job};
use crate::program::build::{Build, MaxSizes, build, key};
use crate::program::entry::{CachedProgram, size};
use crate::program::prepared_toolchain::{OnPreparing, Plan, prepared};
use mousetrap_languages::Staged;
use mousetrap_model::{Limits, Message, Usage};
use mousetrap_sandbox::{Access, Job, JobLimits, Program, Sandbox};
use mousetrap_util::Bytes;

/// Maximum size of a compiled program. Honest programs take a tenth of it.
const MAX_PROGRAM: Bytes = Bytes::mib(64);

/// If less space than this is free on the disk, a failing compiler is not to blame.
const MIN_FREE_SPACE: u64 = 16 << 20;

/// Maximum size of the files of a compilation.
const MAX_SIZES: MaxSizes = MaxSizes {
    file: Bytes::mib(128),
    disk: Bytes::mib(1024),
};

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

/// A staged program, to be compiled.
pub(crate) struct Source<'a> {
    pub staged: Staged,
    /// Version of the toolchain.
    pub version: &'a str,
    pub limits: &'a Limits,
    pub on_preparing: OnPreparing<'a>,
}

impl Source<'_> {
    /// Compiles the program, unless the program cache contains it. Returns `None` if the user
    /// asked to stop.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub(crate) fn prepare(
        self,
        context: &JudgeContext<'_>,
        sandbox: &mut Sandbox,
    ) -> Result<Option<Compiled<PreparedProgram>>, JudgeError> {
        let staged = self.staged;
        if let Some(reason) = invalid_name(&staged) {
            return Ok(Some(Compiled::rejected(Usage::NONE, reason)));
        }
        let key = key(&staged, self.version);
        if let Some(entry) = context.programs.get(&key) {
            return Ok(Some(Compiled {
                program: Ok(PreparedProgram { staged, entry }),
                usage: None,
                output: String::new(),
            }));
        }
        let toolchain = staged.warm.as_deref().and_then(|staged| {
            let version = self.version;
            prepared(
                context,
                sandbox,
                Plan { staged, version },
                self.on_preparing,
            )
        });
        let entry = context.programs.start_entry()?;
        let commands = Build {
            staged: &staged,
            toolchain: toolchain.as_deref(),
            entry: &entry,
            max_sizes: MAX_SIZES,
            limits: self.limits,
        };
        let mut built = build(sandbox, &commands, context.interrupted)?;
        match built.end {
            End::Code(0) => {}
            End::Interrupted => return Ok(None),
            _ => {
                check_free_space(entry.directory.path())?;
                let usage = built.usage.unwrap_or(Usage::NONE);
                return Ok(Some(Compiled::rejected(usage, built.output.text())));
            }
        }
        let directory = &*entry.program;
        let size = Bytes(size(directory).map_err(JudgeError::at(directory))?);
        if let (true, Some(usage)) = (size > MAX_PROGRAM, built.usage) {
            let reason = format!(
                "\nthe compiled program takes {size}, more than the {MAX_PROGRAM} that one may take"
            );
            built.output.push(reason.as_bytes());
            return Ok(Some(Compiled::rejected(usage, built.output.text())));
        }
        let entry = context.programs.store(entry, &key)?;
        Ok(Some(Compiled {
            program: Ok(PreparedProgram { staged, entry }),
            usage: built.usage,
            output: built.output.text(),
        }))
    }
}

/// Returns an error if the disk is full, because then a failing compiler is not the
/// submission's fault.
fn check_free_space(directory: &Path) -> Result<(), JudgeError> {
    let facts = statvfs(directory).map_err(|error| JudgeError::at(directory)(error.into()))?;
    if facts.f_bavail * facts.f_frsize < MIN_FREE_SPACE {
        return Err(JudgeError::at(directory)(io::ErrorKind::StorageFull.into()));
    }
    Ok(())
}

/// Returns why the files of a submission cannot be created or its commands started: the
/// submission chooses some of their names.
fn invalid_name(staged: &Staged) -> Option<String> {
    /// Maximum length of a file name on Linux.
    const MAX_NAME: usize = 255;
    let names = staged.files.iter().map(|file| file.name.as_str());
    let mut parts = names.flat_map(|name| name.split('/'));
    // A class that is started by its name also has a file of that name.
    let mut words = staged.run.iter().map(String::as_str);
    parts
        .find(|part| part.len() > MAX_NAME)
        .or_else(|| words.find(|word| word.len() > 4 * MAX_NAME))
        .map(|name| {
            format!(
                "{} needs a file of this name, which has {} bytes; the name of a file may have {MAX_NAME}",
                short_name(name),
                name.len()
            )
        })
}
