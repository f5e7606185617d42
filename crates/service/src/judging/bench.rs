//! What all workers share.

use std::mem::replace;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;

use super::suites::{Cases, Suites};
use crate::fault::Reason;
use crate::hub::Hub;
use crate::store::{Database, MOST_ATTEMPTS, StoreError, Submission};
use cat_and_mouse::Game;
use mousetrap_base::Choice as _;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, FindOptions, Options, of_text};
use mousetrap_lab::stress::{Attempt, SearchEnd, Untried};
use mousetrap_model::{Form, Message};

/// Searches for an instance on which a submission fails, until it is found, time is up
/// or the flag is set.
pub(crate) type Search = fn(Attempt<'_>, &AtomicBool) -> Result<SearchEnd, Untried>;

/// How often to look for tasks that other servers have taken in.
pub(super) const LOOK: Duration = Duration::from_millis(500);

/// What has been done since the start.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub judged: AtomicU64,
    /// Those of them on which the judge failed.
    pub failed: AtomicU64,
}

/// What workers work with.
pub(crate) struct Bench {
    pub database: Database,
    pub hub: Arc<Hub>,
    pub runtime: Handle,
    pub engine: Arc<dyn Engine>,
    pub search: Search,
    pub suites: Suites,
    pub config: &'static Config,
    pub options: Options,
    /// Set when the service is to stop.
    pub interrupted: Arc<AtomicBool>,
    pub count: Count,
    /// Whether there may be a task.
    bell: (Mutex<bool>, Condvar),
}

impl Bench {
    pub(crate) fn new(
        (database, hub): (Database, Arc<Hub>),
        (engine, search): (Arc<dyn Engine>, Search),
        (config, options): (&'static Config, Options),
    ) -> Self {
        Self {
            database,
            hub,
            runtime: Handle::current(),
            engine,
            search,
            suites: Suites::new(config, options),
            config,
            options,
            interrupted: Arc::default(),
            count: Count::default(),
            bell: Default::default(),
        }
    }

    /// Says that there is a task.
    pub(crate) fn ring(&self) {
        *self.bell.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.1.notify_all();
    }

    pub(super) fn wait(&self) {
        let rung = self.bell.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.bell.1.wait_timeout_while(rung, LOOK, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }

    /// A submission as the judge takes it.
    pub(super) fn found(
        &self,
        submission: &Submission,
    ) -> Result<mousetrap_judge::Submission<'static>, Reason> {
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

    /// Returns the cases of an uploaded suite, or why there are none.
    pub(super) fn uploaded(
        &self,
        problem: Game,
        digest: &str,
    ) -> Result<Result<Cases, Reason>, StoreError> {
        let fetch = || self.keep(|| self.database.suite(digest));
        let cases = self.suites.uploaded(digest, fetch)?;
        let cases = cases.map(|cases| Cases::from([(problem.id().to_owned(), cases.to_vec())]));
        Ok(cases.ok_or_else(|| {
            format!("the suite {digest} is no longer stored; upload it again and judge again")
                .into()
        }))
    }

    pub(super) fn stops(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Keeps what a task came to, as soon as it can be kept: a disk may be full for
    /// hours.
    pub(super) fn keep<T, K>(&self, keep: impl Fn() -> K) -> Result<T, StoreError>
    where
        K: Future<Output = Result<T, StoreError>>,
    {
        let mut is_said = false;
        loop {
            match self.runtime.block_on(keep()) {
                Err(error) if error.passes() && !self.stops() => {
                    if !replace(&mut is_said, true) {
                        tracing::error!(%error, "what a task came to waits to be kept");
                    }
                    thread::sleep(LOOK);
                }
                kept => return kept,
            }
        }
    }
}

/// Why a task is set aside that was begun too often.
pub(super) const fn lost() -> Message {
    Message::JudgeLost {
        times: MOST_ATTEMPTS,
    }
}
