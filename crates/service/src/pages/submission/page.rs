//! The page about a submission: its verdict, the case that it fails, its source, and its author's
//! attempts.

use askama::Template;
use axum::Json;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Explanation};
use mousetrap_board::CaseData;
use mousetrap_model::FailingCase;
use mousetrap_report::failing_instance;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::attempts::{Attempt, ChangedLine, changed_lines, load_attempts};
use super::compiler::{SourceLine, annotated_lines};
use crate::http_error::{HttpError, HttpResult};
use crate::judging::Summary;
use crate::pages::views::{
    case_failure_reason, latest_visible_publication_ms, submission_rows, wait_text,
};
use crate::store::{FeedbackLevel, HACK_CASES_SUITE, JudgedSubmission, Room, Submission};
use crate::texts::{Texts, draw, render};
use crate::web::{Viewer, html};

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage {
    viewer: Viewer,
    room: Room,
    row: JudgedSubmission,
    /// The label of the attempt, such as `Attempt 3`.
    attempt: String,
    /// Whether the viewer can edit the source and submit it again.
    is_own: bool,
    lines: Vec<SourceLine>,
    /// How long the submission is expected to wait for its verdict.
    wait: Option<String>,
    /// The published judgement, as far as the viewer may see it.
    summary: Option<Summary>,
    /// The failing case drawn as ASCII art.
    drawing: Option<String>,
    /// An explanation of the failing case's expected answer.
    explanation: Option<String>,
    /// The label of the previous attempt in the same language, and the changes since that attempt.
    changes: Option<(String, Vec<Vec<ChangedLine>>)>,
    /// The participant's submissions for the problem, the latest first.
    attempts: Vec<Attempt>,
}

impl SubmissionPage {
    /// Returns the failing case, if the room shows it.
    fn shown_case(&self) -> Option<&FailingCase> {
        let (_, result) = self.summary.as_ref()?.failing()?;
        result.failing.as_ref()
    }

    /// Returns whether compiler messages are shown next to source lines.
    fn shows_compiler_messages(&self) -> bool {
        self.lines.iter().any(|line| !line.messages.is_empty())
    }
}

/// Returns a case as JSON for the board that displays it. If the room shows no explanations, the
/// board computes and shows the optimal moves only on request.
fn case_for_board(name: String, instance: &Instance, shows_explanation: bool) -> Value {
    let mut case = serde_json::to_value(CaseData::new(Some(name), instance)).unwrap_or_default();
    if let Some(case) = case.as_object_mut().filter(|_| !shows_explanation) {
        case.insert("quiet".to_owned(), true.into());
    }
    case
}

/// Returns whether the viewer may see the explanation of the expected answer.
fn shows_explanation(viewer: &Viewer, room: &Room) -> bool {
    viewer.is_owner() || room.policy.feedback == FeedbackLevel::Explanation
}

/// Returns the parts of the judgement that the viewer may see, or `None` if no judgement is
/// published.
async fn visible_judgement(
    viewer: &Viewer,
    room: &Room,
    submission: &Submission,
) -> HttpResult<Option<Summary>> {
    let (database, is_owner) = (&viewer.app.database, viewer.is_owner());
    let at = latest_visible_publication_ms(is_owner);
    let judgement = database.published_judgement(&submission.id, room.revision, at);
    let Some(judgement) = judgement.await? else {
        return Ok(None);
    };
    let requirements = database.requirements(&judgement.requires).await?;
    let mut summary = Summary::new(judgement, submission);
    summary.suites = requirements.map_or_else(Vec::new, |it| it.suite_names);
    let failed = summary.failing().map(|(_, result)| result.id.clone());
    if let Some(id) = failed.filter(|id| id.suite() == HACK_CASES_SUITE) {
        let cases = database.room_cases(&room.id, room.revision).await?;
        // The name before the short id may be an earlier name of the author.
        let found = cases.into_iter().find(|it| id.0.ends_with(it.short_id()));
        summary.found_by = Some(found.map(|it| it.author).unwrap_or_default());
    }
    if !is_owner {
        summary = summary.redacted_for_participants(&room.policy);
    }
    Ok(Some(summary))
}

