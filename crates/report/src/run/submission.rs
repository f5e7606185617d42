//! A submission of a run, and the statistics that reports show about the submission.

use std::path::PathBuf;
use std::time::Duration;

use crate::log::LineSpan;
use mousetrap_model::points::EarnedPoints;
use mousetrap_model::{
    CaseId, CaseResult, Judgement, PeakUsage, RedactedCases, SubmissionInfo, SubmissionOutcome,
    Verdict,
};
use mousetrap_util::{Bytes, format_duration};

/// A submission and its outcome.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The facts about the submission that are known before judging.
    pub info: SubmissionInfo,
    /// The outcome. If `statistics` is set, a judgement has only the cases that tables show. A
    /// submission that is identical to an earlier one has the outcome of the earlier one.
    pub outcome: SubmissionOutcome,
    /// Statistics over all cases, if some cases are not in memory.
    pub statistics: Option<CaseStatistics>,
    /// The location of the log line that contains all cases, if some cases are not in memory.
    pub logged: Option<LineSpan>,
    /// The index of the submission to which this one is identical, if any. In that case, this
    /// submission is not judged separately.
    pub same_as: Option<usize>,
    /// The points, if the submission was judged in a run that awards points.
    pub award: Option<EarnedPoints>,
}

/// Statistics over all cases of a submission.
#[derive(Clone, Copy, Debug)]
pub struct CaseStatistics {
    /// The numbers of judged and accepted cases, and the rounded maximum time and memory.
    pub cases: RedactedCases,
    /// The number of repeated runs; 0 if redacted.
    pub repeats: usize,
    /// Whether the report is redacted and shows only these statistics.
    pub is_redacted: bool,
}

/// The class of a submission's outcome. A verdict is classified by comparing it with the expected
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeClass {
    /// The submission has the expected verdict.
    AsExpected,
    /// The submission has an unexpected verdict.
    Unexpected,
    /// The submission's toolchain is missing.
    Skipped,
    /// The submission could not be judged because of an internal error.
    Failed,
    /// The run was interrupted before the submission had a verdict.
    NotJudged,
}

impl Submission {
    /// Returns a submission that is not judged yet.
    pub(crate) const fn new(info: SubmissionInfo) -> Self {
        Self {
            info,
            outcome: SubmissionOutcome::NotJudged,
            statistics: None,
            logged: None,
            same_as: None,
            award: None,
        }
    }

    /// Returns the outcome to write to logs and JSON reports. For a submission that is identical to
    /// another, this is the index of the other submission.
    pub(crate) fn outcome_for_report(&self) -> SubmissionOutcome {
        self.same_as
            .map_or_else(|| self.outcome.clone(), SubmissionOutcome::SameAs)
    }

    /// Frees the data that tables do not show and that the log contains.
    pub(crate) fn free_data_kept_in_log(&mut self, logged: LineSpan) {
        self.statistics = Some(self.statistics());
        self.logged = Some(logged);
        let shown = [
            self.first_failing_case(),
            self.slowest_case(),
            self.max_memory_case(),
        ];
        let shown = shown.map(|case| case.map(|case| case.id.clone()));
        if let SubmissionOutcome::Judged(judgement) = &mut self.outcome {
            judgement.compiler_output = String::new();
            judgement.cases.retain_mut(|case| {
                (case.stdout, case.stderr) = (String::new(), String::new());
                case.failing = None;
                shown.iter().flatten().any(|shown| *shown == case.id)
            });
            judgement.cases.shrink_to_fit();
        }
    }

    /// Returns statistics over all cases of the submission.
    pub(crate) fn statistics(&self) -> CaseStatistics {
        self.statistics.unwrap_or_else(|| CaseStatistics {
            cases: RedactedCases {
                case_count: self.cases().len(),
                accepted: self.accepted_cases().count(),
                peak: rounded_peak_usage(self.cases()),
            },
            repeats: self.cases().iter().map(|case| case.repeats as usize).sum(),
            is_redacted: false,
        })
    }

