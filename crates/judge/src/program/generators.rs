//! Custom generators, run in the sandbox like any other program.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use crate::JudgeError;
use crate::config::Config;
use crate::process::job::{End, job};
use crate::process::running;
use crate::program::compile::{Compiled, compile};
use crate::program::probe::probe;
use crate::program::program_cache::{CachedProgram, Store};
use mousetrap_base::Bytes;
use mousetrap_base::printable::named;
use mousetrap_base::root::Root;
use mousetrap_languages::{
    Hints, LanguageError, Languages, ProbeError, Probed, StageNeeds, Staged, StagedFile, stage,
};
use mousetrap_model::{Form, Limits, Problem};
use mousetrap_sandbox::{Access, Isolation, JobLimits, Needs, Sandbox};
use mousetrap_suite::{ProgramError, Programs};

/// What one run of a generator may use.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(1),
};

/// Why a generator gave no instance. Its path is that below the project.
#[derive(Debug, Error)]
enum GeneratorError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{program}: there is no such file beside the recipe or in generators/")]
    NoFile { program: String },
    #[error(transparent)]
    Source(#[from] LanguageError),
    #[error("{}: {source}; run `{install}`", named(path))]
    NoToolchain {
        path: PathBuf,
        source: Arc<ProbeError>,
        install: String,
    },
    #[error(
        "{}: neither executable nor a source file of a known language",
        named(path)
    )]
    NoProgram { path: PathBuf },
    #[error("{} does not compile:\n{compiler}", named(path))]
    Rejected {
        path: PathBuf,
        /// What the compiler said.
        compiler: String,
    },
    #[error("generators/{program} with seed {seed} {source}{}", below(stderr))]
    Run {
        program: String,
        seed: u64,
        source: Fault,
        /// What it wrote there.
        stderr: String,
    },
    #[error("interrupted")]
    Interrupted,
}

/// What a generator did wrong when it was run.
#[derive(Debug, Error)]
enum Fault {
    #[error("{}", .0.words(&LIMITS))]
    Ended(End),
    #[error("printed bytes that are not UTF-8")]
    NotUtf8(#[source] Utf8Error),
}

/// What a program said, below the line that says what became of it.
fn below(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        said => format!(":\n{said}"),
    }
}

/// Runs the custom generators of a project; each is compiled once.
pub struct Generators<'a> {
    root: &'a Root,
    languages: &'a Languages,
    problems: &'a [Arc<Problem>],
    compile: Limits,
    cache: Bytes,
    isolation: Isolation,
    interrupted: &'a AtomicBool,
    /// Set up when the first generator runs.
    tools: Option<(Sandbox, Store)>,
    compiled: BTreeMap<String, Generator>,
}

/// A generator that can be run.
#[derive(Clone)]
struct Generator {
    staged: Staged,
    compiled: Arc<CachedProgram>,
}

