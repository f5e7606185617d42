//! A run on one case and its rules: limits, and how failures of the runtime are recognised.

use std::time::Duration;

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Budget, End, Ended, Stop};
use crate::process::running::{EXCERPT, Output, RunningProcess};
use crate::verdict::checker::{check, excerpt};
use crate::verdict::ending::{Judged, verdict_for};
use crate::verdict::returned_value::returned;
use mousetrap_languages::{Exception, Expression, Language};
use mousetrap_model::{Case, Checker, Limits, Message, Problem, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

const SIGABRT: i32 = 6;

/// A run on one case with its verdict.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub verdict: Verdict,
    /// The reason; `None` if accepted.
    pub reason: Option<Message>,
    /// The reply; that of a function is complete.
    pub reply: Option<Excerpt>,
    /// The start of standard output, unless it is the reply.
    pub stdout: Excerpt,
    /// The start and the end of standard error.
    pub stderr: Excerpt,
    pub measured: Usage,
    /// Whether the user asked to stop before the run ended.
    pub interrupted: bool,
}

impl Run {
    pub(super) fn new(
        judged: Judged,
        reply: Option<Excerpt>,
        output: Output,
        measured: Usage,
    ) -> Self {
        let (verdict, reason) = match judged {
            Ok(()) => (Verdict::Accepted, None),
            Err((verdict, reason)) => (verdict, Some(reason)),
        };
        Self {
            verdict,
            reason,
            reply,
            stdout: output.stdout,
            stderr: output.stderr,
            measured,
            interrupted: false,
        }
    }

    /// Wraps the reason of a failure in another message.
    pub(crate) fn wrap_reason(&mut self, wrap: impl FnOnce(Box<Message>) -> Message) {
        self.reason = self.reason.take().map(|reason| wrap(reason.into()));
    }

    /// Adds a remark to the reason of a failure.
    pub(crate) fn remark(&mut self, remark: Message) {
        self.wrap_reason(|reason| reason.with_remark(remark));
    }

    /// Returns the run of a finished process.
    pub(super) fn of_ended(ended: Ended, judged: Judged, reply: Option<Excerpt>) -> Self {
        let stdout = match reply {
            Some(_) => Excerpt::default(),
            None => ended.stdout.shortened(EXCERPT),
        };
        let stderr = ended.stderr;
        Self {
            interrupted: ended.end == End::Interrupted,
            ..Self::new(judged, reply, Output { stdout, stderr }, ended.measured)
        }
    }
}

/// The length of a reply in reports.
pub(crate) const SHOWN_REPLY: usize = 256;

/// Shortens a reply for reports.
pub(super) fn shortened_reply(bytes: &[u8]) -> Excerpt {
    Excerpt::of(bytes, SHOWN_REPLY)
}

/// The limits and patterns by which a run is judged.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'r> {
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Whether the wall time limit excludes time during which the program waits for a
    /// processor, which others use.
    pub excludes_cpu_wait: bool,
    /// CPU time at which the process tree is stopped. It is above the limit, because a run
    /// close to the limit is repeated, and reports show by how much a run is too slow.
    pub hard: Duration,
    /// The language, for its messages about failures.
    pub language: &'r Language,
    /// Match the runtime's message about an exception.
    pub exception: &'r [Exception],
    /// Options, caches and checkers.
    pub context: &'r JudgeContext<'r>,
    /// The problem; none if the submission does not name it.
    pub problem: Option<&'r Problem>,
    /// The line on which a function reads standard input, from which its driver reads cases.
    pub reads: Option<usize>,
}

