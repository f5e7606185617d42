//! One run of a submission on one case: what it did and what that earns.

use std::time::{Duration, Instant};

use regex::Regex;

use crate::check::{check, excerpt};
use crate::config::Booleans;
use crate::excerpt::Excerpt;
use crate::language::{Exception, Language};
use crate::live::{Budget, Live, Stop};
use crate::{Measured, Verdict};
use mousetrap_base::Limits;
use mousetrap_sandbox::{Exit, SandboxError, Usage};
use mousetrap_suite::Case;

/// A judged run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub verdict: Verdict,
    /// The reason in one line; empty when accepted.
    pub detail: String,
    pub reply: Option<Excerpt>,
    /// The start of standard error; empty when accepted.
    pub stderr: Excerpt,
    pub measured: Measured,
    /// Whether the user asked to stop before it was over.
    pub interrupted: bool,
}

/// What a run is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'r> {
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// Spellings of booleans that are accepted.
    pub booleans: Booleans,
    /// The tree is stopped at this multiple of its CPU limit, so that the time
    /// it really needs is known for a while beyond the limit.
    pub hard: f64,
    /// Matches the runtime's own complaint about a lack of memory.
    pub out_of_memory: Option<&'r Regex>,
    /// The language, for its remarks on failures.
    pub language: &'r Language,
    /// Match the runtime's words about an exception.
    pub exception: &'r [Exception],
}

impl Rules<'_> {
    /// The budget of a run that starts now, with the CPU clock at `cpu`.
    fn budget(&self, cpu: Duration, started: Instant) -> Budget {
        Budget {
            cpu: cpu + self.limits.cpu.mul_f64(self.hard),
            deadline: started + self.limits.wall,
            output: self.limits.output.0,
        }
    }
}

impl Rules<'_> {
    /// A crash of which the runtime says that it was for want of memory. A
    /// runtime's heap has a limit of its own, below that of the whole process,
    /// and some requests are larger than any memory there is.
    fn or_out_of_memory(&self, why: (Verdict, String), stderr: &str) -> (Verdict, String) {
        match (why, self.out_of_memory) {
            ((Verdict::RunTimeError, how), Some(complaint)) if complaint.is_match(stderr) => (
                Verdict::MemoryLimitExceeded,
                format!("the runtime found no more memory: {how}"),
            ),
            (why, _) => why,
        }
    }

    /// A crash with the exception that the runtime names. An exit code is no
    /// more than a sign of one.
    fn or_exception(&self, why: (Verdict, String), exit: Exit, stderr: &str) -> (Verdict, String) {
        let mut named = self.exception.iter().filter_map(|known| known.find(stderr));
        match (why, exit) {
            ((Verdict::RunTimeError, how), Exit::Code(1..) | Exit::Signal(SIGABRT)) => {
                let reason = match (named.next(), exit) {
                    (Some(named), Exit::Signal(_)) => format!("{how}: {named}"),
                    (named, _) => named.unwrap_or(how),
                };
                let hint = self.language.hint(stderr);
                let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                (Verdict::RunTimeError, reason + &hint)
            }
            (why, _) => why,
        }
    }
}

const SIGABRT: i32 = 6;

/// A driver process that answers case after case.
pub(super) struct Session<'s> {
    live: Live<'s>,
    /// The CPU clock after the last reply. The next case is charged from
    /// there, so that work between cases is not free.
    cpu: Duration,
    /// What it took to start.
    pub startup: Measured,
}

