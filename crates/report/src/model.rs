//! The state of a run, folded from the judge's events.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::log::{Log, Place};
use crate::{Hidden, Peak};
use mousetrap_judge::{
    Alike, CaseResult, Event, Refused, Skip, SubmissionInfo, SubmissionResult, Verdict,
};
use mousetrap_sandbox::Clock;

/// All that is known about a run so far.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Every submission, in the order in which reports list them.
    pub submissions: Vec<Submission>,
    /// Files that cannot be judged, each with its reason.
    pub refused: Vec<Refused>,
    /// Files that are not meant to be judged.
    pub left_out: Vec<PathBuf>,
    /// Which submissions resemble each other; `None` where nobody asked.
    pub similar: Option<Vec<Alike>>,
    /// Worker threads.
    pub jobs: usize,
    /// The isolation in force, in words.
    pub isolation: String,
    /// What reads the CPU time of runs.
    pub clock: Clock,
    /// Where the run takes place.
    pub facts: Facts,
    /// How the run ended; `None` while it lasts.
    pub ending: Option<Ending>,
    /// Submissions whose judgement is over.
    pub over: usize,
    /// CPU time that reports have taken so far.
    pub reporting: Option<Duration>,
    /// What has the cases of submissions that are not held here.
    pub log: Option<Arc<Log>>,
    /// Whether it is the part for one author, who cannot judge anew.
    pub is_feedback: bool,
    /// What commands that the report names must repeat.
    pub again: Again,
}

/// Options of the user that a command must repeat to see the same, each behind a
/// space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Again {
    /// Of every command.
    pub all: String,
    /// Of `judge` alone.
    pub judge: String,
}

/// Where a run takes place. Names are for people: `processor`, `C++`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// The machine, by name of the fact.
    pub machine: BTreeMap<String, String>,
    /// Versions of the toolchains in use, by language.
    pub toolchains: BTreeMap<String, String>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Whether a signal cut it short.
    pub interrupted: bool,
    /// Wall time of the whole run; `None` for a part of it.
    pub wall: Option<Duration>,
}

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
    pub hidden: Option<Hidden>,
    /// What is known of all cases where some are not held here.
    pub counts: Option<Counts>,
    /// Where the log has all of it.
    pub place: Option<Place>,
    /// The submission of this run that it is the same as, and was not judged
    /// beside.
    pub same_as: Option<PathBuf>,
}

/// What is known of the cases of a submission in numbers.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// What a redacted report says of them.
    pub hidden: Hidden,
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
    Finished(SubmissionResult),
    /// The judge failed on it; the text says why.
    Failed(String),
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

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Submissions in all.
    pub submissions: usize,
    /// Those with the expected verdict.
    pub as_expected: usize,
    /// Those with another verdict.
    pub unexpected: usize,
    /// Those whose toolchain is missing.
    pub skipped: usize,
    /// Those on which the judge failed.
    pub failed: usize,
    /// Those without a verdict because the run was cut short.
    pub not_judged: usize,
    /// Files that cannot be judged; they are not among the submissions.
    #[serde(default)]
    pub refused: usize,
    /// Those whose result was taken over from an earlier run of the same.
    #[serde(default)]
    pub from_cache: usize,
    /// Those that are the same as another, and were judged once with it.
    #[serde(default)]
    pub same: usize,
    /// Runs of a submission on a case, repeats of borderline cases included.
    pub runs: usize,
}

