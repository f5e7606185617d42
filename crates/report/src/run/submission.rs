//! A submission of a run.

use std::path::PathBuf;
use std::time::Duration;

use super::rounded::redacted_cases;
use crate::log::Place;
use crate::text::units::time;
use mousetrap_model::points::Award;
use mousetrap_model::{
    CaseId, CaseResult, Judgement, Peak, RedactedCases, SubmissionInfo, SubmissionOutcome, Verdict,
};

/// A submission, and how far it is judged.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The submission as the judge found it.
    pub info: SubmissionInfo,
    /// What became of it. A judgement has no cases here; they are in `cases`. A copy has the
    /// outcome of the submission that it repeats.
    pub outcome: SubmissionOutcome,
    /// The cases judged so far, in the order in which they were run. If there are `totals`,
    /// only the cases that tables show.
    pub cases: Vec<CaseResult>,
    /// Numbers about all cases, if some are not in memory.
    pub totals: Option<Totals>,
    /// Where the log has all cases.
    pub place: Option<Place>,
    /// Index of the submission that this one repeats. It was not judged itself.
    pub same_as: Option<usize>,
    /// Its points, if the run gives points and has judged it.
    pub award: Option<Award>,
}

/// Numbers about all cases of a submission.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Counts and rounded maxima.
    pub cases: RedactedCases,
    /// The number of repeated runs; 0 if redacted.
    pub repeats: usize,
    /// The sum of the wall times; zero if redacted.
    pub wall: Duration,
    /// Whether the report is redacted, and shows nothing but these numbers.
    pub is_redacted: bool,
}

/// What a submission means for the success of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It earned the verdict that it should earn.
    AsExpected,
    /// It earned another verdict.
    Unexpected,
    /// Its toolchain is missing.
    Skipped,
    /// The judge failed on it.
    Failed,
    /// The run was cut short before it had a verdict.
    NotJudged,
}

impl Submission {
    /// A submission that waits for its turn.
    pub(crate) const fn new(info: SubmissionInfo) -> Self {
        Self {
            info,
            outcome: SubmissionOutcome::NotJudged,
            cases: Vec::new(),
            totals: None,
            place: None,
            same_as: None,
            award: None,
        }
    }

    /// Gives it this judgement.
    pub(crate) fn set(&mut self, mut judgement: Box<Judgement>) {
        self.cases = std::mem::take(&mut judgement.cases);
        self.outcome = SubmissionOutcome::Judged(judgement);
    }

    /// The outcome as logs and reports have it: a judgement with the cases in memory, or
    /// the index of the submission that this one repeats.
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

    /// Removes from memory what the log has in this place and tables do not show.
    pub(crate) fn condense(&mut self, place: Option<Place>) {
        self.totals = Some(self.totals());
        self.place = place;
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

    /// Numbers about all of its cases.
    pub(crate) fn totals(&self) -> Totals {
        self.totals.unwrap_or_else(|| Totals {
            cases: redacted_cases(&self.cases),
            repeats: self.cases.iter().map(|case| case.repeats as usize).sum(),
            wall: self.cases.iter().map(|case| case.usage.wall).sum(),
            is_redacted: false,
        })
    }

    /// Counts that replace its cases in a redacted report; none if it is not redacted.
    pub(crate) fn redacted_cases(&self) -> Option<RedactedCases> {
        let totals = self.totals.filter(|totals| totals.is_redacted)?;
        Some(totals.cases)
    }

    /// Returns whether its cases are redacted.
    pub(crate) fn is_redacted(&self) -> bool {
        self.redacted_cases().is_some()
    }

    /// What it means for the success of the run.
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

    /// Its judgement, without the cases; none before it has one.
    pub fn judgement(&self) -> Option<&Judgement> {
        match &self.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement),
            _ => None,
        }
    }

    /// Its verdict, once it has one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement().map(|judgement| judgement.verdict)
    }

    /// The code of its verdict; empty without a verdict.
    pub(crate) fn code(&self) -> &'static str {
        self.verdict().map_or("", Verdict::code)
    }

    /// The code of the verdict that it should earn; empty if its directory names none.
    pub(crate) fn expected_code(&self) -> &'static str {
        self.info.expected.map_or("", Verdict::code)
    }

    /// The cases that it was accepted on.
    pub(crate) fn accepted_cases(&self) -> impl Iterator<Item = &CaseId> {
        let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
        self.cases.iter().filter(accepted).map(|case| &case.id)
    }

    /// The cases it failed, in the order in which they were run.
    pub fn failing(&self) -> impl Iterator<Item = &CaseResult> {
        let failed = |case: &&CaseResult| case.verdict != Verdict::Accepted;
        self.cases.iter().filter(failed)
    }

    /// The first case it failed.
    pub fn first_failing(&self) -> Option<&CaseResult> {
        self.failing().next()
    }

    /// The name of the first case it failed; empty if there is none.
    pub(crate) fn first_failing_name(&self) -> &str {
        self.first_failing().map_or("", |case| &case.id.0)
    }

    /// The case that took the most CPU time.
    fn slowest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.cpu)
    }

    /// The case that took the most memory.
    fn largest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.memory)
    }

    /// The number of cases judged so far.
    pub(crate) fn judged(&self) -> usize {
        let totals = self.totals;
        totals.map_or(self.cases.len(), |totals| totals.cases.case_count)
    }

    /// The number of these that were accepted.
    pub(crate) fn accepted(&self) -> usize {
        let counted = || self.accepted_cases().count();
        let totals = self.totals;
        totals.map_or_else(counted, |totals| totals.cases.accepted)
    }

    /// Returns whether it was not run on all cases because it had failed one.
    pub(crate) fn is_stopped(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.gave_up.is_none())
            && (1..self.info.case_count).contains(&self.judged())
    }

    /// Maximum usage of its cases, each value with its limit on that case.
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

    /// Its maximum CPU time with the limit, `12 ms / 2 s`; empty without a case.
    pub(crate) fn slowest_text(&self) -> String {
        let text = |peak: Peak| format!("{} / {}", time(peak.cpu), time(peak.cpu_limit));
        self.peak().map_or_else(String::new, text)
    }

    /// Its maximum memory; empty without a case.
    pub(crate) fn memory_text(&self) -> String {
        let peak = self.peak();
        peak.map_or_else(String::new, |peak| peak.memory.to_string())
    }

    /// The number of runs on cases, with repeats of borderline cases.
    pub(crate) fn runs(&self) -> usize {
        if self.is_cached() || self.same_as.is_some() {
            return 0;
        }
        let totals = self.totals();
        totals.cases.case_count + totals.repeats
    }

    /// Returns whether its result was reused from an earlier run.
    pub(crate) fn is_cached(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.from_cache)
    }

    /// Its name in a list that has columns for problem and expected verdict: the file name
    /// if the directories repeat these columns, else the entire path.
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

#[cfg(test)]
mod tests {
    use crate::tests::sample;

    #[test]
    fn name_is_short_if_other_columns_tell_its_directory() {
        let model = sample::interrupted();
        let names = [0, 8].map(|index| model.submissions[index].short_name());
        assert_eq!(names, ["topological_sort.cpp", "/tmp/mine.py"]);
    }
}
