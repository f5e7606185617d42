//! Many variants of one submission: each compiled, and run until it fails.
//!
//! No event is sent and no result kept: a variant is judged for what its failures
//! say of the cases.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::process::excerpt::short_name;
use crate::process::job::End;
use crate::process::running;
use crate::program::program_cache::{Building, Store, remove};
use crate::run::prepare::{Ready, Shared, ready};
use crate::run::runner::Runner;
use crate::{JudgeError, Options, Submission};
use mousetrap_base::Bytes;
use mousetrap_base::digest::digest;
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Form, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::{Access, Job, JobLimits, Program, Sandbox};
use thiserror::Error;

/// What those who try variants share.
pub struct Workshop<'a> {
    shared: Shared<'a>,
    options: Options,
    /// A copy of this program, for jobs of its own.
    own: Mutex<Option<Building>>,
}

impl<'a> Workshop<'a> {
    /// Opens the store of programs.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn new(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            shared: Shared {
                options: options.judge,
                compile: options.compile,
                store: Arc::new(Store::open(options.judge.cache)?),
                all_cases: false,
                gives_up: false,
                sanitizers: false,
                interrupted,
                run_lock: Arc::default(),
                startups: Arc::default(),
            },
            options: *options,
            own: Mutex::new(None),
        })
    }

    /// A place to work at, with a sandbox of its own.
    ///
    /// # Errors
    /// If no sandbox can be set up.
    pub fn bench(&self) -> Result<Bench<'_>, JudgeError> {
        Ok(Bench {
            workshop: self,
            sandbox: Sandbox::new(self.options.isolation)?,
        })
    }
}

/// Where one variant at a time is compiled and run.
pub struct Bench<'w> {
    workshop: &'w Workshop<'w>,
    sandbox: Sandbox,
}

/// What compiling a variant came to.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, and it is taken apart at once"
)]
pub enum Built<'a> {
    /// It can be run.
    Variant(Variant<'a>),
    /// The compiler's text, with the lines as it counts them.
    Rejected(String),
    /// The user asked to stop.
    Interrupted,
}

/// A variant that can be run.
pub struct Variant<'a> {
    runner: Runner<'a>,
}

/// What running a variant came to.
#[derive(Debug)]
pub enum Ran {
    /// It is accepted on every case.
    Passed,
    /// It failed on the case of this index.
    Failed {
        /// The index.
        case: usize,
        /// What it earned there.
        verdict: Verdict,
        /// The reason; none if the run was interrupted.
        reason: Option<Message>,
    },
    /// The user asked to stop.
    Interrupted,
}

/// Reason why [`Bench::run_self`] has no output to return.
#[derive(Debug, Error)]
pub enum RunSelfError {
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The program failed, or was stopped at a limit.
    #[error("{ending}{}{complaint}", if complaint.is_empty() { "" } else { ": " })]
    Failed {
        /// How the program ended, as in `ended with exit code 1`.
        ending: String,
        /// The last line of its standard error.
        complaint: String,
    },
}

impl Variant<'_> {
    /// Stands for what the compiler has made of it: the same for two that are the
    /// same program. `None` where nothing is compiled.
    pub fn made(&self) -> Option<String> {
        let (directory, staged) = self.runner.made();
        let staged = staged.iter().map(|file| file.name.as_str());
        let staged: BTreeSet<&str> = staged.collect();
        let mut files = Vec::new();
        below(&directory, Path::new(""), &mut files);
        files.retain(|name| !staged.contains(&*name.to_string_lossy()));
        files.sort();
        let read = |name: &PathBuf| {
            let content = fs::read(directory.join(name)).ok()?;
            Some([name.as_os_str().as_encoded_bytes().to_vec(), content])
        };
        let parts: Option<Vec<[Vec<u8>; 2]>> = files.iter().map(read).collect();
        let parts = parts.filter(|parts| !parts.is_empty())?;
        Some(digest(parts.iter().flatten().map(Vec::as_slice)))
    }

    /// Removes it from the store, where nobody would ask for it again.
    pub fn discard(self) {
        let entry = self.runner.entry().to_owned();
        drop(self);
        remove(&entry);
    }
}

/// The files below a directory.
fn below(directory: &Path, inside: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory.join(inside)).into_iter().flatten();
    for entry in entries.flatten() {
        let name = inside.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => below(directory, &name, files),
            _ => files.push(name),
        }
    }
}

