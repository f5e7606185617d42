//! The results of one submission: recorded from the judge's events, and summarised for pages.

use mousetrap_model::points::{EarnedPoints, RunPoints};
use mousetrap_model::{CaseResult, Event, Message, Run, RunWorker, SubmissionOutcome, Verdict};
use serde::Serialize;

use crate::store::{HACK_CASES_SUITE, Policy, StoredJudgement, Submission};

/// A step of judging, which a page shows while the submission is being judged.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Step {
    Compiling,
    /// The program is running.
    Cases(CaseCounts),
}

/// The results of one submission so far.
#[derive(Debug)]
pub(crate) struct SubmissionRecord {
    /// The run report for this submission alone.
    pub run: Run,
    /// The results so far, including those of an earlier attempt that was interrupted.
    pub cases: Vec<CaseResult>,
    is_compiling: bool,
    /// Whether [`Self::take_step`] still has to return the current step.
    is_new: bool,
}

impl SubmissionRecord {
    pub(crate) fn new(submission: &Submission, earlier: &[CaseResult]) -> Self {
        Self {
            run: submission.run_report(SubmissionOutcome::NotJudged),
            cases: earlier.to_vec(),
            is_compiling: false,
            is_new: false,
        }
    }

    /// Adds an event to the record.
    pub(crate) fn add_event(&mut self, event: Event) {
        let submission = &mut self.run.submissions[0];
        match event {
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                let header = &mut self.run.header;
                (header.jobs, header.isolation, header.clock) = (jobs, isolation, clock);
                if let Some(info) = submissions.into_iter().next() {
                    submission.info = info;
                }
            }
            Event::Compiling { .. } => (self.is_compiling, self.is_new) = (true, true),
            Event::Started { .. } => (self.is_compiling, self.is_new) = (false, true),
            Event::Case { result, .. } => {
                self.is_new = true;
                match self.cases.iter_mut().rfind(|known| known.id == result.id) {
                    Some(known) => *known = *result,
                    None => self.cases.push(*result),
                }
            }
            // The reason is written only to the log, because it can contain paths.
            Event::Outcome(_, SubmissionOutcome::Skipped(skip)) => {
                let language = submission.info.language_name.clone();
                tracing::error!(language, reason = %skip.reason, remedy = skip.remedy, "skipped");
                self.record_failure(Message::LanguageUnavailable { language });
            }
            Event::Outcome(_, outcome) => {
                if let SubmissionOutcome::Judged(judgement) = &outcome {
                    self.is_new = true;
                    self.cases.clone_from(&judgement.cases);
                }
                submission.outcome = outcome;
            }
            _ => {}
        }
    }

    /// Awards points for the accepted cases, if there is a judgement. A submission that fails a case
    /// that was added by a hack earns no points.
    pub(crate) fn award_points(&mut self, points: &RunPoints) {
        let submission = &mut self.run.submissions[0];
        if let SubmissionOutcome::Judged(judgement) = &submission.outcome {
            let is_accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
            let is_hacked = (judgement.cases.iter())
                .any(|case| case.id.suite() == HACK_CASES_SUITE && !is_accepted(&case));
            let accepted = judgement.cases.iter().filter(is_accepted);
            let accepted = accepted.filter(|_| !is_hacked);
            submission.award = Some(points.award_points(accepted.map(|case| &case.id)));
            let problem = submission.info.problem.clone();
            self.run.header.points = [(problem, points.clone())].into();
        }
    }

    /// Records the reason why the judge failed.
    pub(crate) fn record_failure(&mut self, error: Message) {
        self.run.submissions[0].outcome = SubmissionOutcome::Failed(error);
    }

    /// Returns the outcome; [`SubmissionOutcome::NotJudged`] until judging has ended.
    pub(crate) fn outcome(&self) -> &SubmissionOutcome {
        &self.run.submissions[0].outcome
    }

    /// Returns the current step, unless it has been returned before.
    pub(crate) fn take_step(&mut self) -> Option<Step> {
        let case_count = self.run.submissions[0].info.case_count;
        std::mem::take(&mut self.is_new).then(|| {
            if self.is_compiling {
                return Step::Compiling;
            }
            Step::Cases(CaseCounts::new(&self.cases, case_count))
        })
    }
}

/// Statistics on the cases of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct CaseCounts {
    /// Number of cases that were run.
    pub run: usize,
    /// Number of cases that the submission must pass.
    pub cases: usize,
    /// Number of accepted cases.
    pub accepted: usize,
    /// The longest CPU time of a case in microseconds, and the CPU time limit of the same case.
    pub cpu_us: u64,
    pub cpu_limit_us: u64,
    /// The highest memory use of a case in bytes, and the memory limit of the same case.
    pub memory: u64,
    pub memory_limit: u64,
}

