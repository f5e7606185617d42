//! A session: one driver process that answers case after case.

use std::time::Duration;

use crate::JudgeError;
use crate::process::excerpt::Excerpt;
use crate::process::job::{End, Stop};
use crate::process::running::RunningProcess;
use crate::run::rules::{Rules, Run, shortened_reply};
use crate::verdict::checker::excerpt;
use crate::verdict::ending::verdict_for;
use crate::verdict::returned_value::OTHER_TYPE;
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

/// A driver may take at least this wall time to start.
const MIN_START_WALL: Duration = Duration::from_secs(20);

/// The driver's line at the end of its input.
const DONE: &[u8] = b"done\n";

/// The result of starting a program.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, and it is taken apart at once"
)]
pub(crate) enum Opened<'s> {
    /// A driver that is ready.
    Session(DriverSession<'s>),
    /// The run on the first case: the driver failed to start, or the program has no driver.
    Ended(Run),
}

impl<'s> Opened<'s> {
    /// Runs a case. Returns the session if it can answer another case.
    pub(crate) fn ask(
        self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<DriverSession<'s>>), JudgeError> {
        match self {
            Self::Session(session) => session.ask(case, rules),
            Self::Ended(run) => Ok((run, None)),
        }
    }
}

/// A driver process that answers case after case.
pub(crate) struct DriverSession<'s> {
    process: RunningProcess<'s>,
    /// The CPU clock after the last reply. The next case is charged from there, so that
    /// work between cases counts.
    cpu: Duration,
    /// Usage of the start.
    pub startup: Usage,
}

impl<'s> DriverSession<'s> {
    /// Waits until the driver is ready. Returns the run of a submission that fails before.
    /// CPU time beyond the allowance is charged to the first case, as for a complete program
    /// that works before it reads its input.
    pub(crate) fn open(
        mut process: RunningProcess<'s>,
        rules: &Rules<'_>,
        allowance: Duration,
    ) -> Result<Opened<'s>, SandboxError> {
        let cpu = allowance + rules.limits.cpu;
        let hard = allowance + rules.hard;
        let wall = MIN_START_WALL.max(hard * 2);
        let limits = Limits {
            cpu,
            wall: wall.min(rules.limits.wall.max(cpu * 10)),
            ..rules.limits
        };
        let rules = Rules {
            limits,
            hard,
            ..*rules
        };
        let stop = process.exchange(&[], false, rules.budget())?;
        let usage = process.usage()?;
        let startup = process.measured(&usage);
        let in_time = usage.cpu <= rules.limits.cpu;
        if stop == Stop::Line && process.replies() == b"ready\n" && in_time {
            let cpu = usage.cpu.min(allowance);
            return Ok(Opened::Session(Self {
                process,
                cpu,
                startup,
            }));
        }
        let replied = shortened_reply(process.replies()).text();
        let mut run = stopped(process, stop, &rules)?;
        if stop == Stop::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.reason = Some(early_reply(&replied));
        }
        run.wrap_reason(|problem| Message::AtStartUp { problem });
        Ok(Opened::Ended(run))
    }

    /// Sends one case and judges the reply. Returns the session if it can answer another
    /// case.
    pub(crate) fn ask(
        mut self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<Self>), JudgeError> {
        if self.process.begin(self.cpu)? {
            return Ok((self.surplus()?, None));
        }
        self.process.reset_peak();
        let message = rules.message(case);
        let message = message.as_ref().unwrap_or(&case.input).as_bytes();
        let stop = self.process.exchange(message, false, rules.budget())?;
        if stop != Stop::Line {
            return Ok((stopped(self.process, stop, rules)?, None));
        }
        let usage = self.process.usage()?;
        let measured = self.process.measured(&usage);
        self.cpu = usage.cpu;
        let mut lines = self.process.replies().splitn(2, |&byte| byte == b'\n');
        let line = lines.next().unwrap_or_default();
        let more = lines.next().is_some_and(|rest| !rest.is_empty());
        let judged = if more {
            Err((Verdict::SecurityViolation, Message::SeveralReplies))
        } else {
            match End::excess(&usage, measured, &rules.limits) {
                Some(excess) => verdict_for(excess, true, measured, &rules.limits),
                None => rules.returned(line, case)?,
            }
        };
        let reply = Excerpt::of(line.strip_prefix(OTHER_TYPE).unwrap_or(line), usize::MAX);
        let output = self.process.texts()?;
        let run = Run::new(judged, Some(reply), output, measured);
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session after its last case, whose run is `run`. An accepted run stands if
    /// the driver reaches the end of its input. It does not stand if the submission wrote the
    /// reply itself, so that the driver's own reply follows, or if the function did not
    /// return. Does nothing if the session has ended before.
    pub(crate) fn close(
        session: Option<Self>,
        run: Run,
        rules: &Rules<'_>,
    ) -> Result<Run, SandboxError> {
        let Some(mut session) = session else {
            return Ok(run);
        };
        let run = if session.process.begin(session.cpu)? {
            session.surplus()?
        } else if run.verdict != Verdict::Accepted {
            run
        } else {
            let stop = session.process.exchange(&[], true, rules.budget())?;
            if stop != Stop::Line {
                let mut run = stopped(session.process, stop, rules)?;
                run.wrap_reason(|problem| Message::AfterLastReply { problem });
                return Ok(run);
            }
            match session.process.replies() {
                DONE => run,
                _ => session.surplus()?,
            }
        };
        session.process.kill()?;
        Ok(run)
    }

    /// Kills the driver.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.process.kill()
    }

    /// Returns the run of a submission with a reply that no case asked for.
    fn surplus(&mut self) -> Result<Run, SandboxError> {
        let reply = shortened_reply(self.process.replies());
        let measured = self.process.measured(&self.process.usage()?);
        let judged = Err((Verdict::SecurityViolation, early_reply(&reply.text())));
        let output = self.process.texts()?;
        Ok(Run::new(judged, Some(reply), output, measured))
    }
}

/// Ends a driver after waiting ended by `stop`, and returns its run.
fn stopped(
    process: RunningProcess<'_>,
    stop: Stop,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let ended = process.end(stop, &rules.limits)?;
    let judged = rules.judge(&ended, true);
    let is_idle = ended.end == End::Wall;
    let mut run = Run::of_ended(ended, judged, None);
    if let Some(line) = rules.reads.filter(|_| is_idle) {
        run.remark(Message::ReadsInput { line });
    }
    Ok(run)
}

fn early_reply(reply: &str) -> Message {
    Message::EarlyReply {
        reply: excerpt(reply),
    }
}
