//! Programs of a project other than submissions, such as generators and checkers. They run in the
//! sandbox like any other program.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;

use crate::config::Config;
use crate::context::JudgeContext;
use crate::process::job::{End, Ended};
use crate::process::running::run_job;
use crate::program::compile::{CompileResult, PreparedProgram, Source};
use crate::{JudgeError, Options};
use mousetrap_languages::{Exception, Hints, Languages, Probed, detect, probe, stage};
use mousetrap_model::{Case, Form, Limits, Message, Problem, RefusedFile};
use mousetrap_sandbox::{Isolation, JobLimits, Needs, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::printable::named;

/// The limits of one run of such a program.
const RUN_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(64),
};

/// The reason why a program of a project cannot be used. Paths are relative to the project.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the error messages document the variants")]
pub enum ProgramError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{program}: no such file in the project or the built-in project; correct the name")]
    NoFile { program: String },
    #[error(transparent)]
    Source(#[from] RefusedFile),
    #[error("{}: {reason}; run `{install}`", named(path))]
    NoToolchain {
        path: PathBuf,
        reason: Box<Message>,
        install: String,
    },
    #[error("{} does not compile:\n{compiler}", named(path))]
    Rejected { path: PathBuf, compiler: String },
    #[error("{program} {fault}{}", stderr_lines(stderr))]
    Run {
        program: String,
        fault: String,
        stderr: String,
    },
    #[error("interrupted")]
    Interrupted,
}

/// Formats the standard error of a program as lines that follow an error message.
fn stderr_lines(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        text => format!(":\n{text}"),
    }
}

/// Returns the first line that a program printed to standard output or, if that is empty, to
/// standard error.
fn first_line(ended: &Ended) -> Option<String> {
    let printed = String::from_utf8_lossy(ended.stdout.bytes());
    let text = format!("{printed}\n{}", ended.stderr.text());
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(str::to_owned)
}

/// A source file of a project.
#[derive(Clone, Copy)]
struct ProjectFile<'a> {
    path: &'a Path,
    source: &'a [u8],
    languages: &'a Languages,
    problems: &'a [Arc<Problem>],
}

/// A compiled program of a project.
struct CompiledProgram {
    path: PathBuf,
    program: PreparedProgram,
    /// Patterns that recognize the runtime's messages about uncaught exceptions.
    exceptions: Vec<Exception>,
}

/// Compiles each program of a project once, and runs it.
struct ProgramRunner {
    sandbox: Sandbox,
    prepared: BTreeMap<PathBuf, Arc<CompiledProgram>>,
}

impl ProgramRunner {
    fn new(isolation: Isolation) -> Result<Self, JudgeError> {
        Ok(Self {
            sandbox: Sandbox::new(isolation)?,
            prepared: BTreeMap::new(),
        })
    }

