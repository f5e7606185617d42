//! A session: a driver process that answers many cases, one after the other.

use std::time::Duration;

use crate::JudgeError;
use crate::process::excerpt::Excerpt;
use crate::process::job::{End, StopReason};
use crate::process::running::RunningProcess;
use crate::run::rules::{Rules, Run, truncate_reply};
use crate::verdict::checker::excerpt;
use crate::verdict::ending::verdict_for;
use crate::verdict::returned_value::OTHER_TYPE_PREFIX;
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

/// Minimum of the wall time limit for starting a driver.
const MIN_START_WALL_LIMIT: Duration = Duration::from_secs(20);

/// The line that a driver prints when it reaches the end of its input.
const DONE_LINE: &[u8] = b"done\n";

/// The result of starting a program.
#[expect(
    clippy::large_enum_variant,
    reason = "only one value exists at a time, and it is matched immediately"
)]
pub(crate) enum Opened<'s> {
    /// The driver is ready.
    Session(DriverSession<'s>),
    /// There is no session: the driver failed to start, or the program has no driver. Contains the
    /// run on the first case.
    Ended(Run),
}

impl<'s> Opened<'s> {
    /// Runs a case, unless the run has already ended. Returns the session if it can answer another
    /// case.
    pub(crate) fn run_case(
        self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<DriverSession<'s>>), JudgeError> {
        match self {
            Self::Session(session) => session.run_case(case, rules),
            Self::Ended(run) => Ok((run, None)),
        }
    }
}

/// A driver process that answers many cases, one after the other.
pub(crate) struct DriverSession<'s> {
    process: RunningProcess<'s>,
    /// The CPU time at the last reply. The next case is charged from there, so that work between
    /// cases is charged, too.
    cpu: Duration,
    /// The usage of the driver's start.
    pub startup: Usage,
}

impl<'s> DriverSession<'s> {
    /// Waits until the driver is ready. If the submission fails before that, returns its run. CPU
    /// time beyond the allowance is charged to the first case, as for a whole program that works
    /// before it reads its input.
    pub(crate) fn open(
        mut process: RunningProcess<'s>,
        rules: &Rules<'_>,
        allowance: Duration,
    ) -> Result<Opened<'s>, SandboxError> {
        let cpu = allowance + rules.limits.cpu;
        let hard = allowance + rules.hard;
        let wall = MIN_START_WALL_LIMIT.max(hard * 2);
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
        if stop == StopReason::Line && process.replies() == b"ready\n" && in_time {
            let cpu = usage.cpu.min(allowance);
            return Ok(Opened::Session(Self {
                process,
                cpu,
                startup,
            }));
        }
        let replied = truncate_reply(process.replies()).text();
        let mut run = end_stopped_driver(process, stop, &rules)?;
        if stop == StopReason::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.reason = Some(early_reply_reason(&replied));
        }
        run.map_reason(|problem| Message::AtStartUp { problem });
        Ok(Opened::Ended(run))
    }

    /// Sends a case and judges the reply. Returns the session if it can answer another case.
    pub(crate) fn run_case(
        mut self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<Self>), JudgeError> {
        if self.process.begin_case(self.cpu)? {
            return Ok((self.extra_reply_run()?, None));
        }
        self.process.reset_peak();
        let message = rules.message(case);
        let message = message.as_ref().unwrap_or(&case.input).as_bytes();
        let stop = self.process.exchange(message, false, rules.budget())?;
        if stop != StopReason::Line {
            return Ok((end_stopped_driver(self.process, stop, rules)?, None));
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
                None => rules.judge_driver_reply(line, case)?,
            }
        };
        let reply = Excerpt::from_bytes(
            line.strip_prefix(OTHER_TYPE_PREFIX).unwrap_or(line),
            usize::MAX,
        );
        let output = self.process.read_output()?;
        let run = Run::new(judged, Some(reply), output, measured);
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session after its last case, whose run is `run`. An accepted run stays accepted
    /// only if the driver reaches the end of its input. It becomes a failure if the driver's reply
    /// follows, because the submission has forged the previous reply, or if the function did not
    /// return. Does nothing if the session has already ended.
    pub(crate) fn close(
        session: Option<Self>,
        run: Run,
        rules: &Rules<'_>,
    ) -> Result<Run, SandboxError> {
        let Some(mut session) = session else {
            return Ok(run);
        };
        let run = if session.process.begin_case(session.cpu)? {
            session.extra_reply_run()?
        } else if run.verdict != Verdict::Accepted {
            run
        } else {
            let stop = session.process.exchange(&[], true, rules.budget())?;
            if stop != StopReason::Line {
                let mut run = end_stopped_driver(session.process, stop, rules)?;
                run.map_reason(|problem| Message::AfterLastReply { problem });
                return Ok(run);
            }
            match session.process.replies() {
                DONE_LINE => run,
                _ => session.extra_reply_run()?,
            }
        };
        session.process.kill()?;
        Ok(run)
    }

    /// Kills the driver.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.process.kill()
    }

    /// Returns the run of a submission that has sent an extra reply.
    fn extra_reply_run(&mut self) -> Result<Run, SandboxError> {
        let reply = truncate_reply(self.process.replies());
        let measured = self.process.measured(&self.process.usage()?);
        let judged = Err((
            Verdict::SecurityViolation,
            early_reply_reason(&reply.text()),
        ));
        let output = self.process.read_output()?;
        Ok(Run::new(judged, Some(reply), output, measured))
    }
}

/// Ends a driver after the wait has ended because of `stop`, and returns the run.
fn end_stopped_driver(
    process: RunningProcess<'_>,
    stop: StopReason,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let ended = process.kill_and_collect(stop, &rules.limits)?;
    let judged = rules.judge(&ended, true);
    let is_idle = ended.end == End::Wall;
    let mut run = Run::from_finished_job(ended, judged, None);
    if let Some(line) = rules.reads.filter(|_| is_idle) {
        run.add_remark(Message::ReadsInput { line });
    }
    Ok(run)
}

fn early_reply_reason(reply: &str) -> Message {
    Message::EarlyReply {
        reply: excerpt(reply),
    }
}
