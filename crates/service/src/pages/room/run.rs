//! Runs: a participant tries a source on the samples or on a case of their own.

use askama::Template;
use axum::response::Response;
use mousetrap_problems::cases::SAMPLES_SUITE;

use super::participant::{page, read_form};
use super::run_view::{RunView, last_run_view};
use crate::fault::Fault;
use crate::judging::PARTICIPANT_CASE_ID;
use crate::pages::participant_case::read_case;
use crate::store::{
    BatchItemOptions, Participant, Room, Submission, Task, batch_room_id, run_client_id,
};
use crate::web::{Fields, FormError, RoomRequest, Viewer, html, redirect};

/// The part of the page that shows the run.
#[derive(Template)]
#[template(path = "run.html")]
struct RunFragment {
    viewer: Viewer,
    room: Room,
    run: Option<RunView>,
}

/// Returns the page of the room with the last run, and with the run's source in the form.
pub(crate) async fn run_page(request: RoomRequest) -> Result<Response, Fault> {
    let Some(run) = last_run_view(&request).await? else {
        return Ok(redirect(&format!("/rooms/{}", request.room.id)));
    };
    let made = &run.submission;
    let mut form = Fields::from_iter([
        ("source", &made.source),
        ("language", &made.language),
        ("problem", &made.problem),
        ("form", &made.form),
    ]);
    let mut cases = run.result.iter().flat_map(|result| &result.cases);
    if let Some(own) = cases.find(|case| case.id.0 == PARTICIPANT_CASE_ID)
        && let Some(shown) = &own.failing
    {
        form.add("case", &shown.arguments);
    }
    page(request, form, Some(run)).await
}

/// Returns the part of the page that shows the run. A script polls it until the run has ended.
pub(crate) async fn run_result(request: RoomRequest) -> Result<Response, Fault> {
    let run = last_run_view(&request).await?;
    let RoomRequest { viewer, room, .. } = request;
    Ok(html(&RunFragment { viewer, room, run }))
}

pub(crate) async fn start_run(
    request: RoomRequest,
    form: Result<Fields, Fault>,
) -> Result<Response, Fault> {
    let RoomRequest { viewer, room, .. } = &request;
    let participant = viewer.visitor.participant_in(&room.id).cloned();
    let participant = participant.ok_or(Fault::NotFound)?;
    let (mut form, read) = read_form(&request, form).await?;
    let queued = async { queue_run(&request, &participant, read?, &form).await };
    match queued.await {
        Ok(()) => Ok(redirect(&format!("/rooms/{}/run", room.id))),
        Err(fault) => {
            form.error = Some(fault.form_error("", viewer.texts)?);
            page(request, form, None).await
        }
    }
}

/// Queues the run that a form describes.
async fn queue_run(
    request: &RoomRequest,
    participant: &Participant,
    submission: Submission,
    form: &Fields,
) -> Result<(), Fault> {
    let RoomRequest { app, viewer, room } = request;
    let texts = viewer.texts;
    let mut own_case = None;
    let requires = if form.get("run") == "case" {
        let problem = app.settings.config.problem(&submission.problem);
        let problem = problem.ok_or(Fault::NotFound)?;
        match read_case(app, problem, &participant.id, form.untrimmed("case")).await {
            Ok(case) => own_case = Some(case),
            Err(refusal) => {
                let text = format!("{}{}", &texts["case_refused"], refusal.reason_text(texts));
                return Err(FormError::new("case", text).into());
            }
        }
        app.requirements(room, &problem.id).await?
    } else {
        let problem = &submission.problem;
        let known = app.suites.suite_names(problem)?;
        if !known.iter().any(|name| name == SAMPLES_SUITE) {
            return Err(FormError::new("", &texts["no_samples"]).into());
        }
        let (suites, samples) = (&app.suites, [SAMPLES_SUITE.to_owned()]);
        suites
            .requirements(&app.database, problem, &samples)
            .await?
    };
    let client = run_client_id(&participant.id);
    let submission = Submission {
        room: batch_room_id(&client),
        participant: client,
        ..submission
    };
    let options = BatchItemOptions {
        all_cases: true,
        own_case,
        ..BatchItemOptions::default()
    };
    let run = Task::for_batch_item("run", &submission, &options, &requires);
    let run = (submission, run);
    Ok(app.database.start_run(room, participant, run).await?)
}
