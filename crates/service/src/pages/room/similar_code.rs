//! The page that shows a room's owner which submissions have similar code.

use askama::Template;
use mousetrap_judge::similar_groups;
use mousetrap_model::Similarity;

use super::marks::MarkTable;
use crate::fault::PageResult;
use crate::judging::to_judge_submission;
use crate::store::{FAR_FUTURE_MS, Room, Submission};
use crate::web::{App, RoomRequest, Viewer, html};

#[derive(Template)]
#[template(path = "similar.html")]
struct SimilarCodePage {
    viewer: Viewer,
    room: Room,
    groups: Vec<SimilarSubmissions>,
}

/// Accepted submissions with similar code by different participants.
struct SimilarSubmissions {
    problem: String,
    similarity: Similarity,
    /// The ids of the submissions and the names of their authors, the earliest submission first.
    members: Vec<(String, String)>,
}

/// Compares the latest accepted submissions of all participants.
pub(crate) async fn similar_code_page(request: RoomRequest) -> PageResult {
    let RoomRequest { app, viewer, room } = request;
    let table = MarkTable::new(&app.database, &room, FAR_FUTURE_MS).await?;
    let mut submissions = Vec::new();
    for row in table.rows {
        let marks = row.marks.iter().flatten();
        for mark in marks.filter(|mark| mark.solved.is_some()) {
            let submission = app.database.submission(&mark.submission).await?;
            submissions.extend(submission.map(|found| (found, row.participant.name.clone())));
        }
    }
    submissions.sort_by_key(|(submission, _)| submission.created);
    let compare = || find_similar(&app, &submissions);
    let groups = app.references.run(&room.id, compare).await;
    Ok(html(&SimilarCodePage {
        viewer,
        room,
        groups,
    }))
}

fn find_similar(app: &App, submissions: &[(Submission, String)]) -> Vec<SimilarSubmissions> {
    let config = app.settings.config;
    let found = submissions.iter().filter_map(|(submission, name)| {
        let found = to_judge_submission(config, submission).ok()?;
        Some((found, (submission.id.clone(), name.clone())))
    });
    let (found, members): (Vec<_>, Vec<_>) = found.unzip();
    let member = |&at: &usize| members[at].clone();
    let groups = similar_groups(&found).into_iter();
    let groups = groups.map(|group| SimilarSubmissions {
        problem: found[group.submissions[0]].problem.id.clone(),
        similarity: group.similarity,
        members: group.submissions.iter().map(member).collect(),
    });
    groups.collect()
}
