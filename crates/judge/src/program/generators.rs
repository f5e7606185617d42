//! Custom generators of instances, run in the sandbox like any other program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use crate::config::Config;
use crate::context::JudgeContext;
use crate::process::job::End;
use crate::process::running::run_job;
use crate::program::compile::{PreparedProgram, Source};
use crate::{JudgeError, Options};
use mousetrap_languages::{Hints, Probed, detect, probe, stage};
use mousetrap_model::{Form, Limits, Message, RefusedFile};
use mousetrap_sandbox::{Isolation, JobLimits, Needs, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::printable::named;

/// The limits of one run of a generator.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(1),
};

/// Why a generator gave no instance. Paths are relative to the project.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each text is what a person reads")]
pub enum GeneratorError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{program}: there is no such file beside the recipe or in generators/")]
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
    #[error("generators/{program} with seed {seed} {fault}{}", trailer(stderr))]
    Run {
        program: String,
        seed: u64,
        fault: String,
        stderr: String,
    },
    #[error("interrupted")]
    Interrupted,
}

/// Returns the standard error of a program, to follow the line that says how it ended.
fn trailer(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        text => format!(":\n{text}"),
    }
}

/// Runs the custom generators of a project; each is compiled once.
pub struct Generators<'a> {
    config: &'a Config,
    options: Options,
    interrupted: &'a AtomicBool,
    /// Set up when the first generator runs.
    launcher: Option<(Sandbox, JudgeContext<'a>)>,
    prepared: BTreeMap<String, Arc<PreparedProgram>>,
}

impl<'a> Generators<'a> {
    /// Creates a runner for the generators of a project. Sandbox and caches are set up when
    /// the first generator runs.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            config,
            options: Options::of(config).isolated(isolation),
            interrupted,
            launcher: None,
            prepared: BTreeMap::new(),
        }
    }

    /// Runs `program`, a file below `generators/`, with these arguments and the seed, and
    /// returns what it prints. Each program is compiled once.
    ///
    /// # Errors
    /// Returns an error if the program cannot be compiled, fails, or the judge fails.
    pub fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, GeneratorError> {
        let prepared = self.prepare(program)?;
        let mut arguments = arguments.to_vec();
        arguments.push(seed.to_string());
        let mut job = prepared.job(
            &arguments,
            false,
            JobLimits {
                memory: LIMITS.memory,
                stack: LIMITS.memory,
                processes: 128,
                file_size: Bytes::mib(64),
                disk: Bytes::mib(64),
                open_files: 512,
            },
        );
        // The generator belongs to the project's owner, and its measurements decide nothing.
        job.needs = Needs::ALL;
        let interrupted = self.interrupted;
        let (sandbox, _) = self.launcher()?;
        let ended = run_job(sandbox, &job, &LIMITS, interrupted).map_err(JudgeError::from)?;
        let fault = match ended.end {
            End::Interrupted => return Err(GeneratorError::Interrupted),
            End::Code(0) => match str::from_utf8(ended.stdout.bytes()) {
                Ok(text) => return Ok(text.to_owned()),
                Err(_) => "printed bytes that are not UTF-8".to_owned(),
            },
            end => end.describe(&LIMITS),
        };
        Err(GeneratorError::Run {
            program: program.to_owned(),
            seed,
            fault,
            stderr: ended.stderr.text(),
        })
    }

    /// Returns the sandbox and the caches, which are created on first use.
    fn launcher(&mut self) -> Result<&mut (Sandbox, JudgeContext<'a>), JudgeError> {
        let create = || -> Result<_, JudgeError> {
            let context = JudgeContext::open(&self.options, self.interrupted)?;
            Ok((Sandbox::new(self.options.isolation)?, context))
        };
        let launcher = self.launcher.take().map_or_else(create, Ok)?;
        Ok(self.launcher.insert(launcher))
    }

    /// Compiles a generator, unless that was done before.
    fn prepare(&mut self, program: &str) -> Result<Arc<PreparedProgram>, GeneratorError> {
        if let Some(prepared) = self.prepared.get(program) {
            return Ok(Arc::clone(prepared));
        }
        let path = Path::new("generators").join(program);
        let content = self.source(&path)?.ok_or_else(|| GeneratorError::NoFile {
            program: program.to_owned(),
        })?;
        let problems = &self.config.problems;
        let known = Hints {
            problems,
            problem: problems.first().map(|problem| &**problem),
            form: Some(Form::Program),
        };
        let detected = detect(&self.config.languages, &path, &content, known)?;
        let toolchain = match probe(detected.language) {
            Probed::Toolchain(toolchain) => toolchain,
            Probed::Missing { reason, install } => {
                return Err(GeneratorError::NoToolchain {
                    path,
                    reason: reason.into(),
                    install,
                });
            }
        };
        let staged = stage(&detected, &toolchain);
        let (sandbox, context) = self.launcher()?;
        let source = Source {
            staged,
            version: &toolchain.version,
            limits: &context.options.compile,
            on_preparing: &|_| (),
        };
        let compiled = source.prepare(context, sandbox)?;
        let compiled = compiled.ok_or(GeneratorError::Interrupted)?;
        let compiler = compiled.output;
        let prepared = compiled
            .program
            .map_err(|_| GeneratorError::Rejected { path, compiler })?;
        let prepared = Arc::new(prepared);
        self.prepared
            .insert(program.to_owned(), Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Returns the content of a generator of this project or of a built-in suite.
    fn source(&self, path: &Path) -> Result<Option<Vec<u8>>, JudgeError> {
        for root in [&self.config.root, &self.config.root.built_in()] {
            if let Some(source) = root.read(path).map_err(JudgeError::at(path))? {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }
}