    /// Compiles a program, unless it has already been compiled.
    fn prepare(
        &mut self,
        context: &JudgeContext<'_>,
        file: ProjectFile<'_>,
    ) -> Result<Arc<CompiledProgram>, ProgramError> {
        let path = file.path;
        if let Some(prepared) = self.prepared.get(path) {
            return Ok(Arc::clone(prepared));
        }
        let known = Hints {
            problems: file.problems,
            problem: file.problems.first().map(|problem| &**problem),
            form: Some(Form::Program),
        };
        let detected = detect(file.languages, path, file.source, known)?;
        let toolchain = match probe(detected.language) {
            Probed::Toolchain(toolchain) => toolchain,
            Probed::Missing { reason, install } => {
                return Err(ProgramError::NoToolchain {
                    path: path.to_owned(),
                    reason: reason.into(),
                    install,
                });
            }
        };
        let source = Source {
            staged: stage(&detected, &toolchain),
            version: &toolchain.version,
            limits: &context.options.compile,
            on_preparing: &|_| (),
        };
        let compiled = source.prepare(context, &mut self.sandbox)?;
        let CompileResult {
            program, output, ..
        } = compiled.ok_or(ProgramError::Interrupted)?;
        let program = program.map_err(|_| ProgramError::Rejected {
            path: path.to_owned(),
            compiler: output,
        })?;
        let patterns = detected.language.exception.iter();
        let exceptions =
            patterns.filter_map(|pattern| Exception::new(pattern, &program.staged.source).ok());
        let prepared = Arc::new(CompiledProgram {
            path: path.to_owned(),
            exceptions: exceptions.collect(),
            program,
        });
        self.prepared.insert(path.to_owned(), Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Runs a program until it ends. The program can read the files in `readable`. An uncaught
    /// exception is an error, because its exit code could otherwise be interpreted as an
    /// objection.
    fn run(
        &mut self,
        program: &CompiledProgram,
        arguments: &[String],
        input: &[u8],
        readable: Option<&Path>,
        interrupted: &AtomicBool,
    ) -> Result<Ended, ProgramError> {
        let limits = JobLimits {
            memory: RUN_LIMITS.memory,
            stack: RUN_LIMITS.memory,
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: 512,
        };
        let mut job = program.program.job(arguments, false, limits);
        // The program belongs to the owner of the project, and its measurements affect no verdict.
        job.needs = Needs::ALL;
        job.toolchain.extend(readable.map(Path::to_owned));
        let ended = run_job(&mut self.sandbox, &job, input, &RUN_LIMITS, interrupted)
            .map_err(JudgeError::from)?;
        let stderr = ended.stderr.text();
        let mut exceptions = program.exceptions.iter();
        match exceptions.find_map(|known| known.find(&stderr)) {
            // A program that has printed an objection did not crash.
            Some(exception)
                if matches!(ended.end, End::Code(1..)) && ended.stdout.bytes().is_empty() =>
            {
                Err(ProgramError::Run {
                    program: named(&program.path),
                    fault: format!("fails with {exception}"),
                    stderr,
                })
            }
            _ => Ok(ended),
        }
    }
}

/// Runs the generators and validators of a project.
pub struct ProjectPrograms<'a> {
    config: &'a Config,
    options: Options,
    interrupted: &'a AtomicBool,
    /// The runner, which is set up when the first program runs.
    launcher: Option<(ProgramRunner, JudgeContext<'a>)>,
}

impl<'a> ProjectPrograms<'a> {
    /// Creates a runner for the programs of a project. The sandbox and the caches are set up when
    /// the first program runs.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            config,
            options: Options::from_config(config).with_isolation(isolation),
            interrupted,
            launcher: None,
        }
    }