impl<'a> Generators<'a> {
    /// For the project of this configuration. Nothing is set up until a
    /// generator is run.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            root: &config.root,
            languages: &config.languages,
            problems: &config.problems,
            compile: config.compile,
            cache: config.judge.cache,
            isolation,
            interrupted,
            tools: None,
            compiled: BTreeMap::new(),
        }
    }

    /// The sandbox and the store of programs, made on first use.
    fn tools(&mut self) -> Result<&mut (Sandbox, Store), JudgeError> {
        let tools = match self.tools.take() {
            Some(tools) => tools,
            None => (Sandbox::new(self.isolation)?, Store::open(self.cache)?),
        };
        Ok(self.tools.insert(tools))
    }

    /// Stages and compiles a generator, unless that was done before.
    fn prepare(&mut self, program: &str) -> Result<Generator, GeneratorError> {
        if let Some(generator) = self.compiled.get(program) {
            return Ok(generator.clone());
        }
        let path = Path::new("generators").join(program);
        let source = self.source(&path)?.ok_or_else(|| GeneratorError::NoFile {
            program: program.to_owned(),
        })?;
        let (staged, version) = self.stage(&path, source)?;
        let (limits, interrupted) = (self.compile, self.interrupted);
        let (sandbox, store) = self.tools()?;
        let compiled = compile(
            store,
            sandbox,
            &staged,
            &version,
            &limits,
            interrupted,
            &|_| (),
        );
        match compiled? {
            Compiled::Ready { program: ready, .. } => {
                let compiled = Arc::new(ready);
                let generator = Generator { staged, compiled };
                self.compiled.insert(program.to_owned(), generator.clone());
                Ok(generator)
            }
            Compiled::Rejected { text, .. } => Err(GeneratorError::Rejected {
                path,
                compiler: text,
            }),
            Compiled::Interrupted => Err(GeneratorError::Interrupted),
        }
    }

    /// The content of a generator of this project, or of a built-in suite.
    fn source(&self, path: &Path) -> Result<Option<Vec<u8>>, JudgeError> {
        for root in [self.root, &self.root.built_in()] {
            if let Some(source) = root.read(path).map_err(JudgeError::at(path))? {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }

    /// A source file as a program of its language; anything else that may be
    /// executed as it is.
    fn stage(&self, path: &Path, source: Vec<u8>) -> Result<(Staged, String), GeneratorError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        if self.languages.by_extension(&extension).is_some() {
            let known = Hints {
                problems: self.problems,
                problem: self.problems.first().map(|problem| &**problem),
                form: Some(Form::Program),
            };
            let detected = mousetrap_languages::detect(self.languages, path, &source, known)?;
            return match probe(detected.language, self.isolation) {
                Probed::Toolchain(toolchain) => {
                    Ok((stage(&detected, &toolchain), toolchain.version))
                }
                Probed::Missing { reason, install } => Err(GeneratorError::NoToolchain {
                    path: path.into(),
                    source: reason,
                    install,
                }),
            };
        }
        let file = self.root.directory().map(|directory| directory.join(path));
        let mode = file.and_then(|file| Some(fs::metadata(file).ok()?.permissions().mode()));
        if mode.is_none_or(|mode| mode & 0o111 == 0) {
            return Err(GeneratorError::NoProgram { path: path.into() });
        }
        let name = "generator".to_owned();
        let staged = Staged {
            source: name.clone(),
            run: vec![format!("{{prog}}/{name}")],
            // An executable has no compiler that would make it executable.
            compile: vec![vec![
                "chmod".to_owned(),
                "755".to_owned(),
                format!("{{prog}}/{name}"),
            ]],
            files: vec![StagedFile {
                name,
                content: source,
            }],
            env: Vec::new(),
            prepared: Vec::new(),
            warm: None,
            toolchain: Vec::new(),
            needs: StageNeeds::default(),
        };
        Ok((staged, String::new()))
    }
}

impl Programs for Generators<'_> {
    fn run(
        &mut self,
        program: &str,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, ProgramError> {
        let Generator { staged, compiled } = self.prepare(program)?;
        let mut command = staged.run.clone();
        command.extend(arguments.iter().cloned());
        command.push(seed.to_string());
        let limits = JobLimits {
            memory: LIMITS.memory,
            stack: LIMITS.memory,
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: 512,
        };
        let mut job = job(
            &staged,
            &command,
            None,
            &compiled.directory(),
            Access::Read,
            false,
            limits,
        );
        // It is the owner's own, and its figures decide nothing.
        job.needs = Needs::ALL;
        let interrupted = self.interrupted;
        let (sandbox, _) = self.tools()?;
        let keep = LIMITS.output.0 as usize;
        let ended = running::run(sandbox, &job, keep, &LIMITS, interrupted)?;
        let fault = match ended.end {
            End::Interrupted => return Err(GeneratorError::Interrupted.into()),
            End::Code(0) => match String::from_utf8(ended.stdout.bytes().to_vec()) {
                Ok(text) => return Ok(text),
                Err(error) => Fault::NotUtf8(error.utf8_error()),
            },
            end => Fault::Ended(end),
        };
        Err(GeneratorError::Run {
            program: program.to_owned(),
            seed,
            source: fault,
            stderr: ended.stderr.text(),
        }
        .into())
    }
}