    /// Returns the statistics that replace the cases in a redacted report, or `None` if the report
    /// is not redacted.
    pub(crate) fn redacted_statistics(&self) -> Option<RedactedCases> {
        let statistics = self.statistics.filter(|one| one.is_redacted)?;
        Some(statistics.cases)
    }

    /// Returns whether the cases are redacted.
    pub(crate) fn is_redacted(&self) -> bool {
        self.redacted_statistics().is_some()
    }

    /// Returns the class of the outcome.
    pub fn outcome_class(&self) -> OutcomeClass {
        match &self.outcome {
            SubmissionOutcome::NotJudged | SubmissionOutcome::SameAs(_) => OutcomeClass::NotJudged,
            SubmissionOutcome::Skipped(_) => OutcomeClass::Skipped,
            SubmissionOutcome::Failed(_) => OutcomeClass::Failed,
            SubmissionOutcome::Judged(result) if result.verdict == self.info.expected_verdict() => {
                OutcomeClass::AsExpected
            }
            SubmissionOutcome::Judged(_) => OutcomeClass::Unexpected,
        }
    }

    /// Returns the judgement, if there is one.
    pub fn judgement(&self) -> Option<&Judgement> {
        match &self.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement),
            _ => None,
        }
    }

    /// Returns the cases of the judgement that are in memory, in the order in which they were run.
    pub fn cases(&self) -> &[CaseResult] {
        self.judgement().map_or(&[], |judgement| &judgement.cases)
    }

    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement().map(|judgement| judgement.verdict)
    }

    /// Returns the code of the verdict; empty if there is no verdict.
    pub(crate) fn verdict_code(&self) -> &'static str {
        self.verdict().map_or("", Verdict::code)
    }

    /// Returns the label of the outcome in tables: the verdict code, or `SKIP`, `error` or `–` if
    /// there is no verdict.
    pub(crate) fn outcome_label(&self) -> &'static str {
        match self.outcome_class() {
            OutcomeClass::AsExpected | OutcomeClass::Unexpected => self.verdict_code(),
            OutcomeClass::Skipped => "SKIP",
            OutcomeClass::Failed => "error",
            OutcomeClass::NotJudged => "–",
        }
    }

    /// Returns the code of the expected verdict; empty if the submission's directory is not named
    /// after a verdict.
    pub(crate) fn expected_verdict_code(&self) -> &'static str {
        self.info.expected.map_or("", Verdict::code)
    }

    /// Returns the names of the cases on which the submission was accepted.
    pub(crate) fn accepted_cases(&self) -> impl Iterator<Item = &CaseId> {
        let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
        self.cases().iter().filter(accepted).map(|case| &case.id)
    }

    /// Returns the cases that the submission failed, in the order in which they were run.
    pub fn failing_cases(&self) -> impl Iterator<Item = &CaseResult> {
        let failed = |case: &&CaseResult| case.verdict != Verdict::Accepted;
        self.cases().iter().filter(failed)
    }

    /// Returns the first case that the submission failed.
    pub fn first_failing_case(&self) -> Option<&CaseResult> {
        self.failing_cases().next()
    }

    /// Returns the name of the first case that the submission failed; empty if there is none.
    pub(crate) fn first_failing_case_name(&self) -> &str {
        self.first_failing_case().map_or("", |case| &case.id.0)
    }

    /// Returns the case that used the most CPU time.
    fn slowest_case(&self) -> Option<&CaseResult> {
        self.cases().iter().max_by_key(|case| case.usage.cpu)
    }

    /// Returns the case that used the most memory.
    fn max_memory_case(&self) -> Option<&CaseResult> {
        self.cases().iter().max_by_key(|case| case.usage.memory)
    }

    /// Returns the number of cases that were judged.
    pub(crate) fn judged_count(&self) -> usize {
        self.statistics().cases.case_count
    }

    /// Returns the number of cases that were accepted.
    pub(crate) fn accepted_count(&self) -> usize {
        self.statistics().cases.accepted
    }

    /// Returns whether judging stopped at a case that the submission failed.
    pub(crate) fn stopped_at_failed_case(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.gave_up.is_none())
            && (1..self.info.case_count).contains(&self.judged_count())
    }

    /// Returns the maximum CPU time and the maximum memory usage, each with the limit of the case
    /// in which it was measured.
    pub(crate) fn peak_usage(&self) -> Option<PeakUsage> {
        if let Some(redacted) = self.redacted_statistics() {
            return redacted.peak;
        }
        let (slowest, largest) = (self.slowest_case()?, self.max_memory_case()?);
        Some(PeakUsage {
            cpu: slowest.usage.cpu,
            cpu_limit: slowest.limits.cpu,
            memory: largest.usage.memory,
            memory_limit: largest.limits.memory,
        })
    }

    /// Returns the maximum CPU time with its limit, such as `12 ms / 2 s`; empty if no case was
    /// run.
    pub(crate) fn max_cpu_time_text(&self) -> String {
        let text = |peak: PeakUsage| [peak.cpu, peak.cpu_limit].map(format_duration).join(" / ");
        self.peak_usage().map_or_else(String::new, text)
    }

    /// Returns the maximum memory; empty if no case was run.
    pub(crate) fn max_memory_text(&self) -> String {
        let peak = self.peak_usage();
        peak.map_or_else(String::new, |peak| peak.memory.to_string())
    }

    /// Returns the number of runs of the submission, over all cases and including repeats of
    /// borderline cases.
    pub(crate) fn run_count(&self) -> usize {
        if self.is_cached() || self.same_as.is_some() {
            return 0;
        }
        let statistics = self.statistics();
        statistics.cases.case_count + statistics.repeats
    }

    /// Returns whether the result was reused from an earlier run.
    pub(crate) fn is_cached(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.from_cache)
    }

    /// Returns the submission's name in a table. If its directories are named after the problem and
    /// the expected verdict, which the table shows in other columns, the name is the file name.
    /// Otherwise, the name is the path.
    pub(crate) fn short_name(&self) -> String {
        let SubmissionInfo { path, problem, .. } = &self.info;
        let expected = self.info.expected_verdict();
        let home = PathBuf::from(problem).join(expected.directory());
        match (path.parent(), path.file_name()) {
            (Some(directory), Some(name)) if directory.ends_with(&home) => {
                name.to_string_lossy().into_owned()
            }
            _ => path.display().to_string(),
        }
    }
}

