//! The owner's page of a room: its links, its participants, and judging all submissions again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use axum::extract::Form;
use axum::response::Response;
use serde::Deserialize;

use crate::fault::Fault;
use crate::pages::views::{problems_with, running};
use crate::store::{Mark, Participant, Revision, Room, now};
use crate::web::{App, InRoom, Reader, html, redirect};

/// A participant, and the mark for each problem of the room.
type Row = (Participant, Vec<Option<Mark>>);

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    reader: Reader,
    room: Room,
    /// The link to join.
    link: String,
    /// Whether the link works only on this machine.
    is_local_only: bool,
    problems: Vec<String>,
    matrix: Vec<Row>,
    /// The submissions that are being judged.
    running: Vec<String>,
    /// The last time that all submissions were judged again.
    again: Option<Revision>,
    /// What judging all submissions again would change.
    changes: Vec<SuiteChange>,
}

impl ManagePage {
    /// Whether all submissions are being judged again.
    fn is_open(&self) -> bool {
        self.again.as_ref().is_some_and(|one| one.state == "open")
    }
}

/// Submissions that would be judged on other suites than before.
#[derive(Debug, Default)]
struct SuiteChange {
    problem: String,
    /// Names of suites.
    before: Vec<String>,
    after: Vec<String>,
    submissions: usize,
    /// The names of their participants.
    participants: BTreeSet<String>,
}

pub(crate) async fn manage(InRoom { app, reader, room }: InRoom) -> Result<Response, Fault> {
    let marks = app.database.marks(&room).await?;
    let problems = problems_with(&room, marks.iter().map(|mark| &mark.problem));
    let mut marks: HashMap<(String, String), Mark> = marks
        .into_iter()
        .map(|mark| ((mark.participant.clone(), mark.problem.clone()), mark))
        .collect();
    let participants = app.database.participants(&room.id).await?;
    let matrix = participants.into_iter().map(|participant| {
        let cells = problems.iter();
        let cells = cells.map(|problem| marks.remove(&(participant.id.clone(), problem.clone())));
        let cells = cells.collect();
        (participant, cells)
    });
    let matrix = matrix.collect();
    let revisions = app.database.revisions(&room.id).await?;
    Ok(html(&ManagePage {
        link: app.link_for(&reader, &format!("/join/{}", room.invitation)),
        is_local_only: app.is_local_only(&reader),
        problems,
        matrix,
        running: running(&app, reader.is_owner(), &room).await?,
        again: revisions.into_iter().next(),
        changes: suite_changes(&app, &room).await?,
        reader,
        room,
    }))
}

/// The redirect to the page.
pub(super) fn to_manage(room: &Room) -> Response {
    redirect(&format!("/rooms/{}/manage", room.id))
}

/// Replaces the link to join a room.
pub(crate) async fn renew_invitation(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    app.database.renew_invitation(&room.id).await?;
    Ok(to_manage(&room))
}

/// The state that a room shall have.
#[derive(Deserialize)]
pub(crate) struct Closing {
    to: Wanted,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    Open,
    Closed,
}

/// Closes a room or opens it now, whatever times were set. The form names the state, because a button may be pressed twice,
/// or on an outdated page.
pub(crate) async fn close_room(
    InRoom { app, room, .. }: InRoom,
    Form(closing): Form<Closing>,
) -> Result<Response, Fault> {
    let mut policy = room.policy.0.clone();
    match closing.to {
        Wanted::Open if !room.is_open(now()) => (policy.opens, policy.closes) = (None, None),
        Wanted::Closed if room.is_open(now()) => policy.closes = Some(now()),
        _ => return Ok(to_manage(&room)),
    }
    app.database.set_room(&room.id, &room.name, &policy).await?;
    Ok(to_manage(&room))
}

/// Judges all submissions of a room again on its current suites.
pub(crate) async fn rejudge(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    let mut all = Vec::new();
    for submission in app.database.submissions_in(&room.id).await? {
        let requires = app.requirements(&room, &submission.problem).await?;
        all.push((submission, requires));
    }
    app.database.rejudge(&room.id, &all).await?;
    Ok(to_manage(&room))
}

/// Stops judging all submissions again. The earlier verdicts stay.
pub(crate) async fn cancel(InRoom { app, room, .. }: InRoom) -> Result<Response, Fault> {
    app.database.cancel(&room.id).await?;
    Ok(to_manage(&room))
}

/// Returns what judging all submissions again would change about their suites.
async fn suite_changes(app: &App, room: &Room) -> Result<Vec<SuiteChange>, Fault> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut changes: BTreeMap<(String, Vec<String>), SuiteChange> = BTreeMap::new();
    for judged in app.database.judged_under(room).await? {
        if !names.contains_key(&judged.requires) {
            let requirements = app.database.requirements(&judged.requires).await?;
            let suites = requirements.map_or_else(Vec::new, |it| it.suite_names);
            names.insert(judged.requires.clone(), suites);
        }
        let before = &names[&judged.requires];
        let after = app.suites.names(room, &judged.problem);
        if before.is_empty() || *before == after {
            continue;
        }
        let key = (judged.problem.clone(), before.clone());
        let change = changes.entry(key).or_insert_with(|| SuiteChange {
            problem: judged.problem.clone(),
            before: before.clone(),
            after,
            ..SuiteChange::default()
        });
        change.submissions += 1;
        change.participants.insert(judged.participant);
    }
    Ok(changes.into_values().collect())
}