impl Rules<'_> {
    /// Returns the text of a case as a driver reads it.
    pub(crate) fn message(&self, case: &Case) -> Option<String> {
        let signature = &self.problem?.signature;
        let arguments = signature.arguments(&case.arguments).ok()?;
        Some(signature.message(&arguments))
    }

    /// Judges the line that a driver sent for a case.
    ///
    /// # Errors
    /// Returns an error if the checker of the problem fails.
    pub(super) fn returned(&self, line: &[u8], case: &Case) -> Result<Judged, JudgeError> {
        let problem = self.problem.expect("a function has a problem");
        let judged = returned(line, &case.answer, problem);
        let is_value = !matches!(judged, Err((verdict, _)) if verdict != Verdict::WrongAnswer);
        let Checker::Program { file, source } = &problem.checker else {
            return Ok(judged);
        };
        if !is_value || case.answer.is_empty() {
            return Ok(judged);
        }
        let reply = String::from_utf8_lossy(line);
        let checkers = &self.context.checkers;
        let checked = checkers.check(self.context, (file, source), case, &reply)?;
        Ok(match checked {
            None => Ok(()),
            Some(objection) => {
                let text = excerpt(&objection);
                Err((Verdict::WrongAnswer, Message::CheckerRefuses { text }))
            }
        })
    }

    /// Runs a program-form submission on one case: input in, output out, end.
    pub(crate) fn run_program(
        &self,
        mut process: RunningProcess<'_>,
        case: &Case,
    ) -> Result<Run, SandboxError> {
        let stop = process.exchange(case.input.as_bytes(), true, self.budget())?;
        let ended = process.end(stop, &self.limits)?;
        let output = ended.stdout.bytes();
        let judged = self.judge(&ended, false).and_then(|()| {
            check(output, &case.answer).map_err(|mismatch| (Verdict::WrongAnswer, mismatch))
        });
        let reply = (stop == Stop::Ended).then(|| shortened_reply(output));
        Ok(Run::of_ended(ended, judged, reply))
    }

    /// Returns the verdict of a finished process, before its reply is checked.
    pub(super) fn judge(&self, ended: &Ended, is_driver: bool) -> Judged {
        let judged = verdict_for(ended.end, is_driver, ended.measured, &self.limits);
        judged.map_err(|(verdict, how)| match how {
            // A run that exceeds its limit may go on for a while, because a run close to
            // the limit is repeated.
            Message::CpuLimit { limit } if ended.stopped => {
                let cpu = ended.measured.cpu;
                (verdict, Message::CpuLimitStopped { limit, cpu })
            }
            // Measurements take precedence over standard error, which a submission can fake.
            how if verdict == Verdict::RunTimeError => self.crash(ended, how),
            how => (verdict, how),
        })
    }

    /// Returns verdict and reason of a crash, by what the runtime prints about it.
    fn crash(&self, ended: &Ended, how: Message) -> (Verdict, Message) {
        let stderr = ended.stderr.text();
        let reports = |pattern: &Option<Expression>| {
            let pattern = pattern.as_ref();
            pattern.is_some_and(|pattern| pattern.is_match(&stderr))
        };
        let exception = self.exception.iter().find_map(|known| known.find(&stderr));
        if ended.crashed && reports(&self.language.stack_overflow) {
            let reason = exception.map_or(Message::StackOverflow, |exception| {
                Message::StackOverflowException { exception }
            });
            return (Verdict::RunTimeError, reason);
        }
        let mut reason = how;
        if matches!(ended.end, End::Code(1..) | End::Signal(SIGABRT)) {
            reason = match (exception, ended.end) {
                (Some(exception), End::Signal(_)) => Message::Exception {
                    problem: reason.into(),
                    exception,
                },
                (Some(exception), _) => Message::text(exception),
                (None, _) => reason,
            };
            if let Some(hint) = self.language.hint(&stderr) {
                reason = reason.with_remark(Message::text(hint));
            }
        }
        // A runtime's heap has its own limit, below that of the process, and single requests
        // can exceed all memory.
        if reports(&self.language.out_of_memory) {
            let problem = reason.into();
            return (
                Verdict::MemoryLimitExceeded,
                Message::RuntimeOutOfMemory { problem },
            );
        }
        (Verdict::RunTimeError, reason)
    }

    /// Returns the limits at which a run is stopped.
    pub(super) fn budget(&self) -> Budget {
        Budget {
            limits: Limits {
                cpu: self.hard,
                ..self.limits
            },
            excludes_cpu_wait: self.excludes_cpu_wait,
        }
    }
}
