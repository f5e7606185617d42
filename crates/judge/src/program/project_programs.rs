//! Programs of a project that are no submissions, such as generators and checkers. They run
//! in the sandbox like any other program.

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
use crate::program::compile::{Compiled, PreparedProgram, Source};
use crate::{JudgeError, Options};
use mousetrap_languages::{Exception, Hints, Languages, Probed, detect, probe, stage};
use mousetrap_model::{Case, Form, Limits, Message, Problem, RefusedFile};
use mousetrap_problems::Definition;
use mousetrap_sandbox::{Isolation, JobLimits, Needs, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::printable::named;

/// The limits of one run.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(64),
};

/// The limits of one run of a checker, which runs for each reply.
const CHECKER_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(5),
    wall: Duration::from_secs(20),
    ..LIMITS
};

/// A program of a project that cannot be used. Paths are relative to the project.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum ProgramError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{program}: the project and the built-in project have no such file; correct its name")]
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
    #[error("{program} {fault}{}", trailer(stderr))]
    Run {
        program: String,
        fault: String,
        stderr: String,
    },
    #[error("interrupted")]
    Interrupted,
}

/// Returns the standard error of a program as the lines after an error message.
fn trailer(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        text => format!(":\n{text}"),
    }
}

/// Returns the first line that a program printed, on standard output or else on standard error.
fn first_line(ended: &Ended) -> Option<String> {
    let printed = String::from_utf8_lossy(ended.stdout.bytes());
    let text = format!("{printed}\n{}", ended.stderr.text());
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(str::to_owned)
}

/// A source file of a project.
#[derive(Clone, Copy)]
struct File<'a> {
    path: &'a Path,
    source: &'a [u8],
    languages: &'a Languages,
    problems: &'a [Arc<Problem>],
}

/// A compiled program of a project.
struct Prepared {
    path: PathBuf,
    program: PreparedProgram,
    /// Patterns of the runtime's messages about uncaught exceptions.
    exceptions: Vec<Exception>,
}