impl Bench<'_> {
    /// Compiles a variant. `memory` is the largest memory limit of the cases to come.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn build<'b>(
        &mut self,
        submission: &'b Submission<'_>,
        toolchain: &Toolchain,
        memory: Bytes,
    ) -> Result<Built<'b>, JudgeError>
    where
        Self: 'b,
    {
        let shared: &'b Shared<'_> = &self.workshop.shared;
        let sandbox = &mut self.sandbox;
        let ready = ready(shared, sandbox, submission, toolchain, memory, &|_| ())?;
        Ok(match ready {
            Ready::Runner { runner, .. } => Built::Variant(Variant { runner }),
            Ready::Rejected { compiler, .. } => Built::Rejected(compiler),
            Ready::Interrupted => Built::Interrupted,
        })
    }

    /// Runs a variant, told of this variable, on one case after another up to the first
    /// that it fails; the limits of the cases are not scaled for the language. What the
    /// others took goes to `passed`.
    ///
    /// # Errors
    /// If the judge itself fails.
    pub fn run(
        &mut self,
        variant: &mut Variant<'_>,
        (name, value): (&str, usize),
        cases: &[&Case],
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<Ran, JudgeError> {
        variant.runner.set_variable(name, &value.to_string());
        let runner = &variant.runner;
        let mut next = 0;
        loop {
            let failed = runner.until_failure(&mut self.sandbox, cases, next, passed)?;
            let Some((case, mut run)) = failed else {
                return Ok(Ran::Passed);
            };
            // Cases before it in the same process may have left garbage.
            if run.verdict == Verdict::MemoryLimitExceeded && runner.form == Form::Function {
                run = runner.alone(&mut self.sandbox, cases[case])?;
            }
            if run.interrupted {
                return Ok(Ran::Interrupted);
            }
            if run.verdict != Verdict::Accepted {
                return Ok(Ran::Failed {
                    case,
                    verdict: run.verdict,
                    reason: run.reason,
                });
            }
            passed(case, run.measured);
            next = case + 1;
        }
    }

    /// Runs this program itself in the sandbox, with these arguments and then the name
    /// of a file that holds `input`: for work on what strangers wrote. Returns its
    /// standard output.
    ///
    /// # Errors
    /// If the judge itself fails, or the program does not end with exit code 0.
    pub fn run_self(
        &mut self,
        arguments: &[&str],
        input: &str,
        limits: &Limits,
    ) -> Result<Vec<u8>, RunSelfError> {
        let shared = &self.workshop.shared;
        let own = self.workshop.own.lock();
        let mut own = own.unwrap_or_else(PoisonError::into_inner);
        let copy = match own.take() {
            Some(copy) => copy,
            None => copy(&shared.store)?,
        };
        let directory = own.insert(copy).program().to_owned();
        let file = directory.join("input");
        fs::write(&file, input).map_err(JudgeError::at(&file))?;
        let mut argv = vec!["{prog}/program"];
        argv.extend(arguments);
        argv.push("{prog}/input");
        let job = Job {
            program: Some(Program {
                host: directory,
                access: Access::Read,
            }),
            replies: false,
            limits: JobLimits {
                memory: limits.memory,
                ..Job::new(&[]).limits
            },
            ..Job::new(&argv)
        };
        let keep = limits.output.0 as usize;
        let ended = running::run(&mut self.sandbox, &job, keep, limits, shared.interrupted)
            .map_err(JudgeError::from)?;
        match ended.end {
            End::Code(0) => Ok(ended.stdout.bytes().to_vec()),
            end => {
                let complaint = ended.stderr.text();
                Err(RunSelfError::Failed {
                    ending: end.words(limits),
                    complaint: short_name(complaint.lines().last().unwrap_or_default())
                        .into_owned(),
                })
            }
        }
    }
}

/// A copy of this program that jobs may see.
fn copy(store: &Store) -> Result<Building, JudgeError> {
    let building = store.building()?;
    let to = building.program().join("program");
    let own = env::current_exe().map_err(JudgeError::at(&to))?;
    fs::copy(&own, &to).map_err(JudgeError::at(&own))?;
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&to, mode).map_err(JudgeError::at(&to))?;
    Ok(building)
}
