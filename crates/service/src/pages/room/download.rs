//! The results of a room: as reports, like `mousetrap judge` writes them, and as a mark
//! sheet.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;
use crate::pages::views::{self, Moment, problems_with};
use crate::run::replay;
use crate::store::{Participant, Room, StoredJudgement, Submission, is_verdict};
use crate::web::App;
use mousetrap_judge::config::Config;
use mousetrap_model::RunEnding;
use mousetrap_report::{Audience, Format, Model, View, inert};

/// All there is to write down of a room.
struct Results {
    participants: Vec<Participant>,
    /// The earliest first.
    submissions: Vec<Submission>,
    /// What counts of each, by the submission.
    judgements: BTreeMap<String, StoredJudgement>,
    problems: Vec<String>,
    /// Its name.
    room: String,
    config: &'static Config,
    /// Submissions that are judged at a time.
    workers: usize,
}

/// `marks.csv`, or `json`, `csv` or `html` of all that has a verdict.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Path((_, format)): Path<(String, String)>,
) -> Result<Response, Fault> {
    const CSV: &str = "text/csv; charset=utf-8";
    let (report, kind) = match format.as_str() {
        "marks.csv" => (None, CSV),
        "json" => (Some(Format::Json), "application/json"),
        "csv" => (Some(Format::Csv), CSV),
        "html" => (Some(Format::Html), "text/html; charset=utf-8"),
        _ => return Err(Fault::NotFound),
    };
    let judgements = app.database.judgements_in(&room).await?;
    let judgements = judgements
        .into_iter()
        .map(|one| (one.submission.clone(), one));
    let submissions = app.database.submissions_in(&room.id).await?;
    let results = Results {
        participants: app.database.participants(&room.id).await?,
        judgements: judgements.collect(),
        problems: problems_with(&room, submissions.iter().map(|one| &one.problem)),
        room: room.name.clone(),
        submissions,
        config: app.settings.config,
        workers: app.settings.workers,
    };
    let text = tokio::task::spawn_blocking(move || match report {
        Some(format) => results.report(format),
        None => results.marks(),
    });
    let text = text.await.map_err(|_| Fault::Broken)?;
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, attachment(&room.name, &format)),
    ];
    Ok((headers, text).into_response())
}

/// What names the file after the room, in any script.
fn attachment(room: &str, ending: &str) -> String {
    let plain = room.chars();
    let plain = plain.map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    let plain: String = plain.collect();
    let bytes = room.replace(['/', '\\'], "-").into_bytes();
    let encoded = bytes.into_iter().map(|byte| match char::from(byte) {
        c if c.is_ascii_alphanumeric() || c == '-' => c.to_string(),
        _ => format!("%{byte:02X}"),
    });
    let encoded: String = encoded.collect();
    format!("attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{encoded}.{ending}")
}

impl Results {
    fn name(&self, submission: &Submission) -> &str {
        let mut all = self.participants.iter();
        let found = all.find(|one| one.id == submission.participant);
        found.map_or("", |one| &one.name)
    }

    fn report(&self, format: Format) -> Vec<u8> {
        let mut runs = Vec::new();
        for (number, submission) in (1..).zip(&self.submissions) {
            let Some(judgement) = self.judgements.get(&submission.id) else {
                continue;
            };
            // The name may be anything; it stands for a directory here.
            let name = self.name(submission).replace(['/', '\\'], "_");
            let mut run = judgement.run_or_failure(submission);
            for one in &mut run.submissions {
                let name = views::language(&self.config.languages, &one.info.language);
                one.info.language_name = name.to_owned();
            }
            runs.push((format!("{name}/{number}-{}", submission.file).into(), run));
        }
        let mut model = Model::default();
        for event in replay(runs, Duration::ZERO) {
            model.apply(event);
        }
        model.header.jobs = self.workers;
        // Submissions came over days, so there is no wall time.
        model.ending = Some(RunEnding::default());
        let mut text = Vec::new();
        let view = View {
            audience: Audience::Room(self.room.clone()),
            ..View::default()
        };
        let written = mousetrap_report::write(format, &model, &view, &mut text);
        written.expect("memory does not fail");
        match format {
            Format::Csv => self.with_people(&text),
            _ => text,
        }
    }

    /// The rows of a report, with who made which submission and when before them.
    fn with_people(&self, report: &[u8]) -> Vec<u8> {
        let mut rows = csv::ReaderBuilder::new();
        let mut rows = rows.has_headers(false).from_reader(report);
        let mut sheet = Sheet::new();
        for row in rows.records().map_while(Result::ok) {
            let number = row.get(0).and_then(|path| path.rsplit('/').next());
            let number = number.and_then(|file| file.split('-').next()?.parse::<usize>().ok());
            let made = number.and_then(|number| self.submissions.get(number.checked_sub(1)?));
            let mut cells = match made {
                Some(made) => vec![
                    self.name(made).to_owned(),
                    made.id.clone(),
                    Moment(made.created).iso(),
                ],
                None => ["participant", "submission", "submitted"]
                    .map(str::to_owned)
                    .to_vec(),
            };
            cells.extend(row.iter().map(str::to_owned));
            sheet.row(&cells);
        }
        sheet.end()
    }

    /// A row for each participant and problem.
    fn marks(&self) -> Vec<u8> {
        let mut sheet = Sheet::new();
        let head = [
            "participant",
            "problem",
            "verdict",
            "first_accepted",
            "tries",
            "id",
        ];
        sheet.row(&head.map(str::to_owned));
        for participant in &self.participants {
            for problem in &self.problems {
                let own = self.submissions.iter();
                let own =
                    own.filter(|one| one.participant == participant.id && one.problem == *problem);
                let own: Vec<(&Submission, Option<&str>)> = own
                    .map(|one| {
                        let judgement = self.judgements.get(&one.id);
                        (one, judgement.map(|it| it.verdict.as_str()))
                    })
                    .collect();
                let solved = own.iter().position(|(_, verdict)| *verdict == Some("AC"));
                let last = own.iter().rev().filter_map(|(_, verdict)| *verdict);
                let last = { last }.find(|verdict| is_verdict(verdict));
                sheet.row(&[
                    participant.name.clone(),
                    problem.clone(),
                    solved.map_or(last, |_| Some("AC")).unwrap_or("").to_owned(),
                    solved.map_or_else(String::new, |at| Moment(own[at].0.created).iso()),
                    solved.map_or(own.len(), |at| at + 1).to_string(),
                    // Names that differ may be one cell, since none is taken for a formula.
                    participant.id.clone(),
                ]);
            }
        }
        sheet.end()
    }
}

/// Comma-separated values, of which spreadsheets take none for a formula.
struct Sheet(csv::Writer<Vec<u8>>);

impl Sheet {
    fn new() -> Self {
        Self(csv::Writer::from_writer(Vec::new()))
    }

    fn row(&mut self, cells: &[String]) {
        let written = self
            .0
            .write_record(cells.iter().map(|it| inert(it).into_owned()));
        written.expect("memory does not fail");
    }

    fn end(self) -> Vec<u8> {
        self.0.into_inner().expect("memory does not fail")
    }
}
