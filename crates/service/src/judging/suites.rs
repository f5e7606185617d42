//! The suites of the operator's project, and the requirements of the tasks that a server queues.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use mousetrap_judge::ProjectPrograms;
use mousetrap_judge::config::Config;
use mousetrap_model::{Case, Problem};
use mousetrap_problems::cases::{self as custom_cases, CaseError, SAMPLES_SUITE};
use mousetrap_suite::{GameCase, ProjectSuites, SuiteError, list};
use parking_lot::Mutex;
use thiserror::Error;

use super::WorkerState;
use crate::protocol::SuiteFile;
use crate::store::{Requirements, StoreError};

/// Maximum size in bytes of a suite that is stored for workers.
const MAX_SUITE_BYTES: usize = 64 << 20;

/// Minimum time between two updates of the time of last use of stored requirements.
const REPUBLISH_INTERVAL: Duration = Duration::from_hours(1);

type Result<T, E = RequirementsError> = std::result::Result<T, E>;

/// The suites on which a task is judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SuiteSelection {
    /// The names of suites in the operator's project.
    Named(Vec<String>),
    /// The digest of an uploaded suite.
    Uploaded(String),
}

/// The suites of the operator's project. A suite is generated, and stored in the database for
/// workers, when a task first needs it.
pub(crate) struct Suites {
    /// The server's own worker. Tasks require its build and its isolation.
    pub worker: Arc<WorkerState>,
    pub config: &'static Config,
    /// The id of the server.
    server: String,
    loaded: Mutex<BTreeMap<(String, String), Arc<SuiteFile>>>,
    /// The digest of each set of stored requirements and the time at which it was last stored,
    /// keyed by the problem in JSON and the suites.
    published: Mutex<BTreeMap<(String, SuiteSelection), (String, Instant)>>,
}

/// The reason why a server cannot queue a task.
#[derive(Debug, Error)]
pub enum RequirementsError {
    #[error(transparent)]
    Suite(#[from] SuiteError),
    #[error(transparent)]
    CustomSuite(#[from] CaseError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "this server does not know problem {0}; use a server whose build or project includes it"
    )]
    Problem(String),
    #[error(
        "problem {0} has no cases; add some with `mousetrap import` or `mousetrap generate`, and \
         restart the server"
    )]
    NoCases(String),
    #[error(
        "suite {suite} has {size} bytes in JSON Lines, but the maximum is {MAX_SUITE_BYTES}; divide it \
         into several suites"
    )]
    Size { suite: String, size: usize },
}

impl Suites {
    /// Creates the suites of the operator's project, given the worker and the id of the server.
    pub(crate) fn new(worker: &Arc<WorkerState>, config: &'static Config, server: String) -> Self {
        Self {
            worker: Arc::clone(worker),
            config,
            server,
            loaded: Mutex::default(),
            published: Mutex::default(),
        }
    }

    /// Returns the names of the suites of a problem.
    pub(crate) fn suite_names(&self, problem: &str) -> Result<Vec<String>> {
        let root = &self.config.root;
        if Game::by_id(problem).is_none() {
            return Ok(custom_cases::suites(root, problem)?);
        }
        let mut all = list(root)?;
        all.extend(list(&root.built_in())?);
        all.retain(|known| known.game.id() == problem);
        Ok(all.into_iter().map(|known| known.suite).collect())
    }

    /// Returns the digest of the requirements for judging on these suites, after storing the
    /// requirements in the database. If `names` is empty, uses the configured suites.
    pub(crate) async fn requirements(&self, problem: &str, names: &[String]) -> Result<String> {
        let problem = self.find_problem(problem)?;
        let mut names = match names {
            [] => self.config.suites_of(problem).to_vec(),
            names => names.to_vec(),
        };
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        self.publish_requirements(problem, SuiteSelection::Named(names))
            .await
    }