impl Model {
    /// Takes in one event.
    ///
    /// # Panics
    /// On a submission that `RunStarted` did not list: a fault of the judge.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::SetAside { refused, left_out } => {
                self.refused = refused;
                self.left_out = left_out;
            }
            Event::Compared(similar) => self.similar = Some(similar),
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                *self = Self {
                    submissions: submissions.into_iter().map(Submission::new).collect(),
                    refused: std::mem::take(&mut self.refused),
                    left_out: std::mem::take(&mut self.left_out),
                    similar: self.similar.take(),
                    jobs,
                    isolation,
                    clock,
                    facts: std::mem::take(&mut self.facts),
                    ..Self::default()
                };
            }
            Event::Skipped { submission, skip } => {
                self.submissions[submission].state = State::Skipped(skip);
                self.over += 1;
            }
            Event::Same { submission, first } => {
                let first = &self.submissions[first];
                self.submissions[submission] = Submission {
                    info: self.submissions[submission].info.clone(),
                    same_as: Some(first.info.path.clone()),
                    ..first.clone()
                };
                self.over += 1;
            }
            Event::Compiling { submission, .. } | Event::Preparing { submission, .. } => {
                self.submissions[submission].state = State::Compiling;
            }
            Event::Started { submission, .. } => {
                self.submissions[submission].state = State::Running;
            }
            Event::Case { submission, result } => {
                let submission = &mut self.submissions[submission];
                let cases = &mut submission.cases;
                let is_it = |known: &CaseResult| known.id == result.id;
                let all_ran = cases.len() == submission.info.cases;
                match cases.last() {
                    Some(last) if is_it(last) || all_ran => {
                        if let Some(known) = cases.iter_mut().rfind(|known| is_it(known)) {
                            *known = *result;
                        }
                    }
                    _ => cases.push(*result),
                }
            }
            Event::Finished { submission, result } => {
                self.submissions[submission].state = State::Finished(*result);
                self.over += 1;
            }
            Event::Failed { submission, error } => {
                self.submissions[submission].state = State::Failed(error);
                self.over += 1;
            }
            Event::RunFinished { interrupted, wall } => {
                self.ending = Some(Ending {
                    interrupted,
                    wall: Some(wall),
                });
            }
        }
    }

    /// Each submission with all of its cases, from wherever they are.
    pub fn each(&self) -> impl Iterator<Item = Cow<'_, Submission>> {
        self.submissions
            .iter()
            .map(|submission| self.full(submission))
    }

    /// A submission with all of its cases.
    pub(crate) fn full<'a>(&self, submission: &'a Submission) -> Cow<'a, Submission> {
        let (Some(place), Some(log)) = (submission.place, &self.log) else {
            return Cow::Borrowed(submission);
        };
        let mut full = submission.clone();
        match log.read(place, submission.info.problem) {
            Ok((result, cases)) => {
                full.state = State::Finished(result);
                full.cases = cases;
                (full.counts, full.place) = (None, None);
            }
            Err(error) => {
                full.state = State::Failed(format!("the log of the run cannot be read: {error}"));
            }
        }
        Cow::Owned(full)
    }

    /// The run with every case of it in memory.
    #[must_use]
    pub fn whole(&self) -> Self {
        let submissions = self.each().map(Cow::into_owned).collect();
        self.with(submissions)
    }

    /// The run with what is shown of each failure in memory, and what tables say.
    #[must_use]
    pub(crate) fn told(&self) -> Self {
        let told = |submission: Cow<'_, Submission>| match submission {
            Cow::Owned(full) => full.condensed(None, true),
            Cow::Borrowed(whole) => whole.clone(),
        };
        self.with(self.each().map(told).collect())
    }

    /// The run with these in place of its submissions.
    pub(crate) fn with(&self, submissions: Vec<Submission>) -> Self {
        Self {
            submissions,
            refused: self.refused.clone(),
            left_out: self.left_out.clone(),
            similar: self.similar.clone(),
            isolation: self.isolation.clone(),
            facts: self.facts.clone(),
            log: None,
            again: self.again.clone(),
            ..*self
        }
    }

    /// Whether the run was cut short, or has not ended yet.
    pub fn interrupted(&self) -> bool {
        self.ending.is_none_or(|ending| ending.interrupted)
    }

    /// The run in numbers.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            refused: self.refused.len(),
            ..Summary::default()
        };
        for submission in &self.submissions {
            summary.submissions += 1;
            summary.runs += submission.runs();
            summary.from_cache += usize::from(submission.is_cached());
            summary.same += usize::from(submission.same_as.is_some());
            *match submission.standing() {
                Standing::AsExpected => &mut summary.as_expected,
                Standing::Unexpected => &mut summary.unexpected,
                Standing::Skipped => &mut summary.skipped,
                Standing::Failed => &mut summary.failed,
                Standing::NotJudged => &mut summary.not_judged,
            } += 1;
        }
        summary
    }

    /// The submissions that stand like this, in order.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = &Submission> {
        self.submissions
            .iter()
            .filter(move |submission| submission.standing() == standing)
    }
}

impl Submission {
    fn new(info: SubmissionInfo) -> Self {
        Self {
            info,
            state: State::Waiting,
            cases: Vec::new(),
            hidden: None,
            counts: None,
            place: None,
            same_as: None,
        }
    }

