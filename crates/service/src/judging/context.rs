//! What a worker judges with: rules and cases, by the requirements of a task.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Options, of_text};
use mousetrap_model::{Case, CaseId, Form};
use mousetrap_sandbox::Isolation;
use mousetrap_util::Choice as _;
use mousetrap_util::toml_file::TomlError;
use thiserror::Error;

use crate::fault::Reason;
use crate::store::{Database, Room, RoomCase, StoreError, Submission, Task};

/// Maximum number of contexts in the cache.
const MAX_CACHED: usize = 64;

/// Maximum idle time of a submission on all cases together. A program that sleeps would hold
/// a worker.
const MAX_IDLE_TIME: Duration = Duration::from_mins(2);

/// Cases by problem id, as the judge takes them.
pub(crate) type Cases = BTreeMap<String, Vec<Case>>;

/// Rules and cases.
#[derive(Debug)]
pub(crate) struct Context {
    pub config: Config,
    pub options: Options,
    suites: Vec<Arc<Vec<Case>>>,
}

/// A claimed task and what it needs.
pub(super) struct Job<'a> {
    pub task: &'a Task,
    pub room: &'a Room,
    pub submission: &'a Submission,
    pub context: &'a Context,
    /// Set when the work is to stop.
    pub stop: &'a Arc<AtomicBool>,
    /// Set when the worker has lost the task.
    pub is_lost: &'a AtomicBool,
}

/// Why a worker cannot meet the requirements of a task.
#[derive(Debug, Error)]
pub(crate) enum ContextError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "the {what} {digest} that this task requires is no longer stored; upload it again, or \
         restart the server that accepted the submission, and judge again"
    )]
    Missing { what: &'static str, digest: String },
    #[error("the rules of the server that accepted the submission are not readable here: {0}")]
    Rules(#[from] TomlError),
}

impl Context {
    /// A submission as the judge takes it.
    pub(super) fn submission(
        &self,
        submission: &Submission,
    ) -> Result<mousetrap_judge::Submission<'_>, Reason> {
        let wanted = FindOptions::new(
            &self.config.problems,
            Game::by_id(&submission.problem).map(Game::problem),
            Form::named(&submission.form),
        );
        let name = Path::new(&submission.file);
        let text = submission.source.as_bytes();
        of_text(name, text, &self.config.languages, wanted)
            .map_err(|refused| Reason(refused.reason))
    }

    /// The required cases, followed by those of the room.
    pub(super) fn cases(&self, problem: Game, of_room: &[RoomCase]) -> Cases {
        let mut cases: Vec<Case> = self
            .suites
            .iter()
            .flat_map(|suite| suite.iter())
            .cloned()
            .collect();
        let of_room = of_room.iter().filter(|case| case.problem == problem.id());
        cases.extend(of_room.filter_map(|case| {
            let instance = problem.parse(&case.input, Bounds::Contest).ok()?;
            let id = CaseId(case.name());
            let case = mousetrap_suite::GameCase::solved(id, instance, self.config.limits);
            Some(case.for_judge())
        }));
        Cases::from([(problem.id().to_owned(), cases)])
    }
}

/// The options by which the service judges under a configuration.
#[must_use]
pub fn judging_options(config: &Config, isolation: Isolation) -> Options {
    let mut options = Options::of(config)
        .isolated(isolation)
        .with_jobs(std::num::NonZeroUsize::new(1));
    options.sanitizers = config.judge.sanitizers;
    options.judge.sleep_budget = options.judge.sleep_budget.min(MAX_IDLE_TIME);
    options
}

/// A cache of contexts by the digest of their requirements, and of suites by theirs.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    contexts: Mutex<BTreeMap<String, Arc<Context>>>,
    suites: Mutex<BTreeMap<String, Arc<Vec<Case>>>>,
}

impl Contexts {
    /// The context for the requirements with this digest.
    pub(super) async fn get(
        &self,
        database: &Database,
        digest: &str,
        isolation: Isolation,
    ) -> Result<Arc<Context>, ContextError> {
        if let Some(context) = lock(&self.contexts).get(digest) {
            return Ok(Arc::clone(context));
        }
        let requirements = database.requirements(digest).await?;
        let requirements = requirements.ok_or_else(|| ContextError::Missing {
            what: "requirements",
            digest: digest.to_owned(),
        })?;
        let config = Config::from_rules(&requirements.rules, mousetrap_suite::known())?;
        let mut suites = Vec::new();
        for digest in &requirements.suites {
            suites.push(self.suite(database, digest).await?);
        }
        let context = Arc::new(Context {
            options: judging_options(&config, isolation),
            config,
            suites,
        });
        insert(&self.contexts, digest, &context);
        Ok(context)
    }

    async fn suite(
        &self,
        database: &Database,
        digest: &str,
    ) -> Result<Arc<Vec<Case>>, ContextError> {
        if let Some(cases) = lock(&self.suites).get(digest) {
            return Ok(Arc::clone(cases));
        }
        let missing = || ContextError::Missing {
            what: "suite",
            digest: digest.to_owned(),
        };
        let published = database.published_suite(digest).await?;
        // A damaged suite counts as missing.
        let published = published.filter(|published| published.digest == digest);
        let published = published.ok_or_else(missing)?;
        let cases = Arc::new(published.cases().map_err(StoreError::from)?);
        insert(&self.suites, digest, &cases);
        Ok(cases)
    }
}

type Cache<T> = Mutex<BTreeMap<String, Arc<T>>>;

fn lock<T>(cache: &Cache<T>) -> MutexGuard<'_, BTreeMap<String, Arc<T>>> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds to a cache, and empties it before if it is full.
fn insert<T>(cache: &Cache<T>, digest: &str, value: &Arc<T>) {
    let mut cache = lock(cache);
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
    cache.insert(digest.to_owned(), Arc::clone(value));
}
