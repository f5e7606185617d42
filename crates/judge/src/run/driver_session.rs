//! A session: a driver process that answers many cases, one after another.

use std::time::Duration;

use crate::JudgeError;
use crate::process::excerpt::Excerpt;
use crate::process::job::{Ending, StopReason};
use crate::process::running_process::RunningProcess;
use crate::run::judging_rules::{Run, RunRules, truncate_reply};
use crate::verdict::checker::quote_excerpt;
use crate::verdict::ending::{hard_cpu_limit, verdict_for_ending};
use crate::verdict::returned_value::WRONG_TYPE_PREFIX;
use mousetrap_model::{Case, Limits, Message, Usage, Verdict};
use mousetrap_sandbox::SandboxError;

/// Lower bound of the wall time limit for starting a driver.
const MIN_STARTUP_WALL_TIME_LIMIT: Duration = Duration::from_secs(20);

/// The line that a driver prints when it reaches the end of its input.
const DONE_LINE: &[u8] = b"done\n";

/// The result of starting a session.
pub(crate) enum SessionStartResult<'s> {
    /// The driver is ready.
    Session(DriverSession<'s>),
    /// There is no session, because the driver failed to start or the program has no driver.
    /// Contains the run on the first case.
    Ended(Run),
}

impl<'s> SessionStartResult<'s> {
    /// Runs a case in the session. If there is no session, returns the run on the first case. Also
    /// returns the session if it can answer another case.
    pub(crate) fn run_case(
        self,
        case: &Case,
        rules: &RunRules<'_>,
    ) -> Result<(Run, Option<DriverSession<'s>>), JudgeError> {
        match self {
            Self::Session(session) => session.run_case(case, rules),
            Self::Ended(run) => Ok((run, None)),
        }
    }
}

/// A driver process that answers many cases, one after another.
pub(crate) struct DriverSession<'s> {
    process: Box<RunningProcess<'s>>,
    /// The CPU time at the last reply. The CPU time of the next case is counted from this value, so
    /// that it includes work between the cases.
    cpu_at_last_reply: Duration,
    /// The resources that the driver used until it was ready.
    pub startup: Usage,
}

