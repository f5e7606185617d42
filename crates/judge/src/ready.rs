//! Compiling a submission, with what all workers share, up to where it can run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::RwLock;

use crate::compile::{Compiled, compile};
use crate::config::JudgeOptions;
use crate::language::{Staged, Toolchain, misplaced, stage};
use crate::runner::Runner;
use crate::startup::Startups;
use crate::store::Store;
use crate::warm::Preparing;
use crate::{JudgeError, Measured, Submission, complaint};
use mousetrap_base::{Bytes, Limits};
use mousetrap_sandbox::Sandbox;

/// What all workers share.
pub(super) struct Shared<'a> {
    pub options: JudgeOptions,
    pub compile: Limits,
    pub store: Arc<Store>,
    /// Whether a submission goes on after its first failing case.
    pub all_cases: bool,
    /// See [`Options`](crate::Options).
    pub gives_up: bool,
    /// Whether accepted submissions are run once more with sanitizers.
    pub sanitizers: bool,
    pub interrupted: &'a AtomicBool,
    /// Locked for reading during a run, and for writing during a run that must be the
    /// only one on this machine.
    pub run_lock: Arc<RwLock<()>>,
    pub startups: Arc<Startups>,
}

impl Shared<'_> {
    /// Compiles what is staged for this toolchain; `preparing` is called where that
    /// is made ready first.
    pub(super) fn compiled(
        &self,
        sandbox: &mut Sandbox,
        staged: &Staged,
        toolchain: &Toolchain,
        limits: &Limits,
        preparing: Preparing<'_>,
    ) -> Result<Compiled, JudgeError> {
        let (version, interrupted) = (&toolchain.version, self.interrupted);
        compile(
            &self.store,
            sandbox,
            staged,
            version,
            limits,
            interrupted,
            preparing,
        )
    }
}

/// What compiling a submission came to.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each submission, and it is taken apart at once"
)]
pub(super) enum Ready<'a> {
    Runner {
        runner: Runner<'a>,
        /// The compiler's text and what it took; see [`SubmissionResult`].
        compiler: String,
        compile: Option<Measured>,
    },
    Rejected {
        compiler: String,
        complaint: Option<String>,
        compile: Measured,
    },
    Interrupted,
}

/// Compiles a submission. `memory` is the largest memory limit among the cases
/// to come; see [`compile`] for `preparing`.
pub(super) fn ready<'a>(
    shared: &'a Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &'a Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
    preparing: Preparing<'_>,
) -> Result<Ready<'a>, JudgeError> {
    let detected = &submission.detected;
    let staged = stage(detected, toolchain);
    let compiled = shared.compiled(sandbox, &staged, toolchain, &shared.compile, preparing)?;
    let (program, compile, compiler) = match compiled {
        Compiled::Ready {
            program,
            measured,
            text,
        } => {
            let doubt = detected.doubt.iter();
            let doubt = doubt.map(|doubt| doubt.beside("") + "\n");
            (program, measured, doubt.collect::<String>() + &text)
        }
        Compiled::Rejected { measured, text } => {
            let hint = detected.language.hint(&text);
            let ours: Vec<&str> = staged.files[1..].iter().map(|file| &*file.name).collect();
            let own = submission.path.file_name().unwrap_or_default();
            let text = complaint::renamed(&text, &staged.source, &own.to_string_lossy(), &ours);
            let said = complaint::first(&text);
            // A place in a driver says nothing to those who do not have it.
            let told = said.as_ref().filter(|said| !complaint::is_in(said, &ours));
            let remark = misplaced(detected).or(hint.map(|hint| match told {
                Some(said) => format!("{said}; {hint}"),
                None => hint,
            }));
            let remark = match (remark, &detected.doubt) {
                (None, Some(doubt)) => Some(doubt.beside(said.as_deref().unwrap_or(""))),
                (remark, _) => remark,
            };
            return Ok(Ready::Rejected {
                compiler: match &remark {
                    Some(remark) => format!("{remark}\n\n{text}"),
                    None => text,
                },
                complaint: remark.or(said),
                compile: measured,
            });
        }
        Compiled::Interrupted => return Ok(Ready::Interrupted),
    };
    let (form, language) = (detected.form, detected.language);
    let mut runner = Runner::new(shared, staged, program, form, language, memory);
    runner.detected = Some(detected);
    runner.reads = detected.reads_input();
    runner.startup = (shared.startups).allowance(shared, sandbox, language, toolchain)?;
    Ok(Ready::Runner {
        runner,
        compiler,
        compile,
    })
}
