//! Compiling a submission, with what all workers share, up to where it can run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::RwLock;

use crate::config::JudgeOptions;
use crate::program::compile::{Compiled, compile};
use crate::program::prepared_toolchain::Preparing;
use crate::program::program_cache::Store;
use crate::run::runner::Runner;
use crate::run::startup::Startups;
use crate::verdict::diagnostics as complaint;
use crate::verdict::diagnostics::{Diagnostics, FileNames};
use crate::{JudgeError, Submission};
use mousetrap_base::Bytes;
use mousetrap_base::printable::indented;
use mousetrap_languages::{Detected, Staged, Toolchain, fence_hint, misplaced, stage, stub};
use mousetrap_model::{Limits, Message, Usage};
use mousetrap_sandbox::Sandbox;

/// What all workers share.
pub(crate) struct Shared<'a> {
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
    pub(crate) fn compiled(
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
pub(crate) enum Ready<'a> {
    Runner {
        runner: Runner<'a>,
        /// The compiler's text and what it took; see [`Judgement`].
        compiler: String,
        compile: Option<Usage>,
    },
    Rejected {
        compiler: String,
        complaint: Option<Message>,
        compile: Usage,
    },
    Interrupted,
}

/// Compiles a submission. `memory` is the largest memory limit among the cases
/// to come; see [`compile`] for `preparing`.
pub(crate) fn ready<'a>(
    shared: &'a Shared<'_>,
    sandbox: &mut Sandbox,
    submission: &'a Submission<'_>,
    toolchain: &Toolchain,
    memory: Bytes,
    preparing: Preparing<'_>,
) -> Result<Ready<'a>, JudgeError> {
    let detected = &submission.detected;
    let staged = stage(detected, toolchain);
    let names = FileNames::of(submission, &staged);
    let compiled = shared.compiled(sandbox, &staged, toolchain, &shared.compile, preparing)?;
    let (program, compile, text) = match compiled {
        Compiled::Ready {
            program,
            measured,
            text,
        } => (program, measured, text),
        Compiled::Rejected { measured, text } => {
            return Ok(rejected(detected, &names, &text, measured));
        }
        Compiled::Interrupted => return Ok(Ready::Interrupted),
    };
    let (form, language) = (detected.form, detected.language);
    let misplaced = misplaced(detected);
    let fence = detected.code.fence.iter().map(|fence| format!("{fence}\n"));
    let doubt = detected
        .doubt
        .iter()
        .map(|doubt| format!("{}\n", doubt.message()));
    let notes: String = fence.chain(doubt).collect();
    let compiler = notes + &names.diagnostics(&text).text;
    let mut runner = Runner::new(shared, staged, program, form, language, memory);
    runner.reads = detected.reads_input();
    runner.startup = (shared.startups).allowance(shared, sandbox, detected, toolchain)?;
    // Languages without a static check find out when the driver starts.
    if let Some(remark) = misplaced {
        match runner.fails_at_start(sandbox)? {
            Some(run) if run.interrupted => return Ok(Ready::Interrupted),
            Some(_) => {
                return Ok(Ready::Rejected {
                    compiler: with_expected_form(detected, &remark) + &compiler,
                    complaint: Some(Message::text(remark)),
                    compile: compile.unwrap_or(Usage::NONE),
                });
            }
            None => {}
        }
    }
    runner.detected = Some(detected);
    runner.names = Some(names);
    Ok(Ready::Runner {
        runner,
        compiler,
        compile,
    })
}

/// A submission that does not compile, with the probable mistake.
fn rejected<'a>(
    detected: &Detected<'_>,
    names: &FileNames,
    text: &str,
    compile: Usage,
) -> Ready<'a> {
    let hint = detected
        .language
        .hint(text)
        .or_else(|| fence_hint(&detected.code, detected.language));
    let Diagnostics { text, in_driver } = names.diagnostics(text);
    let error = complaint::first(&text).map(Message::text);
    if let Some(remark) = misplaced(detected) {
        return Ready::Rejected {
            compiler: with_expected_form(detected, &remark) + if in_driver { "" } else { &text },
            complaint: Some(Message::text(remark)),
            compile,
        };
    }
    let hint = hint.map(Message::text);
    let remark = match (hint, error.clone(), &detected.doubt) {
        (Some(hint), _, _) if in_driver => Some(Message::At {
            place: names.entry(),
            problem: hint.into(),
        }),
        (Some(hint), Some(error), _) => Some(error.with_remark(hint)),
        (Some(hint), None, _) => Some(hint),
        (None, Some(error), Some(doubt)) => Some(doubt.with_reason(error)),
        (None, None, Some(doubt)) => Some(doubt.message()),
        (None, _, None) => None,
    };
    Ready::Rejected {
        compiler: match &remark {
            Some(remark) => format!("{remark}\n\n{text}"),
            None => text,
        },
        complaint: remark.or(error),
        compile,
    }
}

/// A remark on an entry point that the driver cannot call, and `LeetCode`'s first lines.
fn with_expected_form(detected: &Detected<'_>, remark: &str) -> String {
    let stub = detected
        .problem
        .and_then(|problem| stub(detected.language, problem));
    let stub = stub.map_or(String::new(), |stub| {
        format!("LeetCode's form is:\n\n{}\n", indented(stub))
    });
    format!("{remark}\n\n{stub}")
}
