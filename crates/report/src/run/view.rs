//! The audience of a report, and redaction: removing data that the audience must not see.

use super::submission::{CaseStatistics, round_up_to_two_significant_digits};
use crate::texts::Texts;
use crate::{Model, OutputStyle, Submission};
use mousetrap_model::{EarlyStop, Message, RefusedFile, RunEnding, RunHeader, SubmissionOutcome};

/// The audience of a report, and the properties of the output. A report in any format depends only
/// on the run and the view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The audience.
    pub audience: Audience,
    /// The texts of HTML pages in the chosen language. Other formats are always in English.
    pub texts: &'static Texts,
    /// The colours and the line length of the output.
    pub style: OutputStyle,
}

/// The audience of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The user who ran the command. Only reports for this user suggest commands to run next.
    #[default]
    Owner,
    /// The author of the run's only submission.
    Author,
    /// The owner of a room; the value is the name of the room. The service judged the submissions,
    /// so the report cannot suggest commands to run next.
    Room(String),
}

impl Model {
    /// Returns the run without anything that reveals a hidden case. The result keeps verdicts, the
    /// numbers of judged and accepted cases, and the rounded maximum time and memory. The names,
    /// the order and the measurements of individual cases are removed. Inputs, replies, reasons and
    /// output are removed too: a submission can print its input, and reasons quote replies.
    ///
    /// The compiler's output is kept: it cannot reveal cases, because compilation precedes all
    /// runs. The total points are kept, but the points per group are removed, because they reveal
    /// where a submission failed. References to similar and identical submissions are removed,
    /// because they concern only the authors of these submissions.
    #[must_use]
    pub fn redacted(&self) -> Self {
        let submissions = self.loaded_submissions();
        let mut model = Self {
            submissions: submissions.map(|one| one.into_owned().redacted()).collect(),
            log: None,
            ..self.clone()
        };
        model.header.similar = None;
        // Digests of hidden suites could be used to confirm guesses of their cases.
        model.header.conditions.clear();
        for points in model.header.points.values_mut() {
            points.groups.clear();
        }
        if let Some(ending) = &mut model.ending {
            ending.wall = ending.wall.map(round_up_to_two_significant_digits);
        }
        model
    }

    /// Returns the part of the run that the author of one submission may see. The result contains no
    /// other submissions, no facts about the machine, and no advice for the user who runs the judge.
    pub(crate) fn restricted_to_submission(&self, index: usize) -> Self {
        let mut submission = self.load_cases(&self.submissions[index]).into_owned();
        // Removes the reference to an identical submission, because it concerns only the authors of
        // both.
        submission.same_as = None;
        if let SubmissionOutcome::Judged(result) = &mut submission.outcome {
            result.from_cache = false;
        }
        self.restricted_to_files(vec![submission], Vec::new())
    }

    /// Returns the part of the run that the author of a file that cannot be judged may see.
    pub(crate) fn restricted_to_refused_file(&self, refused: &RefusedFile) -> Self {
        self.restricted_to_files(Vec::new(), vec![refused.clone()])
    }

    fn restricted_to_files(&self, submissions: Vec<Submission>, refused: Vec<RefusedFile>) -> Self {
        let mut points = self.header.points.clone();
        points.retain(|problem, _| submissions.iter().any(|one| one.info.problem == *problem));
        Self {
            header: RunHeader {
                jobs: self.header.jobs,
                isolation: self.header.isolation.clone(),
                clock: self.header.clock,
                points,
                refused,
                ..RunHeader::default()
            },
            submissions,
            ending: Some(RunEnding::default()),
            ..Self::default()
        }
    }
}

impl Submission {
    /// Returns the submission without anything that reveals a hidden case.
    pub(crate) fn redacted(mut self) -> Self {
        self.statistics = Some(CaseStatistics {
            cases: self.statistics().cases,
            repeats: 0,
            is_redacted: true,
        });
        self.same_as = None;
        self.info.digest.clear();
        if let Some(award) = &mut self.award {
            award.groups.clear();
        }
        match &mut self.outcome {
            SubmissionOutcome::Failed(error) => *error = Message::JudgeFailed,
            SubmissionOutcome::Judged(result) => {
                // Removes the reason, because it names a case.
                result.unchecked = result.unchecked.take().map(|_| Message::text(""));
                if let Some(EarlyStop::CpuTime(time)) = &mut result.gave_up {
                    *time = round_up_to_two_significant_digits(*time);
                }
                // Identical submissions share the values of a single run, so equal values would
                // reveal which submissions are identical.
                (result.compile, result.startup) = (None, None);
                result.cases.clear();
            }
            _ => {}
        }
        self
    }
}

#[cfg(test)]
mod tests;
