//! The results of a room as reports, as `mousetrap judge` writes them.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;
use crate::store::{Room, StoreError};
use crate::web::App;
use crate::wire::{Judged, replay};
use mousetrap_report::{Format, Model, TerminalStyle};

/// `json`, `csv` or `html`, of all that has a verdict.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(room): Extension<Room>,
    Path((_, format)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let (format, kind) = match format.as_str() {
        "json" => (Format::Json, "application/json"),
        "csv" => (Format::Csv, "text/csv; charset=utf-8"),
        "html" => (Format::Html, "text/html; charset=utf-8"),
        _ => return Err(Fault::NotFound),
    };
    let participants = app.database.participants(&room.id).await?;
    let names = participants.into_iter().map(|one| (one.id, one.name));
    let names: BTreeMap<String, String> = names.collect();
    let judgements = app.database.judgements_in(&room.id, room.revision).await?;
    let records = judgements
        .into_iter()
        .map(|one| (one.submission, one.record));
    let mut records: BTreeMap<String, String> = records.collect();
    let mut judged = Vec::new();
    for (number, submission) in (1..).zip(app.database.submissions_in(&room.id).await?) {
        let Some(record) = records.remove(&submission.id) else {
            continue;
        };
        let name = names
            .get(&submission.participant)
            .map_or("", String::as_str);
        // The name may be anything; it stands for a directory here.
        let name = name.replace(['/', '\\'], "_");
        let record: Option<Judged> = serde_json::from_str(&record).map_err(StoreError::from)?;
        judged.extend(record.map(|it| (format!("{name}/{number}-{}", submission.file), it)));
    }
    let text = tokio::task::spawn_blocking(move || report(judged, format));
    let text = text.await.map_err(|_| Fault::Broken)?;
    let name = format!(
        "attachment; filename=\"room-{}.{}\"",
        room.id,
        kind_ending(format)
    );
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, text).into_response())
}

fn kind_ending(format: Format) -> &'static str {
    match format {
        Format::Csv => "csv",
        Format::Html => "html",
        _ => "json",
    }
}

fn report(judged: Vec<(String, Judged)>, format: Format) -> Vec<u8> {
    let mut model = Model::default();
    for event in replay(judged, Duration::ZERO) {
        model.apply(event);
    }
    let mut text = Vec::new();
    let written = mousetrap_report::write(format, &model, TerminalStyle::PLAIN, &mut text);
    written.expect("memory does not fail");
    text
}
