//! The options for judging on a server, and the code that connects to the server before a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Submission, judge_config_conditions};
use mousetrap_languages::{Language, Languages};
use mousetrap_sandbox::Isolation;
use mousetrap_service::{JudgeInfo, SuiteFile, judging_options, parse_origin};
use mousetrap_util::printable::escape_path;

use super::client::{Client, ServerError};
use super::engine::RemoteEngine;
use crate::cli::context::read_file_given_by_option;
use crate::cli::failure::Failure;
use crate::judge::cases::CasesByProblem;
use crate::judge::command::Arguments;

/// Maximum time for retrying requests to a server that has stopped responding.
const MAX_RETRY_TIME: Duration = Duration::from_mins(2);

/// The options for judging on a server.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(next_help_heading = "Judging on a server")]
pub(crate) struct ServerArguments {
    /// The URL of a server that runs `mousetrap serve`, such as https://judge.example, on which to
    /// judge. The server's operator controls isolation, workers, languages and the settings of the
    /// table [judge]. The suites of the run are uploaded, unless the server already has them
    #[arg(long, value_name = "URL", value_parser = parse_origin,
          conflicts_with_all = ["isolation", "jobs", "no_cache", "watch"])]
    server: Option<String>,
    /// A file that contains the token [default: the token in MOUSETRAP_TOKEN]
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
}

impl ServerArguments {
    fn read_token(&self) -> Result<String, Failure> {
        let text = match &self.token_file {
            Some(file) => read_file_given_by_option("--token-file", file)?,
            None => std::env::var("MOUSETRAP_TOKEN").unwrap_or_default(),
        };
        let token = text.trim();
        if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(token.to_owned());
        }
        Err(Failure::usage_error(format!(
            "there is no token in {}; the server's owner can create a token on the page Tokens; set \
             MOUSETRAP_TOKEN to it, or write it to a file and give --token-file FILE",
            (self.token_file.as_deref()).map_or_else(|| "MOUSETRAP_TOKEN".to_owned(), escape_path),
        )))
    }
}

/// Connects to the server that the user named, if any, and uploads the suites of this run. Returns
/// the engine that judges on the server.
pub(crate) fn connect(
    config: &Config,
    arguments: &Arguments,
    submissions: &[Submission<'_>],
    cases: &CasesByProblem,
) -> Result<Option<Box<dyn Engine>>, Failure> {
    let Some(url) = &arguments.server.server else {
        return Ok(None);
    };
    let client = Client::new(url, &arguments.server.read_token()?);
    let languages = submissions.iter().map(|one| one.detected.language);
    let languages: BTreeMap<_, _> = languages.map(|it| (it.id.as_str(), it)).collect();
    let info = request_judging_settings(&client, &languages)?;
    if config.root.directory().is_some() {
        check_config_matches_server(&client, &info, config, languages.into_values())?;
    }
    let suites = cases.iter();
    let suites = suites.map(|(id, cases)| (id.clone(), SuiteFile::new(cases)));
    let engine = RemoteEngine {
        client,
        info,
        suites: suites.collect(),
        max_retry_time: MAX_RETRY_TIME,
    };
    let uploaded = engine.upload_suites();
    uploaded.map_err(|error| engine.client.to_failure(&error))?;
    Ok(Some(Box::new(engine)))
}

/// Requests the server's judging settings for these languages. Retries if the server fails.
fn request_judging_settings(
    client: &Client,
    languages: &BTreeMap<&str, &Language>,
) -> Result<JudgeInfo, Failure> {
    let ids: Vec<&str> = languages.keys().copied().collect();
    let begun = Instant::now();
    loop {
        match client.judging_settings(&ids) {
            // The response is slow if the server uses a toolchain for the first time.
            Err(ServerError::Failed(_)) if begun.elapsed() < MAX_RETRY_TIME => {}
            info => return info.map_err(|error| client.to_failure(&error)),
        }
        thread::sleep(Duration::from_secs(1));
    }
}

/// Checks that `judge.toml` does not contradict the server's settings.
fn check_config_matches_server<'a>(
    client: &Client,
    info: &JudgeInfo,
    config: &Config,
    languages: impl Iterator<Item = &'a Language>,
) -> Result<(), Failure> {
    let differing = judge_config_conditions(&judging_options(config, Isolation::Full)).into_iter();
    let differing = differing.filter(|(name, value)| info.conditions.get(name) != Some(value));
    let mut differing: Vec<String> = differing.map(|(name, _)| name).collect();
    let built_in = Languages::embedded();
    for language in languages {
        let digest = language.digest();
        let is_custom = built_in.by_id(&language.id).map(Language::digest) != Some(digest.clone());
        if is_custom && info.languages.get(&language.id) != Some(&digest) {
            differing.push(format!("[languages.{}]", language.id));
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    Err(Failure::usage_error(format!(
        "judge.toml differs from the settings of {} in: {}; use the same settings here, or omit \
         --server",
        client.url,
        differing.join(", "),
    )))
}
