//! Builds the suites of a project in memory. A suite has the cases of its collection, the cases of
//! its recipe, and the cases of the built-in suite with the same name.

use std::collections::{BTreeMap, BTreeSet};

use super::{collection, listing};
use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::lock::{LockFile, ensure_matches_lock, lines_of_suite};
use crate::project_files::read_text;
use crate::recipe::{CaseSampler, Recipe};
use cat_and_mouse::Game;
use mousetrap_judge::ProjectPrograms;
use mousetrap_judge::config::Config;
use mousetrap_model::{CaseId, Limits};
use mousetrap_util::project::Project;

/// The suites of a project.
#[expect(
    missing_debug_implementations,
    reason = "`ProjectPrograms` does not implement Debug"
)]
pub struct ProjectSuites<'a> {
    /// The root directory of the project.
    pub root: &'a Project,
    /// The default limits of the cases of suites that set no limits.
    pub limits: Limits,
    /// Runs the custom generators that recipes name. `None` forbids custom generators.
    pub programs: Option<ProjectPrograms<'a>>,
}

impl<'a> ProjectSuites<'a> {
    /// Creates a builder for a project's suites from the project's configuration.
    pub fn new(config: &'a Config, programs: ProjectPrograms<'a>) -> Self {
        Self {
            root: &config.root,
            limits: config.limits,
            programs: Some(programs),
        }
    }

    /// Builds a suite, and compares it with `cases/cases.lock` if the lock file contains the suite.
    /// A project's suite extends the built-in suite with the same name.
    ///
    /// # Errors
    /// Returns the file, the line, the broken rule and a way to fix the mistake.
    pub fn load(&mut self, game: Game, suite: &str) -> Result<Suite, SuiteError> {
        let name = SuiteName::new(game, suite);
        if listing::list(self.root)?.contains(&name) {
            let mut suite = ensure_matches_lock(self.root, self.build(self.root, &name)?)?;
            self.add_built_in_cases(&mut suite)?;
            return Ok(suite);
        }
        let built_in = self.root.built_in();
        if listing::list(&built_in)?.contains(&name) {
            return ensure_matches_lock(&built_in, self.build(&built_in, &name)?);
        }
        let message = format!("there is no suite \"{suite}\"");
        Err(SuiteError::new(format!("problem {game}"), message))
    }

    /// Builds suites without comparing them with the lock file.
    ///
    /// # Errors
    /// Returns the same errors as [`ProjectSuites::load`], except for differences from the lock
    /// file.
    pub fn build_all(&mut self, names: &[SuiteName]) -> Result<Vec<Suite>, SuiteError> {
        let suites = names.iter();
        suites.map(|name| self.build(self.root, name)).collect()
    }

    /// Returns all cases of a suite, including built-in cases, without comparing them with the lock
    /// file. Returns no cases if the suite does not exist yet.
    pub(crate) fn cases_without_lock_check(
        &mut self,
        name: &SuiteName,
    ) -> Result<Vec<GameCase>, SuiteError> {
        let mut suite = self.build(self.root, name)?;
        self.add_built_in_cases(&mut suite)?;
        Ok(suite.cases)
    }

    /// Builds a suite from the files in `root`. If there are no such files, the suite is empty.
    fn build(&mut self, root: &Project, name: &SuiteName) -> Result<Suite, SuiteError> {
        let collected = read_collection(root, name, self.limits)?;
        self.build_with_collection(root, name, collected)
    }

    /// Builds a suite with these cases instead of the cases in its collection file.
    pub(crate) fn build_with_collection(
        &mut self,
        root: &Project,
        name: &SuiteName,
        mut cases: Vec<GameCase>,
    ) -> Result<Suite, SuiteError> {
        let recipe = read_recipe(root, name, self.limits)?;
        let collected = cases.len();
        let mut sampler = CaseSampler {
            recipe: &recipe,
            seen: canonical_forms(name, &cases)?,
            programs: self.programs.as_mut(),
        };
        for row in &recipe.rows {
            cases.extend(sampler.sample_row(row)?);
        }
        let (in_file, drawn) = cases.split_at(collected);
        let is_drawn = |case: &&GameCase| drawn.iter().any(|other| other.id == case.id);
        if let Some(case) = in_file.iter().find(is_drawn) {
            let id = &case.id;
            let message = format!("a case of the recipe is also named {id}; rename this case");
            return Err(SuiteError::new(name.collection_file().display(), message));
        }
        Ok(Suite {
            name: name.clone(),
            cases,
            collected,
        })
    }

    /// Adds the cases of the built-in suite with the same name. Omits cases whose name or canonical
    /// form the suite already has.
    fn add_built_in_cases(&mut self, suite: &mut Suite) -> Result<(), SuiteError> {
        let built_in = self.root.built_in();
        if self.root.directory().is_none() || !listing::list(&built_in)?.contains(&suite.name) {
            return Ok(());
        }
        // In Mousetrap's own repository, the suite already contains all built-in cases.
        let recorded = LockFile::read(&built_in)?.lines_of_suite(&suite.name);
        let current = lines_of_suite(suite);
        if !recorded.is_empty() && recorded.iter().all(|line| current.contains(line)) {
            return Ok(());
        }
        let names: BTreeSet<CaseId> = suite.cases.iter().map(|case| case.id.clone()).collect();
        let cases = suite.cases.iter();
        let forms: BTreeSet<String> = cases.map(|case| case.instance.canonical_text()).collect();
        let mut more = ensure_matches_lock(&built_in, self.build(&built_in, &suite.name)?)?.cases;
        more.retain(|case| {
            !names.contains(&case.id) && !forms.contains(&case.instance.canonical_text())
        });
        suite.cases.extend(more);
        Ok(())
    }
}

/// Returns the cases of a suite's collection in order. Returns no cases if the file does not exist.
/// `limits` are the limits of the project.
///
/// # Errors
/// Returns the file, the line, the broken rule and a way to fix the mistake.
pub fn read_collection(
    root: &Project,
    name: &SuiteName,
    limits: Limits,
) -> Result<Vec<GameCase>, SuiteError> {
    let recipe = read_recipe(root, name, limits)?;
    match read_text(root, &name.collection_file())? {
        Some(text) => collection::parse_collection(&text, &recipe),
        None => Ok(Vec::new()),
    }
}

/// Reads the recipe of a suite. The recipe is empty if the file does not exist.
pub(crate) fn read_recipe(
    root: &Project,
    name: &SuiteName,
    limits: Limits,
) -> Result<Recipe, SuiteError> {
    let Some(text) = read_text(root, &name.recipe_file())? else {
        return Ok(Recipe::empty(name.clone(), limits));
    };
    Ok(Recipe::parse(name.clone(), &text, limits)?)
}

/// Returns the canonical forms of the cases, or an error if two forms are equal. Ignores variants,
/// because they have the same canonical form as their original case.
fn canonical_forms(name: &SuiteName, cases: &[GameCase]) -> Result<BTreeSet<String>, SuiteError> {
    let mut forms = BTreeMap::new();
    for case in cases.iter().filter(|case| case.variant.is_none()) {
        if let Some(first) = forms.insert(case.instance.canonical_text(), &case.id) {
            let id = &case.id;
            let message = format!("{id} is equivalent to {first} by symmetry; remove one of them");
            return Err(SuiteError::new(name.collection_file().display(), message));
        }
    }
    Ok(forms.into_keys().collect())
}