/// Returns the maximum usage of these cases: CPU time rounded up to two significant digits, and
/// memory rounded up to whole mebibytes. The values are capped at the limits, so that the report
/// does not show by how much a run exceeded a limit.
fn rounded_peak_usage(cases: &[CaseResult]) -> Option<PeakUsage> {
    let cpu_limit = cases.iter().map(|case| case.limits.cpu).max()?;
    let memory_limit = cases.iter().map(|case| case.limits.memory).max()?;
    let cpu = cases.iter().map(|case| case.usage.cpu).max()?;
    let memory = cases.iter().map(|case| case.usage.memory.0).max()?;
    let memory = memory.checked_next_multiple_of(1 << 20).unwrap_or(u64::MAX);
    Some(PeakUsage {
        cpu: round_up_to_two_significant_digits(cpu).min(cpu_limit),
        cpu_limit,
        memory: Bytes(memory).min(memory_limit),
        memory_limit,
    })
}

/// Returns a time in whole microseconds, rounded upwards to two significant digits.
pub(super) fn round_up_to_two_significant_digits(time: Duration) -> Duration {
    let micros = time.as_micros() as u64;
    let step = 10u64.pow(micros.max(1).ilog10().saturating_sub(1));
    Duration::from_micros(micros.div_ceil(step).saturating_mul(step))
}
