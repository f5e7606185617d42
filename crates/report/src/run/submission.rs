//! A submission of a run, and the numbers that reports show about the submission.

use std::path::PathBuf;
use std::time::Duration;

use crate::log::LineSpan;
use crate::text::units::time;
use mousetrap_model::points::Award;
use mousetrap_model::{
    CaseId, CaseResult, Judgement, Peak, RedactedCases, SubmissionInfo, SubmissionOutcome, Verdict,
};
use mousetrap_util::Bytes;

/// A submission and its outcome.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The submission as the judge found it.
    pub info: SubmissionInfo,
    /// The outcome. A judgement has no cases here; they are in `cases`. A copy has the outcome
    /// of the submission that it is identical to.
    pub outcome: SubmissionOutcome,
    /// The cases of the judgement, in the order in which they were run. If `totals` is set, these
    /// are only the cases that tables show.
    pub cases: Vec<CaseResult>,
    /// Totals over all cases, if some cases are not in memory.
    pub totals: Option<Totals>,
    /// The line of the log that contains all cases.
    pub logged: Option<LineSpan>,
    /// The index of the submission that this one is identical to, if any. A copy is not judged
    /// separately.
    pub same_as: Option<usize>,
    /// The points, if the submission was judged in a run with points.
    pub award: Option<Award>,
}

/// Numbers about all cases of a submission.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// The numbers of judged and accepted cases, and the rounded maximum time and memory.
    pub cases: RedactedCases,
    /// The number of repeated runs; 0 if redacted.
    pub repeats: usize,
    /// Whether the report is redacted and shows only these numbers.
    pub is_redacted: bool,
}