/// What a program reads.
#[derive(Clone, Copy)]
enum Files<'a> {
    /// Standard input.
    Input(&'a [u8]),
    /// The files in a directory, if it is a checker.
    Readable(&'a Path),
}

/// Compiles and runs programs of a project, each compiled once.
struct Launcher {
    sandbox: Sandbox,
    prepared: BTreeMap<PathBuf, Arc<Prepared>>,
}

impl Launcher {
    fn new(isolation: Isolation) -> Result<Self, JudgeError> {
        Ok(Self {
            sandbox: Sandbox::new(isolation)?,
            prepared: BTreeMap::new(),
        })
    }

    /// Compiles a program, unless that was done before.
    fn prepare(
        &mut self,
        context: &JudgeContext<'_>,
        file: File<'_>,
    ) -> Result<Arc<Prepared>, ProgramError> {
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
        let Compiled {
            program, output, ..
        } = compiled.ok_or(ProgramError::Interrupted)?;
        let program = program.map_err(|_| ProgramError::Rejected {
            path: path.to_owned(),
            compiler: output,
        })?;
        let patterns = detected.language.exception.iter();
        let exceptions =
            patterns.filter_map(|pattern| Exception::new(pattern, &program.staged.source).ok());
        let prepared = Arc::new(Prepared {
            path: path.to_owned(),
            exceptions: exceptions.collect(),
            program,
        });
        self.prepared.insert(path.to_owned(), Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Runs a program to its end. An exception that it does
    /// not catch is an error, since its exit code could be taken for an objection.
    fn run(
        &mut self,
        program: &Prepared,
        arguments: &[String],
        files: Files<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Ended, ProgramError> {
        let (input, readable, limits) = match files {
            Files::Input(input) => (input, None, &LIMITS),
            Files::Readable(directory) => (&[][..], Some(directory), &CHECKER_LIMITS),
        };
        let job_limits = JobLimits {
            memory: LIMITS.memory,
            stack: LIMITS.memory,
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: 512,
        };
        let mut job = program.program.job(arguments, false, job_limits);
        // The program belongs to the project's owner, and its measurements decide nothing.
        job.needs = Needs::ALL;
        job.toolchain.extend(readable.map(Path::to_owned));
        let ended = run_job(&mut self.sandbox, &job, input, limits, interrupted)
            .map_err(JudgeError::from)?;
        let stderr = ended.stderr.text();
        let mut exceptions = program.exceptions.iter();
        match exceptions.find_map(|known| known.find(&stderr)) {
            // A program that has printed a reason has not crashed.
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
    /// Set up when the first program runs.
    launcher: Option<(Launcher, JudgeContext<'a>)>,
}

impl<'a> ProjectPrograms<'a> {
    /// Creates a runner for the programs of a project. Sandbox and caches are set up when the
    /// first program runs.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            config,
            options: Options::of(config).isolated(isolation),
            interrupted,
            launcher: None,
        }
    }

    /// Runs the generator `program`, a file below `generators/`, with these arguments and the
    /// seed, and returns what it prints.
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

    /// Runs the program at `path` of the project with these arguments and a seed, and returns
    /// what it prints.
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
            end => end.describe(&LIMITS),
        };
        Err(ProgramError::Run {
            program: format!("{} with seed {seed}", named(path)),
            fault,
            stderr: ended.stderr.text(),
        })
    }

    /// Runs the validator of a problem on arguments. Returns its objection if it exits with
    /// another code than 0, and nothing if the problem has no validator.
    ///
    /// # Errors
    /// Returns an error if the program cannot be compiled, crashes, or the judge fails.
    pub fn objection(
        &mut self,
        definition: &Definition,
        input: &str,
    ) -> Result<Option<String>, ProgramError> {
        let Some(path) = &definition.validator else {
            return Ok(None);
        };
        let ended = self.run(path, &[], input.as_bytes())?;
        match ended.end {
            End::Code(0) => Ok(None),
            End::Code(_) => Ok(Some(first_line(&ended).unwrap_or_default())),
            end => Err(ProgramError::Run {
                program: named(path),
                fault: end.describe(&LIMITS),
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
                Launcher::new(self.options.isolation)?,
                JudgeContext::open(&self.options, self.interrupted)?,
            )),
        };
        let file = File {
            path,
            source: &source,
            languages: &self.config.languages,
            problems: &self.config.problems,
        };
        let prepared = launcher.prepare(context, file)?;
        let ended = launcher.run(&prepared, arguments, Files::Input(input), self.interrupted)?;
        if ended.end == End::Interrupted {
            return Err(ProgramError::Interrupted);
        }
        Ok(ended)
    }

    /// Returns the content of a program of this project or of a built-in suite.
    fn source(&self, path: &Path) -> Result<Option<Vec<u8>>, JudgeError> {
        for root in [&self.config.root, &self.config.root.built_in()] {
            if let Some(source) = root.read(path).map_err(JudgeError::at(path))? {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }
}

/// The checker programs of the problems that are judged. All workers share them.
#[derive(Default)]
pub(crate) struct CheckerPrograms(Mutex<Checkers>);

#[derive(Default)]
struct Checkers {
    launcher: Option<Launcher>,
    /// The failure of a checker: what is in [`ProgramError::Run`]. Others that wait for it do not
    /// run it again.
    failure: Option<[String; 3]>,
}

/// The exit codes of testlib's checkers.
const ACCEPTED: i32 = 0;
const WRONG: i32 = 1;
const WRONG_FORMAT: i32 = 2;

impl CheckerPrograms {
    /// Runs the checker `file` of a problem on a case and a reply: `checker INPUT OUTPUT
    /// ANSWER`, with testlib's exit codes. Returns the objection if the reply is wrong.
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
        let mut checkers = self.0.lock();
        if let Some([program, fault, stderr]) = checkers.failure.clone() {
            return Err(ProgramError::Run {
                program,
                fault,
                stderr,
            });
        }
        let checked = checkers.check(context, checker, (case, reply));
        if let Err(ProgramError::Run {
            program,
            fault,
            stderr,
        }) = &checked
        {
            checkers.failure = Some([program.clone(), fault.clone(), stderr.clone()]);
        }
        checked
    }
}

impl Checkers {
    fn check(
        &mut self,
        context: &JudgeContext<'_>,
        checker: (&Path, &str),
        (case, reply): (&Case, &str),
    ) -> Result<Option<String>, ProgramError> {
        let launcher = match self.launcher.take() {
            Some(known) => self.launcher.insert(known),
            None => self
                .launcher
                .insert(Launcher::new(context.options.isolation)?),
        };
        let languages = Languages::embedded();
        let file = File {
            path: checker.0,
            source: checker.1.as_bytes(),
            languages: &languages,
            problems: &[],
        };
        let prepared = launcher.prepare(context, file)?;
        let directory = tempfile::Builder::new()
            // The sandbox runs programs as another user.
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
        let files = Files::Readable(directory.path());
        let ended = launcher.run(&prepared, &arguments, files, context.interrupted)?;
        match ended.end {
            End::Code(ACCEPTED) => Ok(None),
            End::Code(WRONG | WRONG_FORMAT) => {
                let line = first_line(&ended);
                Ok(Some(line.unwrap_or_else(|| "wrong answer".to_owned())))
            }
            End::Interrupted => Err(ProgramError::Interrupted),
            end => Err(ProgramError::Run {
                program: named(checker.0),
                fault: end.describe(&CHECKER_LIMITS),
                stderr: ended.stderr.text(),
            }),
        }
    }
}
