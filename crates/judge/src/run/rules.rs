//! The rules for a run: limits, and how failures of the runtime are recognised.

use std::time::Duration;

use crate::config::Booleans;
use crate::process::job::{Account, Budget, End, Ended, Stop};
use crate::process::running::RunningProcess;
use crate::run::result::{Run, shortened_reply};
use crate::verdict::checker::check;
use crate::verdict::ending::{Judged, verdict_for};
use mousetrap_languages::{Exception, Language};
use mousetrap_model::{Case, Limits, Message, Signature, Verdict};
use mousetrap_sandbox::SandboxError;

const SIGABRT: i32 = 6;

/// The limits and patterns by which a run is judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'r> {
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Whether the wall time limit excludes time during which the program waits for a
    /// processor, which others use.
    pub excludes_cpu_wait: bool,
    /// Spellings of booleans that are accepted.
    pub booleans: Booleans,
    /// CPU time at which the process tree is stopped. It is above the limit, because a run
    /// close to the limit is repeated, and reports show by how much a run is too slow.
    pub hard: Duration,
    /// CPU time above which the run exceeds its limit and is not repeated.
    pub certain: Duration,
    /// The language, for its messages about failures.
    pub language: &'r Language,
    /// Match the runtime's message about an exception.
    pub exception: &'r [Exception],
    /// The signature of the problem; none if the submission does not name its problem.
    pub signature: Option<&'r Signature>,
    /// The line on which a function reads standard input, which its driver also reads.
    pub reads: Option<usize>,
}

impl Rules<'_> {
    /// Returns the text of a case as a driver reads it.
    pub(crate) fn message(&self, case: &Case) -> Option<String> {
        let signature = self.signature?;
        let arguments = signature.arguments(&case.arguments).ok()?;
        Some(signature.message(&arguments))
    }

    /// Runs a program-form submission on one case: input in, output out, end.
    pub(crate) fn run_program(
        &self,
        mut process: RunningProcess<'_>,
        case: &Case,
    ) -> Result<Run, SandboxError> {
        let account = process.account();
        let budget = self.budget(account, None);
        let stop = process.exchange(case.input.as_bytes(), true, budget)?;
        let ended = self.end(process, stop, account)?;
        let output = ended.stdout.bytes();
        let judged = self.judge(&ended, false).and_then(|()| {
            check(output, &case.answer, self.booleans)
                .map_err(|mismatch| (Verdict::WrongAnswer, mismatch))
        });
        let reply = (stop == Stop::Ended).then(|| shortened_reply(output));
        Ok(Run::of_ended(ended, judged, reply))
    }

    /// Ends a process. An interrupted run that has certainly exceeded its time limit
    /// counts as too slow.
    pub(super) fn end(
        &self,
        process: RunningProcess<'_>,
        stop: Stop,
        account: Account,
    ) -> Result<Ended, SandboxError> {
        let mut ended = process.end(stop, account, &self.limits)?;
        if ended.end == End::Interrupted && ended.measured.cpu > self.certain {
            (ended.end, ended.stopped) = (End::Cpu, true);
        }
        Ok(ended)
    }

    /// Returns the verdict of a finished process, before its reply is checked.
    pub(super) fn judge(&self, ended: &Ended, is_driver: bool) -> Judged {
        let stderr = ended.stderr.text();
        let overflow = ended.crashed
            && (self.language.stack_overflow.as_ref())
                .is_some_and(|pattern| pattern.is_match(&stderr));
        verdict_for(ended.end, is_driver, ended.measured, &self.limits).map_err(|(verdict, how)| {
            // Measurements take precedence over standard error, which a submission can fake.
            if overflow && verdict == Verdict::RunTimeError {
                return (verdict, self.stack_overflow(&stderr));
            }
            // A run that exceeds its limit may go on for a while, because a run close to
            // the limit is repeated.
            let how = match how {
                Message::CpuLimit { limit } if ended.stopped => Message::CpuLimitStopped {
                    limit,
                    cpu: ended.measured.cpu,
                },
                how => how,
            };
            self.or_out_of_memory(
                self.or_exception((verdict, how), ended.end, &stderr),
                &stderr,
            )
        })
    }

    /// Returns the budget of a run. If a function reads standard input, that is closed after
    /// it was idle for `idle`.
    pub(super) fn budget(&self, account: Account, idle: Option<Duration>) -> Budget {
        Budget {
            idle: idle.filter(|_| self.reads.is_some()),
            excludes_cpu_wait: self.excludes_cpu_wait,
            ..account.budget(&self.limits, self.hard)
        }
    }

    /// Adds a remark to a failure if the function waited for standard input.
    pub(super) fn remark_on_waiting(&self, run: &mut Run) {
        if let Some(line) = self.reads {
            run.remark(Message::WaitedForInput { line });
        }
    }

    /// Returns the reason of a stack overflow, with the exception that the runtime names.
    fn stack_overflow(&self, stderr: &str) -> Message {
        let named = self.exception.iter().find_map(|known| known.find(stderr));
        named.map_or(Message::StackOverflow, |exception| {
            Message::StackOverflowException { exception }
        })
    }

    /// Changes the verdict of a crash if the runtime reports a lack of memory. A runtime's
    /// heap has its own limit, below that of the process, and single requests can exceed
    /// all memory.
    fn or_out_of_memory(&self, why: (Verdict, Message), stderr: &str) -> (Verdict, Message) {
        match (why, &self.language.out_of_memory) {
            ((Verdict::RunTimeError, how), Some(pattern)) if pattern.is_match(stderr) => (
                Verdict::MemoryLimitExceeded,
                Message::RuntimeOutOfMemory {
                    problem: how.into(),
                },
            ),
            (why, _) => why,
        }
    }

    /// Adds the exception that the runtime names to the reason of a crash.
    fn or_exception(&self, why: (Verdict, Message), end: End, stderr: &str) -> (Verdict, Message) {
        let mut named = self.exception.iter().filter_map(|known| known.find(stderr));
        match (why, end) {
            ((Verdict::RunTimeError, how), End::Code(1..) | End::Signal(SIGABRT)) => {
                let reason = match (named.next(), end) {
                    (Some(exception), End::Signal(_)) => Message::Exception {
                        problem: how.into(),
                        exception,
                    },
                    (Some(exception), _) => Message::text(exception),
                    (None, _) => how,
                };
                let reason = match self.language.hint(stderr) {
                    Some(hint) => reason.with_remark(Message::text(hint)),
                    None => reason,
                };
                (Verdict::RunTimeError, reason)
            }
            (why, _) => why,
        }
    }
}
