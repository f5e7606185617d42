//! A run on one case, and the rules for judging it: the limits and the patterns that recognize
//! failures of the language's runtime.

use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Ending, FinishedJob, Output, StopReason};
use crate::process::running_process::{EXCERPT_LENGTH, RunningProcess};
use crate::verdict::checker::{check_reply, quote_excerpt};
use crate::verdict::ending::{RunVerdict, hard_cpu_limit, verdict_for_ending};
use crate::verdict::returned_value::judge_returned_value;
use mousetrap_languages::{Detection, Exception, TableRegex};
use mousetrap_model::{Case, Checker, Limits, Message, Usage, Verdict};

const SIGABRT: i32 = 6;

/// A run on one case with its verdict.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub verdict: Verdict,
    /// The reason for the verdict; `None` if the run was accepted.
    pub reason: Option<Message>,
    /// The reply. It may be truncated if the submission is a complete program.
    pub reply: Option<Excerpt>,
    /// The beginning of standard output, which is empty if standard output carries the reply, and
    /// the start and the end of standard error.
    pub output: Output,
    pub usage: Usage,
}

impl Run {
    pub(super) fn new(
        judged: RunVerdict,
        reply: Option<Excerpt>,
        output: Output,
        usage: Usage,
    ) -> Self {
        let (verdict, reason) = match judged {
            Ok(()) => (Verdict::Accepted, None),
            Err((verdict, reason)) => (verdict, Some(reason)),
        };
        Self {
            verdict,
            reason,
            reply,
            output,
            usage,
        }
    }

    /// Wraps the reason for a failure in another message.
    pub(crate) fn map_reason(&mut self, wrap: impl FnOnce(Box<Message>) -> Message) {
        self.reason = self.reason.take().map(|reason| wrap(reason.into()));
    }

    /// Adds a remark to the reason for a failure.
    pub(crate) fn add_remark(&mut self, remark: Message) {
        self.map_reason(|reason| reason.with_remark(remark));
    }

    /// Creates the record of a run from its finished process.
    pub(super) fn from_finished_job(
        ended: FinishedJob,
        judged: RunVerdict,
        reply: Option<Excerpt>,
    ) -> Self {
        let mut output = ended.output;
        output.stdout = match reply {
            Some(_) => Excerpt::default(),
            None => output.stdout.limit_to(EXCERPT_LENGTH),
        };
        Self::new(judged, reply, output, ended.usage)
    }
}

/// Maximum length in bytes of a reply in a report.
pub(crate) const REPLY_EXCERPT_LENGTH: usize = 256;

/// Truncates a reply to the maximum length that reports show.
pub(super) fn truncate_reply(bytes: &[u8]) -> Excerpt {
    Excerpt::from_bytes(bytes, REPLY_EXCERPT_LENGTH)
}

/// The limits and patterns that decide the verdict of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunRules<'r> {
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Whether the time that the program spends waiting for a CPU is excluded from the wall time
    /// limit.
    pub excludes_cpu_wait: bool,
    /// The submission's language, form and problem. The language contains the patterns that
    /// recognize failures of its runtime. The problem is unknown if a complete program does not
    /// reveal it.
    pub detected: &'r Detection<'r>,
    /// Patterns that match the runtime's messages about uncaught exceptions.
    pub exceptions: &'r [Exception],
    /// Options, caches and checkers.
    pub context: &'r JudgeContext<'r>,
}