/// How the outcome of a submission relates to the expected verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The submission has the expected verdict.
    AsExpected,
    /// The submission has an unexpected verdict.
    Unexpected,
    /// The submission's toolchain is missing.
    Skipped,
    /// The judge failed on the submission.
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
            cases: Vec::new(),
            totals: None,
            logged: None,
            same_as: None,
            award: None,
        }
    }

    /// Sets the judgement.
    pub(crate) fn set(&mut self, mut judgement: Box<Judgement>) {
        self.cases = std::mem::take(&mut judgement.cases);
        self.outcome = SubmissionOutcome::Judged(judgement);
    }

    /// Returns the outcome as logs and JSON reports contain it: a judgement with the cases in
    /// memory, or the index of the submission that this one is identical to.
    pub(crate) fn reported_outcome(&self) -> SubmissionOutcome {
        if let Some(first) = self.same_as {
            return SubmissionOutcome::SameAs(first);
        }
        let mut outcome = self.outcome.clone();
        if let SubmissionOutcome::Judged(judgement) = &mut outcome {
            judgement.cases.clone_from(&self.cases);
        }
        outcome
    }

    /// Removes data from memory that the log contains and tables do not show.
    pub(crate) fn condense(&mut self, logged: LineSpan) {
        self.totals = Some(self.totals());
        self.logged = Some(logged);
        let shown = [self.first_failing(), self.slowest(), self.largest()];
        let shown = shown.map(|case| case.map(|case| case.id.clone()));
        self.cases.retain_mut(|case| {
            (case.stdout, case.stderr) = (String::new(), String::new());
            case.failing = None;
            shown.iter().flatten().any(|shown| *shown == case.id)
        });
        self.cases.shrink_to_fit();
        if let SubmissionOutcome::Judged(judgement) = &mut self.outcome {
            judgement.compiler_output = String::new();
        }
    }

    /// Returns numbers about all cases of the submission.
    pub(crate) fn totals(&self) -> Totals {
        self.totals.unwrap_or_else(|| Totals {
            cases: RedactedCases {
                case_count: self.cases.len(),
                accepted: self.accepted_cases().count(),
                peak: rounded_peak(&self.cases),
            },
            repeats: self.cases.iter().map(|case| case.repeats as usize).sum(),
            is_redacted: false,
        })
    }

    /// Returns the counts that replace the cases in a redacted report, or `None` if the report is
    /// not redacted.
    pub(crate) fn redacted_cases(&self) -> Option<RedactedCases> {
        let totals = self.totals.filter(|totals| totals.is_redacted)?;
        Some(totals.cases)
    }

    /// Returns whether the cases are redacted.
    pub(crate) fn is_redacted(&self) -> bool {
        self.redacted_cases().is_some()
    }

    /// Returns how the outcome relates to the expected verdict.
    pub fn standing(&self) -> Standing {
        match &self.outcome {
            SubmissionOutcome::NotJudged | SubmissionOutcome::SameAs(_) => Standing::NotJudged,
            SubmissionOutcome::Skipped(_) => Standing::Skipped,
            SubmissionOutcome::Failed(_) => Standing::Failed,
            SubmissionOutcome::Judged(result) if result.verdict == self.info.expected_verdict() => {
                Standing::AsExpected
            }
            SubmissionOutcome::Judged(_) => Standing::Unexpected,
        }
    }

    /// Returns the judgement, without the cases.
    pub fn judgement(&self) -> Option<&Judgement> {
        match &self.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement),
            _ => None,
        }
    }

    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement().map(|judgement| judgement.verdict)
    }

    /// Returns the code of the verdict; empty if there is no verdict.
    pub(crate) fn code(&self) -> &'static str {
        self.verdict().map_or("", Verdict::code)
    }

    /// Returns the outcome in the form for tables: the code of the verdict, or a word.
    pub(crate) fn outcome_label(&self) -> &'static str {
        match self.standing() {
            Standing::AsExpected | Standing::Unexpected => self.code(),
            Standing::Skipped => "SKIP",
            Standing::Failed => "error",
            Standing::NotJudged => "–",
        }
    }

    /// Returns the code of the expected verdict; empty if the submission's directory names none.
    pub(crate) fn expected_code(&self) -> &'static str {
        self.info.expected.map_or("", Verdict::code)
    }

    /// Returns the names of the cases on which the submission was accepted.
    pub(crate) fn accepted_cases(&self) -> impl Iterator<Item = &CaseId> {
        let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
        self.cases.iter().filter(accepted).map(|case| &case.id)
    }

    /// Returns the cases that the submission failed, in the order in which they were run.
    pub fn failing(&self) -> impl Iterator<Item = &CaseResult> {
        let failed = |case: &&CaseResult| case.verdict != Verdict::Accepted;
        self.cases.iter().filter(failed)
    }

    /// Returns the first case that the submission failed.
    pub fn first_failing(&self) -> Option<&CaseResult> {
        self.failing().next()
    }

    /// Returns the name of the first case that the submission failed; empty if there is none.
    pub(crate) fn first_failing_name(&self) -> &str {
        self.first_failing().map_or("", |case| &case.id.0)
    }

    /// Returns the case that took the most CPU time.
    fn slowest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.cpu)
    }

    /// Returns the case that took the most memory.
    fn largest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.memory)
    }

    /// Returns the number of cases that were judged.
    pub(crate) fn judged(&self) -> usize {
        self.totals().cases.case_count
    }

    /// Returns the number of cases that were accepted.
    pub(crate) fn accepted(&self) -> usize {
        self.totals().cases.accepted
    }

    /// Returns whether judging stopped at a case that the submission failed.
    pub(crate) fn is_stopped(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.gave_up.is_none())
            && (1..self.info.case_count).contains(&self.judged())
    }

    /// Returns the maximum CPU time and memory, each with its limit on that case.
    pub(crate) fn peak(&self) -> Option<Peak> {
        if let Some(redacted) = self.redacted_cases() {
            return redacted.peak;
        }
        let (slowest, largest) = (self.slowest()?, self.largest()?);
        Some(Peak {
            cpu: slowest.usage.cpu,
            cpu_limit: slowest.limits.cpu,
            memory: largest.usage.memory,
            memory_limit: largest.limits.memory,
        })
    }

    /// Returns the maximum CPU time with its limit, `12 ms / 2 s`; empty if no case was run.
    pub(crate) fn slowest_text(&self) -> String {
        let text = |peak: Peak| format!("{} / {}", time(peak.cpu), time(peak.cpu_limit));
        self.peak().map_or_else(String::new, text)
    }

    /// Returns the maximum memory; empty if no case was run.
    pub(crate) fn memory_text(&self) -> String {
        let peak = self.peak();
        peak.map_or_else(String::new, |peak| peak.memory.to_string())
    }

    /// Returns the number of runs on cases, including repeats of borderline cases.
    pub(crate) fn runs(&self) -> usize {
        if self.is_cached() || self.same_as.is_some() {
            return 0;
        }
        let totals = self.totals();
        totals.cases.case_count + totals.repeats
    }

    /// Returns whether the result was reused from an earlier run.
    pub(crate) fn is_cached(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.from_cache)
    }

    /// Returns the submission's name in a table with columns for the problem and the expected
    /// verdict. This is the file name if the directories only repeat these columns, and otherwise
    /// the path.
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

/// Returns the maxima of these cases: time rounded up to two digits, memory to whole mebibytes.
/// Neither value exceeds its limit, so that the report does not show by how much a run exceeded it.
fn rounded_peak(cases: &[CaseResult]) -> Option<Peak> {
    let cpu_limit = cases.iter().map(|case| case.limits.cpu).max()?;
    let memory_limit = cases.iter().map(|case| case.limits.memory).max()?;
    let cpu = cases.iter().map(|case| case.usage.cpu).max()?;
    let memory = cases.iter().map(|case| case.usage.memory.0).max()?;
    let memory = memory.checked_next_multiple_of(1 << 20).unwrap_or(u64::MAX);
    Some(Peak {
        cpu: round_up_to_two_digits(cpu).min(cpu_limit),
        cpu_limit,
        memory: Bytes(memory).min(memory_limit),
        memory_limit,
    })
}

/// Returns a time rounded up to two significant digits in microseconds.
pub(super) fn round_up_to_two_digits(time: Duration) -> Duration {
    let micros = time.as_micros() as u64;
    let step = 10u64.pow(micros.max(1).ilog10().saturating_sub(1));
    Duration::from_micros(micros.div_ceil(step).saturating_mul(step))
}
