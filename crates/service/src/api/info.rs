//! How this server judges, and on which suites, for clients that report and resume a run.

use std::collections::BTreeMap;
use std::fmt::Display;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use crate::fault::{Fault, Reason};
use crate::judging::judging_options;
use crate::protocol::{JudgeInfo, ServerCase, ServerSuites};
use crate::web::App;
use cat_and_mouse::Game;
use mousetrap_judge::{case_conditions, host_conditions};
use mousetrap_languages::{Probed, probe};
use mousetrap_model::{CaseId, Clock};
use mousetrap_report::machine_facts;
use mousetrap_sandbox::Sandbox;

/// What the client wants to know. Each value is a list, separated by commas.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct InfoQuery {
    /// Languages, by id.
    #[serde(default)]
    languages: String,
    /// Problems whose suites are described, by id.
    #[serde(default)]
    problems: String,
    /// Suites, by name; the default ones if there are none.
    #[serde(default)]
    suites: String,
}

/// Describes how the server judges.
pub(crate) async fn info(
    State(app): State<App>,
    Query(query): Query<InfoQuery>,
) -> Result<Json<JudgeInfo>, Fault> {
    // Toolchains are started, and suites are generated.
    let described = spawn_blocking(move || describe(&app, &query)).await;
    let described = described.map_err(|error| {
        tracing::error!(%error, "cannot describe how this server judges");
        Fault::Broken
    })?;
    Ok(Json(described?))
}

fn reason(error: impl Display) -> Reason {
    error.to_string().into()
}

/// Returns the items of a list.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

fn describe(app: &App, query: &InfoQuery) -> Result<JudgeInfo, Reason> {
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
    let problems: Vec<Game> = items(&query.problems).filter_map(Game::by_id).collect();
    let mut known = BTreeMap::new();
    for problem in &problems {
        let names = app.suites.known(problem.id()).map_err(reason)?;
        known.insert(problem.id(), names);
    }
    for name in items(&query.suites) {
        if !known.values().flatten().any(|known| known == name) {
            return Err(format!("the server has no suite \"{name}\"").into());
        }
    }
    for problem in problems {
        let names: Vec<String> = if query.suites.is_empty() {
            config.suites_of(problem.problem()).to_vec()
        } else {
            let of_problem = &known[problem.id()];
            let wanted = items(&query.suites).map(str::to_owned);
            wanted.filter(|name| of_problem.contains(name)).collect()
        };
        if names.is_empty() {
            continue;
        }
        let cases = app.suites.cases(problem, &names).map_err(reason)?;
        let cases = BTreeMap::from([(problem.id().to_owned(), cases)]);
        info.conditions.extend(case_conditions(&cases));
        let cases = cases.into_values().flatten();
        let cases: Vec<ServerCase> = cases
            .map(|case| ServerCase {
                id: case.id,
                limits: case.limits,
            })
            .collect();
        let ids: Vec<&CaseId> = cases.iter().map(|case| &case.id).collect();
        let scheme = config.points.get(problem.id());
        let points = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
        let points = points.map_err(reason)?.flatten();
        let suites = ServerSuites {
            names,
            cases,
            points,
        };
        info.suites.insert(problem.id().to_owned(), suites);
    }
    Ok(info)
}
