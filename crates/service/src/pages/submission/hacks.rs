//! Trying to break submissions: hacks of other participants' submissions, and searches for a
//! failing case of one's own.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::Form;
use axum::http::StatusCode;
use axum::response::Response;
use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use serde::Deserialize;

use super::page::verdict_of;
use crate::fault::Fault;
use crate::pages::room::example;
use crate::pages::views;
use crate::secret;
use crate::store::{Declined, Participant, Room, RoomCase, Submission, Trial, is_verdict, now};
use crate::web::{App, InRoom, OfSubmission, Reader, html, html_with, redirect};

#[derive(Template)]
#[template(path = "hacks.html")]
struct HacksPage {
    reader: Reader,
    room: Room,
    /// Accepted submissions of others that the reader may hack.
    targets: Vec<Accepted>,
    /// Whether the reader has solved a problem of the room.
    has_solved: bool,
    /// Problems that others have solved and the reader has not.
    unsolved: String,
    /// The reader's own hacks.
    trials: Vec<Trial>,
    /// The cases that hacks have added to the room.
    cases: Vec<RoomCase>,
}

#[derive(Template)]
#[template(path = "hack.html")]
struct HackPage {
    reader: Reader,
    room: Room,
    target: Accepted,
    /// The source, if the room shows it.
    source: Option<String>,
    /// An example of a case.
    example: &'static str,
    /// A case that was refused, and the reason.
    case: String,
    error: Option<GameError>,
}

/// An accepted submission for a problem of the room.
struct Accepted {
    author: Participant,
    submission: Submission,
}

impl Accepted {
    fn solves(&self, problem: &str, participant: &Participant) -> bool {
        self.author.id == participant.id && self.submission.problem == problem
    }
}

/// Returns the accepted submissions whose verdicts are published.
async fn accepted(app: &App, room: &Room) -> Result<Vec<Accepted>, Fault> {
    let standings = app.database.standings(room, now()).await?;
    let standings = standings.into_iter().filter(|it| it.verdict == "AC");
    let accepted: BTreeSet<String> = standings.map(|it| it.submission).collect();
    let participants = app.database.participants(&room.id).await?;
    let submissions = app.database.submissions_in(&room.id).await?;
    let found = submissions.into_iter().filter_map(|submission| {
        let mut authors = participants.iter();
        let author = authors.find(|it| it.id == submission.participant)?.clone();
        let is_current = room.policy.problems.contains(&submission.problem);
        (is_current && accepted.contains(&submission.id)).then_some(Accepted { author, submission })
    });
    Ok(found.collect())
}

pub(crate) async fn hacks(InRoom { app, reader, room }: InRoom) -> Result<Response, Fault> {
    if !room.policy.hacks {
        return Err(Fault::NotFound);
    }
    let all = accepted(&app, &room).await?;
    let own = reader.visitor.in_room(&room.id);
    let has_solved = |problem: &str| {
        own.is_some_and(|own| all.iter().any(|accepted| accepted.solves(problem, own)))
    };
    let solved = room.policy.problems.iter().filter(|id| has_solved(id));
    let solved: BTreeSet<&String> = solved.collect();
    let is_owner = reader.is_owner();
    let has_solved = is_owner || !solved.is_empty();
    let mut unsolved = BTreeSet::new();
    for accepted in &all {
        let problem = &accepted.submission.problem;
        if own.is_some_and(|own| own.id != accepted.author.id) && !solved.contains(problem) {
            unsolved.insert(problem.as_str());
        }
    }
    let unsolved = Vec::from_iter(unsolved).join(&reader["comma"]);
    let trials = match own {
        Some(own) => app.database.trials_of(&own.id).await?,
        None => Vec::new(),
    };
    let cases = if room.policy.hides() && !is_owner {
        Vec::new()
    } else {
        app.database.room_cases(&room.id, room.revision).await?
    };
    let is_target = |accepted: &Accepted| {
        let is_theirs = own.is_some_and(|own| own.id != accepted.author.id);
        is_owner || is_theirs && solved.contains(&accepted.submission.problem)
    };
    let is_target: Vec<bool> = all.iter().map(is_target).collect();
    let targets = all
        .into_iter()
        .zip(is_target)
        .filter(|(_, is_target)| *is_target);
    Ok(html(&HacksPage {
        targets: targets.map(|(accepted, _)| accepted).collect(),
        has_solved,
        unsolved,
        trials: trials.into_iter().filter(|it| it.kind == "hack").collect(),
        cases,
        reader,
        room,
    }))
}