impl<'s> Session<'s> {
    /// Waits until the driver says that it is ready; a submission that does
    /// not get there earns the run that is returned instead. What it takes
    /// beyond the allowance is charged to the first case, like the work of a
    /// whole program before it reads its input.
    pub(super) fn open(
        mut live: Live<'s>,
        rules: &Rules<'_>,
        allowance: Duration,
    ) -> Result<Result<Self, Run>, SandboxError> {
        let started = live.since;
        let limits = Limits {
            cpu: allowance + rules.limits.cpu,
            wall: rules.limits.wall.max((allowance + rules.limits.cpu) * 10),
            ..rules.limits
        };
        let rules = Rules { limits, ..*rules };
        let stop = live.exchange(&[], false, rules.budget(Duration::ZERO, started))?;
        let usage = live.usage()?;
        let startup = measure(&usage, Duration::ZERO, started);
        let in_time = usage.cpu <= rules.limits.cpu;
        if stop == Stop::Line && live.replies() == b"ready\n" && in_time {
            let cpu = usage.cpu.min(allowance);
            return Ok(Ok(Self { live, cpu, startup }));
        }
        let replied = reply(live.replies()).text();
        let mut run = stopped(live, stop, Duration::ZERO, started, &rules)?;
        if stop == Stop::Line && run.verdict == Verdict::RunTimeError {
            run.verdict = Verdict::SecurityViolation;
            run.detail = format!("replied {} before it was asked", excerpt(&replied));
        }
        run.detail = format!("at start-up: {}", run.detail);
        Ok(Err(run))
    }

    /// Sends one case and judges the reply. The session is given back if it
    /// can answer another one.
    pub(super) fn ask(
        mut self,
        case: &Case,
        rules: &Rules<'_>,
    ) -> Result<(Run, Option<Self>), SandboxError> {
        let started = Instant::now();
        if let Some(run) = self.unasked(started)? {
            return Ok((run, None));
        }
        self.live.reset_peak();
        let budget = rules.budget(self.cpu, started);
        let stop = self.live.exchange(case.input.as_bytes(), false, budget)?;
        if stop != Stop::Line {
            return Ok((stopped(self.live, stop, self.cpu, started, rules)?, None));
        }
        let usage = self.live.usage()?;
        let measured = measure(&usage, self.cpu, started);
        self.cpu = usage.cpu;
        let mut lines = self.live.replies().splitn(2, |&byte| byte == b'\n');
        let said = lines.next().unwrap_or_default();
        let more = lines.next().is_some_and(|rest| !rest.is_empty());
        let judged = if more {
            let reason = "replied more than once to one case".to_owned();
            Err((Verdict::SecurityViolation, reason))
        } else {
            over_limits(&usage, measured, &rules.limits).and_then(|()| {
                check(said, case.answer, rules.booleans)
                    .map_err(|mismatch| (Verdict::WrongAnswer, mismatch.to_string()))
            })
        };
        let run = Run::new(judged, Some(reply(said)), self.live.stderr(), measured);
        Ok((run, (!more).then_some(self)))
    }

    /// Ends the session; tells if it had replied once too often.
    pub(super) fn close(mut self) -> Result<Option<Run>, SandboxError> {
        let run = self.unasked(Instant::now())?;
        self.live.finish()?;
        Ok(run)
    }

    /// The run of a submission that has replied to a case it has not seen.
    fn unasked(&mut self, started: Instant) -> Result<Option<Run>, SandboxError> {
        if !self.live.begin()? {
            return Ok(None);
        }
        let reply = reply(self.live.replies());
        let reason = format!("replied {} before it was asked", excerpt(&reply.text()));
        let measured = measure(&self.live.usage()?, self.cpu, started);
        let judged = Err((Verdict::SecurityViolation, reason));
        Ok(Some(Run::new(
            judged,
            Some(reply),
            self.live.stderr(),
            measured,
        )))
    }
}

/// Runs a program-form submission on one case: input in, output out, end.
pub(super) fn run_program(
    mut live: Live<'_>,
    case: &Case,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let started = live.since;
    let budget = rules.budget(Duration::ZERO, started);
    let stop = live.exchange(case.input.as_bytes(), true, budget)?;
    let output = live.stdout().bytes().to_vec();
    let stderr = live.stderr();
    let mut run = stopped(live, stop, Duration::ZERO, started, rules)?;
    if stop == Stop::Ended {
        run.reply = Some(reply(&output));
    }
    if run.verdict == Verdict::Accepted
        && let Err(mismatch) = check(&output, case.answer, rules.booleans)
    {
        (run.verdict, run.detail) = (Verdict::WrongAnswer, mismatch.to_string());
        run.stderr = stderr;
    }
    Ok(run)
}

