//! The results of a room: the reports of `mousetrap judge`, and a mark sheet.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tokio::task::spawn_blocking;

use super::marks::MarkTable;
use crate::http_error::{HttpError, HttpResult};
use crate::pages::views::format_rfc3339;
use crate::store::{FAR_FUTURE_MS, Room, StoredJudgement};
use crate::web::{App, Viewer};
use mousetrap_model::{Clock, Event, RunEnding};
use mousetrap_report::{Audience, Format, Model, View, escape_formulas};

/// The values of the `Content-Type` header.
const CSV: &str = "text/csv; charset=utf-8";
const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";

/// Returns the mark sheet, `marks.csv`, or the report of all verdicts as `json` or `html`.
pub(crate) async fn download_results(
    viewer: Viewer,
    room: Room,
    Path((_, format)): Path<(String, String)>,
) -> HttpResult {
    let (kind, text) = match format.as_str() {
        "marks.csv" => (CSV, write_mark_sheet(&viewer.app, &room).await?),
        "json" => (JSON, write_report(viewer, room, Format::Json).await?),
        "html" => (HTML, write_report(viewer, room, Format::Html).await?),
        _ => return Err(HttpError::NotFound),
    };
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, "attachment")];
    Ok((headers, text).into_response())
}

async fn write_report(viewer: Viewer, room: Room, format: Format) -> HttpResult<Vec<u8>> {
    let Viewer { app, texts, .. } = viewer;
    let judgements = app.database.current_judgements(&room).await?.into_iter();
    let judgements = judgements.map(|one| (one.submission.clone(), one));
    let judgements: BTreeMap<String, StoredJudgement> = judgements.collect();
    let submissions = app.database.judged_submissions(&room, None, FAR_FUTURE_MS);
    let submissions = submissions.await?;
    // Runs on a blocking thread, because reading all judgements is slow.
    let written = spawn_blocking(move || {
        let (mut isolation, mut clock) = (String::new(), Clock::Tree);
        let (mut infos, mut outcomes) = (Vec::new(), Vec::new());
        let mut model = Model::default();
        for (number, row) in (1..).zip(&submissions) {
            let submission = &row.submission;
            let Some(judgement) = judgements.get(&submission.id) else {
                continue;
            };
            // The participant's name becomes a directory in the path.
            let name = row.author.replace(['/', '\\'], "_");
            let run = judgement.parse_run_report_or_failed(submission);
            if !run.header.isolation.is_empty() {
                (isolation, clock) = (run.header.isolation, run.header.clock);
            }
            model.header.points.extend(run.header.points);
            for mut one in run.submissions {
                one.info.path = format!("{name}/{number}-{}", submission.file).into();
                let language = app.settings.config.languages.by_id(&one.info.language);
                if let Some(language) = language {
                    one.info.language_name.clone_from(&language.name);
                }
                infos.push(one.info);
                outcomes.push(one.outcome);
            }
        }
        model.apply(&Event::RunStarted {
            submissions: infos,
            jobs: app.settings.worker.jobs,
            isolation,
            clock,
        });
        for (submission, outcome) in outcomes.into_iter().enumerate() {
            model.apply(&Event::Outcome(submission, outcome));
        }
        // The submissions were made over days, so there is no wall time.
        model.ending = Some(RunEnding::default());
        let view = View {
            audience: Audience::Room(room.name),
            texts,
            ..View::default()
        };
        let mut text = Vec::new();
        let written = mousetrap_report::write(format, &model, &view, &mut text);
        written.expect("writing to memory cannot fail");
        text
    });
    Ok(written.await?)
}

/// Returns the mark sheet, with a row for each participant and problem. Cells are escaped so that
/// spreadsheet programs do not interpret them as formulas.
async fn write_mark_sheet(app: &App, room: &Room) -> HttpResult<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = "participant,problem,verdict,first_accepted,tries,points,id".split(',');
    let mut written = writer.write_record(head);
    let table = MarkTable::new(&app.database, room, FAR_FUTURE_MS).await?;
    for row in table.rows {
        for (problem, mark) in table.problems.iter().zip(row.marks) {
            let mark = mark.unwrap_or_default();
            let cells = [
                row.participant.name.clone(),
                problem.clone(),
                mark.best,
                mark.solved.map_or_else(String::new, format_rfc3339),
                mark.tries.to_string(),
                mark.award
                    .map_or_else(String::new, |award| award.points.to_string()),
                // Two different names can become equal when formulas are quoted.
                row.participant.id.clone(),
            ];
            let cells = cells.map(|cell| escape_formulas(&cell).into_owned());
            written = written.and_then(|()| writer.write_record(cells));
        }
    }
    written.expect("writing to memory cannot fail");
    Ok(writer.into_inner().expect("writing to memory cannot fail"))
}
