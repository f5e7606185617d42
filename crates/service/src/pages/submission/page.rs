//! The page about a submission: its verdict, the case that it fails, its source, and its author's
//! attempts.

use askama::Template;
use axum::Json;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Explanation};
use mousetrap_board::CaseData;
use mousetrap_model::FailingCase;
use mousetrap_report::failing_instance;
use serde_json::Value;
use tokio::task::spawn_blocking;

use super::attempts::{Attempt, attempts, changes};
use super::compiler::{Line, lines};
use crate::fault::Fault;
use crate::judging::Summary;
use crate::pages::views::{SubmissionRow, case_reason, full_title, submission_rows, wait_text};
use crate::store::{Feedback, Room, UNPUBLISHED, now};
use crate::web::{OfSubmission, Reader, html};
use crate::words::{Words, render};
use axum::response::Response;

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage {
    reader: Reader,
    room: Room,
    row: SubmissionRow,
    /// The title of the problem.
    title: String,
    /// The number of the attempt, in words.
    attempt: String,
    /// The name of the participant.
    author: String,
    /// Whether the reader can edit the source and submit it again.
    is_own: bool,
    lines: Vec<Line>,
    /// The reason for the verdict, unless the answer merely differs from the expected answer.
    reason: Option<String>,
    /// How long the submission has to wait.
    wait: Option<String>,
    /// The published judgement, as far as the reader may see it.
    summary: Option<Summary>,
    /// The failing case, drawn as text.
    drawing: String,
    /// The explanation of why the expected answer of the failing case is right.
    why: Option<String>,
    /// The changes since the previous submission in the same language: ` `, `+` or `-`, and a
    /// line.
    changes: Option<Vec<(char, String)>>,
    /// The participant's submissions for the problem, the latest first.
    attempts: Vec<Attempt>,
}

impl SubmissionPage {
    /// The failing case, if the room shows it.
    fn shown_case(&self) -> Option<&FailingCase> {
        let failing = self.summary.as_ref()?.failing.as_ref()?;
        failing.result.failing.as_ref()
    }

    /// Returns whether the page has a failing case or the output of a compiler.
    /// Returns whether the compiler's messages are shown at their lines.
    fn has_messages(&self) -> bool {
        self.lines.iter().any(|line| !line.messages.is_empty())
    }
}

/// Returns a case for the board. If the room does not explain, the board shows best play only on
/// request; it computes best play itself.
fn exhibit(name: String, instance: &Instance, explains: bool) -> Value {
    let mut exhibit = serde_json::to_value(CaseData::new(Some(name), instance)).unwrap_or_default();
    if let Some(exhibit) = exhibit.as_object_mut().filter(|_| !explains) {
        exhibit.insert("quiet".to_owned(), true.into());
    }
    exhibit
}

/// Returns whether the reader sees best play.
fn explains(reader: &Reader, room: &Room) -> bool {
    reader.is_owner() || room.policy.feedback == Feedback::Explanation
}

/// Returns the code of the submission's verdict and what the reader may see of the judgement,
/// once it is published.
async fn verdict_of(request: &OfSubmission) -> Result<Option<(String, Summary)>, Fault> {
    let (room, submission) = (&request.room, &request.submission);
    let (database, is_owner) = (&request.app.database, request.reader.is_owner());
    let at = if is_owner { UNPUBLISHED } else { now() };
    let judgement = database.published_judgement(&submission.id, room.revision, at);
    let Some(judgement) = judgement.await? else {
        return Ok(None);
    };
    let mut summary = Summary::from_run(judgement.run_or_failure(submission));
    let requirements = database.requirements(&judgement.requires).await?;
    summary.suites = requirements.map_or_else(Vec::new, |it| it.suite_names);
    let failed = summary.failing.as_ref().map(|failing| &failing.result);
    if let Some(id) = failed
        .map(|result| &result.id)
        .filter(|id| id.suite() == "room")
    {
        let cases = database.room_cases(&room.id, room.revision).await?;
        // The name before the short id may be an earlier name of the author.
        let found = cases.into_iter().find(|it| id.0.ends_with(it.short_id()));
        summary.found_by = Some(found.map(|it| it.author).unwrap_or_default());
    }
    if is_owner {
        return Ok(Some((judgement.verdict, summary)));
    }
    let code = room.policy.shown_code(&judgement.verdict);
    Ok(Some((code, summary.shown_under(&room.policy))))
}

