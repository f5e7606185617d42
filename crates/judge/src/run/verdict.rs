//! One run of a submission on one case: what it did and what that earns.

use std::time::{Duration, Instant};

use regex::Regex;

use crate::config::Booleans;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Account, Budget, End, Ended, Stop};
use crate::process::running::{EXCERPT, Live};
use crate::verdict::checker::{check, excerpt};
use crate::verdict::returned_value::{OTHER_TYPE, returned};
use mousetrap_languages::{Exception, Language};
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

/// A judged run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub verdict: Verdict,
    /// The reason; none if accepted.
    pub reason: Option<Message>,
    pub reply: Option<Excerpt>,
    /// The start of standard output, unless that is the reply.
    pub stdout: Excerpt,
    /// The start and the end of standard error.
    pub stderr: Excerpt,
    pub measured: Usage,
    /// Whether the user asked to stop before it was over.
    pub interrupted: bool,
    /// Whether a call waited for standard input.
    pub waited: bool,
}

/// What a run is judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'r> {
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Whether the wall time limit excludes time during which the program waits for a
    /// processor, which others use.
    pub excludes_cpu_wait: bool,
    /// Spellings of booleans that are accepted.
    pub booleans: Booleans,
    /// CPU time at which the tree is stopped: beyond the limit, since a run that
    /// is close to it is repeated, and by how much the next is too slow is of use.
    pub hard: Duration,
    /// CPU time beyond which the run exceeds its limit, however often it is repeated.
    pub certain: Duration,
    /// Matches the runtime's own complaint about a lack of memory.
    pub out_of_memory: Option<&'r Regex>,
    /// Matches the runtime's own complaint about a full stack.
    pub stack_overflow: Option<&'r Regex>,
    /// The language, for its remarks on failures.
    pub language: &'r Language,
    /// Match the runtime's words about an exception.
    pub exception: &'r [Exception],
    /// The line on which a function reads standard input, on which its driver gets cases.
    pub reads: Option<usize>,
}

impl Rules<'_> {
    /// Ends a process. An interrupted run that has certainly exceeded its time limit
    /// counts as too slow.
    fn end(&self, live: Live<'_>, stop: Stop, account: Account) -> Result<Ended, SandboxError> {
        let mut ended = live.end(stop, account, &self.limits)?;
        if ended.end == End::Interrupted && ended.measured.cpu > self.certain {
            (ended.end, ended.stopped) = (End::Cpu, true);
        }
        Ok(ended)
    }

    /// What a process that is over has earned, as far as its reply has no part
    /// in that.
    fn judge(&self, ended: &Ended, driver: bool) -> Judged {
        let said = ended.stderr.text();
        let overflow =
            ended.crashed && self.stack_overflow.is_some_and(|says| says.is_match(&said));
        earned(ended.end, driver, ended.measured, &self.limits).map_err(|(verdict, how)| {
            // Measurements take precedence over text that anybody can write.
            if overflow && verdict == Verdict::RunTimeError {
                return (verdict, self.stack_overflow(&said));
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
            self.or_out_of_memory(self.or_exception((verdict, how), ended.end, &said), &said)
        })
    }

    /// The budget of a driver. A function that reads standard input finds the end of
    /// it once it does nothing but wait: longer at the start, which may wait for files.
    fn talk(&self, account: Account, limits: &Limits, hard: Duration, idle: Duration) -> Budget {
        Budget {
            idle: self.reads.map(|_| idle),
            excludes_cpu_wait: self.excludes_cpu_wait,
            ..account.budget(limits, hard)
        }
    }

    /// Adds a remark to a failure if the function waited for standard input.
    fn waited(&self, run: &mut Run) {
        if let Some(line) = self.reads {
            run.remark(Message::WaitedForInput { line });
        }
    }

    /// The reason of a stack overflow, with the exception that the runtime names.
    fn stack_overflow(&self, stderr: &str) -> Message {
        let named = self.exception.iter().find_map(|known| known.find(stderr));
        named.map_or(Message::StackOverflow, |exception| {
            Message::StackOverflowException { exception }
        })
    }

    /// A crash of which the runtime says that it was for want of memory. A
    /// runtime's heap has a limit of its own, below that of the whole process,
    /// and some requests are larger than any memory there is.
    fn or_out_of_memory(&self, why: (Verdict, Message), stderr: &str) -> (Verdict, Message) {
        match (why, self.out_of_memory) {
            ((Verdict::RunTimeError, how), Some(complaint)) if complaint.is_match(stderr) => (
                Verdict::MemoryLimitExceeded,
                Message::RuntimeOutOfMemory {
                    problem: how.into(),
                },
            ),
            (why, _) => why,
        }
    }

    /// A crash with the exception that the runtime names. An exit code is no
    /// more than a sign of one.
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

const SIGABRT: i32 = 6;

/// For so long a function that reads standard input may do nothing in a call, and
/// before the first one.
const IDLE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(4));

