//! Compiles a project's own programs, such as generators and checkers, and runs them in the
//! sandbox.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::JudgeError;
use crate::process::job::{Ending, FinishedJob, run_limits};
use crate::process::running_process::run_job;
use crate::program::build::BuildContext;
use crate::program::compile::{PreparedProgram, compile};
use mousetrap_languages::{
    Exception, KnownFacts, Language, Languages, Toolchain, detect, probe, stage,
};
use mousetrap_model::{Form, Limits, Problem};
use mousetrap_sandbox::{Permissions, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::printable::escape_path;

/// The limits of one run of a generator.
pub(super) const GENERATOR_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(64),
};

/// The limits of one run of a checker. A checker's limits are lower than a generator's, because a
/// checker runs once for each reply.
pub(super) const CHECKER_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(5),
    wall: Duration::from_secs(20),
    ..GENERATOR_LIMITS
};

/// Maximum number of open files of a project's program.
const MAX_OPEN_FILES: u32 = 512;

/// Returns the error for a failed run of a program.
pub(super) fn failed_run(program: String, fault: String, ended: &FinishedJob) -> JudgeError {
    JudgeError::Run {
        program,
        fault,
        stderr: ended.output.stderr.text(),
    }
}

/// Returns the toolchain of the program at `path`.
pub(crate) fn find_toolchain(language: &Language, path: &Path) -> Result<Toolchain, JudgeError> {
    probe(language).map_err(|skip| JudgeError::NoToolchain {
        path: path.to_owned(),
        skip: skip.into(),
    })
}

/// Returns the first non-blank line of a program's standard output or, if there is none, of its
/// standard error.
pub(super) fn first_line(ended: &FinishedJob) -> Option<String> {
    let printed = String::from_utf8_lossy(ended.output.stdout.bytes());
    let text = format!("{printed}\n{}", ended.output.stderr.text());
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(str::to_owned)
}

/// A source file of a project.
#[derive(Clone, Copy)]
pub(super) struct ProjectFile<'a> {
    pub(super) path: &'a Path,
    pub(super) source: &'a [u8],
    pub(super) languages: &'a Languages,
    pub(super) problems: &'a [Arc<Problem>],
}

/// A compiled program of a project.
struct CompiledProgram {
    program: PreparedProgram,
    /// Patterns that recognize the runtime's messages about uncaught exceptions.
    exceptions: Vec<Exception>,
}

/// Compiles each program of a project once, and runs it. The sandbox is created when the first
/// program runs.
#[derive(Default)]
pub(crate) struct ProgramRunner {
    sandbox: Option<Sandbox>,
    /// The programs that this runner has compiled.
    compiled: BTreeMap<PathBuf, CompiledProgram>,
}

impl ProgramRunner {
    fn compile(
        context: &BuildContext<'_>,
        sandbox: &mut Sandbox,
        file: ProjectFile<'_>,
    ) -> Result<CompiledProgram, JudgeError> {
        let path = file.path;
        let known = KnownFacts {
            problems: file.problems,
            problem: file.problems.first().map(|problem| &**problem),
            form: Some(Form::Program),
        };
        let detected = detect(file.languages, path, file.source, known)?;
        let toolchain = find_toolchain(detected.language, path)?;
        let staged = stage(&detected, &toolchain);
        let program = compile(context, sandbox, staged, &|_| ())?.into_program(path)?;
        let patterns = &detected.language.exception;
        Ok(CompiledProgram {
            exceptions: Exception::compile_patterns(patterns, &program.staged.source),
            program,
        })
    }

    /// Runs a program to completion, unless the user asks to stop. Compiles the program first,
    /// unless this runner has already compiled it. Returns an error after an uncaught exception,
    /// because the program's exit code could otherwise be mistaken for a rejection. `files` is the
    /// directory of a checker's input files, or `None` for a generator.
    pub(super) fn run(
        &mut self,
        context: &BuildContext<'_>,
        file: ProjectFile<'_>,
        arguments: &[String],
        files: Option<&Path>,
    ) -> Result<FinishedJob, JudgeError> {
        let sandbox = match self.sandbox.take() {
            Some(sandbox) => sandbox,
            None => Sandbox::new(context.options.isolation)?,
        };
        let sandbox = self.sandbox.insert(sandbox);
        if !self.compiled.contains_key(file.path) {
            let compiled = Self::compile(context, sandbox, file)?;
            self.compiled.insert(file.path.to_owned(), compiled);
        }
        let program = &self.compiled[file.path];
        let limits = files.map_or(&GENERATOR_LIMITS, |_| &CHECKER_LIMITS);
        let job_limits = run_limits(limits.memory, limits.memory, MAX_OPEN_FILES);
        let mut job = program.program.job(arguments, false, job_limits);
        // The program belongs to the project's owner, and no verdict depends on its measured usage.
        job.needs = Permissions::ALL;
        job.toolchain.extend(files.map(Path::to_owned));
        let ended = run_job(sandbox, &job, limits, context.interrupted)?;
        if !matches!(ended.ending, Ending::Code(1..)) {
            return Ok(ended);
        }
        let stderr = ended.output.stderr.text();
        let mut exceptions = program.exceptions.iter();
        match exceptions.find_map(|known| known.find(&stderr)) {
            Some(exception) => {
                let (program, fault) = (escape_path(file.path), format!("fails with {exception}"));
                Err(failed_run(program, fault, &ended))
            }
            None => Ok(ended),
        }
    }
}