    /// Runs the generator `program`, a file below `generators/`, with these arguments and the
    /// seed, and returns its output.
    ///
    /// # Errors
    /// Returns an error if the program cannot be compiled, fails, or the judge fails.
    pub fn generate(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError> {
        let path = Path::new("generators").join(program);
        self.print(&path, arguments, seed)
    }

    /// Runs the program at `path` in the project with these arguments and a seed, and returns its
    /// output.
    ///
    /// # Errors
    /// As [`ProjectPrograms::generate`].
    pub fn print(
        &mut self,
        path: &Path,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError> {
        let arguments = [arguments, &[seed.to_string()]].concat();
        let ended = self.run(path, &arguments, &[])?;
        let fault = match ended.end {
            End::Code(0) => match str::from_utf8(ended.stdout.bytes()) {
                Ok(text) => return Ok(text.to_owned()),
                Err(_) => "printed bytes that are not UTF-8".to_owned(),
            },
            end => end.describe(&RUN_LIMITS),
        };
        Err(ProgramError::Run {
            program: format!("{} with seed {seed}", named(path)),
            fault,
            stderr: ended.stderr.text(),
        })
    }

    /// Runs the validator at `path` in the project on this input. Returns the validator's
    /// objection if its exit code is not 0.
    ///
    /// # Errors
    /// Returns an error if the program cannot be compiled, crashes, or the judge fails.
    pub fn objection(&mut self, path: &Path, input: &str) -> Result<Option<String>, ProgramError> {
        let ended = self.run(path, &[], input.as_bytes())?;
        match ended.end {
            End::Code(0) => Ok(None),
            End::Code(_) => Ok(Some(first_line(&ended).unwrap_or_default())),
            end => Err(ProgramError::Run {
                program: named(path),
                fault: end.describe(&RUN_LIMITS),
                stderr: ended.stderr.text(),
            }),
        }
    }

    fn run(
        &mut self,
        path: &Path,
        arguments: &[String],
        input: &[u8],
    ) -> Result<Ended, ProgramError> {
        let source = self.source(path)?.ok_or_else(|| ProgramError::NoFile {
            program: path.display().to_string(),
        })?;
        let (launcher, context) = match self.launcher.take() {
            Some(launcher) => self.launcher.insert(launcher),
            None => self.launcher.insert((
                ProgramRunner::new(self.options.isolation)?,
                JudgeContext::open(&self.options, self.interrupted)?,
            )),
        };
        let file = ProjectFile {
            path,
            source: &source,
            languages: &self.config.languages,
            problems: &self.config.problems,
        };
        let prepared = launcher.prepare(context, file)?;
        let ended = launcher.run(&prepared, arguments, input, None, self.interrupted)?;
        if ended.end == End::Interrupted {
            return Err(ProgramError::Interrupted);
        }
        Ok(ended)
    }

    /// Returns the source of a program of this project or of the built-in project.
    fn source(&self, path: &Path) -> Result<Option<Vec<u8>>, JudgeError> {
        for root in [&self.config.root, &self.config.root.built_in()] {
            if let Some(source) = root.read(path).map_err(JudgeError::at(path))? {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }
}

/// The checker programs of the judged problems, which all workers share.
#[derive(Default)]
pub(crate) struct CheckerPrograms(Mutex<Option<ProgramRunner>>);

/// The exit code with which a testlib checker accepts a reply.
const ACCEPTED_EXIT_CODE: i32 = 0;
const WRONG_ANSWER_EXIT_CODE: i32 = 1;
const WRONG_FORMAT_EXIT_CODE: i32 = 2;

impl CheckerPrograms {
    /// Runs the checker `file` of a problem on a case and a reply, as `checker INPUT OUTPUT
    /// ANSWER` with testlib's exit codes. Returns the checker's objection if the reply is wrong.
    ///
    /// # Errors
    /// Returns an error if the checker cannot be compiled or fails, or the judge fails.
    pub(crate) fn check(
        &self,
        context: &JudgeContext<'_>,
        checker: (&Path, &str),
        case: &Case,
        reply: &str,
    ) -> Result<Option<String>, ProgramError> {
        let mut launcher = self.0.lock();
        let launcher = match launcher.take() {
            Some(known) => launcher.insert(known),
            None => launcher.insert(ProgramRunner::new(context.options.isolation)?),
        };
        let languages = Languages::embedded();
        let file = ProjectFile {
            path: checker.0,
            source: checker.1.as_bytes(),
            languages: &languages,
            problems: &[],
        };
        let prepared = launcher.prepare(context, file)?;
        let directory = tempfile::Builder::new()
            // The files must be readable for everybody, because the sandbox runs programs as a
            // different user.
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()
            .map_err(JudgeError::at(&std::env::temp_dir()))?;
        let texts = [
            ("input", &*case.arguments),
            ("output", reply),
            ("answer", &*case.answer),
        ];
        let mut arguments = Vec::new();
        for (name, text) in texts {
            let path = directory.path().join(name);
            fs::write(&path, text).map_err(JudgeError::at(&path))?;
            arguments.push(path.display().to_string());
        }
        let readable = Some(directory.path());
        let ended = launcher.run(&prepared, &arguments, &[], readable, context.interrupted)?;
        match ended.end {
            End::Code(ACCEPTED_EXIT_CODE) => Ok(None),
            End::Code(WRONG_ANSWER_EXIT_CODE | WRONG_FORMAT_EXIT_CODE) => {
                let line = first_line(&ended);
                Ok(Some(line.unwrap_or_else(|| "wrong answer".to_owned())))
            }
            End::Interrupted => Err(ProgramError::Interrupted),
            end => Err(ProgramError::Run {
                program: named(checker.0),
                fault: end.describe(&RUN_LIMITS),
                stderr: ended.stderr.text(),
            }),
        }
    }
}