/// What the driver writes at the end of its input.
const DONE: &[u8] = b"done\n";

/// A driver process that answers case after case.
pub(crate) struct Session<'s> {
    live: Live<'s>,
    /// The CPU clock after the last reply. The next case is charged from
    /// there, so that work between cases is not free.
    cpu: Duration,
    /// What it took to start.
    pub startup: Usage,
}

impl<'s> Session<'s> {
    /// Waits until the driver says that it is ready; a submission that does
    /// not get there earns the run that is returned instead. What it takes
    /// beyond the allowance is charged to the first case, like the work of a
    /// whole program before it reads its input.
    pub(crate) fn open(
        mut live: Live<'s>,
        rules: &Rules<'_>,
        allowance: Duration,
    ) -> Result<Result<Self, Run>, SandboxError> {
        let account = live.account();
        let limits = Limits {
            cpu: allowance + rules.limits.cpu,
            wall: rules.limits.wall.max((allowance + rules.limits.cpu) * 10),
            ..rules.limits
        };
        let rules = Rules { limits, ..*rules };
        let hard = rules.hard + allowance;
        let mut patience = patience(allowance, Duration::ZERO).min(limits.wall);
        let (stop, usage) = loop {
            let wall = patience;
            let budget = rules.talk(account, &Limits { wall, ..limits }, hard, IDLE.1);
            let stop = live.exchange(&[], false, budget)?;
            let usage = live.usage()?;
            patience = self::patience(allowance, usage.cpu).min(limits.wall);
            if stop != Stop::Wall || patience <= live.wall(account) {
                break (stop, usage);
            }
        };
        let startup = live.measured(account, &usage);
        let in_time = usage.cpu <= rules.limits.cpu;
        if stop == Stop::Line && live.replies() == b"ready\n" && in_time {
            let cpu = usage.cpu.min(allowance);
            return Ok(Ok(Self { live, cpu, startup }));
        }
        let replied = reply(live.replies()).text();
        let starved = live.starved;
        let mut run = stopped(live, stop, account, &rules)?;
        if starved {
            rules.waited(&mut run);
        }
        if stop == Stop::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.reason = Some(early_reply(&replied));
        }
        run.wrap_reason(|problem| Message::AtStartUp { problem });
        Ok(Err(run))
    }

    /// Sends one case and judges the reply. The session is given back if it
    /// can answer another one.
    pub(crate) fn ask(
        mut self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<Self>), SandboxError> {
        let account = self.account();
        if let Some(run) = self.unasked(account)? {
            return Ok((run, None));
        }
        self.live.reset_peak();
        let budget = rules.talk(account, &rules.limits, rules.hard, IDLE.0);
        let stop = self.live.exchange(case.input.as_bytes(), false, budget)?;
        let waited = self.live.starved;
        if stop != Stop::Line {
            let mut run = stopped(self.live, stop, account, rules)?;
            run.waited = waited;
            if waited {
                rules.waited(&mut run);
            }
            return Ok((run, None));
        }
        let usage = self.live.usage()?;
        let measured = self.live.measured(account, &usage);
        self.cpu = usage.cpu;
        let mut lines = self.live.replies().splitn(2, |&byte| byte == b'\n');
        let said = lines.next().unwrap_or_default();
        let rest = lines.next().unwrap_or_default();
        // The driver may have seen the end of its input as well.
        let done = waited && rest == DONE;
        let more = !rest.is_empty() && !done;
        let judged = if more {
            Err((Verdict::SecurityViolation, Message::SeveralReplies))
        } else {
            match End::excess(&usage, measured, &rules.limits) {
                Some(excess) => earned(excess, true, measured, &rules.limits),
                None => returned(said, &case.answer, rules.booleans),
            }
        };
        let reply = reply(said.strip_prefix(OTHER_TYPE).unwrap_or(said));
        let (stdout, stderr) = self.live.texts()?;
        let mut run = Run::new(judged, Some(reply), stdout, stderr, measured);
        run.waited = waited;
        if waited {
            rules.waited(&mut run);
            if !done && run.verdict == Verdict::Accepted {
                run = self.close(run, rules)?;
                run.waited = true;
            }
            return Ok((run, None));
        }
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session after its last case, whose run is `run`. An accepted run stands
    /// if the driver reaches the end of its input. It does not if the submission wrote a
    /// reply itself, which that of the driver then follows, or if the function has not
    /// returned.
    pub(crate) fn close(mut self, run: Run, rules: &Rules<'_>) -> Result<Run, SandboxError> {
        let account = self.account();
        let early = self.live.begin()?;
        if early && self.live.starved && self.live.replies() == DONE {
            self.live.kill()?;
            return Ok(run);
        }
        if early {
            let run = self.surplus(account)?;
            self.live.kill()?;
            return Ok(run);
        }
        if run.verdict != Verdict::Accepted {
            self.live.kill()?;
            return Ok(run);
        }
        let budget = account.budget(&rules.limits, rules.hard);
        let stop = self.live.exchange(&[], true, budget)?;
        if stop != Stop::Line {
            let mut run = stopped(self.live, stop, account, rules)?;
            run.wrap_reason(|problem| Message::AfterLastReply { problem });
            return Ok(run);
        }
        let run = match self.live.replies() {
            DONE => run,
            _ => self.surplus(account)?,
        };
        self.live.kill()?;
        Ok(run)
    }

    /// Ends the session.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.live.kill()
    }

    /// The account of what begins now.
    fn account(&self) -> Account {
        self.live.account_from(self.cpu, Instant::now())
    }

    /// The run of a submission that has replied to a case it has not seen.
    fn unasked(&mut self, account: Account) -> Result<Option<Run>, SandboxError> {
        if !self.live.begin()? {
            return Ok(None);
        }
        self.surplus(account).map(Some)
    }

    /// The run of a submission whose reply no case has asked for.
    fn surplus(&mut self, account: Account) -> Result<Run, SandboxError> {
        let reply = reply(self.live.replies());
        let reason = early_reply(&reply.text());
        let measured = self.live.measured(account, &self.live.usage()?);
        let judged = Err((Verdict::SecurityViolation, reason));
        let (stdout, stderr) = self.live.texts()?;
        Ok(Run::new(judged, Some(reply), stdout, stderr, measured))
    }
}

