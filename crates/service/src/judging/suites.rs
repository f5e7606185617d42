//! The cases that submissions are judged on, made once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Generators, Options};
use mousetrap_model::CaseId;
use mousetrap_suite::{GameCase, ProjectSuites, SuiteError, list};

use crate::store::RoomCase;

/// Maximum number of uploaded suites that stay in memory.
const MAX_UPLOADED: usize = 4;

/// Cases by problem, as the judge takes them.
pub(crate) type Cases = BTreeMap<String, Vec<mousetrap_model::Case>>;

/// Cases by the suite that they come from.
type Made = BTreeMap<(Game, String), Arc<Vec<GameCase>>>;

/// The suites that were asked for so far.
#[derive(Debug)]
pub(crate) struct Suites {
    config: &'static Config,
    options: Options,
    made: Mutex<Made>,
    /// Uploaded suites by digest, the one used last at the end.
    uploaded: Mutex<Vec<(String, Arc<Vec<mousetrap_model::Case>>)>>,
}

impl Suites {
    pub(crate) const fn new(config: &'static Config, options: Options) -> Self {
        Self {
            config,
            options,
            made: Mutex::new(BTreeMap::new()),
            uploaded: Mutex::new(Vec::new()),
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

    /// What the judge is handed: the cases of these suites, and those that a room has
    /// beside them.
    pub(crate) fn with(
        &self,
        problem: Game,
        names: &[String],
        more: &[RoomCase],
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Cases, SuiteError> {
        let mut cases = self.of(problem, names, interrupted)?;
        let more = more.iter().filter(|case| case.problem == problem.id());
        cases.extend(more.filter_map(|case| {
            let instance = problem.parse(&case.input, Bounds::Contest).ok()?;
            let id = CaseId(case.name());
            Some(GameCase::solved(id, instance, self.config.limits))
        }));
        let cases = cases.iter().map(GameCase::for_judge).collect();
        Ok(Cases::from([(problem.id().to_owned(), cases)]))
    }

    /// Returns the cases of an uploaded suite. `fetch` reads its body if it is not in memory.
    /// Returns `None` if `fetch` does.
    pub(crate) fn uploaded<E>(
        &self,
        digest: &str,
        fetch: impl FnOnce() -> Result<Option<String>, E>,
    ) -> Result<Option<Arc<Vec<mousetrap_model::Case>>>, E> {
        // Workers that need the same suite at the same time parse it once.
        let mut uploaded = self.uploaded.lock().unwrap_or_else(PoisonError::into_inner);
        let known = uploaded.iter().position(|(known, _)| known == digest);
        if let Some(entry) = known.map(|at| uploaded.remove(at)) {
            let cases = Arc::clone(&entry.1);
            uploaded.push(entry);
            return Ok(Some(cases));
        }
        let Some(body) = fetch()? else {
            return Ok(None);
        };
        // The body was checked when it was uploaded.
        let cases = body
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<_, _>>();
        let Ok(cases) = cases.map(Arc::new) else {
            return Ok(None);
        };
        if uploaded.len() >= MAX_UPLOADED {
            uploaded.remove(0);
        }
        uploaded.push((digest.to_owned(), Arc::clone(&cases)));
        Ok(Some(cases))
    }

    /// Returns the cases of these suites, each suite once; of the configured suites if
    /// `names` is empty.
    pub(crate) fn of(
        &self,
        problem: Game,
        names: &[String],
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Vec<GameCase>, SuiteError> {
        let names = match names {
            [] => self.config.suites_of(problem.problem()),
            names => names,
        };
        let mut taken = BTreeSet::new();
        let mut all = Vec::new();
        for name in names.iter().filter(|name| taken.insert(name.as_str())) {
            all.extend_from_slice(&self.one(problem, name, interrupted)?);
        }
        Ok(all)
    }

    fn one(
        &self,
        problem: Game,
        name: &str,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Arc<Vec<GameCase>>, SuiteError> {
        let key = (problem, name.to_owned());
        // Whoever asks for the same meanwhile would only make it twice.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cases) = made.get(&key) {
            return Ok(Arc::clone(cases));
        }
        let isolation = self.options.isolation;
        let mut generators = Generators::new(self.config, isolation, interrupted);
        let mut suites = ProjectSuites::new(self.config, &mut generators);
        let cases = Arc::new(suites.load(problem, name)?.cases);
        made.insert(key, Arc::clone(&cases));
        Ok(cases)
    }
}
