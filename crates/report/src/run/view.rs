//! For whom a report is, and what is hidden from this audience.

use std::borrow::Cow;
use std::time::Duration;

use super::rounded::two_digits;
use super::submission::Totals;
use crate::{Model, Submission, TerminalStyle};
use mousetrap_model::{GaveUp, Message, RefusedFile, RunEnding, RunHeader, SubmissionOutcome};

/// For whom a report is, and where it is shown. Every format is a function of the run and
/// a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The readers.
    pub audience: Audience,
    /// Whether the readers must learn nothing about single cases, because the cases are
    /// hidden from them.
    pub is_redacted: bool,
    /// Colors and width of the output.
    pub style: TerminalStyle,
}

/// The readers of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The user who ran the command. Reports suggest further commands.
    #[default]
    Owner,
    /// The author of the only submission.
    Author,
    /// The owner of the room with this name. The service judged submissions as they came, so
    /// there is no command to repeat.
    Room(String),
}

impl View {
    /// The view of the user who ran the command.
    pub fn owner(style: TerminalStyle) -> Self {
        Self {
            style,
            ..Self::default()
        }
    }

    /// The run without what this view must not show.
    pub(crate) fn of<'a>(&self, model: &'a Model) -> Cow<'a, Model> {
        if self.is_redacted {
            Cow::Owned(model.redacted())
        } else {
            Cow::Borrowed(model)
        }
    }
}

impl Model {
    /// The run without anything that reveals a hidden case. Verdicts stay, the numbers of
    /// cases judged and accepted, and rounded maxima of time and memory. Names, order and
    /// measurements of single cases go, and inputs, replies, reasons and standard error: a
    /// submission could write the case to standard error, and reasons quote replies.
    ///
    /// The output of the compiler stays, because a submission is compiled before it sees a
    /// case. Points stay, but not the groups: the points of a group reveal where a submission
    /// failed. Similar submissions and copies go, because they
    /// concern only their authors.
    #[must_use]
    pub(crate) fn redacted(&self) -> Self {
        let submissions = self.each().map(|one| one.into_owned().redacted());
        let mut model = self.with(submissions.collect());
        model.header.similar = None;
        // Digests of hidden suites would confirm a guess of their cases.
        model.header.conditions.clear();
        for points in model.header.points.values_mut() {
            points.groups.clear();
        }
        if let Some(ending) = &mut model.ending {
            ending.wall = ending.wall.map(two_digits);
        }
        model
    }

    /// The part that the author of one submission may see: neither the class nor the machine, and
    /// nothing that only the user of the judge can do.
    pub(crate) fn of_submission(&self, index: usize) -> Self {
        let mut submission = self.full(&self.submissions[index]).into_owned();
        // Identical submissions concern only their authors.
        submission.same_as = None;
        if let SubmissionOutcome::Judged(result) = &mut submission.outcome {
            result.from_cache = false;
        }
        self.part(vec![submission], Vec::new())
    }

    /// The part that the author of a file that cannot be judged may see.
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
    /// As [`Model::redacted`].
    pub(crate) fn redacted(mut self) -> Self {
        self.totals = Some(Totals {
            cases: self.totals().cases,
            repeats: 0,
            wall: Duration::ZERO,
            is_redacted: true,
        });
        (self.place, self.same_as) = (None, None);
        self.cases.clear();
        self.info.digest.clear();
        if let Some(award) = &mut self.award {
            award.groups.clear();
        }
        match &mut self.outcome {
            SubmissionOutcome::Failed(error) => *error = Message::JudgeFailed,
            SubmissionOutcome::Judged(result) => {
                // The reason names a case.
                result.unchecked = result.unchecked.take().map(|_| Message::text(""));
                if let Some(GaveUp::CpuTime(time)) = &mut result.gave_up {
                    *time = two_digits(*time);
                }
                // Copies were started once: equal values would reveal the copies.
                (result.compile, result.startup) = (None, None);
            }
            _ => {}
        }
        self
    }
}

#[cfg(test)]
mod tests;
