//! Many variants of one submission, such as mutants: each is compiled and run until it
//! fails.
//!
//! No events are sent and no results are stored, because the failures only show how good
//! the cases are.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use crate::context::JudgeContext;
use crate::process::excerpt::short_name;
use crate::process::job::End;
use crate::process::running::run_job;
use crate::program::compile::Compiled;
use crate::program::entry::{Building, remove};
use crate::program::program_cache::ProgramCache;
use crate::run::prepare::{Judging, prepare};
use crate::run::runner::Runner;
use crate::{JudgeError, Options, Submission};
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Form, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::{Access, Job, JobLimits, Program, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::digest::digest;
use thiserror::Error;

/// What all threads that judge variants share.
pub struct Workshop<'a> {
    context: JudgeContext<'a>,
    /// A copy of this executable, for jobs that run it.
    own: Mutex<Option<Building>>,
}

impl<'a> Workshop<'a> {
    /// Opens the program cache.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub fn new(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            context: JudgeContext::open(options, interrupted)?,
            own: Mutex::new(None),
        })
    }

    /// Creates a bench with its own sandbox.
    ///
    /// # Errors
    /// Returns an error if the sandbox cannot be created.
    pub fn bench(&self) -> Result<Bench<'_>, JudgeError> {
        Ok(Bench {
            workshop: self,
            sandbox: Sandbox::new(self.context.options.isolation)?,
        })
    }
}

/// Compiles and runs one variant at a time.
pub struct Bench<'w> {
    workshop: &'w Workshop<'w>,
    sandbox: Sandbox,
}

/// The result of compiling a variant.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, and it is taken apart at once"
)]
pub enum Built<'a> {
    /// The variant can be run.
    Variant(Variant<'a>),
    /// The variant does not compile: the compiler's output.
    Rejected(String),
    /// The user asked to stop.
    Interrupted,
}

/// A variant that can be run.
pub struct Variant<'a> {
    runner: Runner<'a>,
}

/// The result of running a variant.
#[derive(Debug)]
pub enum Ran {
    /// The variant is accepted on every case.
    Passed,
    /// The variant failed on a case.
    Failed {
        /// Index of the case.
        case: usize,
        /// The verdict on the case.
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
    /// Returns a digest of the compiler's output files. Two variants with the same digest are
    /// the same program. Returns `None` if nothing is compiled.
    pub fn made(&self) -> Option<String> {
        let program = &self.runner.program;
        let mut files = program.entry.manifest()?;
        for staged in &program.staged.files {
            files.remove(&staged.name);
        }
        let mut parts = Vec::new();
        for name in files.into_keys() {
            let content = fs::read(program.directory().join(&name)).ok()?;
            parts.extend([name.into_bytes(), content]);
        }
        (!parts.is_empty()).then(|| digest(parts.iter().map(Vec::as_slice)))
    }

    /// Removes the variant from the program cache, because it is not used again.
    pub fn discard(self) {
        let entry = self.runner.program.entry.entry.clone();
        drop(self);
        remove(&entry);
    }
}

impl Bench<'_> {
    /// Compiles a variant. `memory` is the largest memory limit of the cases to come.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub fn build<'b>(
        &mut self,
        submission: &'b Submission<'_>,
        toolchain: &'b Toolchain,
        memory: Bytes,
    ) -> Result<Built<'b>, JudgeError>
    where
        Self: 'b,
    {
        let context: &'b JudgeContext<'_> = &self.workshop.context;
        let judging = Judging {
            submission,
            toolchain,
            memory,
            cases: &[],
        };
        let compiled = prepare(context, &mut self.sandbox, judging, &|_| ())?;
        Ok(match compiled {
            None => Built::Interrupted,
            Some(Compiled {
                program: Ok(runner),
                ..
            }) => Built::Variant(Variant { runner }),
            Some(rejected) => Built::Rejected(rejected.output),
        })
    }

    /// Runs a variant on one case after another, until it fails. Calls `passed` with the index
    /// and the usage of each case that it passes.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub fn run(
        &mut self,
        variant: &Variant<'_>,
        cases: &[&Case],
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<Ran, JudgeError> {
        let runner = &variant.runner;
        let mut next = 0;
        loop {
            let failed = runner.run_until_failure(&mut self.sandbox, cases, next, passed)?;
            let Some((case, mut run)) = failed else {
                return Ok(Ran::Passed);
            };
            // Earlier cases in the same process may have left garbage.
            if run.verdict == Verdict::MemoryLimitExceeded && runner.form == Form::Function {
                run = runner.run_alone(&mut self.sandbox, cases[case])?;
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

    /// Runs this executable in the sandbox, with these arguments and the name of a file that
    /// contains `input`, to process untrusted text. Returns its standard output.
    ///
    /// # Errors
    /// Returns an error if the judge fails, or the exit code is not 0.
    pub fn run_self(
        &mut self,
        arguments: &[&str],
        input: &str,
        limits: &Limits,
    ) -> Result<Vec<u8>, RunSelfError> {
        let context = &self.workshop.context;
        let own = self.workshop.own.lock();
        let mut own = own.unwrap_or_else(PoisonError::into_inner);
        let copy = match own.take() {
            Some(copy) => copy,
            None => copy(&context.programs)?,
        };
        let directory = own.insert(copy).program.clone();
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
        let ended = run_job(&mut self.sandbox, &job, &[], limits, context.interrupted)
            .map_err(JudgeError::from)?;
        match ended.end {
            End::Code(0) => Ok(ended.stdout.bytes().to_vec()),
            end => {
                let complaint = ended.stderr.text();
                Err(RunSelfError::Failed {
                    ending: end.describe(limits),
                    complaint: short_name(complaint.lines().last().unwrap_or_default())
                        .into_owned(),
                })
            }
        }
    }
}

/// Copies this executable to where jobs can run it.
fn copy(programs: &ProgramCache) -> Result<Building, JudgeError> {
    let building = programs.start_entry()?;
    let to = building.program.join("program");
    let own = env::current_exe().map_err(JudgeError::at(&to))?;
    fs::copy(&own, &to).map_err(JudgeError::at(&own))?;
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&to, mode).map_err(JudgeError::at(&to))?;
    Ok(building)
}
