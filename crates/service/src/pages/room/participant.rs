//! The room as a participant sees it, and what they submit there.

use askama::Template;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::intake::{Sent, read};
use super::owner::languages;
use crate::fault::Fault;
use crate::pages::mistake::Mistake;
use crate::pages::views::{Here, Moment, SubmissionRow, language, running, title};
use crate::store::{Participant, Room, Token, now};
use crate::web::{App, Fields, Reader, fault_text, fields, html};
use crate::words::Words;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_board::Exhibit;
use mousetrap_judge::too_large;
use mousetrap_languages::Languages;
use mousetrap_model::Message;

#[derive(Template)]
#[template(path = "room.html")]
struct RoomPage {
    w: &'static Words,
    here: Here,
    names: &'static Languages,
    room: Room,
    problems: Vec<Task>,
    /// Whether submissions are taken now.
    open: bool,
    opens: Option<Moment>,
    closes: Option<Moment>,
    /// Who the reader is here; none where they are the owner alone.
    participant: Option<Participant>,
    languages: Vec<(String, String)>,
    rows: Vec<SubmissionRow>,
    /// Submissions left this hour.
    left: i64,
    /// The participant's own, and where one is removed.
    tokens: Vec<Token>,
    removing: String,
    /// What was sent and not taken, and why.
    form: Fields,
    mistake: Option<Mistake>,
    /// Why a file is not taken that is too large.
    large: String,
}

impl RoomPage {
    fn is_wrong(&self, field: &str) -> bool {
        self.mistake
            .as_ref()
            .is_some_and(|mistake| mistake.field == field)
    }

    /// What was pasted.
    fn source(&self) -> &str {
        self.form.all("source").first().map_or("", String::as_str)
    }
}

/// The example of a problem, as `LeetCode` writes it.
pub(in crate::pages) const fn example(problem: Game) -> &'static str {
    match problem {
        Game::CatAndMouse => "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        Game::CatAndMouse2 => "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
    }
}

/// A problem of a room.
#[derive(Debug)]
struct Task {
    id: &'static str,
    title: &'static str,
    statement: &'static str,
    /// Its limits, its function, and what a whole program reads and prints.
    forms: &'static str,
    /// The example, as a whole program reads it.
    input: String,
    drawing: String,
    exhibit: Exhibit,
}

impl Task {
    fn new(problem: Game, w: &Words) -> Option<Self> {
        let (statement, forms) = match problem {
            Game::CatAndMouse => (w.statement_913, w.forms_913),
            Game::CatAndMouse2 => (w.statement_1728, w.forms_1728),
        };
        let instance = problem.parse(example(problem), Bounds::Contest).ok()?;
        Some(Self {
            id: problem.id(),
            title: title(problem, w),
            statement,
            forms,
            input: instance.text(),
            drawing: instance.draw(),
            exhibit: Exhibit::new(None, &instance),
        })
    }
}

pub(crate) async fn room(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let page = room_page(&app, &reader, room, Fields::default(), None).await?;
    Ok(html(&page))
}