pub(crate) async fn submission(request: OfSubmission) -> Result<Response, Fault> {
    let (verdict, summary) = verdict_of(&request).await?.unzip();
    let OfSubmission {
        app,
        reader,
        room,
        submission,
    } = request;
    let owner = reader.is_owner();
    let mut rows = submission_rows(&app, &room, &submission.participant, owner).await?;
    rows.retain(|row| row.submission.problem == submission.problem);
    let row = rows.iter().find(|row| row.submission.id == submission.id);
    let row = SubmissionRow {
        verdict,
        ..row.cloned().ok_or(Fault::NotFound)?
    };
    let wait = if summary.is_none() && (owner || !room.policy.hides_cases()) {
        let wait = app.database.wait(&submission.id).await?;
        wait.map(|wait| wait_text(wait, reader.words))
    } else {
        None
    };
    let participants = app.database.participants(&room.id).await?;
    let mut participants = participants.into_iter();
    let author = participants.find(|one| one.id == submission.participant);
    let attempts = attempts(&app.database, rows, reader.words).await?;
    let current = attempts
        .iter()
        .position(|one| one.row.submission.id == submission.id);
    let before = attempts.iter().skip(current.map_or(0, |at| at + 1));
    let mut before = before.map(|one| &one.row.submission);
    let before = before.find(|one| one.language == submission.language);
    let before = match before {
        Some(before) => app.database.submission(&before.id).await?,
        None => None,
    };
    let explains = explains(&reader, &room);
    let failed = summary
        .as_ref()
        .and_then(|it| failed_instance(&submission.problem, it));
    let drawing = failed.as_ref().map_or_else(String::new, Instance::draw);
    // Runs in a blocking thread, because solving the game takes long.
    let why = spawn_blocking(move || {
        failed
            .filter(|_| explains)
            .and_then(|it| explain_answer(&it))
    });
    let why = why.await.map_err(|_| Fault::Broken)?;
    let output = summary.as_ref().map_or_else(String::new, output);
    let config = app.settings.config;
    let takes = room.takes(&submission.problem, now()).is_ok();
    Ok(html(&SubmissionPage {
        title: full_title(config, &submission.problem, reader.words),
        attempt: current.map_or_else(String::new, |at| attempts[at].title.clone()),
        author: author.map(|one| one.name).unwrap_or_default(),
        is_own: takes && reader.visitor.is(&submission.participant),
        lines: lines(&submission.file, &submission.source, &output),
        reason: summary.as_ref().and_then(|it| reason(it, reader.words)),
        changes: before.map(|one| changes(&one.source, &submission.source)),
        reader,
        row,
        room,
        wait,
        summary,
        drawing,
        why,
        attempts,
    }))
}

/// Returns the compiler's or the program's output, which may refer to lines of the source.
fn output(summary: &Summary) -> String {
    let stderr = summary.failing.as_ref().map(|it| it.result.stderr.as_str());
    format!(
        "{}\n{}",
        summary.compiler_output,
        stderr.unwrap_or_default()
    )
}

/// Returns the reason for a verdict, or `None` for a wrong answer, which the page shows next to the
/// expected answer.
pub(in crate::pages) fn reason(summary: &Summary, words: &Words) -> Option<String> {
    let failing = summary.failing.as_ref();
    let failing = || case_reason(&failing?.result, words);
    let other = summary.error.as_ref().map(|reason| render(reason, words));
    let compile = summary.compile_error.as_ref();
    let compile = compile.map(|reason| render(reason, words));
    compile.or_else(failing).or(other)
}

/// Returns the case that a submission failed, if the room shows it.
fn failed_instance(problem: &str, summary: &Summary) -> Option<Instance> {
    let result = &summary.failing.as_ref()?.result;
    failing_instance(problem, result.failing.as_ref()?)
}

/// Explains why the answer of a case is right, unless the explanation is too long.
fn explain_answer(instance: &Instance) -> Option<String> {
    const MAX_STEPS: usize = 200;
    const WIDTH: usize = 80;
    let explanation = Explanation::new(instance);
    let is_short = explanation.moves.len() <= MAX_STEPS;
    is_short.then(|| explain::text(instance, &explanation, &[], WIDTH))
}

/// The case that a submission failed, for the board, if the room shows it.
pub(crate) async fn case(request: OfSubmission) -> Result<Json<Value>, Fault> {
    let (_, summary) = verdict_of(&request).await?.ok_or(Fault::NotFound)?;
    let problem = &request.submission.problem;
    let instance = failed_instance(problem, &summary).ok_or(Fault::NotFound)?;
    let name = summary
        .failing
        .map_or_else(String::new, |failing| failing.result.id.0);
    let explains = explains(&request.reader, &request.room);
    let exhibit = spawn_blocking(move || exhibit(name, &instance, explains));
    Ok(Json(exhibit.await.map_err(|_| Fault::Broken)?))
}
