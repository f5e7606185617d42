//! Accumulates the results of a submission while it is judged, and decides when to stop early.

use std::time::Duration;

use crate::JudgeError;
use crate::process::excerpt::Excerpt;
use crate::run::rules::MAX_DISPLAYED_REPLY;
use crate::run::rules::Run;
use crate::run::runner::Runner;
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::exclusive::ExclusiveRuns;
use mousetrap_model::{Case, CaseResult, EarlyStop, Message, Usage, Verdict};

/// Number of time-outs after which a submission's remaining cases are skipped.
const MAX_TIME_OUTS: u32 = 3;

/// CPU time on all cases after which a submission's remaining cases are skipped. The submission
/// must also have used more than half of the sum of the limits so far.
const MAX_CPU_TIME: Duration = Duration::from_mins(10);

/// Amount of idle time that each run may have for free, because starting a process takes some
/// time.
const FREE_IDLE_TIME: Duration = Duration::from_millis(100);

/// Maximum number of bytes of replies and standard error that are kept for one submission. The
/// first failed cases get most of this space, because they matter most.
const MAX_TEXT_SIZE: usize = 64 * 1024;

/// The reason why no further case is run.
pub(super) enum Halt {
    /// The submission failed a case.
    Failed,
    /// The user asked to stop.
    Interrupted,
    Judge(JudgeError),
}

impl<E: Into<JudgeError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Self::Judge(error.into())
    }
}

/// The accumulated results of a submission.
pub(super) struct Tally<'s, 'e> {
    pub sink: &'s mut EventSink<'e>,
    pub verdict: Verdict,
    pub startup: Option<Usage>,
    /// Idle time of all runs and driver starts, after subtracting [`FREE_IDLE_TIME`] from each.
    idle: Duration,
    /// Number of cases whose time limit was exceeded.
    time_outs: u32,
    /// CPU time of all runs, including repeats.
    used: Duration,
    /// Sum of the CPU time limits of these runs.
    allowed: Duration,
    pub exclusive_runs: ExclusiveRuns,
    pub gave_up: Option<EarlyStop>,
    /// Number of further bytes of text that may be kept.
    text_left: usize,
}

impl<'s, 'e> Tally<'s, 'e> {
    /// Creates a tally that includes the sink's results from an earlier, interrupted judging.
    pub(super) fn new(sink: &'s mut EventSink<'e>) -> Self {
        let earlier = sink.cases.clone();
        let mut tally = Self {
            sink,
            verdict: Verdict::Accepted,
            startup: None,
            idle: Duration::ZERO,
            time_outs: 0,
            used: Duration::ZERO,
            allowed: Duration::ZERO,
            exclusive_runs: ExclusiveRuns::default(),
            gave_up: None,
            text_left: MAX_TEXT_SIZE,
        };
        for result in earlier {
            tally.count_run(result.usage, result.limits.cpu);
            tally.count_verdict(result.verdict);
        }
        tally
    }

    /// Counts the idle time of a run or a driver start.
    pub(super) fn count_idle(&mut self, usage: Usage) {
        self.idle += usage.idle_time().saturating_sub(FREE_IDLE_TIME);
    }

    /// Counts the times of a run with this CPU time limit.
    pub(super) fn count_run(&mut self, usage: Usage, cpu_limit: Duration) {
        self.count_idle(usage);
        self.used += usage.cpu;
        self.allowed += cpu_limit;
    }

    /// Counts the verdict on a case.
    fn count_verdict(&mut self, verdict: Verdict) {
        if self.verdict == Verdict::Accepted {
            self.verdict = verdict;
        }
        self.time_outs += u32::from(verdict == Verdict::TimeLimitExceeded);
    }

    /// Truncates a text to the number of bytes that may still be kept.
    fn shorten(&mut self, text: Excerpt) -> String {
        let text = text.truncated(self.text_left);
        self.text_left -= text.bytes().len();
        text.text()
    }
}

impl Runner<'_> {
    /// Adds the final run on a case to the results and reports it.
    ///
    /// # Errors
    /// Returns the reason why no further case must be run.
    pub(super) fn record(
        &self,
        tally: &mut Tally<'_, '_>,
        case: &Case,
        mut run: Run,
        repeats: u32,
    ) -> Result<(), Halt> {
        if run.interrupted {
            return Err(Halt::Interrupted);
        }
        let limits = self.limits(&case.limits);
        tally.count_run(run.measured, limits.cpu);
        let options = &self.context.options;
        let budget = options.judge.sleep_budget;
        let overslept = tally.idle > budget;
        let overused = options.gives_up && tally.used > MAX_CPU_TIME.max(tally.allowed / 2);
        if (overslept || overused) && run.verdict == Verdict::Accepted {
            run.verdict = Verdict::TimeLimitExceeded;
            run.reason = Some(if overslept {
                let slept = tally.idle;
                Message::SleepBudget { slept, budget }
            } else {
                let seconds = tally.used.as_secs();
                Message::CpuBudget { seconds }
            });
        }
        let verdict = run.verdict;
        let failed = verdict != Verdict::Accepted;
        if failed && tally.verdict == Verdict::Accepted {
            self.remark_on_form(&mut run);
        }
        let mut result = CaseResult::new(case.id.clone(), verdict, run.measured, limits);
        (result.reason, result.repeats) = (run.reason, repeats);
        if failed || options.keeps_output {
            let reply = run.reply.map(|reply| reply.truncated(MAX_DISPLAYED_REPLY));
            result.failing = Some(case.failing_case(reply.map(|reply| tally.shorten(reply))));
            result.stdout = tally.shorten(run.stdout);
            result.stderr = self.trace(&tally.shorten(run.stderr));
        }
        tally.sink.case(result);
        tally.count_verdict(verdict);
        if overused {
            tally.gave_up = Some(EarlyStop::CpuTime(tally.used));
        } else if options.gives_up && options.all_cases && tally.time_outs == MAX_TIME_OUTS {
            tally.gave_up = Some(EarlyStop::TimeOuts(tally.time_outs));
        }
        let goes_on = !overslept && tally.gave_up.is_none() && (!failed || options.all_cases);
        if goes_on { Ok(()) } else { Err(Halt::Failed) }
    }
}
