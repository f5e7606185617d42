//! Runs with one submission each. The database stores a judgement as such a run, and the
//! interface sends it.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_model::{
    Clock, Event, Run, RunEnding, RunHeader, RunSubmission, SubmissionInfo, SubmissionOutcome,
    Verdict,
};

/// The run of one submission with this outcome.
pub(crate) fn single(header: RunHeader, info: SubmissionInfo, outcome: SubmissionOutcome) -> Run {
    Run {
        header,
        submissions: vec![RunSubmission {
            info,
            outcome,
            award: None,
            redacted_cases: None,
        }],
        ending: Some(RunEnding::default()),
    }
}

/// The header of a run for which no judge has started.
pub(crate) fn header_without_judge() -> RunHeader {
    RunHeader {
        jobs: 1,
        clock: Clock::Tree,
        ..RunHeader::default()
    }
}

/// Returns the events of one run that consists of these runs. Each submission gets the path
/// before its run. Stored runs may be old, so they are checked for contradictions.
pub(crate) fn replay(runs: Vec<(PathBuf, Run)>, wall: Duration) -> Vec<Event> {
    let mut headers = runs.iter().map(|(_, run)| &run.header);
    let judged = headers.find(|header| !header.isolation.is_empty());
    let RunHeader {
        isolation, clock, ..
    } = judged.cloned().unwrap_or_else(header_without_judge);
    let mut infos = Vec::new();
    let mut outcomes = Vec::new();
    for (path, run) in runs {
        let Some(one) = run.submissions.into_iter().next() else {
            continue;
        };
        infos.push(SubmissionInfo { path, ..one.info });
        outcomes.push(one.outcome);
    }
    let case_counts: Vec<usize> = infos.iter().map(|info| info.case_count).collect();
    let mut events = vec![Event::RunStarted {
        submissions: infos,
        jobs: 1,
        isolation,
        clock,
    }];
    for (submission, (outcome, case_count)) in outcomes.into_iter().zip(case_counts).enumerate() {
        events.push(match outcome {
            // A run that was stopped has a verdict that follows from no single case.
            SubmissionOutcome::Judged(judgement)
                if judgement.verdict != Verdict::Accepted
                    || judgement.is_consistent(case_count) =>
            {
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
                error: "the record of this judgement contradicts itself".into(),
            },
        });
    }
    events.push(Event::RunFinished {
        interrupted: false,
        wall,
    });
    events
}
