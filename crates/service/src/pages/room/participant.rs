//! The page of a room for participants, and the submission form.

use askama::Template;
use axum::Json;
use axum::extract::Multipart;
use axum::response::Response;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_board::CaseData;
use mousetrap_judge::too_large_reason;
use mousetrap_languages::stub;
use mousetrap_util::Choice as _;
use serde_json::{Value, json};

use super::intake::{NewSubmission, read};
use super::run::RunView;
use super::settings::languages;
use super::statement::Statement;
use crate::fault::Fault;
use crate::judging::OWN_CASE;
use crate::pages::views::{self, SubmissionRow, full_title, submission_rows};
use crate::pages::written_case::{case_help, example};
use crate::store::{HOUR, MAX_SKEW, Room, Scoreboard, Submission, now};
use crate::web::{App, Fields, InRoom, Mistake, Reader, fields, html_with, redirect};
use crate::words::Words;

#[derive(Template)]
#[template(path = "room.html")]
struct RoomPage {
    reader: Reader,
    room: Room,
    problems: Vec<RoomProblem>,
    /// The ids and names of all languages.
    languages: Vec<(String, String)>,
    rows: Vec<SubmissionRow>,
    form: Fields,
    /// The reader's run, if the page shows it.
    run: Option<RunView>,
    /// The message for a file that is too large.
    large: String,
}

impl RoomPage {
    /// Returns whether the reader cannot submit, as an owner who has not joined the room.
    fn is_off(&self) -> bool {
        self.reader.name().is_none()
    }

    /// Returns whether the reader may see the scoreboard.
    fn shows_scores(&self) -> bool {
        match self.room.policy.scoreboard {
            Scoreboard::None => false,
            Scoreboard::Solved => {
                let mut rows = self.rows.iter();
                rows.any(|row| row.verdict.as_deref() == Some("AC"))
            }
            Scoreboard::Always => true,
        }
    }

    /// Returns the number of submissions that the participant may still make within the hour.
    fn left(&self) -> i64 {
        let hour = now() - HOUR..now() + MAX_SKEW;
        let recent = self.rows.iter();
        let recent = recent.filter(|row| hour.contains(&row.submission.created));
        (self.room.policy.per_hour - recent.count() as i64).max(0)
    }
}

/// A problem of a room.
struct RoomProblem {
    id: String,
    title: String,
    about: About,
    /// How to write a case, and an example.
    case_help: &'static str,
    case_example: String,
    /// A stub for each language in which a function can solve the problem, in the order of the
    /// languages.
    stubs: Vec<Stub>,
}

/// The first lines of a solution.
struct Stub {
    /// The id of the language.
    language: String,
    text: String,
}

/// The description of a problem.
enum About {
    Game(GameExample),
    Own(Statement),
}

/// The example of a built-in game. The texts of the pages have its statement.
pub(in crate::pages) struct GameExample {
    /// The example as input of a complete program.
    input: String,
    /// The example drawn as text.
    pub drawing: String,
    pub exhibit: CaseData,
}

impl GameExample {
    /// Returns `None` if the example is invalid.
    pub(in crate::pages) fn new(game: Game) -> Option<Self> {
        let instance = game.parse(example(game), Bounds::Contest).ok()?;
        Some(Self {
            input: instance.text(),
            drawing: instance.draw(),
            exhibit: CaseData::new(None, &instance),
        })
    }
}

impl RoomProblem {
    fn new(app: &App, id: &str, w: &Words) -> Option<Self> {
        let problem = app.settings.config.problem(id)?;
        let about = match Game::from_problem(problem) {
            Some(game) => About::Game(GameExample::new(game)?),
            None => About::Own(Statement::new(app, problem, w)),
        };
        let config = app.settings.config;
        let (case_help, case_example) = case_help(app, problem, w);
        let stubs = config.languages.iter().filter_map(|language| {
            Some(Stub {
                language: language.id.clone(),
                text: stub(language, problem)?,
            })
        });
        Some(Self {
            id: id.to_owned(),
            title: full_title(config, id, w),
            about,
            case_help,
            case_example,
            stubs: stubs.collect(),
        })
    }

