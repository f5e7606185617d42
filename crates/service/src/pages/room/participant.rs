//! The page of a room for participants, and the submission form.

use std::sync::Arc;

use askama::Template;
use axum::Json;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_board::CaseData;
use mousetrap_judge::too_large_reason;
use mousetrap_model::Problem;
use mousetrap_util::Choice as _;
use serde_json::{Value, json};

use super::run::{RunView, last_run_view, queue_run};
use super::submission_form::read_submission;
use crate::http_error::{HttpError, HttpResult};
use crate::judging::PARTICIPANT_CASE_ID;
use crate::pages::participant_case::example_case;
use crate::pages::views::submission_rows;
use crate::store::{
    FeedbackLevel, HOUR_MS, JudgedSubmission, MAX_SKEW_MS, Room, Submission, host_time_ms,
};
use crate::texts::{Texts, draw};
use crate::web::{App, Fields, FormError, Viewer, html_with_status, redirect};

#[derive(Template)]
#[template(path = "room.html")]
struct RoomPage {
    viewer: Viewer,
    room: Room,
    problems: Vec<&'static Problem>,
    rows: Vec<JudgedSubmission>,
    form: Fields,
    /// The viewer's run, if the page shows it.
    run: Option<RunView>,
}

impl RoomPage {
    /// Returns whether a problem of the room is a built-in game.
    fn has_games(&self) -> bool {
        self.problems.iter().any(|problem| problem.game.is_some())
    }

    /// Returns how much participants see of a failing case. Only games have explanations.
    fn visible_feedback(&self) -> FeedbackLevel {
        match self.room.policy.feedback {
            FeedbackLevel::Explanation if !self.has_games() => FeedbackLevel::Case,
            feedback => feedback,
        }
    }

    /// Returns whether a language is known not to be installed on the server.
    fn is_missing(&self, language: &str) -> bool {
        let installed = self.viewer.app.settings.worker.installed.get();
        installed.is_some_and(|known| !known.contains_key(language))
    }

    /// Returns whether the viewer may see the scoreboard.
    fn shows_scores(&self) -> bool {
        let mut rows = self.rows.iter();
        let has_solved = rows.any(|row| row.verdict.as_deref() == Some("AC"));
        self.room.policy.scoreboard.is_visible(has_solved)
    }

    /// Returns how many more submissions the hourly limit allows the participant to make now.
    fn remaining_submissions(&self) -> i64 {
        let hour = host_time_ms() - HOUR_MS..host_time_ms() + MAX_SKEW_MS;
        let recent = self.rows.iter();
        let recent = recent.filter(|row| hour.contains(&row.submission.created));
        (self.room.policy.per_hour - recent.count() as i64).max(0)
    }
}

/// The example case of a built-in game. The game's statement is one of the translated page texts.
pub(in crate::pages) struct GameExample {
    /// The example in the format that complete programs read from standard input.
    input: String,
    /// The example drawn as ASCII art.
    pub drawing: String,
    pub case: CaseData,
}

impl GameExample {
    /// Returns `None` for a custom problem.
    fn from_problem(problem: &Problem, texts: &Texts) -> Option<Self> {
        Some(Self::new(Game::from_problem(problem)?, texts))
    }

    pub(in crate::pages) fn new(game: Game, texts: &Texts) -> Self {
        let instance = game.parse(example_case(game), Bounds::Contest);
        let instance = instance.expect("the example is valid");
        Self {
            input: instance.text(),
            drawing: draw(&instance, texts),
            case: CaseData::new(None, &instance),
        }
    }
}

pub(crate) async fn show_room(viewer: Viewer, room: Room) -> HttpResult {
    room_page(viewer, room, Fields::default(), None).await
}

/// Returns the page of the room with the last run, and with the run's source in the form.
pub(crate) async fn run_page(viewer: Viewer, room: Room) -> HttpResult {
    let Some(run) = last_run_view(&viewer, &room).await? else {
        return Ok(redirect(&format!("/rooms/{}", room.id)));
    };
    let made = &run.submission;
    let mut form = Fields::from_iter([
        ("source", &made.source),
        ("language", &made.language),
        ("problem", &made.problem),
        ("form", &made.form),
    ]);
    let mut cases = run.summary.iter().flat_map(|summary| &summary.cases);
    if let Some(own) = cases.find(|case| case.id.0 == PARTICIPANT_CASE_ID)
        && let Some(shown) = &own.failing
    {
        form.add("case", &shown.arguments);
    }
    room_page(viewer, room, form, Some(run)).await
}

