//! A session: one driver process that answers case after case.

use std::time::{Duration, Instant};

use crate::JudgeError;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Account, End, Stop};
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
    ) -> Result<Result<Self, Run>, SandboxError> {
        let account = process.account();
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
        let stop = process.exchange(&[], false, rules.budget(account))?;
        let usage = process.usage()?;
        let startup = process.measured(account, &usage);
        let in_time = usage.cpu <= rules.limits.cpu;
        if stop == Stop::Line && process.replies() == b"ready\n" && in_time {
            let cpu = usage.cpu.min(allowance);
            return Ok(Ok(Self {
                process,
                cpu,
                startup,
            }));
        }
        let replied = shortened_reply(process.replies()).text();
        let mut run = stopped(process, stop, account, &rules)?;
        if stop == Stop::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.reason = Some(early_reply(&replied));
        }
        run.wrap_reason(|problem| Message::AtStartUp { problem });
        Ok(Err(run))
    }

    /// Sends one case and judges the reply. Returns the session if it can answer another
    /// case.
    pub(crate) fn ask(
        mut self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<Self>), JudgeError> {
        let account = self.account();
        if self.process.begin()? {
            return Ok((self.surplus(account)?, None));
        }
        self.process.reset_peak();
        let budget = rules.budget(account);
        let message = rules.message(case);
        let message = message.as_ref().unwrap_or(&case.input);
        let stop = self.process.exchange(message.as_bytes(), false, budget)?;
        if stop != Stop::Line {
            return Ok((stopped(self.process, stop, account, rules)?, None));
        }
        let usage = self.process.usage()?;
        let measured = self.process.measured(account, &usage);
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
    /// return.
    pub(crate) fn close(mut self, run: Run, rules: &Rules<'_>) -> Result<Run, SandboxError> {
        let account = self.account();
        let run = if self.process.begin()? {
            self.surplus(account)?
        } else if run.verdict != Verdict::Accepted {
            run
        } else {
            let budget = account.budget(&rules.limits, rules.hard);
            let stop = self.process.exchange(&[], true, budget)?;
            if stop != Stop::Line {
                let mut run = stopped(self.process, stop, account, rules)?;
                run.wrap_reason(|problem| Message::AfterLastReply { problem });
                return Ok(run);
            }
            match self.process.replies() {
                DONE => run,
                _ => self.surplus(account)?,
            }
        };
        self.process.kill()?;
        Ok(run)
    }

    /// Kills the driver.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.process.kill()
    }

    /// Returns an account that starts now.
    fn account(&self) -> Account {
        self.process.account_from(self.cpu, Instant::now())
    }

    /// Returns the run of a submission with a reply that no case asked for.
    fn surplus(&mut self, account: Account) -> Result<Run, SandboxError> {
        let reply = shortened_reply(self.process.replies());
        let reason = early_reply(&reply.text());
        let measured = self.process.measured(account, &self.process.usage()?);
        let judged = Err((Verdict::SecurityViolation, reason));
        let output = self.process.texts()?;
        Ok(Run::new(judged, Some(reply), output, measured))
    }
}

/// Ends a driver after waiting ended by `stop`, and returns its run.
fn stopped(
    process: RunningProcess<'_>,
    stop: Stop,
    account: Account,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let ended = rules.end(process, stop, account)?;
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
