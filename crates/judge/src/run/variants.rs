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

/// The state that all threads share while they judge variants.
pub struct VariantJudge<'a>(JudgeContext<'a>);

impl<'a> VariantJudge<'a> {
    /// Opens the program cache.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub fn new(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        JudgeContext::open(options, interrupted).map(Self)
    }

    /// Creates a runner with its own sandbox.
    ///
    /// # Errors
    /// Returns an error if the sandbox cannot be created.
    pub fn runner(&self) -> Result<VariantRunner<'_>, JudgeError> {
        Ok(VariantRunner {
            context: &self.0,
            sandbox: Sandbox::new(self.0.build.options.isolation)?,
        })
    }
}

/// Compiles and runs one variant at a time.
pub struct VariantRunner<'w> {
    context: &'w JudgeContext<'w>,
    sandbox: Sandbox,
}

/// A variant that can be run.
pub struct Variant<'a>(Runner<'a>);

/// The first failure of a variant.
#[derive(Debug)]
pub struct VariantFailure {
    /// Index of the case.
    pub case: usize,
    /// The verdict on the case.
    pub verdict: Verdict,
    /// The reason for the verdict.
    pub reason: Option<Message>,
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
            let content = fs::read(program.entry.directory().join(&name)).ok()?;
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
    /// Returns [`JudgeError::Rejected`] if the variant does not compile, and an error if the judge
    /// fails or the user asks to stop.
    pub fn build<'b>(
        &mut self,
        submission: &'b Submission<'_>,
        toolchain: &'b Toolchain,
        memory: Bytes,
    ) -> Result<Variant<'b>, JudgeError>
    where
        Self: 'b,
    {
        let context = self.context;
        let judging = JudgingTask {
            submission,
            toolchain,
            memory,
            cases: &[],
        };
        let compiled = prepare(context, &mut self.sandbox, judging, &|_| ())?;
        compiled.into_program(&submission.path).map(Variant)
    }

    /// Runs a variant on one case after another until it fails. Calls `passed` with the index
    /// and the usage of each passed case. Returns `None` if the variant passes every case.
    ///
    /// # Errors
    /// Returns an error if the judge fails or the user asks to stop.
    pub fn run(
        &mut self,
        variant: &Variant<'_>,
        cases: &[&Case],
        passed: &mut dyn FnMut(usize, Usage),
    ) -> Result<Option<VariantFailure>, JudgeError> {
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
                return Ok(Some(VariantFailure {
                    case,
                    verdict: run.verdict,
                    reason: run.reason,
                }));
            }
            passed(case, run.usage);
            next = case + 1;
        }
        Ok(None)
    }

    /// Runs this executable in the sandbox, to process the untrusted text `input`. The command line
    /// consists of `arguments` and the name of a file that contains `input`. Returns the standard
    /// output.
    ///
    /// # Errors
    /// Returns an error if the judge fails, the user asks to stop, or the exit code is not 0. The
    /// error then quotes the last line of standard error.
    pub fn run_executable(
        &mut self,
        arguments: &[&str],
        input: &str,
        limits: &Limits,
    ) -> Result<Vec<u8>, JudgeError> {
        let build = &self.context.build;
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
        let ended = run_job(&mut self.sandbox, &job, limits, build.interrupted)?;
        match ended.ending {
            Ending::Code(0) => Ok(ended.output.stdout.bytes().to_vec()),
            end => {
                let (ending, stderr) = (end.describe(limits), ended.output.stderr.text());
                Err(JudgeError::Run {
                    program: executable.display().to_string(),
                    fault: match stderr.lines().last() {
                        Some(line) => format!("{ending}: {}", elide_middle(line)),
                        None => ending,
                    },
                    stderr: String::new(),
                })
            }
        }
    }
}