async fn room_page(
    app: &App,
    reader: &Reader,
    room: Room,
    form: Fields,
    mistake: Option<Mistake>,
) -> Result<RoomPage, Fault> {
    const HOUR: i64 = 3_600_000;
    let participant = reader.visitor.in_room(&room.id).cloned();
    let (mut rows, mut tokens) = (Vec::new(), Vec::new());
    if let Some(participant) = &participant {
        tokens = app.database.tokens(&participant.id).await?;
        let running = running(app, reader, &room).await?;
        let standings = app
            .database
            .standings_of(&room, &participant.id, now())
            .await?;
        for submission in app.database.submissions_of(&participant.id).await? {
            let standing = standings.iter().find(|it| it.submission == submission.id);
            rows.push(SubmissionRow {
                running: running.contains(&submission.id),
                ..SubmissionRow::new(&submission, standing, Some(&room.policy))
            });
        }
    }
    let recent = rows.iter().filter(|row| row.at.0 > now() - HOUR).count();
    let mut languages = languages(app, reader.words);
    let allowed = &room.policy.languages;
    languages.retain(|(id, _)| allowed.is_empty() || allowed.contains(id));
    let problems = room.policy.problems.iter();
    let problems = problems.filter_map(|id| Task::new(Game::by_id(id)?, reader.words));
    Ok(RoomPage {
        w: reader.words,
        here: Here {
            path: format!("/rooms/{}", room.id),
            ..Here::of(reader, &room)
        },
        names: &app.settings.config.languages,
        problems: problems.collect(),
        open: room.is_open(now()),
        opens: room.policy.opens.map(Moment),
        closes: room.policy.closes.map(Moment),
        tokens,
        removing: format!("/rooms/{}/token/remove", room.id),
        left: (room.policy.per_hour - recent as i64).max(0),
        room,
        participant,
        languages,
        rows,
        form,
        mistake,
        large: Mistake::refused(reader.words, &too_large()).text,
    })
}

/// What a form sends; a file goes before a text.
fn sent(fields: &Fields) -> Sent<'_> {
    let pasted = fields.all("source").first().map_or("", String::as_str);
    let (file, text) = match &fields.file {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ("", pasted),
    };
    Sent {
        text,
        file,
        language: fields.get("language"),
        problem: fields.get("problem"),
        form: fields.get("form"),
    }
}

pub(crate) async fn submit(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    form: Multipart,
) -> Result<Response, Fault> {
    let participant = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let (fields, read) = match fields(form).await {
        Ok(fields) => {
            let sent = sent(&fields);
            let read = read(&app, &room, &participant.id, &sent, reader.words).await;
            (fields, read)
        }
        Err(Fault::Unusable(reason)) => (
            Fields::default(),
            Err(Mistake::refused(reader.words, &reason)),
        ),
        Err(Fault::TooLarge) => (
            Fields::default(),
            Err(Mistake::refused(reader.words, &too_large())),
        ),
        Err(fault) => return Err(fault),
    };
    let (mistake, status) = match read {
        Err(mistake) => (mistake, Fault::Unusable(Message::text("")).status()),
        Ok(submission) => {
            let requires = app.requirements(&room, &submission.problem).await?;
            let submitted = app.database.submit(&room, &submission, &requires).await;
            match submitted.map_err(Fault::from) {
                Ok(()) => {
                    app.changed();
                    let next = format!("/submissions/{}", submission.id);
                    return Ok(Redirect::to(&next).into_response());
                }
                Err(fault @ Fault::Declined(_)) => {
                    let text = fault_text(&fault, reader.words);
                    (Mistake::new(reader.words, "", text), fault.status())
                }
                Err(fault) => return Err(fault),
            }
        }
    };
    let page = room_page(&app, &reader, room, fields, Some(mistake)).await?;
    Ok((status, html(&page)).into_response())
}

/// As what a form would be submitted, while one is still writing.
pub(crate) async fn recognise(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    form: Multipart,
) -> Result<Json<Value>, Fault> {
    let w = reader.words;
    let participant = reader.visitor.in_room(&room.id).map_or("", |own| &own.id);
    let read = match fields(form).await {
        Ok(fields) => read(&app, &room, participant, &sent(&fields), w).await,
        Err(Fault::Unusable(reason)) => Err(Mistake::refused(w, &reason)),
        Err(Fault::TooLarge) => Err(Mistake::refused(w, &too_large())),
        Err(fault) => return Err(fault),
    };
    Ok(Json(match read {
        Err(mistake) => json!({"mistake": mistake.text}),
        Ok(found) => {
            let language = language(&app.settings.config.languages, &found.language);
            let form = match found.form.as_str() {
                "program" => w.form_program,
                _ => w.form_function,
            };
            json!({"text": format!("{}{}{} · {language} · {form}", w.recognised_as, w.colon, found.problem)})
        }
    }))
}