impl<'s> DriverSession<'s> {
    /// Waits until the driver is ready. If the submission fails before that, returns the failed
    /// run. The CPU time of the first case includes start-up time beyond `allowance`.
    pub(crate) fn open(
        mut process: RunningProcess<'s>,
        rules: &RunRules<'_>,
        allowance: Duration,
    ) -> Result<SessionStartResult<'s>, JudgeError> {
        let rules = RunRules {
            limits: startup_limits(&rules.limits, allowance),
            ..*rules
        };
        let stop = process.send_and_wait(&[], false, &rules.hard_limits())?;
        let tree_usage = process.tree_usage()?;
        let startup = process.case_usage(&tree_usage);
        let in_time = tree_usage.cpu <= rules.limits.cpu;
        if stop == StopReason::Line && process.reply_bytes() == b"ready\n" && in_time {
            let cpu_at_last_reply = tree_usage.cpu.min(allowance);
            return Ok(SessionStartResult::Session(Self {
                process: Box::new(process),
                cpu_at_last_reply,
                startup,
            }));
        }
        let replied = truncate_reply(process.reply_bytes()).text();
        let mut run = kill_failed_driver(process, stop, &rules)?;
        if stop == StopReason::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.reason = Some(early_reply_reason(&replied));
        }
        run.map_reason(|problem| Message::AtStartUp { problem });
        Ok(SessionStartResult::Ended(run))
    }

    /// Sends a case and judges the reply. Also returns the session if it can answer another case.
    pub(crate) fn run_case(
        mut self,
        case: &Case,
        rules: &RunRules<'_>,
    ) -> Result<(Run, Option<Self>), JudgeError> {
        if self.process.begin_case(self.cpu_at_last_reply)? {
            return Ok((self.failed_run_for_early_reply()?, None));
        }
        self.process.reset_peak_memory();
        let input = rules.driver_input(case);
        let input = input.as_ref().unwrap_or(&case.input).as_bytes();
        let stop = self
            .process
            .send_and_wait(input, false, &rules.hard_limits())?;
        if stop != StopReason::Line {
            return Ok((kill_failed_driver(*self.process, stop, rules)?, None));
        }
        let tree_usage = self.process.tree_usage()?;
        let usage = self.process.case_usage(&tree_usage);
        self.cpu_at_last_reply = tree_usage.cpu;
        let mut lines = self.process.reply_bytes().splitn(2, |&byte| byte == b'\n');
        let line = lines.next().unwrap_or_default();
        let more = lines.next().is_some_and(|rest| !rest.is_empty());
        let judged = if more {
            Err((Verdict::SecurityViolation, Message::SeveralReplies))
        } else {
            match Ending::exceeded_limit(&tree_usage, usage, &rules.limits) {
                Some(exceeded) => verdict_for_ending(exceeded, true, usage, &rules.limits),
                None => rules.judge_driver_reply(line, case)?,
            }
        };
        let reply = Excerpt::from_bytes(
            line.strip_prefix(WRONG_TYPE_PREFIX).unwrap_or(line),
            usize::MAX,
        );
        let output = self.process.read_output()?;
        let run = Run::new(judged, Some(reply), output, usage);
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session after its last case, and returns the completed run on that case. The run is
    /// rejected if the driver has already sent another reply. An accepted `run` is also rejected if
    /// the driver then sends another reply, or does not read its input to the end, because the
    /// submission has then forged the previous reply. Returns `run` unchanged if the session has
    /// already ended.
    pub(crate) fn close(
        session: Option<Self>,
        run: Run,
        rules: &RunRules<'_>,
    ) -> Result<Run, JudgeError> {
        let Some(mut session) = session else {
            return Ok(run);
        };
        let run = if session.process.begin_case(session.cpu_at_last_reply)? {
            session.failed_run_for_early_reply()?
        } else if run.verdict != Verdict::Accepted {
            run
        } else {
            let stop = session
                .process
                .send_and_wait(&[], true, &rules.hard_limits())?;
            if stop != StopReason::Line {
                let mut run = kill_failed_driver(*session.process, stop, rules)?;
                run.map_reason(|problem| Message::AfterLastReply { problem });
                return Ok(run);
            }
            match session.process.reply_bytes() {
                DONE_LINE => run,
                _ => session.failed_run_for_early_reply()?,
            }
        };
        session.process.kill()?;
        Ok(run)
    }

    /// Returns a failed run for a submission that sent a reply without receiving a case.
    fn failed_run_for_early_reply(&mut self) -> Result<Run, SandboxError> {
        let reply = truncate_reply(self.process.reply_bytes());
        let usage = self.process.case_usage(&self.process.tree_usage()?);
        let reason = early_reply_reason(&reply.text());
        let judged = Err((Verdict::SecurityViolation, reason));
        let output = self.process.read_output()?;
        Ok(Run::new(judged, Some(reply), output, usage))
    }
}

/// Returns the limits for starting a driver before a case with these limits. The CPU time limit is
/// that of the case plus `allowance`.
fn startup_limits(limits: &Limits, allowance: Duration) -> Limits {
    let cpu = allowance + limits.cpu;
    let wall = MIN_STARTUP_WALL_TIME_LIMIT.max(hard_cpu_limit(cpu) * 2);
    Limits {
        cpu,
        wall: wall.min(limits.wall.max(cpu * 10)),
        ..*limits
    }
}

/// Kills a driver that did not send the expected line in time, and returns the failed run. `stop`
/// is the reason why the judge stopped waiting.
fn kill_failed_driver(
    process: RunningProcess<'_>,
    stop: StopReason,
    rules: &RunRules<'_>,
) -> Result<Run, SandboxError> {
    let ended = process.kill_and_collect_result(stop, &rules.limits)?;
    let judged = rules.judge(&ended, true);
    let is_idle = ended.ending == Ending::Wall;
    let mut run = Run::from_finished_job(ended, judged, None);
    // A function must not read standard input, because the driver reads the cases from there.
    if is_idle && let Some(line) = rules.detected.line_that_reads_stdin() {
        run.add_remark(Message::ReadsInput { line });
    }
    Ok(run)
}

fn early_reply_reason(reply: &str) -> Message {
    Message::EarlyReply {
        reply: quote_excerpt(reply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn startup_limits_grow_with_the_limits_of_the_case() {
        for (cpu, wall, startup_cpu, startup_wall) in [
            (100, 300, 200, 2000),
            (1900, 30_000, 2000, 20_000),
            (19_900, 60_000, 20_000, 50_000),
        ] {
            let limits = Limits {
                cpu: Duration::from_millis(cpu),
                wall: Duration::from_millis(wall),
                ..Limits::DEFAULT
            };
            let found = startup_limits(&limits, Duration::from_millis(100));
            let found = (found.cpu.as_millis(), found.wall.as_millis());
            assert_eq!(found, (startup_cpu, startup_wall));
        }
    }
}
