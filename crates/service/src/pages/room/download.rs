//! The results of a room: the reports of `mousetrap judge`, and a mark sheet.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;
use crate::pages::views::{current_and_removed_problems, rfc3339};
use crate::store::{Participant, StoredJudgement, Submission, is_verdict, unjudged_run_header};
use crate::web::RoomRequest;
use crate::words::Words;
use mousetrap_judge::config::Config;
use mousetrap_model::{Event, RunEnding};
use mousetrap_report::{Audience, Format, Model, View, escape_formulas, outcome_event};

/// The results of a room.
struct Results {
    participants: Vec<Participant>,
    /// The submissions, ordered by time.
    submissions: Vec<Submission>,
    /// The current judgements, by submission.
    judgements: BTreeMap<String, StoredJudgement>,
    problems: Vec<String>,
    /// The name of the room.
    room: String,
    config: &'static Config,
    /// Maximum number of submissions judged at the same time.
    workers: usize,
}

/// Returns the mark sheet, `marks.csv`, or the report of all verdicts as `json` or `html`.
pub(crate) async fn download(
    RoomRequest { app, viewer, room }: RoomRequest,
    Path((_, format)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let (report, kind) = match format.as_str() {
        "marks.csv" => (None, "text/csv; charset=utf-8"),
        "json" => (Some(Format::Json), "application/json"),
        "html" => (Some(Format::Html), "text/html; charset=utf-8"),
        _ => return Err(Fault::NotFound),
    };
    let judgements = app.database.current_judgements(&room).await?.into_iter();
    let judgements = judgements.map(|one| (one.submission.clone(), one));
    let submissions = app.database.submissions_of_room(&room.id).await?;
    let results = Results {
        participants: app.database.participants(&room.id).await?,
        judgements: judgements.collect(),
        problems: current_and_removed_problems(&room, submissions.iter().map(|one| &one.problem)),
        room: room.name.clone(),
        submissions,
        config: app.settings.config,
        workers: app.settings.worker.jobs,
    };
    let text = tokio::task::spawn_blocking(move || match report {
        Some(format) => results.report(format, viewer.words),
        None => results.mark_sheet(),
    });
    let text = text.await.map_err(|_| Fault::Unavailable)?;
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, "attachment")];
    Ok((headers, text).into_response())
}

impl Results {
    fn report(&self, format: Format, words: &'static Words) -> Vec<u8> {
        let mut header = unjudged_run_header();
        let (mut infos, mut outcomes) = (Vec::new(), Vec::new());
        for (number, submission) in (1..).zip(&self.submissions) {
            let Some(judgement) = self.judgements.get(&submission.id) else {
                continue;
            };
            let mut participants = self.participants.iter();
            let author = participants.find(|one| one.id == submission.participant);
            // The participant's name becomes a directory in the path.
            let name = author.map_or("", |author| &author.name);
            let name = name.replace(['/', '\\'], "_");
            let run = judgement.parse_run_or_failure(submission);
            if !run.header.isolation.is_empty() {
                header = run.header;
            }
            for mut one in run.submissions {
                one.info.path = format!("{name}/{number}-{}", submission.file).into();
                if let Some(language) = self.config.languages.by_id(&one.info.language) {
                    one.info.language_name.clone_from(&language.name);
                }
                infos.push(one.info);
                outcomes.push(one.outcome);
            }
        }
        let mut model = Model::default();
        model.apply(Event::RunStarted {
            submissions: infos,
            jobs: self.workers,
            isolation: header.isolation,
            clock: header.clock,
        });
        for (submission, outcome) in outcomes.into_iter().enumerate() {
            if let Some(event) = outcome_event(submission, outcome) {
                model.apply(event);
            }
        }
        // The submissions were made over days, so there is no wall time.
        model.ending = Some(RunEnding::default());
        let mut text = Vec::new();
        let view = View {
            audience: Audience::Room(self.room.clone()),
            words,
            ..View::default()
        };
        let written = mousetrap_report::write(format, &model, &view, &mut text);
        written.expect("writing to memory cannot fail");
        text
    }

    /// Returns the mark sheet, with a row for each participant and problem.
    fn mark_sheet(&self) -> Vec<u8> {
        let head = "participant,problem,verdict,first_accepted,tries,id";
        let head = head.split(',').map(str::to_owned).collect();
        let marks = self.participants.iter().flat_map(|participant| {
            let problems = self.problems.iter();
            problems.map(|problem| self.mark(participant, problem))
        });
        csv_without_formulas([head].into_iter().chain(marks))
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
            solved.map_or_else(String::new, |at| rfc3339(own[at].0)),
            solved.map_or(own.len(), |at| at + 1).to_string(),
            // Two different names can become equal when formulas are quoted.
            participant.id.clone(),
        ]
    }
}

/// Returns comma-separated values that spreadsheets do not interpret as formulas.
fn csv_without_formulas(rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let written =
            writer.write_record(row.iter().map(|cell| escape_formulas(cell).into_owned()));
        written.expect("writing to memory cannot fail");
    }
    writer.into_inner().expect("writing to memory cannot fail")
}