/// A hack that the reader may make.
struct Hack {
    problem: Game,
    target: Accepted,
    hacker: Participant,
}

impl Hack {
    async fn new(request: &OfSubmission) -> Result<Self, Fault> {
        let (room, submission) = (&request.room, &request.submission);
        let problem = Game::by_id(&submission.problem).ok_or(Fault::NotFound)?;
        if !room.policy.problems.contains(&submission.problem) {
            return Err(Fault::Declined(Declined::OtherProblem));
        }
        let hacker = request
            .reader
            .visitor
            .in_room(&room.id)
            .ok_or(Fault::NotFound)?;
        let all = accepted(&request.app, room).await?;
        let has_solved = all.iter().any(|it| it.solves(problem.id(), hacker));
        let target = all.into_iter().find(|it| it.submission.id == submission.id);
        let target = target.filter(|target| target.author.id != hacker.id);
        match target.filter(|_| room.policy.hacks && has_solved) {
            Some(target) => Ok(Self {
                problem,
                target,
                hacker: hacker.clone(),
            }),
            None => Err(Fault::NotFound),
        }
    }

    /// The form, with a case that was refused.
    fn page(self, request: OfSubmission, case: String, error: Option<GameError>) -> HackPage {
        let shows_source = request.room.policy.sources;
        HackPage {
            reader: request.reader,
            room: request.room,
            source: shows_source.then_some(request.submission.source),
            target: self.target,
            example: example(self.problem),
            case,
            error,
        }
    }
}

pub(crate) async fn hack(request: OfSubmission) -> Result<Response, Fault> {
    let hack = Hack::new(&request).await?;
    Ok(html(&hack.page(request, String::new(), None)))
}

#[derive(Deserialize)]
pub(crate) struct Given {
    case: String,
}

pub(crate) async fn hack_post(
    request: OfSubmission,
    Form(given): Form<Given>,
) -> Result<Response, Fault> {
    let hack = Hack::new(&request).await?;
    let taken = request.room.takes(hack.problem.id(), now());
    taken.map_err(Fault::Declined)?;
    match hack.problem.parse(&given.case, Bounds::Contest) {
        Ok(instance) => {
            start_trial(&request, "hack", &hack.hacker.id, instance.leetcode()).await?;
            Ok(redirect(&format!("/rooms/{}/hacks", request.room.id)))
        }
        Err(error) => {
            let page = hack.page(request, given.case, Some(error));
            Ok(html_with(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

pub(crate) async fn search(request: OfSubmission) -> Result<Response, Fault> {
    let seen = verdict_of(&request).await?;
    let runs = seen.is_some_and(|(verdict, _)| is_verdict(&verdict) && verdict != "CE");
    if !request.room.policy.breaks || !runs {
        return Err(Fault::NotFound);
    }
    let participant = &request.submission.participant;
    start_trial(&request, "search", participant, String::new()).await?;
    let path = views::path(&request.submission);
    Ok(redirect(&format!("{path}#search")))
}

/// Queues a hack or a search.
async fn start_trial(
    request: &OfSubmission,
    kind: &str,
    participant: &str,
    input: String,
) -> Result<(), Fault> {
    let (app, submission) = (&request.app, &request.submission);
    let trial = Trial {
        id: secret::id(),
        room: submission.room.clone(),
        kind: kind.to_owned(),
        participant: participant.to_owned(),
        submission: submission.id.clone(),
        input,
        state: "waiting".to_owned(),
        detail: String::new(),
        found: String::new(),
        created: now(),
        target: String::new(),
    };
    let requires = app.requirements(&request.room, &submission.problem).await?;
    app.database.try_it(&trial, &requires).await?;
    app.changed();
    Ok(())
}
