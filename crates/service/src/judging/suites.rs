//! The suites of a server's project, and the requirements of the tasks that it queues.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use mousetrap_judge::ProjectPrograms;
use mousetrap_judge::config::Config;
use mousetrap_model::Case;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::{GameCase, ProjectSuites, SuiteError, list};
use mousetrap_util::Choice as _;
use thiserror::Error;

use crate::protocol::SuiteFile;
use crate::store::{Database, Requirements, Room, StoreError};

/// Maximum size of a published suite in bytes.
const MAX_SUITE: usize = 64 << 20;

/// Time after which requirements are published again, so that they count as used.
const REPUBLISH_INTERVAL: Duration = Duration::from_hours(1);

/// What a task is judged on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Selection {
    /// Suites of a problem, by name.
    Named(Game, Vec<String>),
    /// A suite that a client has uploaded, by digest.
    Uploaded(String),
}

/// The suites of a server's project. They are made and published when a task first needs
/// them.
#[derive(Debug)]
pub(crate) struct Suites {
    config: &'static Config,
    isolation: Isolation,
    build: String,
    server: String,
    made: Mutex<BTreeMap<(Game, String), Arc<SuiteFile>>>,
    published: Mutex<BTreeMap<Selection, (String, Instant)>>,
}

/// Why a server cannot queue a task.
#[derive(Debug, Error)]
pub(crate) enum RequirementsError {
    #[error(transparent)]
    Suite(#[from] SuiteError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there is no problem {0}; use a server of the build that knows it")]
    Problem(String),
    #[error(
        "suite {suite} has {size} bytes as workers get it, and the maximum is {MAX_SUITE}; divide \
         it into several suites"
    )]
    Size { suite: String, size: usize },
    #[error(transparent)]
    Stopped(#[from] tokio::task::JoinError),
}

impl Suites {
    /// `server` identifies the server in requirements.
    pub(crate) const fn new(
        config: &'static Config,
        isolation: Isolation,
        build: String,
        server: String,
    ) -> Self {
        Self {
            config,
            isolation,
            build,
            server,
            made: Mutex::new(BTreeMap::new()),
            published: Mutex::new(BTreeMap::new()),
        }
    }

    /// The names of the suites of the problem with this id.
    pub(crate) fn known(&self, problem: &str) -> Result<Vec<String>, SuiteError> {
        let root = &self.config.root;
        let mut all = list(root)?;
        all.extend(list(&root.built_in())?);
        all.retain(|known| known.game.id() == problem);
        Ok(all.into_iter().map(|known| known.suite).collect())
    }

    /// Publishes what a task on these suites requires of a worker, and returns its digest.
    /// Without names, the suites are those of the configuration.
    pub(crate) async fn requirements(
        self: &Arc<Self>,
        database: &Database,
        problem: &str,
        names: &[String],
    ) -> Result<String, RequirementsError> {
        let game = Game::by_id(problem);
        let game = game.ok_or_else(|| RequirementsError::Problem(problem.to_owned()))?;
        let names = match names {
            [] => self.config.suites_of(game.problem()),
            names => names,
        };
        let mut taken = BTreeSet::new();
        let names = names.iter().filter(|name| taken.insert(name.as_str()));
        let names: Vec<String> = names.cloned().collect();
        let selection = Selection::Named(game, names.clone());
        if let Some(digest) = self.known_requirements(&selection) {
            return Ok(digest);
        }
        let suites = tokio::task::spawn_blocking({
            let suites = Arc::clone(self);
            move || {
                let suites = names.iter().map(|name| suites.one(game, name));
                suites.collect::<Result<Vec<_>, _>>()
            }
        });
        let suites = suites.await??;
        let digests = suites.iter().map(|suite| suite.digest.clone());
        let digests = digests.collect();
        self.publish(database, selection, digests, &suites).await
    }

    /// As [`Self::requirements`], for an uploaded suite.
    pub(crate) async fn of_upload(
        &self,
        database: &Database,
        suite: &str,
    ) -> Result<String, RequirementsError> {
        let selection = Selection::Uploaded(suite.to_owned());
        if let Some(digest) = self.known_requirements(&selection) {
            return Ok(digest);
        }
        let digests = vec![suite.to_owned()];
        self.publish(database, selection, digests, &[]).await
    }

    /// The cases of these suites.
    pub(crate) fn cases(
        &self,
        problem: Game,
        names: &[String],
    ) -> Result<Vec<Case>, RequirementsError> {
        let mut cases = Vec::new();
        for name in names {
            let suite = self.one(problem, name)?;
            cases.extend(suite.cases().map_err(StoreError::from)?);
        }
        Ok(cases)
    }

    fn known_requirements(&self, selection: &Selection) -> Option<String> {
        let published = self.published();
        let (digest, at) = published.get(selection)?;
        (at.elapsed() < REPUBLISH_INTERVAL).then(|| digest.clone())
    }

    async fn publish(
        &self,
        database: &Database,
        selection: Selection,
        digests: Vec<String>,
        suites: &[Arc<SuiteFile>],
    ) -> Result<String, RequirementsError> {
        let requirements = Requirements {
            build: self.build.clone(),
            isolation: self.isolation.name().to_owned(),
            server: self.server.clone(),
            rules: self.config.rules.clone(),
            suites: digests,
            suite_names: match &selection {
                Selection::Named(_, names) => names.clone(),
                Selection::Uploaded(_) => Vec::new(),
            },
        };
        let digest = database.publish_requirements(&requirements, suites);
        let digest = digest.await?;
        let entry = (digest.clone(), Instant::now());
        self.published().insert(selection, entry);
        Ok(digest)
    }

    /// The names of the suites for a problem in a room: those of the configuration if the room
    /// names none.
    pub(crate) fn names(&self, room: &Room, problem: &str) -> Vec<String> {
        match Game::by_id(problem) {
            Some(game) if room.policy.suites.is_empty() => {
                self.config.suites_of(game.problem()).to_vec()
            }
            _ => room.policy.suites.clone(),
        }
    }

    /// Lets workers of this build claim the tasks that earlier builds of this server accepted.
    pub(crate) async fn adopt_tasks(&self, database: &Database) -> Result<(), StoreError> {
        let (server, build) = (&self.server, &self.build);
        database.adopt_tasks(server, build, self.isolation).await
    }

    fn published(&self) -> std::sync::MutexGuard<'_, BTreeMap<Selection, (String, Instant)>> {
        self.published
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn one(&self, problem: Game, name: &str) -> Result<Arc<SuiteFile>, RequirementsError> {
        let key = (problem, name.to_owned());
        // Another thread that needs the suite waits for this one.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(suite) = made.get(&key) {
            return Ok(Arc::clone(suite));
        }
        let never = Arc::<AtomicBool>::default();
        let mut generators = ProjectPrograms::new(self.config, self.isolation, &never);
        let mut suites = ProjectSuites::new(self.config, &mut generators);
        let cases = suites.load(problem, name)?.cases;
        let cases: Vec<Case> = cases.iter().map(GameCase::for_judge).collect();
        let suite = Arc::new(SuiteFile::new(&cases));
        if suite.body.len() > MAX_SUITE {
            return Err(RequirementsError::Size {
                suite: format!("{}/{name}", problem.id()),
                size: suite.body.len(),
            });
        }
        made.insert(key, Arc::clone(&suite));
        Ok(suite)
    }
}
