//! The results of a room: the reports of `mousetrap judge`, and a mark sheet.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;
use crate::pages::views::{iso, problems_with};
use crate::store::{Participant, StoredJudgement, Submission, is_verdict, replay};
use crate::web::InRoom;
use mousetrap_judge::config::Config;
use mousetrap_model::RunEnding;
use mousetrap_report::{Audience, Format, Model, View, inert};

/// The results of a room.
struct Results {
    participants: Vec<Participant>,
    /// The earliest first.
    submissions: Vec<Submission>,
    /// The current judgements, by submission.
    judgements: BTreeMap<String, StoredJudgement>,
    problems: Vec<String>,
    /// The name of the room.
    room: String,
    config: &'static Config,
    /// Number of submissions that are judged at a time.
    workers: usize,
}

/// The mark sheet, `marks.csv`, or the report of all verdicts as `json`, `csv` or `html`.
pub(crate) async fn download(
    InRoom { app, room, .. }: InRoom,
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
        workers: app.settings.worker.jobs,
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

/// The header that names the file after the room, in any script.
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
            // The name takes the place of a directory here and may contain any character.
            let name = self.name(submission).replace(['/', '\\'], "_");
            let mut run = judgement.run_or_failure(submission);
            for one in &mut run.submissions {
                if let Some(language) = self.config.languages.by_id(&one.info.language) {
                    one.info.language_name.clone_from(&language.name);
                }
            }
            runs.push((format!("{name}/{number}-{}", submission.file).into(), run));
        }
        let mut model = Model::default();
        for event in replay(runs, Duration::ZERO) {
            model.apply(event);
        }
        model.header.jobs = self.workers;
        // The submissions were made over days, so there is no wall time.
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

    /// Adds columns to the rows of a report: participant, submission and time.
    fn with_people(&self, report: &[u8]) -> Vec<u8> {
        let mut rows = csv::ReaderBuilder::new();
        let mut rows = rows.has_headers(false).from_reader(report);
        let rows = rows.records().map_while(Result::ok).map(|row| {
            let number = row.get(0).and_then(|path| path.rsplit('/').next());
            let number = number.and_then(|file| file.split('-').next()?.parse::<usize>().ok());
            let made = number.and_then(|number| self.submissions.get(number.checked_sub(1)?));
            let columns = match made {
                Some(made) => [self.name(made), &made.id, &iso(made.created)].map(str::to_owned),
                None => ["participant", "submission", "submitted"].map(str::to_owned),
            };
            let cells = row.iter().map(str::to_owned);
            columns.into_iter().chain(cells).collect()
        });
        sheet(rows)
    }

    /// The mark sheet: a row for each participant and problem.
    fn marks(&self) -> Vec<u8> {
        let head = "participant,problem,verdict,first_accepted,tries,id";
        let head = head.split(',').map(str::to_owned).collect();
        let marks = self.participants.iter().flat_map(|participant| {
            let problems = self.problems.iter();
            problems.map(|problem| self.mark(participant, problem))
        });
        sheet([head].into_iter().chain(marks))
    }

    fn mark(&self, participant: &Participant, problem: &str) -> Vec<String> {
        let own = self.submissions.iter();
        let own = own.filter(|one| one.participant == participant.id && one.problem == problem);
        let own = own.map(|one| {
            let judgement = self.judgements.get(&one.id);
            (one.created, judgement.map(|it| it.verdict.as_str()))
        });
        let own: Vec<(i64, Option<&str>)> = own.collect();
        let solved = own.iter().position(|(_, verdict)| *verdict == Some("AC"));
        let mut verdicts = own.iter().rev().filter_map(|(_, verdict)| *verdict);
        let last = verdicts.find(|verdict| is_verdict(verdict));
        let verdict = solved.map_or(last, |_| Some("AC"));
        vec![
            participant.name.clone(),
            problem.to_owned(),
            verdict.unwrap_or_default().to_owned(),
            solved.map_or_else(String::new, |at| iso(own[at].0)),
            solved.map_or(own.len(), |at| at + 1).to_string(),
            // Different names may have the same cell, because formulas are quoted.
            participant.id.clone(),
        ]
    }
}

/// Comma-separated values without formulas.
fn sheet(rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut sheet = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let written = sheet.write_record(row.iter().map(|cell| inert(cell).into_owned()));
        written.expect("memory does not fail");
    }
    sheet.into_inner().expect("memory does not fail")
}
