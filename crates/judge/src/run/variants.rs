//! Judging many variants of a submission, such as mutants. Each variant is compiled and run until
//! it fails.
//!
//! No events are sent and no results are cached, because variants are only used to measure the
//! quality of the cases.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::AtomicBool;

use crate::context::JudgeContext;
use crate::process::excerpt::elide_middle;
use crate::process::job::Ending;
use crate::process::running_process::run_job;
use crate::program::entry::remove_entry;
use crate::run::prepare::{JudgingTask, prepare};
use crate::run::runner::Runner;
use crate::{JudgeError, Options, Submission};
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::{Job, ProgramAccess, ProgramDir, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::digest::digest;
use thiserror::Error;

/// The state that all threads share while they judge variants.
pub struct VariantJudge<'a> {
    context: JudgeContext<'a>,
}

impl<'a> VariantJudge<'a> {
    /// Opens the program cache.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub fn new(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            context: JudgeContext::open(options, interrupted)?,
        })
    }

    /// Creates a runner with its own sandbox.
    ///
    /// # Errors
    /// Returns an error if the sandbox cannot be created.
    pub fn runner(&self) -> Result<VariantRunner<'_>, JudgeError> {
        Ok(VariantRunner {
            judge: self,
            sandbox: Sandbox::new(self.context.build.options.isolation)?,
        })
    }
}

/// Compiles and runs one variant at a time.
pub struct VariantRunner<'w> {
    judge: &'w VariantJudge<'w>,
    sandbox: Sandbox,
}

/// The result of compiling a variant.
pub enum BuiltVariant<'a> {
    /// The variant can be run.
    Variant(Variant<'a>),
    /// The variant does not compile. Contains the compiler's output.
    Rejected(String),
}

/// A variant that can be run.
pub struct Variant<'a>(Box<Runner<'a>>);

/// The result of running a variant.
#[derive(Debug)]
pub enum VariantOutcome {
    /// The variant was accepted on every case.
    Passed,
    /// The variant failed on a case.
    Failed {
        /// Index of the case.
        case: usize,
        /// The verdict on the case.
        verdict: Verdict,
        /// The reason for the verdict.
        reason: Option<Message>,
    },
}

/// The reason why [`VariantRunner::run_executable`] failed.
#[derive(Debug, Error)]
pub enum RunExecutableError {
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The program failed or reached a limit. The message states how the program ended, such as
    /// `ended with exit code 1`, and quotes the last line of standard error.
    #[error("{0}")]
    Failed(String),
}

impl Variant<'_> {
    /// Returns a digest of the files that the compiler created. Two variants with the same digest
    /// are the same program. Returns `None` if programs in this language are not compiled.
    pub fn output_digest(&self) -> Option<String> {
        let program = &self.0.program;
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

    /// Removes the variant from the program cache, because it will not be used again.
    pub fn remove_from_cache(self) {
        let entry = self.0.program.entry.entry.clone();
        drop(self);
        remove_entry(&entry);
    }
}

impl VariantRunner<'_> {
    /// Compiles a variant. `memory` is the largest memory limit of any case on which the variant
    /// will be run.
    ///
    /// # Errors
    /// Returns an error if the judge fails, or if the user asked to stop.
    pub fn build<'b>(
        &mut self,
        submission: &'b Submission<'_>,
        toolchain: &'b Toolchain,
        memory: Bytes,
    ) -> Result<BuiltVariant<'b>, JudgeError>
    where
        Self: 'b,
    {
        let context: &'b JudgeContext<'_> = &self.judge.context;
        let judging = JudgingTask {
            submission,
            toolchain,
            memory,
            cases: &[],
        };
        let compiled = prepare(context, &mut self.sandbox, judging, &|_| ())?;
        Ok(match compiled.program {
            Ok(runner) => BuiltVariant::Variant(Variant(Box::new(runner))),
            Err(_) => BuiltVariant::Rejected(compiled.output),
        })
    }

    /// Runs a variant on one case after another until it fails. Calls `passed` with the index
    /// and the usage of each passed case.
    ///
    /// # Errors
    /// Returns an error if the judge fails, or if the user asked to stop.
    pub fn run(
        &mut self,
        variant: &Variant<'_>,
        cases: &[&Case],
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<VariantOutcome, JudgeError> {
        let (runner, sandbox) = (&variant.0, &mut self.sandbox);
        let mut next = 0;
        while let Some((case, mut run)) = runner.run_until_failure(sandbox, cases, next, passed)? {
            // Earlier cases in the same process may have used the memory.
            if run.verdict == Verdict::MemoryLimitExceeded
                && runner.must_be_repeated(&run, cases[case])
            {
                run = runner.run_in_new_process(sandbox, cases[case])?;
            }
            if run.verdict != Verdict::Accepted {
                return Ok(VariantOutcome::Failed {
                    case,
                    verdict: run.verdict,
                    reason: run.reason,
                });
            }
            passed(case, run.usage);
            next = case + 1;
        }
        Ok(VariantOutcome::Passed)
    }

    /// Runs this executable in the sandbox, to process the untrusted text `input`. The command line
    /// consists of `arguments` and the name of a file that contains `input`. Returns the standard
    /// output.
    ///
    /// # Errors
    /// Returns an error if the judge fails or the exit code is not 0.
    pub fn run_executable(
        &mut self,
        arguments: &[&str],
        input: &str,
        limits: &Limits,
    ) -> Result<Vec<u8>, RunExecutableError> {
        let build = &self.judge.context.build;
        let entry = build.programs.create_incomplete_entry()?;
        let directory = entry.program.clone();
        let [program, file] = ["program", "input"].map(|name| directory.join(name));
        let executable = env::current_exe().map_err(JudgeError::io_error(&program))?;
        fs::copy(&executable, &program).map_err(JudgeError::io_error(&executable))?;
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&program, mode).map_err(JudgeError::io_error(&program))?;
        fs::write(&file, input).map_err(JudgeError::io_error(&file))?;
        let mut argv = vec!["{prog}/program"];
        argv.extend(arguments);
        argv.push("{prog}/input");
        let mut job = Job::new(&argv);
        job.replies = false;
        job.limits.memory = limits.memory;
        job.program = Some(ProgramDir {
            host: directory,
            access: ProgramAccess::Read,
        });
        let ended = match run_job(&mut self.sandbox, &job, &[], limits, build.interrupted) {
            Err(JudgeError::Interrupted) => {
                return Err(RunExecutableError::Failed("was interrupted".to_owned()));
            }
            ended => ended?,
        };
        match ended.ending {
            Ending::Code(0) => Ok(ended.output.stdout.bytes().to_vec()),
            end => {
                let (ending, stderr) = (end.describe(limits), ended.output.stderr.text());
                Err(RunExecutableError::Failed(match stderr.lines().last() {
                    Some(line) => format!("{ending}: {}", elide_middle(line)),
                    None => ending,
                }))
            }
        }
    }
}
