//! Pages on which the owner manages a room and its participants: links, marks, similar code,
//! rejudging, renaming and removal.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use mousetrap_judge::similar_groups;
use mousetrap_model::SimilarGroup;

use super::marks::{Mark, MarkTable};
use crate::http_error::{HttpError, HttpResult};
use crate::judging::to_judge_submission;
use crate::pages::links::find_participant;
use crate::pages::views::submission_rows;
use crate::store::{FAR_FUTURE_MS, JudgedSubmission, Participant, Revision, Room, host_time_ms};
use crate::web::{
    App, Fields, Viewer, html, html_with_status, is_loopback, read_participant_name, redirect,
};

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    viewer: Viewer,
    room: Room,
    /// The invitation link of the room.
    link: String,
    /// Whether the link works only on this machine.
    is_local_only: bool,
    table: MarkTable,
    /// The latest revision.
    again: Option<Revision>,
}

impl ManagePage {
    /// Returns whether the room is being rejudged.
    fn is_open(&self) -> bool {
        self.again.as_ref().is_some_and(|one| one.state == "open")
    }
}

pub(crate) async fn show_management_page(viewer: Viewer, room: Room) -> HttpResult {
    let database = &viewer.app.database;
    let revisions = database.revisions(&room.id).await?;
    let link = viewer.link(&format!("/join/{}", room.invitation));
    Ok(html(&ManagePage {
        is_local_only: link.split('/').nth(2).is_some_and(is_loopback),
        link,
        table: MarkTable::new(database, &room, FAR_FUTURE_MS).await?,
        again: revisions.into_iter().next(),
        viewer,
        room,
    }))
}

/// Returns a redirect to the page on which the owner manages a room.
pub(super) fn redirect_to_manage_page(room: &Room) -> Response {
    redirect(&format!("/rooms/{}/manage", room.id))
}

/// Replaces the invitation link of a room.
pub(crate) async fn replace_invitation(State(app): State<App>, room: Room) -> HttpResult {
    app.database.replace_invitation(&room.id).await?;
    Ok(redirect_to_manage_page(&room))
}

/// Closes or opens a room immediately, whatever its scheduled times are. The form sends the desired
/// state instead of toggling, because a button may be pressed twice or on an outdated page.
pub(crate) async fn open_or_close_room(
    State(app): State<App>,
    room: Room,
    form: Fields,
) -> HttpResult {
    let mut policy = room.policy.0.clone();
    match (form.get("to"), room.is_open()) {
        ("open", false) => (policy.opens, policy.closes) = (None, None),
        ("closed", true) => policy.closes = Some(host_time_ms()),
        ("open" | "closed", _) => return Ok(redirect_to_manage_page(&room)),
        _ => return Err(HttpError::Malformed),
    }
    let update = app.database.update_room(&room.id, &room.name, &policy);
    update.await?;
    Ok(redirect_to_manage_page(&room))
}

/// Rejudges all submissions of a room on its current suites.
pub(crate) async fn rejudge_room(State(app): State<App>, room: Room) -> HttpResult {
    let mut all = Vec::new();
    let submissions = app.database.judged_submissions(&room, None, FAR_FUTURE_MS);
    for JudgedSubmission { submission, .. } in submissions.await? {
        let requires = app.requirements(&room, &submission.problem).await?;
        all.push((submission, requires));
    }
    app.database.rejudge(&room.id, &all).await?;
    Ok(redirect_to_manage_page(&room))
}

/// Cancels the rejudging of a room. The earlier verdicts are kept.
pub(crate) async fn cancel_rejudging(State(app): State<App>, room: Room) -> HttpResult {
    app.database.cancel_rejudging(&room.id).await?;
    Ok(redirect_to_manage_page(&room))
}

#[derive(Template)]
#[template(path = "person.html")]
struct ParticipantPage {
    viewer: Viewer,
    room: Room,
    person: Participant,
    submissions: usize,
    form: Fields,
}

impl ParticipantPage {
    async fn new(viewer: Viewer, room: Room, id: &str) -> HttpResult<Self> {
        let person = find_participant(&viewer.app, &room, id).await?;
        let path = format!("/rooms/{}/people/{}", room.id, person.id);
        let rows = submission_rows(&viewer.app, &room, &person.id, true).await?;
        Ok(Self {
            form: Fields::from_iter([("name", &person.name)]),
            submissions: rows.len(),
            viewer: Viewer { path, ..viewer },
            room,
            person,
        })
    }
}

pub(crate) async fn participant_page(
    viewer: Viewer,
    room: Room,
    Path((_, id)): Path<(String, String)>,
) -> HttpResult {
    Ok(html(&ParticipantPage::new(viewer, room, &id).await?))
}

pub(crate) async fn rename_participant(
    viewer: Viewer,
    room: Room,
    Path((_, id)): Path<(String, String)>,
    form: Fields,
) -> HttpResult {
    let mut page = ParticipantPage::new(viewer, room, &id).await?;
    let (database, w) = (&page.viewer.app.database, page.viewer.texts);
    let renamed = async {
        let name = read_participant_name(form.get("name"), w)?;
        database.rename_participant(&page.person, &name).await?;
        Ok::<_, HttpError>(())
    };
    if let Err(error) = renamed.await {
        page.form = form.with_error(error.form_error("name", w)?);
        return Ok(html_with_status(page.form.status(), &page));
    }
    Ok(redirect_to_manage_page(&page.room))
}

pub(crate) async fn remove_participant(
    State(app): State<App>,
    room: Room,
    Path((_, id)): Path<(String, String)>,
) -> HttpResult {
    let person = find_participant(&app, &room, &id).await?;
    app.database.remove_participant(&person).await?;
    Ok(redirect_to_manage_page(&room))
}

#[derive(Template)]
#[template(path = "similar.html")]
struct SimilarCodePage {
    viewer: Viewer,
    room: Room,
    /// Accepted submissions, the earliest first.
    submissions: Vec<JudgedSubmission>,
    /// Groups of similar submissions by different participants.
    groups: Vec<SimilarGroup>,
}

impl SimilarCodePage {
    /// Returns the submissions of a group.
    fn members(&self, group: &SimilarGroup) -> Vec<&JudgedSubmission> {
        let members = group.submissions.iter();
        members.map(|&at| &self.submissions[at]).collect()
    }
}

/// Compares the latest accepted submissions of all participants.
pub(crate) async fn similar_code_page(viewer: Viewer, room: Room) -> HttpResult {
    let app = &viewer.app;
    let table = MarkTable::new(&app.database, &room, FAR_FUTURE_MS).await?;
    let mut submissions = Vec::new();
    let marks = table.rows.into_iter().flat_map(|row| row.marks).flatten();
    for Mark { row, .. } in marks.filter(|mark| mark.solved.is_some()) {
        if let Some(submission) = app.database.submission(&row.submission.id).await? {
            submissions.push(JudgedSubmission { submission, ..row });
        }
    }
    submissions.sort_by_key(|row| row.submission.created);
    let compare = || {
        let found = submissions.into_iter().filter_map(|row| {
            let found = to_judge_submission(app.settings.config, &row.submission).ok()?;
            Some((found, row))
        });
        let (found, submissions): (Vec<_>, Vec<_>) = found.unzip();
        (submissions, similar_groups(&found))
    };
    let (submissions, groups) = app.references.run(&room.id, compare).await;
    Ok(html(&SimilarCodePage {
        viewer,
        room,
        submissions,
        groups,
    }))
}
