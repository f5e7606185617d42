//! One submission of a run, and what is known about it.

use std::path::PathBuf;
use std::time::Duration;

use crate::log::Place;
use crate::redact::redacted_cases;
use mousetrap_model::points::Award;
use mousetrap_model::{
    CaseId, CaseResult, GaveUp, Judgement, Message, Peak, RedactedCases, Skip, SubmissionInfo,
    SubmissionOutcome, Verdict,
};

/// One submission and what is known about it.
#[derive(Clone, Debug)]
pub struct Submission {
    /// What it is.
    pub info: SubmissionInfo,
    /// How far its judgement is.
    pub state: State,
    /// The cases judged so far, in the order in which they were run; those that
    /// tell most of it, where there are `counts`.
    pub cases: Vec<CaseResult>,
    /// What stands in place of the cases in a redacted report.
    pub hidden: Option<RedactedCases>,
    /// What is known of all cases where some are not held here.
    pub counts: Option<Counts>,
    /// Where the log has all of it.
    pub place: Option<Place>,
    /// The submission of this run that it is the same as, and was not judged
    /// beside.
    pub same_as: Option<PathBuf>,
    /// Its points, if the run gives points and has judged it to the end.
    pub award: Option<Award>,
}

/// What is known of the cases of a submission in numbers.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// What a redacted report says of them.
    pub hidden: RedactedCases,
    /// Repeats of borderline cases.
    pub repeats: usize,
    /// Wall time of all.
    pub wall: Duration,
}

/// How far the judgement of a submission is.
#[derive(Clone, Debug)]
pub enum State {
    /// Its turn has not come.
    Waiting,
    /// It is being compiled.
    Compiling,
    /// It is being run on cases.
    Running,
    /// It cannot be judged here.
    Skipped(Skip),
    /// It has its verdict.
    Judged(Box<Judgement>),
    /// The judge failed on it; the text says why.
    Failed(Message),
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

    /// Gives it this judgement.
    pub(crate) fn set(&mut self, mut judgement: Box<Judgement>) {
        self.cases = std::mem::take(&mut judgement.cases);
        self.state = State::Judged(judgement);
    }

    /// What became of it, with the cases that are held here; `first` is the index of the
    /// submission that it is the same as.
    pub(crate) fn outcome(&self, first: Option<usize>) -> SubmissionOutcome {
        match (&self.state, first) {
            (_, Some(first)) => SubmissionOutcome::SameAs(first),
            (State::Judged(judgement), None) => SubmissionOutcome::Judged(Box::new(Judgement {
                cases: self.cases.clone(),
                ..(**judgement).clone()
            })),
            (State::Skipped(skip), None) => SubmissionOutcome::Skipped(skip.clone()),
            (State::Failed(error), None) => SubmissionOutcome::Failed(error.clone()),
            (State::Waiting | State::Compiling | State::Running, None) => {
                SubmissionOutcome::NotJudged
            }
        }
    }

    pub(super) fn new(info: SubmissionInfo) -> Self {
        Self {
            info,
            state: State::Waiting,
            cases: Vec::new(),
            hidden: None,
            counts: None,
            place: None,
            same_as: None,
            award: None,
        }
    }

    /// The numbers of its cases, as far as they are not held here.
    fn hidden(&self) -> Option<RedactedCases> {
        self.hidden.or(self.counts.map(|counts| counts.hidden))
    }

    /// Gives it its verdict if that is certain at the end of an interrupted run: it failed
    /// a case, and its remaining cases were not run.
    pub(super) fn conclude(&mut self) {
        if let (State::Running, Some(case)) = (&self.state, self.first_failing()) {
            self.state = State::Judged(Box::new(Judgement {
                gave_up: Some(GaveUp::Interrupted),
                ..Judgement::new(case.verdict)
            }));
        }
    }

    /// Its cases in numbers.
    pub(crate) fn counted(&self) -> Counts {
        Counts {
            hidden: redacted_cases(&self.cases),
            repeats: self.cases.iter().map(|case| case.repeats as usize).sum(),
            wall: self.wall(),
        }
    }

    /// Wall time of all its runs.
    pub fn wall(&self) -> Duration {
        let sum = || self.cases.iter().map(|case| case.usage.wall).sum();
        self.counts.map_or_else(sum, |counts| counts.wall)
    }

    /// What it means for the success of the run.
    pub fn standing(&self) -> Standing {
        match &self.state {
            State::Waiting | State::Compiling | State::Running => Standing::NotJudged,
            State::Skipped(_) => Standing::Skipped,
            State::Failed(_) => Standing::Failed,
            State::Judged(result) if result.verdict == self.info.expected_verdict() => {
                Standing::AsExpected
            }
            State::Judged(_) => Standing::Unexpected,
        }
    }

    /// Its verdict, once it has one.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.state {
            State::Judged(result) => Some(result.verdict),
            _ => None,
        }
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

    /// Why it does not compile.
    pub(crate) fn first_complaint(&self) -> Option<&Message> {
        match &self.state {
            State::Judged(result) => result.compile_error.as_ref(),
            _ => None,
        }
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
        self.hidden()
            .map_or(self.cases.len(), |hidden| hidden.case_count)
    }

    /// Those among them that were accepted.
    pub fn accepted(&self) -> usize {
        let counted = || self.cases.len() - self.failing().count();
        self.hidden().map_or_else(counted, |hidden| hidden.accepted)
    }

    /// Whether it was not run on all cases because it had failed one.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(&self.state, State::Judged(result) if result.gave_up.is_none())
            && (1..self.info.case_count).contains(&self.judged())
    }

    /// What its cases used at most, each measure beside its limit on that case.
    pub fn peak(&self) -> Option<Peak> {
        if let Some(hidden) = self.hidden {
            return hidden.peak;
        }
        let (slowest, largest) = (self.slowest()?, self.largest()?);
        Some(Peak {
            cpu: slowest.usage.cpu,
            cpu_limit: slowest.limits.cpu,
            memory: largest.usage.memory,
            memory_limit: largest.limits.memory,
        })
    }

    /// How often it was run, repeats of borderline cases included.
    pub fn runs(&self) -> usize {
        if self.is_cached() || self.same_as.is_some() {
            return 0;
        }
        let repeats = || self.cases.iter().map(|case| case.repeats as usize).sum();
        self.judged() + self.counts.map_or_else(repeats, |counts| counts.repeats)
    }

    /// Whether its result was taken over from an earlier run.
    pub(crate) const fn is_cached(&self) -> bool {
        matches!(&self.state, State::Judged(result) if result.from_cache)
    }

    /// What it ought to earn, where the user has said so.
    pub fn expected(&self) -> Option<Verdict> {
        self.info.expected
    }

    /// Where a verdict comes from that was not determined by running this submission:
    /// `same as class/anna.py` or `cached`.
    pub(crate) fn origin(&self) -> Option<String> {
        match &self.same_as {
            Some(first) => Some(format!("same as {}", first.display())),
            None => self.is_cached().then(|| "cached".to_owned()),
        }
    }

    /// The origin in parentheses after a space; empty if the submission was run.
    pub(crate) fn origin_suffix(&self) -> String {
        self.origin()
            .map_or_else(String::new, |origin| format!(" ({origin})"))
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
        let mut state = self.state.clone();
        if let State::Judged(result) = &mut state
            && !texts
        {
            result.compiler_output = String::new();
        }
        Self {
            info: self.info.clone(),
            state,
            cases,
            hidden: self.hidden,
            counts: self.counts.or_else(|| Some(self.counted())),
            place,
            same_as: self.same_as.clone(),
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
            submission.state = State::Running;
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
