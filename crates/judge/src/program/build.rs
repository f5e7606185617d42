//! Running the commands of a compilation in the sandbox.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Ending, MAX_OPEN_FILES, Output, new_job};
use crate::process::running_process::run_job;
use crate::program::entry::IncompleteEntry;
use crate::program::program_cache::ProgramCache;
use crate::{JudgeError, Options};
use mousetrap_languages::StagedSubmission;
use mousetrap_model::Usage;
use mousetrap_sandbox::{JobLimits, ProgramAccess, ProgramDir, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::digest::digest;

/// Maximum number of bytes kept from each output stream of a compiler.
const EXCERPT_LENGTH: usize = 8 * 1024;

/// The program cache and the options that all compilations of a run share.
#[derive(Clone)]
pub(crate) struct BuildContext<'a> {
    pub programs: Arc<ProgramCache>,
    pub options: Options,
    /// Set if the user asks to stop.
    pub interrupted: &'a AtomicBool,
    /// Whether a compiler may use all cores, because some cores have no worker.
    pub has_idle_cores: bool,
}

impl<'a> BuildContext<'a> {
    /// Opens the program cache.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub(crate) fn open(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            programs: Arc::new(ProgramCache::open(options.judge.cache)?),
            options: *options,
            interrupted,
            has_idle_cores: false,
        })
    }

    /// Returns whether the user asked to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns an error if the user asked to stop.
    pub(crate) fn ensure_not_interrupted(&self) -> Result<(), JudgeError> {
        if self.is_interrupted() {
            return Err(JudgeError::Interrupted);
        }
        Ok(())
    }
}

/// Maximum size of one file, and of all files together, while a program is compiled.
const MAX_PROGRAM_FILES: [Bytes; 2] = [Bytes::mib(128), Bytes::mib(1024)];

/// Maximum size of one file, and of all files together, while a toolchain is prepared.
const MAX_TOOLCHAIN_FILES: [Bytes; 2] = [Bytes::mib(512), Bytes::mib(1536)];

/// The result of a compilation, which can consist of several commands.
#[derive(Debug)]
pub(crate) struct BuildResult {
    /// The way in which the last command ended.
    pub ending: Ending,
    /// Resources that all commands used; `None` if there were no commands.
    pub usage: Option<Usage>,
    /// Output of all commands, in the order in which they ran.
    pub output: Excerpt,
}

/// The files and compile commands of a program, and the new entry of the program cache in which the
/// commands run.
#[derive(Clone, Copy)]
pub(super) struct BuildCommands<'a> {
    pub staged: &'a StagedSubmission,
    /// The directory of the prepared toolchain, if there is one. A program is then compiled with
    /// the commands in `staged.prepared`.
    pub toolchain: Option<&'a Path>,
    pub entry: &'a IncompleteEntry,
    /// Whether the commands prepare a toolchain, which takes more space than a program.
    pub prepares_toolchain: bool,
}

/// Runs the commands of a compilation until one fails.
pub(super) fn build(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    build: &BuildCommands<'_>,
) -> Result<BuildResult, JudgeError> {
    let (staged, directory) = (build.staged, &*build.entry.program);
    let (limits, [file_size, disk]) = if build.prepares_toolchain {
        (&DEFAULT_COMPILE_LIMITS, MAX_TOOLCHAIN_FILES)
    } else {
        (&context.options.compile, MAX_PROGRAM_FILES)
    };
    write_files(directory, staged)?;
    let job_limits = JobLimits {
        memory: limits.memory,
        stack: Bytes::mib(256),
        processes: 256,
        file_size,
        disk,
        open_files: if staged.needs.macros {
            MAX_OPEN_FILES
        } else {
            4096
        },
    };
    let mut built = BuildResult {
        ending: Ending::Code(0),
        usage: None,
        // No limit is needed here, because each command's output is truncated before it is
        // appended.
        output: Excerpt::new(usize::MAX),
    };
    let prepared = build.toolchain.map(|_| &staged.prepared);
    for argv in prepared.unwrap_or(&staged.compile) {
        let program = ProgramDir {
            host: directory.to_owned(),
            access: ProgramAccess::Build,
        };
        let mut job = new_job(staged, argv, program, job_limits);
        job.warm = build.toolchain.map(Path::to_owned);
        job.uses_all_cores = context.has_idle_cores;
        let ended = run_job(sandbox, &job, limits, context.interrupted)?;
        let Output { stdout, stderr } = ended.output;
        built.output.append(&stdout.limit_to(EXCERPT_LENGTH));
        built.output.append(&stderr);
        if !matches!(ended.ending, Ending::Code(_)) {
            let reason = format!("\nthe compiler {}", ended.ending.describe(limits));
            built.output.push(reason.as_bytes());
        }
        built.ending = ended.ending;
        let (total, more) = (built.usage.unwrap_or(Usage::NONE), ended.usage);
        built.usage = Some(Usage {
            cpu: total.cpu + more.cpu,
            wall: total.wall + more.wall,
            memory: total.memory.max(more.memory),
        });
        if built.ending != Ending::Code(0) {
            break;
        }
    }
    Ok(built)
}

fn write_files(directory: &Path, staged: &StagedSubmission) -> Result<(), JudgeError> {
    for file in &staged.files {
        let path = directory.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(JudgeError::io_error(parent))?;
        }
        fs::write(&path, &file.text).map_err(JudgeError::io_error(&path))?;
    }
    Ok(())
}

/// Returns a hash of everything that affects the compiled program.
pub(crate) fn cache_key(staged: &StagedSubmission) -> String {
    /// Version of the layout of cache entries.
    const CACHE_LAYOUT_VERSION: &[u8] = b"3";
    // The commands that prepare the toolchain are included, because a project can replace them, and
    // all projects share the cache.
    let toolchain = staged.warm.as_deref().map(cache_key);
    let toolchain = toolchain.as_deref().unwrap_or_default();
    let build = env!("CARGO_PKG_VERSION");
    let mut parts: Vec<&[u8]> = vec![CACHE_LAYOUT_VERSION];
    parts.extend([toolchain, build, &staged.toolchain.version].map(str::as_bytes));
    for (kind, commands) in [("command", &staged.compile), ("prepared", &staged.prepared)] {
        for command in commands {
            parts.push(kind.as_bytes());
            parts.extend(command.iter().map(String::as_bytes));
        }
    }
    for (name, value) in &staged.toolchain.env {
        parts.extend([name.as_bytes(), value.as_bytes()]);
    }
    for file in &staged.files {
        parts.extend([&file.name, &file.text].map(String::as_bytes));
    }
    digest(parts)
}
