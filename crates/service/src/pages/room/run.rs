//! Runs: a participant tries a source on the samples or on a case of their own. The page of the room
//! shows the last run.

use askama::Template;
use mousetrap_problems::cases::SAMPLES_SUITE;

use crate::http_error::{HttpError, HttpResult};
use crate::judging::{PARTICIPANT_CASE_ID, Summary};
use crate::pages::participant_case::read_case;
use crate::pages::views::wait_text;
use crate::store::{BatchItemOptions, FAR_FUTURE_MS, Room, Submission, Task, run_id};
use crate::web::{Fields, FormError, Viewer, html};

/// A run of a participant, as the page shows it.
pub(super) struct RunView {
    pub submission: Submission,
    /// The state of a run that has not ended.
    pub wait: String,
    /// The result of a run that has ended.
    pub summary: Option<Summary>,
}

/// Returns the last run of the viewer, unless it has been deleted.
pub(super) async fn last_run_view(viewer: &Viewer, room: &Room) -> HttpResult<Option<RunView>> {
    let database = &viewer.app.database;
    let Some(participant) = viewer.visitor.participant_in(&room.id) else {
        return Ok(None);
    };
    let Some(submission) = database.last_run(&participant.id).await? else {
        return Ok(None);
    };
    let judgement = database.published_judgement(&submission.id, 1, FAR_FUTURE_MS);
    let Some(judgement) = judgement.await? else {
        let wait = wait_text(viewer, &submission.id).await?;
        return Ok(Some(RunView {
            submission,
            wait: wait.unwrap_or_else(|| format!("{}…", &viewer["running"])),
            summary: None,
        }));
    };
    Ok(Some(RunView {
        wait: String::new(),
        summary: Some(Summary::new(judgement, &submission).remove_worker_names()),
        submission,
    }))
}

/// The part of the page that shows the run.
#[derive(Template)]
#[template(path = "run.html")]
struct RunFragment {
    viewer: Viewer,
    room: Room,
    run: Option<RunView>,
}

/// Returns the part of the page that shows the run. A script polls it until the run has ended.
pub(crate) async fn run_result(viewer: Viewer, room: Room) -> HttpResult {
    let run = last_run_view(&viewer, &room).await?;
    Ok(html(&RunFragment { viewer, room, run }))
}

/// Queues the run that a form describes.
pub(super) async fn queue_run(
    viewer: &Viewer,
    room: &Room,
    submission: Submission,
    form: &Fields,
) -> HttpResult<()> {
    let (app, texts) = (&viewer.app, viewer.texts);
    let participant = viewer.visitor.participant_in(&room.id);
    let participant = participant.ok_or(HttpError::NotFound)?;
    let mut own_case = None;
    let requires = if form.get("run") == "case" {
        let problem = app.settings.config.problem(&submission.problem);
        let problem = problem.ok_or(HttpError::NotFound)?;
        let text = form.untrimmed_value("case");
        own_case = Some(read_case(viewer, problem, &participant.id, text).await?);
        app.requirements(room, &problem.id).await?
    } else {
        let problem = &submission.problem;
        let known = app.suites.suite_names(problem)?;
        if !known.iter().any(|name| name == SAMPLES_SUITE) {
            return Err(FormError::new("", &texts["no_samples"]).into());
        }
        let samples = [SAMPLES_SUITE.to_owned()];
        app.suites.requirements(problem, &samples).await?
    };
    let submission = Submission {
        room: run_id(&participant.id),
        participant: run_id(&participant.id),
        ..submission
    };
    let options = BatchItemOptions {
        all_cases: true,
        own_case,
        ..BatchItemOptions::default()
    };
    let run = Task::new_batch_item_task("run", &submission, &options, &requires);
    let run = (submission, run);
    Ok(app.database.start_run(room, participant, run).await?)
}
