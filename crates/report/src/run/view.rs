//! The audience of a report, and redaction: removing what the audience must not see.

use std::borrow::Cow;

use super::submission::{Totals, round_up_to_two_digits};
use crate::{Model, Submission, TerminalStyle};
use mousetrap_model::{GaveUp, Message, RefusedFile, RunEnding, RunHeader, SubmissionOutcome};

/// The audience of a report, and the output device. Every format is a function of the run and
/// a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The audience.
    pub audience: Audience,
    /// Whether the cases are hidden from the audience. Then the report must reveal nothing about
    /// individual cases.
    pub is_redacted: bool,
    /// Colours and width of the output.
    pub style: TerminalStyle,
}

/// The audience of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The user who ran the command. Reports suggest further commands.
    #[default]
    Owner,
    /// The author of the only submission.
    Author,
    /// The owner of the room with this name. The service judged the submissions, so the report
    /// cannot suggest to repeat a command.
    Room(String),
}

impl View {
    /// Returns the view of the user who ran the command.
    pub fn owner(style: TerminalStyle) -> Self {
        Self {
            style,
            ..Self::default()
        }
    }

    /// Returns the run without the data that this view must not show.
    pub(crate) fn redacted<'a>(&self, model: &'a Model) -> Cow<'a, Model> {
        if self.is_redacted {
            Cow::Owned(model.redacted())
        } else {
            Cow::Borrowed(model)
        }
    }
}

impl Model {
    /// Returns the run without anything that reveals a hidden case. Verdicts, the numbers of cases
    /// judged and accepted, and rounded maxima of time and memory stay. Names, order and
    /// measurements of individual cases are removed. Inputs, replies, reasons and output are
    /// removed too, because a submission can print the case and reasons quote replies.
    ///
    /// The compiler's output stays, because a submission is compiled before it can read a case.
    /// Points stay, but not the points of groups, which reveal where a submission failed. Similar
    /// submissions and copies are removed, because they concern only their authors.
    #[must_use]
    pub(crate) fn redacted(&self) -> Self {
        let submissions = self.each().map(|one| one.into_owned().redacted());
        let mut model = Self {
            submissions: submissions.collect(),
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
            ending.wall = ending.wall.map(round_up_to_two_digits);
        }
        model
    }

    /// Returns the part of the run that the author of one submission may see, without other
    /// submissions, the machine, and advice for the user of the judge.
    pub(crate) fn of_submission(&self, index: usize) -> Self {
        let mut submission = self.full(&self.submissions[index]).into_owned();
        // Removes references to identical submissions, because they concern only their authors.
        submission.same_as = None;
        if let SubmissionOutcome::Judged(result) = &mut submission.outcome {
            result.from_cache = false;
        }
        self.part(vec![submission], Vec::new())
    }

    /// Returns the part of the run that the author of a refused file may see.
    pub(crate) fn of_refused(&self, refused: &RefusedFile) -> Self {
        self.part(Vec::new(), vec![refused.clone()])
    }

    fn part(&self, submissions: Vec<Submission>, refused: Vec<RefusedFile>) -> Self {
        Self {
            header: RunHeader {
                jobs: self.header.jobs,
                isolation: self.header.isolation.clone(),
                clock: self.header.clock,
                points: self.header.points.clone(),
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
        self.totals = Some(Totals {
            cases: self.totals().cases,
            repeats: 0,
            is_redacted: true,
        });
        (self.logged, self.same_as) = (None, None);
        self.cases.clear();
        self.info.digest.clear();
        if let Some(award) = &mut self.award {
            award.groups.clear();
        }
        match &mut self.outcome {
            SubmissionOutcome::Failed(error) => *error = Message::JudgeFailed,
            SubmissionOutcome::Judged(result) => {
                // Removes the reason, because it names a case.
                result.unchecked = result.unchecked.take().map(|_| Message::text(""));
                if let Some(GaveUp::CpuTime(time)) = &mut result.gave_up {
                    *time = round_up_to_two_digits(*time);
                }
                // All copies have the values of a single run, so equal values would reveal the
                // copies.
                (result.compile, result.startup) = (None, None);
            }
            _ => {}
        }
        self
    }
}

#[cfg(test)]
mod tests;
