//! `GET /api/v1/judge`: describes the server, its toolchains and its suites.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use crate::fault::Fault;
use crate::judging::judging_options;
use crate::protocol::{JudgeInfo, ServerCase, ServerSuites};
use crate::web::App;
use mousetrap_judge::{case_conditions, host_conditions};
use mousetrap_languages::{Probed, probe};
use mousetrap_model::{Case, CaseId, Clock, Message};
use mousetrap_report::machine_facts;
use mousetrap_sandbox::Sandbox;

/// The query of the client. Each value is a list, separated by commas.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct InfoQuery {
    /// Language ids.
    #[serde(default)]
    languages: String,
    /// Ids of the problems whose suites are described.
    #[serde(default)]
    problems: String,
    /// Names of suites; without names, those of the configuration.
    #[serde(default)]
    suites: String,
}

/// Describes how the server judges.
pub(crate) async fn info(
    State(app): State<App>,
    Query(query): Query<InfoQuery>,
) -> Result<Json<JudgeInfo>, Fault> {
    // Starting toolchains and generating suites takes long.
    let described = spawn_blocking(move || describe(&app, &query)).await;
    let described = described.map_err(|error| {
        tracing::error!(%error, "cannot describe how this server judges");
        Fault::Broken
    })?;
    Ok(Json(described?))
}

fn reason(error: impl Display) -> Message {
    error.to_string().into()
}

/// Returns the items of a comma-separated list.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

fn describe(app: &App, query: &InfoQuery) -> Result<JudgeInfo, Message> {
    let config = app.settings.config;
    let options = judging_options(config, app.settings.worker.isolation);
    let languages: Vec<_> = items(&query.languages)
        .filter_map(|id| config.languages.by_id(id))
        .collect();
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
        if let Probed::Toolchain(toolchain) = probe(language) {
            let name = language.name.clone();
            info.facts.toolchains.insert(name, toolchain.version);
        }
    }
    let mut known = BTreeSet::new();
    for problem in items(&query.problems).filter_map(|id| config.problem(id)) {
        let of_problem = app.suites.known(&problem.id).map_err(reason)?;
        let names: Vec<String> = if query.suites.is_empty() {
            config.suites_of(problem).to_vec()
        } else {
            let wanted = items(&query.suites).map(str::to_owned);
            wanted.filter(|name| of_problem.contains(name)).collect()
        };
        known.extend(of_problem);
        if names.is_empty() {
            continue;
        }
        let cases = app.suites.cases(&problem.id, &names).map_err(reason)?;
        let cases = BTreeMap::from([(problem.id.clone(), cases)]);
        info.conditions.extend(case_conditions(&cases));
        let cases = cases.into_values().flatten();
        let cases = cases.map(|Case { id, limits, .. }| ServerCase { id, limits });
        let cases: Vec<ServerCase> = cases.collect();
        let ids: Vec<&CaseId> = cases.iter().map(|case| &case.id).collect();
        let scheme = config.points.get(&problem.id);
        let points = scheme.map(|scheme| scheme.for_run(&ids)).transpose();
        let suites = ServerSuites {
            points: points.map_err(reason)?.flatten(),
            names,
            cases,
        };
        info.suites.insert(problem.id.clone(), suites);
    }
    if let Some(name) = items(&query.suites).find(|name| !known.contains(*name)) {
        return Err(format!("the server has no suite \"{name}\"").into());
    }
    Ok(info)
}
