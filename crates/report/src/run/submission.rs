//! A submission of a run.

use std::path::PathBuf;

use super::totals::{Totals, redacted_cases};
use crate::log::Place;
use mousetrap_model::points::Award;
use mousetrap_model::{
    CaseId, CaseResult, GaveUp, Judgement, Message, Peak, RedactedCases, SubmissionInfo,
    SubmissionOutcome, Verdict,
};

/// A submission, and how far it is judged.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The submission as the judge found it.
    pub info: SubmissionInfo,
    /// What became of it. A judgement has no cases here; they are in `cases`. A copy has the
    /// outcome of the submission that it repeats.
    pub outcome: SubmissionOutcome,
    /// What the judge does with it while it has no outcome.
    pub phase: Phase,
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

/// What the judge does with a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Its turn has not come.
    #[default]
    Waiting,
    /// A worker compiles it.
    Compiling,
    /// A worker runs it on cases.
    Running,
}

/// What a submission means for the success of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It earned the verdict it ought to earn.
    AsExpected,
    /// It earned another one.
    Unexpected,
    /// Its toolchain is missing.
    Skipped,
    /// The judge failed on it.
    Failed,
    /// The run was cut short before it had a verdict.
    NotJudged,
}

impl Submission {
    /// The cases that it was accepted on.
    pub(crate) fn accepted_cases(&self) -> impl Iterator<Item = &CaseId> {
        let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
        self.cases.iter().filter(accepted).map(|case| &case.id)
    }

    /// A submission that waits for its turn.
    pub(crate) const fn new(info: SubmissionInfo) -> Self {
        Self {
            info,
            outcome: SubmissionOutcome::NotJudged,
            phase: Phase::Waiting,
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
        match (self.same_as, &self.outcome) {
            (Some(first), _) => SubmissionOutcome::SameAs(first),
            (None, SubmissionOutcome::Judged(judgement)) => {
                SubmissionOutcome::Judged(Box::new(Judgement {
                    cases: self.cases.clone(),
                    ..(**judgement).clone()
                }))
            }
            (None, outcome) => outcome.clone(),
        }
    }

    /// Returns whether its cases are redacted.
    pub(crate) fn is_redacted(&self) -> bool {
        self.totals.is_some_and(|totals| totals.is_redacted)
    }

    /// Counts that replace its cases in a redacted report; none if it is not redacted.
    pub(crate) fn redacted_cases(&self) -> Option<RedactedCases> {
        let totals = self.totals.filter(|totals| totals.is_redacted)?;
        Some(totals.cases)
    }

    /// Gives it its verdict if that is certain at the end of an interrupted run: it failed
    /// a case, and its remaining cases were not run.
    pub(crate) fn conclude(&mut self) {
        if self.outcome == SubmissionOutcome::NotJudged
            && self.phase == Phase::Running
            && let Some(case) = self.first_failing()
        {
            self.outcome = SubmissionOutcome::Judged(Box::new(Judgement {
                gave_up: Some(GaveUp::Interrupted),
                ..Judgement::new(case.verdict)
            }));
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

    /// The cases it failed, in the order in which they were run.
    pub fn failing(&self) -> impl Iterator<Item = &CaseResult> {
        self.cases
            .iter()
            .filter(|case| case.verdict != Verdict::Accepted)
    }

    /// The first case it failed.
    pub fn first_failing(&self) -> Option<&CaseResult> {
        self.failing().next()
    }

    /// Why it does not compile, in one line.
    pub(crate) fn first_complaint(&self) -> Option<&Message> {
        self.judgement()?.compile_error.as_ref()
    }

    /// The case that took the most CPU time.
    pub fn slowest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.cpu)
    }

    /// The case that took the most memory.
    pub fn largest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.usage.memory)
    }

    /// Cases judged so far.
    pub fn judged(&self) -> usize {
        let totals = self.totals;
        totals.map_or(self.cases.len(), |totals| totals.cases.case_count)
    }

    /// Those among them that were accepted.
    pub fn accepted(&self) -> usize {
        let counted = || self.cases.len() - self.failing().count();
        let totals = self.totals;
        totals.map_or_else(counted, |totals| totals.cases.accepted)
    }

    /// Whether it was not run on all cases because it had failed one.
    pub(crate) fn is_stopped(&self) -> bool {
        let judgement = self.judgement();
        judgement.is_some_and(|judgement| judgement.gave_up.is_none())
            && (1..self.info.case_count).contains(&self.judged())
    }

    /// Maximum usage of its cases, each value with its limit on that case.
    pub fn peak(&self) -> Option<Peak> {
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

    /// The number of runs on cases, with repeats of borderline cases.
    pub fn runs(&self) -> usize {
        if self.is_cached() || self.same_as.is_some() {
            return 0;
        }
        let totals = self.totals();
        totals.cases.case_count + totals.repeats
    }

    /// Returns whether its result was reused from an earlier run.
    pub(crate) fn is_cached(&self) -> bool {
        self.judgement()
            .is_some_and(|judgement| judgement.from_cache)
    }

    /// The verdict that it should earn, if its directory names one.
    pub fn expected(&self) -> Option<Verdict> {
        self.info.expected
    }

    /// Its name in a list that has columns for problem and expected verdict:
    /// the file name where the directories say no more than these columns, else
    /// the whole path.
    pub fn short_name(&self) -> String {
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

    /// What stays in memory of one that is in the log: what tables say, and with
    /// `texts` what is shown of a failure.
    pub(crate) fn condensed(&self, place: Option<Place>, texts: bool) -> Self {
        let telling = [self.first_failing(), self.slowest(), self.largest()];
        let is_telling = |case: &CaseResult| {
            let mut telling = telling.into_iter().flatten();
            telling.any(|one| std::ptr::eq(one, case)) || texts && case.verdict != Verdict::Accepted
        };
        let first = telling[0];
        let mut cases: Vec<CaseResult> = Vec::new();
        for case in self.cases.iter().filter(|case| is_telling(case)) {
            let in_full = texts && first.is_some_and(|first| std::ptr::eq(first, case));
            cases.push(if in_full {
                case.clone()
            } else {
                CaseResult {
                    reason: case.reason.clone(),
                    repeats: case.repeats,
                    ..CaseResult::new(case.id.clone(), case.verdict, case.usage, case.limits)
                }
            });
        }
        let mut outcome = self.outcome.clone();
        if let SubmissionOutcome::Judged(result) = &mut outcome
            && !texts
        {
            result.compiler_output = String::new();
        }
        Self {
            info: self.info.clone(),
            outcome,
            phase: self.phase,
            cases,
            totals: Some(self.totals()),
            place,
            same_as: self.same_as,
            award: self.award.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn names_are_short_only_where_nothing_is_lost() {
        let model = sample::interrupted();
        let names: Vec<String> = model
            .submissions
            .iter()
            .map(Submission::short_name)
            .collect();
        assert_eq!(names[0], "topological_sort.cpp");
        assert_eq!(names[8], "/tmp/mine.py");
    }

    #[test]
    fn interrupted_submission_that_failed_a_case_has_its_verdict() {
        let model = sample::interrupted();
        let judged = &model.submissions[0];
        let with_cases = |verdict| {
            let mut submission = Submission::new(judged.info.clone());
            submission.phase = Phase::Running;
            let mut case = judged.cases[0].clone();
            case.verdict = verdict;
            submission.cases = vec![case];
            submission.conclude();
            submission.verdict()
        };
        assert_eq!(with_cases(Verdict::Accepted), None);
        let too_slow = Verdict::TimeLimitExceeded;
        assert_eq!(with_cases(too_slow), Some(too_slow));
    }
}
