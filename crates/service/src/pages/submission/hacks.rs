//! Pages for hacks: test cases that a participant tries against others' accepted submissions.

use std::collections::BTreeSet;

use askama::Template;
use mousetrap_model::Problem;

use crate::http_error::{HttpError, HttpResult};
use crate::pages::participant_case::read_case;
use crate::store::{
    DeclineReason, Hack, JudgedSubmission, Participant, Room, RoomCase, Submission, host_time_ms,
};
use crate::web::{App, Fields, Viewer, html, html_with_status, redirect};

#[derive(Template)]
#[template(path = "hacks.html")]
struct HacksPage {
    viewer: Viewer,
    room: Room,
    /// Accepted submissions of others that the viewer may hack.
    targets: Vec<JudgedSubmission>,
    /// Whether the viewer is the owner, or has solved at least one of the room's problems.
    has_solved: bool,
    /// The viewer's hacks.
    hacks: Vec<Hack>,
    /// The cases that hacks have added to the room.
    cases: Vec<RoomCase>,
}

#[derive(Template)]
#[template(path = "hack.html")]
struct HackPage {
    viewer: Viewer,
    room: Room,
    submission: Submission,
    problem: &'static Problem,
    hacker: Participant,
    /// The name of the participant who made the submission.
    author: String,
    /// The case that was refused, and the reason.
    form: Fields,
}

/// Returns the accepted submissions for the room's problems whose verdicts are published.
async fn accepted_submissions(app: &App, room: &Room) -> HttpResult<Vec<JudgedSubmission>> {
    let database = &app.database;
    let mut found = database
        .judged_submissions(room, None, host_time_ms())
        .await?;
    found.retain(|row| {
        let is_current = room.policy.problems.contains(&row.submission.problem);
        row.verdict.as_deref() == Some("AC") && is_current
    });
    Ok(found)
}

pub(crate) async fn show_hacks(viewer: Viewer, room: Room) -> HttpResult {
    let app = &viewer.app;
    if !room.policy.hacks {
        return Err(HttpError::NotFound);
    }
    let all = accepted_submissions(app, &room).await?;
    let own = viewer.visitor.participant_in(&room.id);
    let is_owner = viewer.is_owner();
    let is_own =
        |one: &JudgedSubmission| viewer.visitor.is_participant(&one.submission.participant);
    let solved = all.iter().filter(|one| is_own(one));
    let solved: BTreeSet<String> = solved.map(|one| one.submission.problem.clone()).collect();
    let hacks = match own {
        Some(own) => app.database.hacks_by_participant(&own.id).await?,
        None => Vec::new(),
    };
    let cases = if room.policy.hides_cases() && !is_owner {
        Vec::new()
    } else {
        app.database.room_cases(&room.id, room.revision).await?
    };
    let mut targets = all;
    targets.retain(|one| is_owner || !is_own(one) && solved.contains(&one.submission.problem));
    Ok(html(&HacksPage {
        targets,
        has_solved: is_owner || !solved.is_empty(),
        hacks,
        cases,
        viewer,
        room,
    }))
}

impl HackPage {
    /// Returns the page with an empty form, if the viewer may hack the submission.
    async fn new(viewer: Viewer, room: Room, submission: Submission) -> HttpResult<Self> {
        let app = &viewer.app;
        let problem = app.settings.config.problem(&submission.problem);
        let problem = problem.ok_or(HttpError::NotFound)?;
        if !room.policy.problems.contains(&submission.problem) {
            return Err(HttpError::Declined(DeclineReason::OtherProblem));
        }
        let hacker = viewer.visitor.participant_in(&room.id).cloned();
        let hacker = hacker.ok_or(HttpError::NotFound)?;
        let all = accepted_submissions(app, &room).await?;
        let is_own = |it: &JudgedSubmission| it.submission.participant == hacker.id;
        let mut solved = all.iter().filter(|it| is_own(it));
        let has_solved = solved.any(|it| it.submission.problem == submission.problem);
        let mut others = all.iter().filter(|it| !is_own(it));
        let target = others.find(|it| it.submission.id == submission.id);
        let target = target.filter(|_| room.policy.hacks && has_solved);
        Ok(Self {
            author: target.ok_or(HttpError::NotFound)?.author.clone(),
            form: Fields::default(),
            problem,
            hacker,
            viewer,
            room,
            submission,
        })
    }
}

pub(crate) async fn hack_page(viewer: Viewer, room: Room, submission: Submission) -> HttpResult {
    Ok(html(&HackPage::new(viewer, room, submission).await?))
}

pub(crate) async fn submit_hack(
    viewer: Viewer,
    room: Room,
    submission: Submission,
    form: Fields,
) -> HttpResult {
    let mut page = HackPage::new(viewer, room, submission).await?;
    let (room, problem, hacker) = (&page.room, page.problem, &page.hacker.id);
    let open = room.check_open_for_problem(&problem.id);
    open.map_err(HttpError::Declined)?;
    let text = form.untrimmed_value("case");
    match read_case(&page.viewer, problem, hacker, text).await {
        Ok(case) => {
            let (app, target) = (&page.viewer.app, &page.submission);
            let requires = app.requirements(room, &problem.id).await?;
            let added = app.database.add_hack(hacker, target, &case, &requires);
            added.await?;
            Ok(redirect(&format!("/rooms/{}/hacks", room.id)))
        }
        Err(error) => {
            page.form = form.with_error(error);
            Ok(html_with_status(page.form.status(), &page))
        }
    }
}