/// Wall time for a start that has used `cpu` so far. Who waits for something is not
/// waited for: it reads standard input, on which nothing comes before it is ready.
/// On a busy machine a tenth of a processor is enough to be given more.
fn patience(allowance: Duration, cpu: Duration) -> Duration {
    const LEAST: Duration = Duration::from_secs(20);
    (allowance * 10).max(LEAST) + cpu * 10
}

/// Runs a program-form submission on one case: input in, output out, end.
pub(crate) fn run_program(
    mut live: Live<'_>,
    case: &Case,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let account = live.account();
    let budget = Budget {
        excludes_cpu_wait: rules.excludes_cpu_wait,
        ..account.budget(&rules.limits, rules.hard)
    };
    let stop = live.exchange(case.input.as_bytes(), true, budget)?;
    let ended = rules.end(live, stop, account)?;
    let output = ended.stdout.bytes();
    let judged = rules.judge(&ended, false).and_then(|()| {
        check(output, &case.answer, rules.booleans)
            .map_err(|mismatch| (Verdict::WrongAnswer, mismatch))
    });
    let reply = (stop == Stop::Ended).then(|| reply(output));
    Ok(Run::of(ended, judged, reply))
}

/// Takes stock of a driver that has stopped or must stop now.
fn stopped(
    live: Live<'_>,
    stop: Stop,
    account: Account,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let ended = rules.end(live, stop, account)?;
    let judged = rules.judge(&ended, true);
    Ok(Run::of(ended, judged, None))
}

