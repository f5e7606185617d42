//! Accumulates the results of a submission while it is judged, and decides when to stop early.

use std::time::Duration;

use crate::process::excerpt::Excerpt;
use crate::run::judging_rules::{REPLY_EXCERPT_LENGTH, Run};
use crate::run::runner::Runner;
use crate::schedule::submission::events::EventSink;
use crate::schedule::submission::exclusive_runs::ExclusiveRuns;
use mousetrap_model::{Case, CaseResult, EarlyStop, Message, Usage, Verdict};

/// Number of timeouts after which a submission's remaining cases are skipped.
const MAX_TIMEOUTS: u32 = 3;

/// Total CPU time after which a submission's remaining cases are skipped. A submission that has
/// used at most half of the sum of its limits may continue.
const MAX_TOTAL_CPU_TIME: Duration = Duration::from_mins(10);

/// Idle time that each run may spend without being counted, because starting a process takes some
/// time.
const IDLE_ALLOWANCE_PER_RUN: Duration = Duration::from_millis(100);

/// Maximum number of bytes of replies and output that are kept for one submission. The first failed
/// cases use most of this budget, because they matter most.
const MAX_TOTAL_TEXT_SIZE: usize = 64 * 1024;

/// The accumulated results of a submission.
pub(super) struct Tally<'s, 'e> {
    pub runner: &'s Runner<'s>,
    pub sink: &'s mut EventSink<'e>,
    pub verdict: Verdict,
    pub startup: Option<Usage>,
    /// Idle time of all runs and driver starts, minus [`IDLE_ALLOWANCE_PER_RUN`] for each.
    idle_time: Duration,
    /// Number of cases whose time limit was exceeded.
    timeouts: u32,
    /// CPU time of all runs, including repeated runs.
    used_cpu: Duration,
    /// Sum of the CPU time limits of all runs, including repeated runs.
    allowed_cpu: Duration,
    pub exclusive_runs: ExclusiveRuns,
    pub gave_up: Option<EarlyStop>,
    /// Number of bytes of text that can still be kept.
    text_left: usize,
}

impl<'s, 'e> Tally<'s, 'e> {
    /// Creates a tally that includes `sink.cases`, which contains results from an earlier,
    /// interrupted run.
    pub(super) fn new(runner: &'s Runner<'s>, sink: &'s mut EventSink<'e>) -> Self {
        let earlier = sink.cases.clone();
        let mut tally = Self {
            runner,
            sink,
            verdict: Verdict::Accepted,
            startup: None,
            idle_time: Duration::ZERO,
            timeouts: 0,
            used_cpu: Duration::ZERO,
            allowed_cpu: Duration::ZERO,
            exclusive_runs: ExclusiveRuns::default(),
            gave_up: None,
            text_left: MAX_TOTAL_TEXT_SIZE,
        };
        for result in earlier {
            tally.add_run_times(result.usage, result.limits.cpu);
            tally.add_verdict(result.verdict);
        }
        tally
    }

    /// Adds the idle time of a run or a driver start to the total.
    pub(super) fn add_idle_time(&mut self, usage: Usage) {
        self.idle_time += usage.idle_time().saturating_sub(IDLE_ALLOWANCE_PER_RUN);
    }

    /// Adds the idle time, the CPU time and the CPU time limit of a run to the totals.
    pub(super) fn add_run_times(&mut self, usage: Usage, cpu_limit: Duration) {
        self.add_idle_time(usage);
        self.used_cpu += usage.cpu;
        self.allowed_cpu += cpu_limit;
    }

    /// Updates the overall verdict and the number of timeouts with the verdict on a case.
    fn add_verdict(&mut self, verdict: Verdict) {
        if self.verdict == Verdict::Accepted {
            self.verdict = verdict;
        }
        self.timeouts += u32::from(verdict == Verdict::TimeLimitExceeded);
    }

    /// Truncates a text to the number of bytes that may still be kept.
    fn truncate_text(&mut self, text: Excerpt) -> String {
        let text = text.limit_to(self.text_left);
        self.text_left -= text.bytes().len();
        text.text()
    }

    /// Records the final run on a case, after any repetitions, and reports the case's result.
    /// Returns whether the next case is to be run.
    pub(super) fn record_run(&mut self, case: &Case, mut run: Run, repeats: u32) -> bool {
        let limits = self.runner.scaled_limits(&case.limits);
        self.add_run_times(run.usage, limits.cpu);
        let options = &self.runner.context.build.options;
        let budget = options.judge.sleep_budget;
        let overslept = self.idle_time > budget;
        let overused =
            options.gives_up && self.used_cpu > MAX_TOTAL_CPU_TIME.max(self.allowed_cpu / 2);
        if (overslept || overused) && run.verdict == Verdict::Accepted {
            run.verdict = Verdict::TimeLimitExceeded;
            run.reason = Some(if overslept {
                let slept = self.idle_time;
                Message::SleepBudget { slept, budget }
            } else {
                let seconds = self.used_cpu.as_secs();
                Message::CpuBudget { seconds }
            });
        }
        let verdict = run.verdict;
        let failed = verdict != Verdict::Accepted;
        if failed && self.verdict == Verdict::Accepted {
            self.runner.add_ambiguity_remark(&mut run);
        }
        let mut result = CaseResult::new(case.id.clone(), verdict, run.usage, limits);
        (result.reason, result.repeats) = (run.reason, repeats);
        if failed || options.keeps_output {
            let reply = run.reply.map(|reply| reply.limit_to(REPLY_EXCERPT_LENGTH));
            result.failing = Some(case.failing_case(reply.map(|reply| self.truncate_text(reply))));
            result.stdout = self.truncate_text(run.output.stdout);
            result.stderr = self
                .runner
                .stderr_for_author(&self.truncate_text(run.output.stderr));
        }
        self.sink.add_case_result(result);
        self.add_verdict(verdict);
        if overused {
            self.gave_up = Some(EarlyStop::CpuTime(self.used_cpu));
        } else if options.gives_up && options.all_cases && self.timeouts == MAX_TIMEOUTS {
            self.gave_up = Some(EarlyStop::TimeOuts(self.timeouts));
        }
        !overslept && self.gave_up.is_none() && (!failed || options.all_cases)
    }
}
