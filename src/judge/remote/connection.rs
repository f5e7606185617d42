//! The options of judging on a server, and the connection to it before a run begins.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, Submission, case_conditions, judge_conditions, run_conditions};
use mousetrap_languages::{Language, Languages};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, Facts};
use mousetrap_report::counted;
use mousetrap_sandbox::Isolation;
use mousetrap_service::{SuiteFile, judging_options, origin};
use mousetrap_util::printable::{named, printable};

use super::client::{Server, ServerError};
use super::engine::RemoteEngine;
use crate::cli::common::{Global, text_of};
use crate::cli::failure::Failure;

/// How long a server that starts may refuse the first connection.
const START_TIME: Duration = Duration::from_secs(5);

/// Options of judging on a server.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(next_help_heading = "Judging on a server")]
pub(crate) struct ServerArguments {
    /// Judge on this server of `mousetrap serve`: https://judge.example. Its operator decides
    /// about isolation, workers, languages and the table [judge]. The suites are those of the
    /// project here, which are uploaded once; without a project, they are the server's
    #[arg(long, value_name = "URL", value_parser = origin,
          conflicts_with_all = ["isolation", "jobs", "no_cache", "watch"])]
    server: Option<String>,
    /// A file that contains the token [default: the token in MOUSETRAP_TOKEN]
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
    /// How long to retry a server that does not answer any more
    #[arg(long, value_name = "TIME", requires = "server", default_value = "2m",
          value_parser = humantime::parse_duration)]
    server_timeout: Duration,
}

impl ServerArguments {
    fn token(&self) -> Result<String, Failure> {
        let text = match &self.token_file {
            Some(file) => text_of("--token-file", file)?,
            None => std::env::var("MOUSETRAP_TOKEN").unwrap_or_default(),
        };
        let token = text.trim();
        if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(token.to_owned());
        }
        Err(Failure::usage(format!(
            "there is no token in {}; set MOUSETRAP_TOKEN or give --token-file FILE, with nothing \
             but a token that the server's owner has made on the page Tokens",
            (self.token_file.as_deref()).map_or_else(|| "MOUSETRAP_TOKEN".to_owned(), named),
        )))
    }
}

impl RemoteEngine {
    /// Asks the server how it judges, if the user named one. Its suites are used if there is
    /// no project here.
    pub(crate) fn connect(
        arguments: &ServerArguments,
        config: &Config,
        submissions: &[Submission<'_>],
        suites: &[String],
    ) -> Result<Option<Self>, Failure> {
        let Some(url) = &arguments.server else {
            return Ok(None);
        };
        let server = Server::new(url, &arguments.token()?);
        let languages = submissions.iter().map(|one| one.detected.language);
        let languages: BTreeMap<_, _> = languages.map(|it| (it.id.as_str(), it)).collect();
        let ids: Vec<&str> = languages.keys().copied().collect();
        let has_project = config.root.directory().is_some();
        let problems = submissions.iter().map(|one| one.problem.id.as_str());
        let mut problems: BTreeSet<&str> = problems.collect();
        // The suites of a project are not known to the server.
        let suites = if has_project { &[] } else { suites };
        if has_project {
            problems.clear();
        }
        let problems = Vec::from_iter(problems);
        let (begun, patience) = (Instant::now(), START_TIME.min(arguments.server_timeout));
        let info = loop {
            match server.info(&ids, &problems, suites) {
                // The server may be about to start.
                Err(error) if error.is_refused() && begun.elapsed() < patience => {
                    thread::sleep(Duration::from_secs(1));
                }
                // Toolchains and suites that the server needs for the first time take long.
                Err(ServerError::Failed(_)) if begun.elapsed() < arguments.server_timeout => {
                    thread::sleep(Duration::from_secs(1));
                }
                info => break info.map_err(|error| server.failure(&error))?,
            }
        };
        let remote = Self {
            own_suites: has_project.then(BTreeMap::new),
            server,
            info,
            timeout: arguments.server_timeout,
        };
        if has_project {
            remote.check_project(config, languages.into_values())?;
        }
        Ok(Some(remote))
    }

    /// Checks that `judge.toml` sets nothing that the server decides otherwise.
    fn check_project<'a>(
        &self,
        config: &Config,
        languages: impl Iterator<Item = &'a Language>,
    ) -> Result<(), Failure> {
        let info = &self.info;
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
            "judge.toml differs from that of {}, whose operator decides: {}; set here what the \
             server has, or leave --server out",
            self.server.url,
            differing.join(", "),
        )))
    }

    /// Returns the cases of the server's suites, which have names and limits only; `None` if
    /// the suites of this project are used.
    pub(crate) fn cases(&self) -> Option<BTreeMap<String, Vec<Case>>> {
        if self.own_suites.is_some() {
            return None;
        }
        let suites = self.info.suites.iter().map(|(problem, suites)| {
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
        Some(suites.collect())
    }

    /// Uploads the suites of this project, unless the server has them.
    pub(crate) fn upload(&mut self, cases: &BTreeMap<String, Vec<Case>>) -> Result<(), Failure> {
        if let Some(suites) = &mut self.own_suites {
            let uploads = cases.iter();
            suites.extend(uploads.map(|(id, cases)| (id.clone(), SuiteFile::new(cases))));
        }
        let uploaded = self.upload_suites();
        uploaded.map_err(|error| self.server.failure(&error))
    }

    /// Returns the point groups of the server's suites, by problem; `None` if the suites of
    /// this project are used.
    pub(crate) fn points(&self) -> Option<BTreeMap<String, RunPoints>> {
        if self.own_suites.is_some() {
            return None;
        }
        let suites = self.info.suites.iter();
        let points =
            suites.filter_map(|(problem, suites)| Some((problem.clone(), suites.points.clone()?)));
        Some(points.collect())
    }

    /// Returns everything besides the submissions that decides judgements.
    pub(crate) fn conditions(
        &self,
        cases: &BTreeMap<String, Vec<Case>>,
        options: &Options,
    ) -> BTreeMap<String, String> {
        let mut named = run_conditions(options);
        named.extend(case_conditions(cases));
        // The conditions of the server's own suites replace those of cases without content.
        named.extend(self.info.conditions.clone());
        named
    }

    /// Returns the facts of the machine of the server.
    pub(crate) fn facts(&self) -> Facts {
        self.info.facts.clone()
    }

    /// Prints with `--verbose` where and how submissions are judged.
    pub(crate) fn announce(&self, global: &Global) {
        global.note(|| {
            let (url, info) = (&self.server.url, &self.info);
            let jobs = counted(info.jobs, "worker");
            let isolation = printable(&info.isolation);
            format!("{url}: {jobs}, isolation: {isolation}")
        });
    }
}