fn early_reply(reply: &str) -> Message {
    Message::EarlyReply {
        reply: excerpt(reply),
    }
}

type Judged = Result<(), (Verdict, Message)>;

/// What the way in which a process ended earns; nothing for a program that ended
/// by itself, cleanly and within its limits. A driver never ends by itself.
fn earned(end: End, driver: bool, measured: Usage, limits: &Limits) -> Judged {
    const SIGXFSZ: i32 = 25;
    const SIGSYS: i32 = 31;
    Err(match end {
        End::Code(0) if !driver => return Ok(()),
        End::Output(stream) => (
            Verdict::OutputLimitExceeded,
            Message::OutputLimit {
                limit: limits.output,
                stream: stream.to_string(),
            },
        ),
        End::Memory => (
            Verdict::MemoryLimitExceeded,
            Message::MemoryLimit {
                limit: limits.memory,
            },
        ),
        End::Cpu => (
            Verdict::TimeLimitExceeded,
            Message::CpuLimit { limit: limits.cpu },
        ),
        End::Wall => (
            Verdict::TimeLimitExceeded,
            Message::WallLimit {
                wall: measured.wall,
                cpu: measured.cpu,
            },
        ),
        End::Signal(SIGSYS) => (Verdict::SecurityViolation, Message::DeniedSystemCall),
        End::Signal(SIGXFSZ) => (Verdict::OutputLimitExceeded, Message::FileTooLarge),
        crash => (Verdict::RunTimeError, crashed(crash, driver)),
    })
}

/// How a process crashed.
fn crashed(end: End, driver: bool) -> Message {
    match end {
        End::Closed => Message::ClosedReplyChannel,
        End::Code(code) if driver => Message::ExitCodeBeforeReply { code },
        End::Code(code) => Message::ExitCode { code },
        End::Signal(number) => match signal_hook::low_level::signal_name(number) {
            Some(name) => Message::NamedSignal {
                number,
                name: name.to_owned(),
            },
            None => Message::Signal { number },
        },
        // Nobody sees the verdict of a run that the user cut short.
        _ => Message::Interrupted,
    }
}

impl Run {
    fn new(
        judged: Judged,
        reply: Option<Excerpt>,
        stdout: Excerpt,
        stderr: Excerpt,
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
            stdout,
            stderr,
            measured,
            interrupted: false,
            waited: false,
        }
    }

    /// Puts the reason of a failure into another message.
    pub(crate) fn wrap_reason(&mut self, wrap: impl FnOnce(Box<Message>) -> Message) {
        self.reason = self.reason.take().map(|reason| wrap(reason.into()));
    }

    /// Adds a remark to the reason of a failure.
    pub(crate) fn remark(&mut self, remark: Message) {
        self.wrap_reason(|reason| reason.with_remark(remark));
    }

    /// That of a process which is over.
    fn of(ended: Ended, judged: Judged, reply: Option<Excerpt>) -> Self {
        let stdout = match reply {
            Some(_) => Excerpt::default(),
            None => ended.stdout.shortened(EXCERPT),
        };
        Self {
            interrupted: ended.end == End::Interrupted,
            ..Self::new(judged, reply, stdout, ended.stderr, ended.measured)
        }
    }
}

/// A reply as reports show it; no right one is longer than a word.
fn reply(bytes: &[u8]) -> Excerpt {
    const SHOWN: usize = 256;
    Excerpt::of(bytes, SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_waited_for_as_long_as_it_works() {
        let millis = |allowance, cpu| {
            patience(Duration::from_millis(allowance), Duration::from_millis(cpu)).as_millis()
        };
        assert_eq!(millis(160, 26), 20_260, "one that does nothing");
        assert_eq!(millis(160, 5000), 70_000, "one that works");
        assert_eq!(millis(5000, 0), 50_000, "a slow runtime on a busy machine");
    }
}
