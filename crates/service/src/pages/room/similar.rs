//! The page with similar code, for the owner of a room.

use std::path::Path;

use askama::Template;
use axum::response::Response;
use mousetrap_judge::{FindOptions, similar_groups, submission_from_text};
use mousetrap_model::{Form, Similarity};
use mousetrap_util::Choice as _;

use crate::fault::Fault;
use crate::store::{Room, Submission};
use crate::web::{App, RoomRequest, Viewer, html};

#[derive(Template)]
#[template(path = "similar.html")]
struct SimilarPage {
    viewer: Viewer,
    room: Room,
    groups: Vec<Group>,
}

/// Accepted submissions of different participants with similar code.
struct Group {
    problem: String,
    similarity: Similarity,
    /// The ids of the submissions and the names of their authors, the earliest submission first.
    members: Vec<(String, String)>,
}

/// Compares the latest accepted submissions of all participants.
pub(crate) async fn similar(request: RoomRequest) -> Result<Response, Fault> {
    let RoomRequest { app, viewer, room } = request;
    let participants = app.database.participants(&room.id).await?;
    let mut submissions = Vec::new();
    for mark in app.database.marks(&room).await? {
        let author = participants.iter().find(|one| one.id == mark.participant);
        if let Some(author) = author.filter(|_| mark.solved.is_some())
            && let Some(submission) = app.database.submission(&mark.submission).await?
        {
            submissions.push((submission, author.name.clone()));
        }
    }
    submissions.sort_by_key(|(submission, _)| submission.created);
    let compare = || groups(&app, &submissions);
    let groups = app.references.run(&room.id, compare).await;
    Ok(html(&SimilarPage {
        viewer,
        room,
        groups,
    }))
}

fn groups(app: &App, submissions: &[(Submission, String)]) -> Vec<Group> {
    let config = app.settings.config;
    let found = submissions.iter().filter_map(|(submission, name)| {
        let problem = config.problem(&submission.problem);
        let wanted = FindOptions::new(&config.problems, problem, Form::from_name(&submission.form));
        let (file, text) = (Path::new(&submission.file), submission.source.as_bytes());
        let found = submission_from_text(file, text, &config.languages, wanted).ok()?;
        Some((found, (submission.id.clone(), name.clone())))
    });
    let (found, members): (Vec<_>, Vec<_>) = found.unzip();
    let groups = similar_groups(&found).into_iter();
    let groups = groups.map(|group| Group {
        problem: found[group.submissions[0]].problem.id.clone(),
        similarity: group.similarity,
        members: group
            .submissions
            .iter()
            .map(|&at| members[at].clone())
            .collect(),
    });
    groups.collect()
}