impl RunRules<'_> {
    /// Returns the arguments of a case in the format that drivers read, or `None` if the problem is
    /// unknown or the arguments cannot be parsed.
    pub(crate) fn driver_input(&self, case: &Case) -> Option<String> {
        let signature = &self.detected.problem?.signature;
        let arguments = signature.parse_arguments(&case.arguments).ok()?;
        Some(signature.encode_arguments(&arguments))
    }

    /// Judges the line that a driver sent in reply to a case.
    ///
    /// # Errors
    /// Returns an error if the checker of the problem fails.
    pub(super) fn judge_driver_reply(
        &self,
        line: &[u8],
        case: &Case,
    ) -> Result<RunVerdict, JudgeError> {
        let problem = self.detected.problem.expect("a function names its problem");
        let judged = judge_returned_value(line, &case.answer, problem);
        if let Checker::Program { file, source } = &problem.checker
            && !case.answer.is_empty()
            && matches!(judged, Ok(()) | Err((Verdict::WrongAnswer, _)))
        {
            let (reply, build) = (String::from_utf8_lossy(line), &self.context.build);
            let mut checkers = self.context.checkers.lock();
            let message = checkers.run_checker(build, (file, source), case, &reply);
            let message = message.map_err(JudgeError::in_checker)?;
            return Ok(message.map_or(Ok(()), |message| {
                let text = quote_excerpt(&message);
                Err((Verdict::WrongAnswer, Message::CheckerRefuses { text }))
            }));
        }
        Ok(judged)
    }

    /// Runs a complete program on one case, until it ends.
    pub(crate) fn run_program(
        &self,
        mut process: RunningProcess<'_>,
        case: &Case,
    ) -> Result<Run, JudgeError> {
        let stop = process.send_and_wait(case.input.as_bytes(), true, &self.hard_limits())?;
        let ended = process.kill_and_collect_result(stop, &self.limits)?;
        let output = ended.output.stdout.bytes();
        let judged = self.judge(&ended, false).and_then(|()| {
            check_reply(output, &case.answer).map_err(|mismatch| (Verdict::WrongAnswer, mismatch))
        });
        let reply = (stop == StopReason::Ended).then(|| truncate_reply(output));
        Ok(Run::from_finished_job(ended, judged, reply))
    }

    /// Returns the verdict of a finished process, without checking its reply.
    pub(super) fn judge(&self, ended: &FinishedJob, is_driver: bool) -> RunVerdict {
        let judged = verdict_for_ending(ended.ending, is_driver, ended.usage, &self.limits);
        judged.map_err(|(verdict, how)| match how {
            // A run that exceeds its limit is not stopped at once, because runs close to the limit
            // are repeated.
            Message::CpuLimit { limit } if ended.stop == StopReason::Killed(Ending::Cpu) => {
                let cpu = ended.usage.cpu;
                (verdict, Message::CpuLimitStopped { limit, cpu })
            }
            // Standard error is used only to explain crashes. Otherwise, the measurements decide,
            // because a submission can print forged error messages.
            how if verdict == Verdict::RunTimeError => self.crash_verdict(ended, how),
            how => (verdict, how),
        })
    }

    /// Derives the verdict for a crash, and the reason for the verdict, from the runtime's messages
    /// on standard error.
    fn crash_verdict(&self, ended: &FinishedJob, how: Message) -> (Verdict, Message) {
        let stderr = ended.output.stderr.text();
        let reports = |pattern: &Option<TableRegex>| {
            let pattern = pattern.as_ref();
            pattern.is_some_and(|pattern| pattern.captures(&stderr).is_some())
        };
        let exception = self.exceptions.iter().find_map(|known| known.find(&stderr));
        let is_crash = ended.stop == StopReason::Ended && ended.ending != Ending::Code(0);
        if is_crash && reports(&self.detected.language.stack_overflow) {
            let reason = exception.map_or(Message::StackOverflow, |exception| {
                Message::StackOverflowException { exception }
            });
            return (Verdict::RunTimeError, reason);
        }
        let mut reason = how;
        if matches!(ended.ending, Ending::Code(1..) | Ending::Signal(SIGABRT)) {
            reason = match (exception, ended.ending) {
                (Some(exception), Ending::Signal(_)) => Message::Exception {
                    problem: reason.into(),
                    exception,
                },
                (Some(exception), _) => Message::text(exception),
                (None, _) => reason,
            };
            if let Some(hint) = self.detected.language.hint(&stderr) {
                reason = reason.with_remark(Message::text(hint));
            }
        }
        // An allocation can fail before the process exceeds its memory limit, because the runtime
        // has a lower heap limit or the allocation is too large.
        if reports(&self.detected.language.out_of_memory) {
            let problem = reason.into();
            return (
                Verdict::MemoryLimitExceeded,
                Message::RuntimeOutOfMemory { problem },
            );
        }
        (Verdict::RunTimeError, reason)
    }

    /// Returns the limits at which a run is stopped.
    pub(super) fn hard_limits(&self) -> Limits {
        Limits {
            cpu: hard_cpu_limit(self.limits.cpu),
            ..self.limits
        }
    }
}