pub(crate) async fn show_submission(
    viewer: Viewer,
    room: Room,
    submission: Submission,
) -> HttpResult {
    let summary = visible_judgement(&viewer, &room, &submission).await?;
    let app = &viewer.app;
    let owner = viewer.is_owner();
    let mut rows = submission_rows(app, &room, &submission.participant, owner).await?;
    rows.retain(|row| row.submission.problem == submission.problem);
    let wait = if summary.is_none() && (owner || !room.policy.hides_cases()) {
        wait_text(&viewer, &submission.id).await?
    } else {
        None
    };
    let attempts = load_attempts(&viewer, rows).await?;
    let mut before = attempts.iter();
    let current = before.find(|one| one.row.submission.id == submission.id);
    let current = current.ok_or(HttpError::NotFound)?;
    let before = before.find(|one| one.row.submission.language == submission.language);
    let mut changes = None;
    if let Some(Attempt { title, row, .. }) = before
        && let Some(before) = app.database.submission(&row.submission.id).await?
    {
        let lines = changed_lines(&before.source, &submission.source);
        changes = lines.map(|lines| (title.clone(), lines));
    }
    let shows_explanation = shows_explanation(&viewer, &room);
    let failing_case = |it| failing_game_case(&submission.problem, it);
    let failed = summary.as_ref().and_then(failing_case);
    let drawing = failed.as_ref().map(|it| draw(it, viewer.texts));
    // Runs on a blocking thread, because solving the game is slow.
    let explained = failed.filter(|_| shows_explanation);
    let explanation = spawn_blocking(move || explained.and_then(|it| explain_answer(&it)));
    let explanation = explanation.await?;
    let output = summary.as_ref().map_or_else(String::new, program_output);
    let is_open = room.check_open_for_problem(&submission.problem).is_ok();
    Ok(html(&SubmissionPage {
        attempt: current.title.clone(),
        row: JudgedSubmission {
            verdict: summary.as_ref().map(|it| it.verdict.clone()),
            ..current.row.clone()
        },
        is_own: is_open && viewer.visitor.is_participant(&submission.participant),
        lines: annotated_lines(&submission, &output),
        changes,
        viewer,
        room,
        wait,
        summary,
        drawing,
        explanation,
        attempts,
    }))
}

/// Returns the compiler's output and the program's standard error, which may refer to lines of the
/// source.
fn program_output(summary: &Summary) -> String {
    let stderr = summary.failing().map_or("", |(_, result)| &result.stderr);
    format!("{}\n{stderr}", summary.compiler_output)
}

/// Returns the reason for a verdict, or `None` for a wrong answer, because the page already shows
/// the wrong answer next to the expected one.
pub(in crate::pages) fn reason_text(summary: &Summary, texts: &Texts) -> Option<String> {
    let failing = || case_failure_reason(summary.failing()?.1, texts);
    let other = summary.error.as_ref().map(|reason| render(reason, texts));
    let compile = summary.compile_error.as_ref();
    let compile = compile.map(|reason| render(reason, texts));
    compile.or_else(failing).or(other)
}

/// Returns the failing case of a game, if the room shows it.
fn failing_game_case(problem: &str, summary: &Summary) -> Option<Instance> {
    let (_, result) = summary.failing()?;
    failing_instance(problem, result.failing.as_ref()?)
}

/// Returns an explanation of a case's expected answer, or `None` if the explanation is too long.
fn explain_answer(instance: &Instance) -> Option<String> {
    const MAX_EXPLAINED_MOVES: usize = 200;
    const MAX_LINE_WIDTH: usize = 80;
    let explanation = Explanation::new(instance);
    let is_short = explanation.moves.len() <= MAX_EXPLAINED_MOVES;
    is_short.then(|| explain::render(instance, &explanation, &[], MAX_LINE_WIDTH))
}

/// Returns the failing case as JSON for the board that displays it, if the room shows the case.
pub(crate) async fn failing_case_json(
    viewer: Viewer,
    room: Room,
    submission: Submission,
) -> HttpResult<Json<Value>> {
    let summary = visible_judgement(&viewer, &room, &submission).await?;
    let summary = summary.ok_or(HttpError::NotFound)?;
    let instance = failing_game_case(&submission.problem, &summary).ok_or(HttpError::NotFound)?;
    let name = summary.failing().map(|(_, result)| result.id.0.clone());
    let name = name.unwrap_or_default();
    let shows_explanation = shows_explanation(&viewer, &room);
    let case = spawn_blocking(move || case_for_board(name, &instance, shows_explanation));
    Ok(Json(case.await?))
}

/// Returns the progress of a submission as JSON:
///
/// - `done`: whether a verdict has been published
/// - `wait`: how long the submission has to wait, if it is waiting
/// - `step`: the step that judging has reached, if the submission is being judged
///
/// If cases are hidden, participants see only that judging has ended, because its duration would
/// reveal something about the cases.
pub(crate) async fn submission_progress(
    viewer: Viewer,
    room: Room,
    Submission { id, .. }: Submission,
) -> HttpResult<Json<Value>> {
    let (database, is_owner) = (&viewer.app.database, viewer.is_owner());
    let at = latest_visible_publication_ms(is_owner);
    let judgement = database.published_judgement(&id, room.revision, at).await?;
    let (mut wait, mut step) = (None, None);
    if judgement.is_none() && (is_owner || !room.policy.hides_cases()) {
        wait = wait_text(&viewer, &id).await?;
        if wait.is_none() {
            step = database.last_step(&id, room.revision).await?;
        }
    }
    let progress = json!({"done": judgement.is_some(), "wait": wait, "step": step});
    Ok(Json(progress))
}
