//! A judgement as the database stores it and the interface sends it: all that reports are
//! made from.

use std::time::Duration;

use mousetrap_judge::info;
use mousetrap_model::{
    CaseResult, Clock, Event, Form, Message, RunSubmission, SubmissionInfo, SubmissionOutcome,
};
use serde::{Deserialize, Serialize};

use mousetrap_base::Choice as _;

use crate::store::Submission;

/// A submission with its outcome, and how it was run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    isolation: String,
    clock: Clock,
    #[serde(flatten)]
    submission: RunSubmission,
}

/// What the events of one submission have said so far.
#[derive(Debug, Default)]
pub(crate) struct Events {
    run: Option<(SubmissionInfo, String, Clock)>,
    pub(crate) cases: Vec<CaseResult>,
    outcome: Option<SubmissionOutcome>,
}

impl Events {
    /// Adds an event.
    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted {
                submissions,
                isolation,
                clock,
                ..
            } => {
                let info = submissions.first().cloned();
                self.run = info.map(|info| (info, isolation.clone(), *clock));
            }
            // A new attempt: what an earlier one reported is void.
            Event::Compiling { .. } => self.cases.clear(),
            Event::Case { result, .. } => {
                let same = self.cases.iter_mut().rfind(|known| known.id == result.id);
                match same {
                    Some(known) => known.clone_from(result),
                    None => self.cases.push((**result).clone()),
                }
            }
            Event::Judged { judgement, .. } => {
                self.cases.clone_from(&judgement.cases);
                self.outcome = Some(SubmissionOutcome::Judged(judgement.clone()));
            }
            Event::Skipped { skip, .. } => {
                self.outcome = Some(SubmissionOutcome::Skipped(skip.clone()));
            }
            Event::Failed { error, .. } => {
                self.outcome = Some(SubmissionOutcome::Failed(error.clone()));
            }
            _ => {}
        }
    }

    /// The problem of the submission, once the run has started.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.run.as_ref().map(|(info, ..)| info.problem.as_str())
    }

    /// The outcome; none if judging has not ended.
    pub(crate) fn judged(&self) -> Option<Judged> {
        let (info, isolation, clock) = self.run.clone()?;
        Some(Judged {
            isolation,
            clock,
            submission: without_points(info, self.outcome.clone()?),
        })
    }
}

const fn without_points(info: SubmissionInfo, outcome: SubmissionOutcome) -> RunSubmission {
    RunSubmission {
        info,
        outcome,
        award: None,
        redacted_cases: None,
    }
}

/// The events of a run in which these were judged, each under the name of its file.
pub fn replay(judged: Vec<(String, Judged)>, wall: Duration) -> Vec<Event> {
    let first = judged.first().map(|(_, one)| one);
    let (isolation, clock) = first.map_or_else(
        || (String::new(), Clock::Tree),
        |one| (one.isolation.clone(), one.clock),
    );
    let (infos, outcomes): (Vec<_>, Vec<_>) = judged
        .into_iter()
        .map(|(path, one)| {
            let RunSubmission { info, outcome, .. } = one.submission;
            let path = path.into();
            (SubmissionInfo { path, ..info }, outcome)
        })
        .unzip();
    let counts: Vec<usize> = infos.iter().map(|info| info.case_count).collect();
    let mut events = vec![Event::RunStarted {
        submissions: infos,
        jobs: 1,
        isolation,
        clock,
    }];
    for (submission, (outcome, case_count)) in outcomes.into_iter().zip(counts).enumerate() {
        events.push(match outcome {
            SubmissionOutcome::Judged(judgement) if judgement.cases.len() <= case_count => {
                Event::Judged {
                    submission,
                    judgement,
                }
            }
            SubmissionOutcome::Skipped(skip) => Event::Skipped { submission, skip },
            SubmissionOutcome::Failed(error) => Event::Failed { submission, error },
            SubmissionOutcome::Judged(_)
            | SubmissionOutcome::SameAs(_)
            | SubmissionOutcome::NotJudged => Event::Failed {
                submission,
                error: Message::Contradiction,
            },
        });
    }
    events.push(Event::RunFinished {
        interrupted: false,
        wall,
    });
    events
}

/// A submission without a judgement, for this reason.
pub fn failed(found: &mousetrap_judge::Submission<'_>, error: Message) -> Judged {
    not_run(info(found, 0), error)
}

/// A stored submission without a judgement, for this reason.
pub(crate) fn not_judged(submission: &Submission, language_name: &str, error: Message) -> Judged {
    let info = SubmissionInfo {
        path: submission.file.clone().into(),
        problem: submission.problem.clone(),
        language: submission.language.clone(),
        language_name: language_name.to_owned(),
        form: Form::named(&submission.form).unwrap_or(Form::Function),
        encoding: None,
        expected: None,
        case_count: 0,
        digest: submission.id.clone(),
    };
    not_run(info, error)
}

fn not_run(info: SubmissionInfo, error: Message) -> Judged {
    Judged {
        isolation: String::new(),
        clock: Clock::Tree,
        submission: without_points(info, SubmissionOutcome::Failed(error)),
    }
}
