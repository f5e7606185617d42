//! The last run of a participant, as the page of a room shows it.

use mousetrap_model::CaseResult;

use crate::fault::Fault;
use crate::judging::Summary;
use crate::pages::submission::{SourceLine, annotated_lines, reason};
use crate::pages::views::wait_text;
use crate::store::Submission;
use crate::web::RoomRequest;

/// A run of a participant, as the page shows it.
pub(super) struct RunView {
    pub submission: Submission,
    /// The state of a run that has not ended.
    pub wait: String,
    pub result: Option<RunResult>,
}

/// The result of a run.
pub(super) struct RunResult {
    /// The code of the verdict, or a status code if there is no verdict.
    pub verdict: String,
    /// The reason why no case was run.
    pub reason: Option<String>,
    pub summary: Summary,
    pub cases: Vec<CaseResult>,
    /// The lines of the source, with the compiler's messages.
    pub lines: Vec<SourceLine>,
}

/// Returns the last run of the viewer, unless it has been deleted.
pub(super) async fn last_run_view(request: &RoomRequest) -> Result<Option<RunView>, Fault> {
    let RoomRequest { app, viewer, room } = request;
    let Some(participant) = viewer.visitor.participant_in(&room.id) else {
        return Ok(None);
    };
    let Some(submission) = app.database.last_run(&participant.id).await? else {
        return Ok(None);
    };
    let judgement = app.database.judgement(&submission.id, 1).await?;
    let Some(judgement) = judgement else {
        let wait = app.database.expected_wait(&submission.id).await?;
        let running = || format!("{}…", &viewer["running"]);
        return Ok(Some(RunView {
            submission,
            wait: wait.map_or_else(running, |wait| wait_text(wait, viewer.texts)),
            result: None,
        }));
    };
    let run = judgement.parse_run_report_or_failed(&submission);
    let cases = run.judgement(0).map(|it| it.cases.clone());
    let summary = Summary::from_run_report(run).without_worker_names();
    Ok(Some(RunView {
        wait: String::new(),
        result: Some(RunResult {
            verdict: judgement.verdict,
            reason: reason(&summary, viewer.texts).filter(|_| summary.counts.run == 0),
            lines: annotated_lines(
                &submission.file,
                &submission.source,
                &summary.compiler_output,
            ),
            cases: cases.unwrap_or_default(),
            summary,
        }),
        submission,
    }))
}
