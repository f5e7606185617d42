//! `GET /api/v1/judge`: describes the server and its toolchains.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use tokio::task::spawn_blocking;

use crate::http_error::HttpResult;
use crate::judging::judging_options;
use crate::protocol::JudgeInfo;
use crate::web::App;
use mousetrap_judge::host_conditions;
use mousetrap_languages::probe;
use mousetrap_model::Clock;
use mousetrap_report::machine_facts;
use mousetrap_sandbox::Sandbox;

/// Describes how the server judges: its isolation, clock, limits and toolchains. The query
/// parameter `languages` contains language ids, separated by commas.
pub(crate) async fn describe_server(
    State(app): State<App>,
    Query(query): Query<BTreeMap<String, String>>,
) -> HttpResult<Json<JudgeInfo>> {
    let languages = query.get("languages").cloned().unwrap_or_default();
    // Runs on a blocking thread, because starting toolchains is slow.
    let described = spawn_blocking(move || describe_judging(&app, &languages));
    Ok(Json(described.await?))
}

fn describe_judging(app: &App, languages: &str) -> JudgeInfo {
    let config = app.settings.config;
    let options = judging_options(config, app.settings.worker.isolation);
    let ids = languages.split(',');
    let languages: Vec<_> = ids.filter_map(|id| config.languages.by_id(id)).collect();
    let mut info = JudgeInfo {
        isolation: options.isolation.to_string(),
        clock: Sandbox::new(options.isolation).map_or(Clock::Tree, |sandbox| sandbox.clock()),
        jobs: app.settings.worker.jobs,
        conditions: host_conditions(languages.iter().copied(), &options),
        facts: machine_facts(),
        ..JudgeInfo::default()
    };
    for language in languages {
        info.languages
            .insert(language.id.clone(), language.digest());
        if let Ok(toolchain) = probe(language) {
            let name = language.name.clone();
            info.facts.toolchains.insert(name, toolchain.version);
        }
    }
    info
}