    fn is_game(&self) -> bool {
        matches!(self.about, About::Game(_))
    }
}

pub(crate) async fn room(request: InRoom) -> Result<Response, Fault> {
    page(request, Fields::default(), None).await
}

/// Returns the page. If a form was refused, the page shows the reason.
pub(super) async fn page(
    request: InRoom,
    form: Fields,
    run: Option<RunView>,
) -> Result<Response, Fault> {
    let InRoom {
        app,
        mut reader,
        room,
    } = request;
    let rows = match reader.visitor.in_room(&room.id) {
        Some(participant) => submission_rows(&app, &room, &participant.id, false).await?,
        None => Vec::new(),
    };
    let languages = languages(&app, reader.words);
    let problems = room.policy.problems.iter();
    let problems = problems.filter_map(|id| RoomProblem::new(&app, id, reader.words));
    let problems = problems.collect();
    reader.path = format!("/rooms/{}", room.id);
    let page = RoomPage {
        problems,
        large: Mistake::refused(reader.words, &too_large_reason()).text,
        reader,
        room,
        languages,
        rows,
        form,
        run,
    };
    Ok(html_with(page.form.status(), &page))
}

/// Reads the submission in a form.
pub(super) async fn read_form(
    request: &InRoom,
    form: Multipart,
) -> Result<(Fields, Result<Submission, Mistake>), Fault> {
    let InRoom { app, reader, room } = request;
    let reason = match fields(form).await {
        Ok(form) => {
            let (file, source) = match &form.file {
                Some((name, text)) => (name.as_str(), text.as_str()),
                None => ("", form.raw("source")),
            };
            let sent = NewSubmission {
                source: source.to_owned(),
                file: file.to_owned(),
                language: form.get("language").to_owned(),
                problem: form.get("problem").to_owned(),
                form: form.get("form").to_owned(),
            };
            let participant = reader.visitor.in_room(&room.id).map_or("", |own| &own.id);
            let read = read(app, room, participant, &sent, reader.words).await;
            return Ok((form, read));
        }
        Err(Fault::Unusable(reason)) => reason,
        Err(Fault::TooLarge) => too_large_reason(),
        Err(fault) => return Err(fault),
    };
    let mistake = Mistake::refused(reader.words, &reason);
    Ok((Fields::default(), Err(mistake)))
}

pub(crate) async fn submit(request: InRoom, form: Multipart) -> Result<Response, Fault> {
    let InRoom { app, reader, room } = &request;
    if reader.visitor.in_room(&room.id).is_none() {
        return Err(Fault::NotFound);
    }
    let (mut form, read) = read_form(&request, form).await?;
    let mistake = match read {
        Err(mistake) => mistake,
        Ok(submission) => {
            let requires = app.requirements(room, &submission.problem).await?;
            match app.database.submit(room, &submission, &requires).await {
                Ok(()) => return Ok(redirect(&views::path(&submission))),
                Err(error) => Mistake::declined(reader.words, "", error.declined()?),
            }
        }
    };
    form.mistake = Some(mistake);
    page(request, form, None).await
}

/// Returns the language, problem and form detected so far in an unfinished submission form.
pub(crate) async fn recognise(request: InRoom, form: Multipart) -> Result<Json<Value>, Fault> {
    let (_, read) = read_form(&request, form).await?;
    let reader = &request.reader;
    Ok(Json(match read {
        Err(mistake) => json!({"mistake": mistake.text}),
        Ok(found) => {
            let (problem, language) = (&found.problem, reader.language(&found.language));
            let form = reader.words.lookup("form", &found.form);
            let start = format!("{}{}", &reader["recognised_as"], &reader["colon"]);
            json!({
                "text": format!("{start}{problem} · {language} · {form}"),
                "language": found.language,
                "problem": problem,
            })
        }
    }))
}