    /// The numbers of its cases, as far as they are not held here.
    fn hidden(&self) -> Option<Hidden> {
        self.hidden.or(self.counts.map(|counts| counts.hidden))
    }

    /// Its cases in numbers.
    pub(crate) fn counted(&self) -> Counts {
        Counts {
            hidden: Hidden::of(&self.cases),
            repeats: self.cases.iter().map(|case| case.repeats as usize).sum(),
            wall: self.wall(),
        }
    }

    /// Wall time of all its runs.
    pub fn wall(&self) -> Duration {
        let sum = || self.cases.iter().map(|case| case.measured.wall).sum();
        self.counts.map_or_else(sum, |counts| counts.wall)
    }

    /// What it means for the success of the run.
    pub fn standing(&self) -> Standing {
        match &self.state {
            State::Waiting | State::Compiling | State::Running => Standing::NotJudged,
            State::Skipped(_) => Standing::Skipped,
            State::Failed(_) => Standing::Failed,
            State::Finished(result) if result.verdict == self.info.expected => Standing::AsExpected,
            State::Finished(_) => Standing::Unexpected,
        }
    }

    /// Its verdict, once it has one.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.state {
            State::Finished(result) => Some(result.verdict),
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

    /// Why it does not compile, in one line.
    pub fn first_complaint(&self) -> Option<&str> {
        match &self.state {
            State::Finished(result) => result.complaint.as_deref(),
            _ => None,
        }
    }

    /// The case that took the most CPU time.
    pub fn slowest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.measured.cpu)
    }

    /// The case that took the most memory.
    pub fn largest(&self) -> Option<&CaseResult> {
        self.cases.iter().max_by_key(|case| case.measured.memory)
    }

    /// Cases judged so far.
    pub fn judged(&self) -> usize {
        self.hidden()
            .map_or(self.cases.len(), |hidden| hidden.judged)
    }

    /// Those among them that were accepted.
    pub fn accepted(&self) -> usize {
        let counted = || self.cases.len() - self.failing().count();
        self.hidden().map_or_else(counted, |hidden| hidden.accepted)
    }

    /// Whether it was not run on all cases, since it had failed one.
    pub fn is_stopped(&self) -> bool {
        matches!(self.state, State::Finished(_)) && (1..self.info.cases).contains(&self.judged())
    }

    /// What its cases used at most, each measure beside its limit on that case.
    pub fn peak(&self) -> Option<Peak> {
        if let Some(hidden) = self.hidden {
            return hidden.peak;
        }
        let (slowest, largest) = (self.slowest()?, self.largest()?);
        Some(Peak {
            cpu: slowest.measured.cpu,
            cpu_limit: slowest.limits.cpu,
            memory: largest.measured.memory,
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
    pub const fn is_cached(&self) -> bool {
        matches!(&self.state, State::Finished(result) if result.from_cache)
    }

    /// What it ought to earn, where the user has said so.
    pub fn expected(&self) -> Option<Verdict> {
        self.info.is_placed.then_some(self.info.expected)
    }

    /// What marks a verdict that was not earned in this run, or by another.
    pub fn origin(&self) -> String {
        match &self.same_as {
            Some(first) => format!(" (same as {})", first.display()),
            None if self.is_cached() => " (cached)".to_owned(),
            None => String::new(),
        }
    }

    /// Its name in a list that has columns for problem and expected verdict:
    /// the file name where the directories say no more than these columns, else
    /// the whole path.
    pub fn short_name(&self) -> String {
        let SubmissionInfo {
            path,
            problem,
            expected,
            ..
        } = &self.info;
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
    use super::*;
    use crate::sample;

    #[test]
    fn a_run_is_counted_by_standing() {
        assert_eq!(
            sample::interrupted().summary(),
            Summary {
                submissions: 9,
                as_expected: 3,
                unexpected: 2,
                skipped: 2,
                failed: 1,
                not_judged: 1,
                refused: 2,
                from_cache: 0,
                same: 0,
                runs: 14,
            }
        );
    }

    #[test]
    fn a_run_without_its_end_counts_as_interrupted() {
        let mut model = sample::good();
        assert!(!model.interrupted());
        model.ending = None;
        assert!(model.interrupted());
    }

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
}
