//! What the owner sees and does.

use std::collections::BTreeMap;

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::views::{self, Row};
use crate::fault::Fault;
use crate::store::{Feedback, Participant, Policy, Revision, Room};
use crate::web::{App, Fields, Reader, fields, html};
use crate::words::Words;
use cat_and_mouse::problem::Problem;

/// A language or a problem to choose: id and name.
type Choice = (String, String);

#[derive(Template)]
#[template(path = "rooms.html")]
struct RoomsPage {
    w: &'static Words,
    rooms: Vec<Room>,
    problems: Vec<Choice>,
    languages: Vec<Choice>,
}

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    w: &'static Words,
    room: Room,
    link: String,
    matrix: Vec<(Participant, Vec<Row>)>,
    /// Judging again, while it lasts.
    open: Option<Revision>,
}

fn problems() -> Vec<Choice> {
    let all = Problem::ALL.into_iter();
    all.map(|problem| (problem.id().to_owned(), problem.to_string()))
        .collect()
}

pub(super) fn languages(app: &App) -> Vec<Choice> {
    let all = app.settings.config.languages.iter();
    all.map(|language| (language.id.clone(), language.name.clone()))
        .collect()
}

pub(crate) async fn rooms(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    Ok(html(&RoomsPage {
        w: reader.words,
        rooms: app.database.rooms().await?,
        problems: problems(),
        languages: languages(&app),
    }))
}

pub(crate) async fn make_room(State(app): State<App>, form: Multipart) -> Result<Response, Fault> {
    let fields = fields(form).await?;
    let name = views::name(fields.get("name"))?;
    let policy = policy(&app, &fields)?;
    let room = app.database.make_room(&name, &policy).await?;
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}

/// What a form says about a room.
fn policy(app: &App, fields: &Fields) -> Result<Policy, Fault> {
    let unusable = |text: String| Fault::Unusable(text);
    let problems = fields.all("problem").to_vec();
    if problems.is_empty() || problems.iter().any(|id| Problem::by_id(id).is_none()) {
        return Err(unusable("choose at least one problem".to_owned()));
    }
    let suites: Vec<String> = fields
        .get("suites")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    for id in &problems {
        let problem = Problem::by_id(id).ok_or(Fault::NotFound)?;
        let known = app.bench.suites.known(problem);
        let known = known.map_err(|error| unusable(error.to_string()))?;
        if let Some(suite) = suites.iter().find(|suite| !known.contains(suite)) {
            return Err(unusable(format!("problem {id} has no suite \"{suite}\"")));
        }
    }
    let languages = fields.all("language").to_vec();
    if let Some(unknown) =
        (languages.iter()).find(|id| app.settings.config.languages.by_id(id).is_none())
    {
        return Err(unusable(format!("there is no language \"{unknown}\"")));
    }
    let time = |name| match fields.get(name) {
        "" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| unusable(format!("{name}: give milliseconds since 1970"))),
    };
    let per_hour = match fields.get("per_hour") {
        "" => Policy::default().per_hour,
        text => match text.parse() {
            Ok(number @ 1..=10_000) => number,
            _ => return Err(unusable("submissions per hour: 1 to 10000".to_owned())),
        },
    };
    let feedback = match fields.get("feedback") {
        "verdict" => Feedback::Verdict,
        "number" => Feedback::Number,
        "case" => Feedback::Case,
        "" | "explanation" => Feedback::Explanation,
        other => return Err(unusable(format!("feedback: \"{other}\" is not known"))),
    };
    Ok(Policy {
        problems,
        suites,
        feedback,
        opens: time("opens")?,
        closes: time("closes")?,
        per_hour,
        languages,
        hacks: fields.has("hacks"),
        sources: fields.has("sources"),
        breaks: fields.has("breaks"),
    })
}

pub(crate) async fn manage(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let participants = app.database.participants(&room.id).await?;
    let submissions = app.database.submissions_in(&room.id).await?;
    let judgements = app.database.judgements_in(&room.id, room.revision).await?;
    let judgements: BTreeMap<&str, _> = judgements
        .iter()
        .map(|one| (one.submission.as_str(), one))
        .collect();
    let matrix = participants.into_iter().map(|participant| {
        let own = submissions
            .iter()
            .filter(|one| one.participant == participant.id);
        let rows = own.map(|one| Row::new(one, judgements.get(one.id.as_str()).copied(), true));
        let rows = rows.collect();
        (participant, rows)
    });
    let revisions = app.database.revisions(&room.id).await?;
    Ok(html(&ManagePage {
        w: reader.words,
        link: app.link(&format!("/join/{}", room.invitation)),
        matrix: matrix.collect(),
        open: revisions.into_iter().find(|one| one.state == "open"),
        room,
    }))
}

pub(crate) async fn close_room(
    State(app): State<App>,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    app.database
        .close_room(&room.id, room.closed.is_none())
        .await?;
    app.changed();
    Ok(Redirect::to(&format!("/rooms/{}/manage", room.id)).into_response())
}