/// Takes stock of a process that has stopped or must stop now. Accepted means
/// that it ended by itself, cleanly and within its limits.
fn stopped(
    live: Live<'_>,
    stop: Stop,
    cpu: Duration,
    started: Instant,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let talks = live.talks();
    let stderr = live.stderr();
    let wall = started.elapsed();
    let (exit, usage) = live.finish()?;
    let measured = Measured {
        wall,
        ..measure(&usage, cpu, started)
    };
    let judged = if let Stop::Output(stream) = stop {
        let reason = format!("more than {} on {stream}", rules.limits.output);
        Err((Verdict::OutputLimitExceeded, reason))
    } else {
        over_limits(&usage, measured, &rules.limits)
            .and_then(|()| how_it_ended(stop, exit, talks, measured))
            .map_err(|why| {
                let said = stderr.text();
                rules.or_out_of_memory(rules.or_exception(why, exit, &said), &said)
            })
    };
    let mut run = Run::new(judged, None, stderr, measured);
    run.interrupted = stop == Stop::Interrupted;
    Ok(run)
}

type Judged = Result<(), (Verdict, String)>;

/// Whether the run kept within memory and CPU time.
fn over_limits(usage: &Usage, measured: Measured, limits: &Limits) -> Judged {
    if usage.out_of_memory || measured.memory > limits.memory {
        let reason = format!("more than {} of memory", limits.memory);
        return Err((Verdict::MemoryLimitExceeded, reason));
    }
    if measured.cpu > limits.cpu {
        let reason = format!("more than {:?} of CPU time", limits.cpu);
        return Err((Verdict::TimeLimitExceeded, reason));
    }
    Ok(())
}

/// What the way in which a process ended earns.
fn how_it_ended(stop: Stop, exit: Exit, talks: bool, measured: Measured) -> Judged {
    const SIGXFSZ: i32 = 25;
    const SIGSYS: i32 = 31;
    Err(match (stop, exit) {
        (Stop::Wall, _) => (
            Verdict::TimeLimitExceeded,
            format!(
                "no reply within {:.1?} of wall time ({:.1?} of CPU time)",
                measured.wall, measured.cpu
            ),
        ),
        (Stop::Closed, _) => (Verdict::RunTimeError, "closed the reply channel".to_owned()),
        (Stop::Ended, Exit::Code(0)) if !talks => return Ok(()),
        (Stop::Ended, Exit::Code(code)) if talks => (
            Verdict::RunTimeError,
            format!("exit code {code} before it replied"),
        ),
        (Stop::Ended, Exit::Signal(SIGSYS)) => (
            Verdict::SecurityViolation,
            "a system call that is denied".to_owned(),
        ),
        (Stop::Ended, Exit::Signal(SIGXFSZ)) => (
            Verdict::OutputLimitExceeded,
            "a file larger than allowed".to_owned(),
        ),
        (_, Exit::Signal(signal)) => (Verdict::RunTimeError, signal_name(signal)),
        (_, Exit::Code(code)) => (Verdict::RunTimeError, format!("exit code {code}")),
    })
}

/// `signal 11 (SIGSEGV)`.
fn signal_name(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name})"),
        None => format!("signal {signal}"),
    }
}

impl Run {
    fn new(judged: Judged, reply: Option<Excerpt>, stderr: Excerpt, measured: Measured) -> Self {
        let (verdict, detail, stderr) = match judged {
            Ok(()) => (Verdict::Accepted, String::new(), Excerpt::default()),
            Err((verdict, detail)) => (verdict, detail, stderr),
        };
        Self {
            verdict,
            detail,
            reply,
            stderr,
            measured,
            interrupted: false,
        }
    }
}

/// What a run has used since the CPU clock stood at `cpu`.
fn measure(usage: &Usage, cpu: Duration, started: Instant) -> Measured {
    Measured {
        cpu: usage.cpu.saturating_sub(cpu),
        wall: started.elapsed(),
        memory: usage.memory,
    }
}

/// A reply as reports show it; no right one is longer than a word.
fn reply(bytes: &[u8]) -> Excerpt {
    const SHOWN: usize = 256;
    Excerpt::of(bytes, SHOWN)
}
