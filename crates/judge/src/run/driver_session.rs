//! A session: one driver process that answers case after case.

use std::time::{Duration, Instant};

use crate::process::job::{Account, End, Stop};
use crate::process::running::RunningProcess;
use crate::run::result::{Run, shortened_reply};
use crate::run::rules::Rules;
use crate::verdict::checker::excerpt;
use crate::verdict::ending::verdict_for;
use crate::verdict::returned_value::{OTHER_TYPE, returned};
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

/// Standard input of a function that reads it is closed after it was idle for this long in
/// a call.
const IDLE_IN_CALL: Duration = Duration::from_secs(1);

/// The same before the first call. Starting may wait for files.
const IDLE_AT_START: Duration = Duration::from_secs(4);

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
        let limits = Limits {
            cpu: allowance + rules.limits.cpu,
            wall: rules.limits.wall.max((allowance + rules.limits.cpu) * 10),
            ..rules.limits
        };
        let hard = rules.hard + allowance;
        let rules = Rules { limits, ..*rules };
        let mut wall_limit = startup_wall_limit(allowance, Duration::ZERO).min(limits.wall);
        let (stop, usage) = loop {
            let mut waiting = Rules { hard, ..rules };
            waiting.limits.wall = wall_limit;
            let budget = waiting.budget(account, Some(IDLE_AT_START));
            let stop = process.exchange(&[], false, budget)?;
            let usage = process.usage()?;
            wall_limit = startup_wall_limit(allowance, usage.cpu).min(limits.wall);
            if stop != Stop::Wall || wall_limit <= process.wall(account) {
                break (stop, usage);
            }
        };
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
        let starved = process.starved;
        let mut run = stopped(process, stop, account, &rules)?;
        if starved {
            rules.remark_on_waiting(&mut run);
        }
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
    ) -> Result<(Run, Option<Self>), SandboxError> {
        let account = self.account();
        if self.process.begin()? {
            return Ok((self.surplus(account)?, None));
        }
        self.process.reset_peak();
        let budget = rules.budget(account, Some(IDLE_IN_CALL));
        let message = rules.message(case);
        let message = message.as_ref().unwrap_or(&case.input);
        let stop = self.process.exchange(message.as_bytes(), false, budget)?;
        let waited = self.process.starved;
        if stop != Stop::Line {
            let mut run = stopped(self.process, stop, account, rules)?;
            run.waited = waited;
            if waited {
                rules.remark_on_waiting(&mut run);
            }
            return Ok((run, None));
        }
        let usage = self.process.usage()?;
        let measured = self.process.measured(account, &usage);
        self.cpu = usage.cpu;
        let mut lines = self.process.replies().splitn(2, |&byte| byte == b'\n');
        let line = lines.next().unwrap_or_default();
        let rest = lines.next().unwrap_or_default();
        // The driver may have seen the end of its input as well.
        let done = waited && rest == DONE;
        let more = !rest.is_empty() && !done;
        let judged = if more {
            Err((Verdict::SecurityViolation, Message::SeveralReplies))
        } else {
            match End::excess(&usage, measured, &rules.limits) {
                Some(excess) => verdict_for(excess, true, measured, &rules.limits),
                None => returned(line, &case.answer, rules.booleans),
            }
        };
        let reply = shortened_reply(line.strip_prefix(OTHER_TYPE).unwrap_or(line));
        let output = self.process.texts()?;
        let mut run = Run::new(judged, Some(reply), output, measured);
        run.waited = waited;
        if waited {
            rules.remark_on_waiting(&mut run);
            if !done && run.verdict == Verdict::Accepted {
                run = self.close(run, rules)?;
                run.waited = true;
            }
            return Ok((run, None));
        }
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session after its last case, whose run is `run`. An accepted run stands if
    /// the driver reaches the end of its input. It does not stand if the submission wrote the
    /// reply itself, so that the driver's own reply follows, or if the function did not
    /// return.
    pub(crate) fn close(mut self, run: Run, rules: &Rules<'_>) -> Result<Run, SandboxError> {
        let account = self.account();
        let is_early = self.process.begin()?;
        let is_done = self.process.starved && self.process.replies() == DONE;
        let run = if is_early && !is_done {
            self.surplus(account)?
        } else if is_early || run.verdict != Verdict::Accepted {
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

/// Returns the wall time limit of a start that has used `cpu` so far. The limit grows with
/// the CPU time, so that a tenth of a processor suffices on a busy machine. A program that
/// waits for standard input does not get more, because nothing is sent before it is ready.
fn startup_wall_limit(allowance: Duration, cpu: Duration) -> Duration {
    const MIN: Duration = Duration::from_secs(20);
    (allowance * 10).max(MIN) + cpu * 10
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
    Ok(Run::of_ended(ended, judged, None))
}

fn early_reply(reply: &str) -> Message {
    Message::EarlyReply {
        reply: excerpt(reply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn startup_wall_limit_grows_with_cpu_time() {
        let millis = |allowance, cpu| {
            let [allowance, cpu] = [allowance, cpu].map(Duration::from_millis);
            startup_wall_limit(allowance, cpu).as_millis()
        };
        assert_eq!(millis(160, 26), 20_260, "an idle program");
        assert_eq!(millis(160, 5000), 70_000, "a busy program");
        assert_eq!(millis(5000, 0), 50_000, "a slow runtime on a busy machine");
    }
}