/// Returns the page of a room. If a form was refused, the page shows the reason.
pub(super) async fn room_page(
    viewer: Viewer,
    room: Room,
    form: Fields,
    run: Option<RunView>,
) -> HttpResult {
    let app = App::clone(&viewer.app);
    let rows = match viewer.visitor.participant_in(&room.id) {
        Some(participant) => submission_rows(&app, &room, &participant.id, false).await?,
        None => Vec::new(),
    };
    let problems = room.policy.problems.iter();
    let problems = problems.filter_map(|id| app.settings.config.problem(id));
    let path = format!("/rooms/{}", room.id);
    let page = RoomPage {
        problems: problems.map(Arc::as_ref).collect(),
        viewer: Viewer { path, ..viewer },
        room,
        rows,
        form,
        run,
    };
    Ok(html_with_status(page.form.status(), &page))
}

/// Reads a submission from a form.
async fn read_form(
    viewer: &Viewer,
    room: &Room,
    form: HttpResult<Fields>,
) -> HttpResult<(Fields, Result<Submission, FormError>)> {
    let reason = match form {
        Ok(form) => {
            let participant = viewer.visitor.participant_in(&room.id);
            let participant = participant.map_or("", |own| &own.id);
            let read = read_submission(&viewer.app, room, participant, &form, viewer.texts).await;
            return Ok((form, read));
        }
        Err(HttpError::Unusable(reason)) => reason,
        Err(HttpError::TooLarge) => too_large_reason(),
        Err(error) => return Err(error),
    };
    let error = FormError::source_error(viewer.texts, &reason);
    Ok((Fields::default(), Err(error)))
}

/// Queues a submission, or a run if the form has the field `run`.
pub(crate) async fn submit(viewer: Viewer, room: Room, form: HttpResult<Fields>) -> HttpResult {
    if viewer.visitor.participant_in(&room.id).is_none() {
        return Err(HttpError::NotFound);
    }
    let (form, read) = read_form(&viewer, &room, form).await?;
    let queued = async {
        let submission = read?;
        if form.is_set("run") {
            queue_run(&viewer, &room, submission, &form).await?;
            return Ok(format!("/rooms/{}/run", room.id));
        }
        let app = &viewer.app;
        let requires = app.requirements(&room, &submission.problem).await?;
        app.database.submit(&submission, &requires).await?;
        Ok::<_, HttpError>(format!("/submissions/{}", submission.id))
    };
    match queued.await {
        Ok(path) => Ok(redirect(&path)),
        Err(error) => {
            let form = form.with_error(error.form_error("", viewer.texts)?);
            room_page(viewer, room, form, None).await
        }
    }
}

/// Returns the language, the problem and the kind of solution (function or program) detected in an
/// unfinished submission.
pub(crate) async fn detect_language_and_problem(
    viewer: Viewer,
    room: Room,
    form: HttpResult<Fields>,
) -> HttpResult<Json<Value>> {
    let (_, read) = read_form(&viewer, &room, form).await?;
    Ok(Json(match read {
        Err(error) => json!({"mistake": error.text}),
        Ok(found) => {
            let (problem, language) = (&found.problem, viewer.language(&found.language));
            let form = viewer.texts.lookup("form", &found.form);
            let start = format!("{}{}", &viewer["recognised_as"], &viewer["colon"]);
            json!({
                "text": format!("{start}{problem} · {language} · {form}"),
                "language": found.language,
                "problem": problem,
            })
        }
    }))
}

/// Returns a number that increases with each change that is visible on the page of a room. If cases
/// are hidden, participants get the number of visible results instead, which does not reveal when a
/// submission was judged.
pub(crate) async fn room_version(viewer: Viewer, room: Room) -> HttpResult<Json<i64>> {
    if room.policy.hides_cases() && !viewer.is_owner() {
        let results = viewer
            .app
            .database
            .visible_result_count(&room.id, host_time_ms());
        return Ok(Json(results.await?));
    }
    Ok(Json(room.version))
}
