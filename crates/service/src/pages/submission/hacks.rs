//! Pages for hacks: test cases that a participant tries against others' accepted submissions.

use std::collections::BTreeSet;

use askama::Template;
use axum::http::StatusCode;
use mousetrap_model::Problem;

use crate::fault::{Fault, PageResult};
use crate::pages::participant_case::{case_help, read_case};
use crate::pages::views::full_title;
use crate::store::{DeclineReason, Hack, Participant, Room, RoomCase, Submission, host_time_ms};
use crate::web::{
    App, Fields, RoomRequest, SubmissionRequest, Viewer, html, html_with_status, redirect,
};

#[derive(Template)]
#[template(path = "hacks.html")]
struct HacksPage {
    viewer: Viewer,
    room: Room,
    /// Accepted submissions of others that the viewer may hack.
    targets: Vec<AcceptedSubmission>,
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
    target: AcceptedSubmission,
    /// The title of the problem.
    title: String,
    /// The source, if the room shows it.
    source: Option<String>,
    /// Describes how to write a case.
    help: &'static str,
    /// An example of a case.
    example: String,
    /// The case that was refused, and the reason.
    case: String,
    error: Option<String>,
}

/// An accepted submission for a problem of the room.
#[derive(Clone)]
struct AcceptedSubmission {
    author: Participant,
    submission: Submission,
}

/// Returns the accepted submissions whose verdicts are published.
async fn accepted_submissions(app: &App, room: &Room) -> Result<Vec<AcceptedSubmission>, Fault> {
    let (database, now) = (&app.database, host_time_ms());
    let participants = database.participants(&room.id).await?;
    let submissions = database.submissions_with_verdicts(room, None, now).await?;
    let found = submissions.into_iter().filter_map(|(submission, verdict)| {
        let mut authors = participants.iter();
        let author = authors.find(|it| it.id == submission.participant)?.clone();
        let is_current = room.policy.problems.contains(&submission.problem);
        let is_accepted = verdict.as_deref() == Some("AC");
        (is_accepted && is_current).then_some(AcceptedSubmission { author, submission })
    });
    Ok(found.collect())
}

pub(crate) async fn hacks(request: RoomRequest) -> PageResult {
    let RoomRequest { app, viewer, room } = request;
    if !room.policy.hacks {
        return Err(Fault::NotFound);
    }
    let all = accepted_submissions(&app, &room).await?;
    let own = viewer.visitor.participant_in(&room.id);
    let is_owner = viewer.is_owner();
    let is_own = |one: &AcceptedSubmission| own.is_some_and(|own| own.id == one.author.id);
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

/// A submission that the viewer may hack.
struct HackTarget {
    problem: &'static Problem,
    accepted: AcceptedSubmission,
    hacker: Participant,
}

impl HackTarget {
    async fn new(request: &SubmissionRequest) -> Result<Self, Fault> {
        let (room, submission) = (&request.room, &request.submission);
        let problem = request.app.settings.config.problem(&submission.problem);
        let problem = problem.ok_or(Fault::NotFound)?;
        if !room.policy.problems.contains(&submission.problem) {
            return Err(Fault::Declined(DeclineReason::OtherProblem));
        }
        let hacker = request.viewer.visitor.participant_in(&room.id);
        let hacker = hacker.ok_or(Fault::NotFound)?;
        let all = accepted_submissions(&request.app, room).await?;
        let mut solved = all.iter().filter(|it| it.author.id == hacker.id);
        let has_solved = solved.any(|it| it.submission.problem == submission.problem);
        let mut others = all.iter().filter(|it| it.author.id != hacker.id);
        let target = others.find(|it| it.submission.id == submission.id);
        let target = target.filter(|_| room.policy.hacks && has_solved);
        Ok(Self {
            problem,
            accepted: target.ok_or(Fault::NotFound)?.clone(),
            hacker: hacker.clone(),
        })
    }

    /// Returns the page with the hack form, and with the refused case if there is one.
    fn page(self, request: SubmissionRequest, case: String, error: Option<String>) -> HackPage {
        let shows_source = request.room.policy.sources;
        let texts = request.viewer.texts;
        let (help, example) = case_help(&request.app, self.problem, texts);
        HackPage {
            title: full_title(request.app.settings.config, &self.problem.id, texts),
            viewer: request.viewer,
            room: request.room,
            source: shows_source.then_some(request.submission.source),
            target: self.accepted,
            help,
            example,
            case,
            error,
        }
    }
}

pub(crate) async fn hack_page(request: SubmissionRequest) -> PageResult {
    let target = HackTarget::new(&request).await?;
    Ok(html(&target.page(request, String::new(), None)))
}

pub(crate) async fn submit_hack(request: SubmissionRequest, form: Fields) -> PageResult {
    let target = HackTarget::new(&request).await?;
    let open = request.room.check_accepts_problem(&target.problem.id);
    open.map_err(Fault::Declined)?;
    let text = form.untrimmed("case");
    match read_case(&request.app, target.problem, &target.hacker.id, text).await {
        Ok(case) => {
            let (app, submission) = (&request.app, &request.submission);
            let requires = app.requirements(&request.room, &submission.problem).await?;
            let add = app
                .database
                .add_hack(&target.hacker.id, submission, &case, &requires);
            add.await?;
            Ok(redirect(&format!("/rooms/{}/hacks", request.room.id)))
        }
        Err(error) => {
            let reason = error.reason_text(request.viewer.texts);
            let page = target.page(request, text.to_owned(), Some(reason));
            Ok(html_with_status(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}