    /// Stores the requirements for judging this problem on these suites, unless they were stored
    /// recently. Returns their digest.
    pub(crate) async fn publish_requirements(
        &self,
        problem: &Problem,
        selection: SuiteSelection,
    ) -> Result<String> {
        let key = serde_json::to_string(problem).map_err(StoreError::from)?;
        let key = (key, selection);
        if let Some((digest, at)) = self.published.lock().get(&key)
            && at.elapsed() < REPUBLISH_INTERVAL
        {
            return Ok(digest.clone());
        }
        let mut rules = self.config.worker_config.clone();
        let mut points = Vec::new();
        let (digests, suite_names, suites) = match &key.1 {
            SuiteSelection::Named(names) => {
                let id = &problem.id;
                let load =
                    || -> Result<Vec<_>> { names.iter().map(|name| self.load(id, name)).collect() };
                let suites = tokio::task::block_in_place(load)?;
                if suites.iter().all(|suite| suite.body.is_empty()) {
                    return Err(RequirementsError::NoCases(id.clone()));
                }
                let run = names.iter().zip(&suites);
                let run = run.filter(|(_, suite)| !suite.body.is_empty());
                let run: Vec<&str> = run.map(|(name, _)| name.as_str()).collect();
                let scheme = self.config.point_scheme(id, &run);
                points.extend(scheme.into_iter().flat_map(|scheme| scheme.groups));
                let digests = suites.iter().map(|suite| suite.digest.clone());
                (digests.collect(), names.clone(), suites)
            }
            SuiteSelection::Uploaded(digest) => {
                if problem.game.is_none() {
                    rules = rules.with_problem(problem.clone());
                }
                (vec![digest.clone()], Vec::new(), Vec::new())
            }
        };
        let worker = self.worker.row.lock().clone();
        let requirements = Requirements {
            build: worker.build,
            isolation: worker.isolation,
            server: self.server.clone(),
            rules,
            suites: digests,
            suite_names,
            points,
        };
        let database = &self.worker.database;
        let digest = database.publish_requirements(&requirements, &suites);
        let digest = digest.await?;
        let entry = (digest.clone(), Instant::now());
        self.published.lock().insert(key, entry);
        Ok(digest)
    }

    /// Returns the samples of a problem, if they can be read.
    pub(crate) fn samples(&self, problem: &str) -> Vec<Case> {
        let suite = self.load(problem, SAMPLES_SUITE).ok();
        suite
            .and_then(|suite| suite.parse_cases().ok())
            .unwrap_or_default()
    }

    /// Lets workers with this build claim tasks that were queued by earlier builds of this server.
    pub(crate) async fn update_waiting_tasks(&self) -> Result<(), StoreError> {
        let (database, worker) = (&self.worker.database, self.worker.row.lock().clone());
        database.update_waiting_tasks(&self.server, &worker).await
    }

    fn find_problem(&self, id: &str) -> Result<&'static Arc<Problem>> {
        let problem = self.config.problem(id);
        problem.ok_or_else(|| RequirementsError::Problem(id.to_owned()))
    }

    /// Returns a suite, which is generated or read on the first call.
    fn load(&self, problem: &str, name: &str) -> Result<Arc<SuiteFile>> {
        let key = (problem.to_owned(), name.to_owned());
        // Another thread that needs the suite waits until it is loaded.
        let mut loaded = self.loaded.lock();
        if let Some(suite) = loaded.get(&key) {
            return Ok(Arc::clone(suite));
        }
        let known = self.find_problem(problem)?;
        let cases = if let Some(definition) = self.config.definition(known) {
            custom_cases::read(&self.config.root, definition, name)?
        } else {
            let game = Game::from_problem(known)
                .expect("a problem without a definition is a built-in game");
            let never = Arc::<AtomicBool>::default();
            let programs =
                ProjectPrograms::new(self.config, self.worker.settings.isolation, &never);
            let mut suites = ProjectSuites::new(self.config, programs);
            let cases = suites.load(game, name)?.cases;
            cases.iter().map(GameCase::to_judge_case).collect()
        };
        let suite = Arc::new(SuiteFile::new(&cases));
        if suite.body.len() > MAX_SUITE_BYTES {
            return Err(RequirementsError::Size {
                suite: format!("{problem}/{name}"),
                size: suite.body.len(),
            });
        }
        loaded.insert(key, Arc::clone(&suite));
        Ok(suite)
    }
}
