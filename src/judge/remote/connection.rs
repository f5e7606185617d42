//! The options for judging on a server, and connecting to the server before a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Submission, judge_conditions};
use mousetrap_languages::{Language, Languages};
use mousetrap_model::Case;
use mousetrap_sandbox::Isolation;
use mousetrap_service::{JudgeInfo, SuiteFile, judging_options, origin};
use mousetrap_util::printable::named;

use super::client::{Client, ServerError};
use super::engine::RemoteEngine;
use crate::cli::common::{Global, read_option_file};
use crate::cli::failure::Failure;
use crate::judge::cases::{Cases, load_cases, retain_with_cases};
use crate::judge::command::{Arguments, Server};

/// Maximum time for which to retry a server that refuses the first connection, because it may be
/// starting.
const MAX_START_TIME: Duration = Duration::from_secs(5);

/// Maximum time for which to retry a server that has stopped answering.
const MAX_OUTAGE: Duration = Duration::from_mins(2);

/// The options for judging on a server.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(next_help_heading = "Judging on a server")]
pub(crate) struct ServerArguments {
    /// Judge on this server, which runs `mousetrap serve`, such as https://judge.example. The
    /// server's operator determines isolation, workers, languages and the table [judge]. The suites
    /// of this project are uploaded once and used; without a project, the server's suites are used
    #[arg(long, value_name = "URL", value_parser = origin,
          conflicts_with_all = ["isolation", "jobs", "no_cache", "watch"])]
    server: Option<String>,
    /// A file that contains the token [default: the token in MOUSETRAP_TOKEN]
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
}

impl ServerArguments {
    fn token(&self) -> Result<String, Failure> {
        let text = match &self.token_file {
            Some(file) => read_option_file("--token-file", file)?,
            None => std::env::var("MOUSETRAP_TOKEN").unwrap_or_default(),
        };
        let token = text.trim();
        if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(token.to_owned());
        }
        Err(Failure::usage(format!(
            "there is no token in {}; the server's owner can create a token on the page Tokens; set \
             MOUSETRAP_TOKEN to it, or write it to a file and give --token-file FILE",
            (self.token_file.as_deref()).map_or_else(|| "MOUSETRAP_TOKEN".to_owned(), named),
        )))
    }
}

/// Connects to the server that the user named, if any, and uploads the suites of this project.
/// Without a project, the server's suites are used.
pub(crate) fn connect(
    global: &Global,
    config: &Config,
    arguments: &Arguments,
    submissions: &mut Vec<Submission<'_>>,
) -> Result<Option<Server>, Failure> {
    let Some(url) = &arguments.server.server else {
        return Ok(None);
    };
    let client = Client::new(url, &arguments.server.token()?);
    let languages = submissions.iter().map(|one| one.detected.language);
    let languages: BTreeMap<_, _> = languages.map(|it| (it.id.as_str(), it)).collect();
    let wanted = &arguments.suite;
    let (info, cases, own_suites, points) = if config.root.directory().is_some() {
        // The server does not know the suites of a project.
        let info = request_info(&client, &languages, &BTreeSet::new(), &[])?;
        check_project(&client, &info, config, languages.into_values())?;
        let cases = load_cases(global, config, submissions, wanted)?;
        let uploads = cases.iter();
        let uploads = uploads.map(|(id, cases)| (id.clone(), SuiteFile::new(cases)));
        let uploads = uploads.collect();
        (info, cases, Some(uploads), None)
    } else {
        let problems = submissions.iter().map(|one| one.problem.id.as_str());
        let info = request_info(&client, &languages, &problems.collect(), wanted)?;
        let cases = server_cases(&info);
        retain_with_cases(submissions, &cases, wanted);
        let suites = info.suites.iter();
        let points = suites.filter_map(|(id, suites)| Some((id.clone(), suites.points.clone()?)));
        let points = points.collect();
        (info, cases, None, Some(points))
    };
    let engine = RemoteEngine {
        client,
        info: info.clone(),
        own_suites,
        max_outage: MAX_OUTAGE,
    };
    let uploaded = engine.upload_suites();
    uploaded.map_err(|error| engine.client.failure(&error))?;
    Ok(Some(Server {
        engine: Box::new(engine),
        cases,
        points,
        conditions: info.conditions,
        facts: info.facts,
    }))
}

/// Requests how the server judges these languages, and its suites for these problems. Retries while
/// the server is starting or busy.
fn request_info(
    client: &Client,
    languages: &BTreeMap<&str, &Language>,
    problems: &BTreeSet<&str>,
    suites: &[String],
) -> Result<JudgeInfo, Failure> {
    let ids: Vec<&str> = languages.keys().copied().collect();
    let problems: Vec<&str> = problems.iter().copied().collect();
    let begun = Instant::now();
    loop {
        match client.info(&ids, &problems, suites) {
            // The server may be starting.
            Err(error) if error.is_refused() && begun.elapsed() < MAX_START_TIME => {}
            // The server may take long to prepare toolchains and suites that it needs for the first
            // time.
            Err(ServerError::Failed(_)) if begun.elapsed() < MAX_OUTAGE => {}
            info => return info.map_err(|error| client.failure(&error)),
        }
        thread::sleep(Duration::from_secs(1));
    }
}

/// Checks that `judge.toml` does not contradict the server's settings.
fn check_project<'a>(
    client: &Client,
    info: &JudgeInfo,
    config: &Config,
    languages: impl Iterator<Item = &'a Language>,
) -> Result<(), Failure> {
    let differing = judge_conditions(&judging_options(config, Isolation::Full)).into_iter();
    let differing = differing.filter(|(name, value)| info.conditions.get(name) != Some(value));
    let mut differing: Vec<String> = differing.map(|(name, _)| name).collect();
    let built_in = Languages::embedded();
    for language in languages {
        let digest = language.digest();
        let is_own = built_in.by_id(&language.id).map(Language::digest) != Some(digest.clone());
        if is_own && info.languages.get(&language.id) != Some(&digest) {
            differing.push(format!("[languages.{}]", language.id));
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "judge.toml differs from the settings of {} in: {}; use the same settings here, or omit \
         --server",
        client.url,
        differing.join(", "),
    )))
}

/// Returns the cases of the server's suites, which contain only names and limits.
fn server_cases(info: &JudgeInfo) -> Cases {
    let suites = info.suites.iter().map(|(problem, suites)| {
        let cases = suites.cases.iter().map(|case| Case {
            id: case.id.clone(),
            input: String::new(),
            arguments: String::new(),
            max_plies: None,
            answer: String::new(),
            limits: case.limits,
        });
        (problem.clone(), cases.collect())
    });
    suites.collect()
}