/// The parts of a judgement that pages show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The code of the verdict, or a status code if there is no verdict.
    pub verdict: String,
    pub counts: CaseCounts,
    /// The points, if the suites award any.
    pub award: Option<EarnedPoints>,
    /// The compiler's output.
    pub compiler_output: String,
    /// A one-line summary of the compile error.
    pub compile_error: Option<Message>,
    /// The results of the cases, in the order in which they were run.
    pub cases: Vec<CaseResult>,
    /// The participant whose hack added the failing case; empty if the room hides the name.
    pub found_by: Option<String>,
    /// The names of the suites, if they are known.
    pub suites: Vec<String>,
    /// The reason why there is no verdict.
    pub error: Option<Message>,
    /// The worker that judged the submission. Hidden from participants.
    pub worker: Option<RunWorker>,
}

impl CaseCounts {
    /// Counts the results of a submission that must pass `case_count` cases.
    pub(crate) fn new(results: &[CaseResult], case_count: usize) -> Self {
        let accepted = |result: &&CaseResult| result.verdict == Verdict::Accepted;
        let slowest = results.iter().max_by_key(|result| result.usage.cpu);
        let largest = results.iter().max_by_key(|result| result.usage.memory);
        Self {
            run: results.len(),
            cases: case_count,
            accepted: results.iter().filter(accepted).count(),
            cpu_us: slowest.map_or(0, |it| it.usage.cpu.as_micros() as u64),
            cpu_limit_us: slowest.map_or(0, |it| it.limits.cpu.as_micros() as u64),
            memory: largest.map_or(0, |it| it.usage.memory.0),
            memory_limit: largest.map_or(0, |it| it.limits.memory.0),
        }
    }
}

impl Summary {
    /// Summarises the judgement of a submission.
    pub(crate) fn new(judgement: StoredJudgement, submission: &Submission) -> Self {
        let run = judgement.parse_run_report_or_failed(submission);
        let Some(submission) = run.submissions.into_iter().next() else {
            return Self::default();
        };
        let mut summary = Self {
            verdict: judgement.verdict,
            worker: run.header.worker,
            award: submission.award,
            ..Self::default()
        };
        match submission.outcome {
            SubmissionOutcome::Judged(judgement) => {
                let judgement = *judgement;
                summary.counts = CaseCounts::new(&judgement.cases, submission.info.case_count);
                summary.cases = judgement.cases;
                summary.compiler_output = judgement.compiler_output;
                summary.compile_error = judgement.compile_error;
            }
            SubmissionOutcome::Failed(error) => summary.error = Some(error),
            // Other outcomes are never stored.
            _ => {}
        }
        summary
    }

    /// Returns the first case that the submission failed, and the position of the case among all
    /// cases, starting from 1.
    pub(crate) fn failing(&self) -> Option<(usize, &CaseResult)> {
        let mut results = (1..).zip(&self.cases);
        results.find(|(_, result)| result.verdict != Verdict::Accepted)
    }

    /// Removes the names of workers, which participants do not see.
    pub(crate) fn remove_worker_names(mut self) -> Self {
        self.worker = None;
        self.error = self.error.map(remove_worker_names);
        self
    }

    /// Removes the names of workers, and the details that the policy of the room hides from
    /// participants.
    pub(crate) fn redacted_for_participants(mut self, policy: &Policy) -> Self {
        self = self.remove_worker_names();
        self.verdict = policy.visible_verdict_code(self.verdict, false);
        if !policy.hides_cases() {
            return self;
        }
        // In some languages, such as Python, a compile error can occur during a run. Such an error
        // can depend on the cases.
        if self.counts.run > 0 {
            self.compile_error = None;
        }
        // A submission could encode a case in its time and memory.
        self.counts = CaseCounts::default();
        self.award = None;
        self.found_by = self.found_by.map(|_| String::new());
        self.cases = Vec::new();
        self
    }
}

/// Removes the names of workers from the reason why there is no verdict.
pub(crate) fn remove_worker_names(mut reason: Message) -> Message {
    match &mut reason {
        Message::JudgeGaveUp { errors, .. } => **errors = remove_worker_names(*errors.clone()),
        Message::And { first, second } => {
            for part in [first, second] {
                **part = remove_worker_names(*part.clone());
            }
        }
        Message::OnWorker { problem, .. } => return *problem.clone(),
        _ => {}
    }
    reason
}
