//! Makes the suites of a project in memory: the collection, the cases of the recipe, and those
//! of the built-in suite of the same name.

use std::collections::{BTreeMap, BTreeSet};

use super::{collection, listing};
use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::files::read_text;
use crate::lock::{Lock, LockedCase, check_suite};
use crate::recipe::{CustomGenerators, Drawer, Recipe};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_model::{CaseId, Limits};
use mousetrap_util::root::Root;
use mousetrap_util::toml_file::suggest;

/// The suites of a project.
#[expect(missing_debug_implementations, reason = "custom generators have none")]
pub struct ProjectSuites<'a> {
    /// The files of the project.
    pub root: &'a Root,
    /// The limits of cases whose suite sets none.
    pub limits: Limits,
    /// Runs the custom generators that recipes name.
    pub generators: &'a mut dyn CustomGenerators,
}

impl<'a> ProjectSuites<'a> {
    /// Opens the suites of a project with this configuration.
    pub fn new(config: &'a Config, generators: &'a mut dyn CustomGenerators) -> Self {
        Self {
            root: &config.root,
            limits: config.limits,
            generators,
        }
    }

    /// Makes a suite and compares it with `cases/cases.lock` if the lock knows it. The suite
    /// of a project extends the built-in one of the same name.
    ///
    /// # Errors
    /// Names the file, the line, the rule and the remedy.
    pub fn load(&mut self, game: Game, suite: &str) -> Result<Suite, SuiteError> {
        let name = SuiteName::new(game, suite);
        if listing::list(self.root)?.contains(&name) {
            let mut suite = self.checked(self.root, &name)?;
            self.extend(&mut suite)?;
            return Ok(suite);
        }
        let built_in = self.root.built_in();
        if listing::list(&built_in)?.contains(&name) {
            return self.checked(&built_in, &name);
        }
        Err(unknown(self.root, name)?)
    }

    /// Makes these suites without comparing them with the lock.
    ///
    /// # Errors
    /// Those of [`ProjectSuites::load`], except for differences from the lock.
    pub fn generate(&mut self, names: &[SuiteName]) -> Result<Vec<Suite>, SuiteError> {
        let suites = names.iter();
        suites.map(|name| self.make(self.root, name)).collect()
    }

    /// Returns all present cases of a suite, also built-in ones, without comparing them with
    /// the lock. Returns no case if the suite does not exist yet.
    pub(crate) fn present(&mut self, name: &SuiteName) -> Result<Vec<GameCase>, SuiteError> {
        let mut suite = self.make(self.root, name)?;
        self.extend(&mut suite)?;
        Ok(suite.cases)
    }

    /// Makes a suite of `root`, which is empty if it does not exist.
    fn make(&mut self, root: &Root, name: &SuiteName) -> Result<Suite, SuiteError> {
        let collected = read_collection(root, name, self.limits)?;
        self.make_with(root, name, collected)
    }

    /// Makes a suite with these cases instead of those in the file of its collection.
    pub(crate) fn make_with(
        &mut self,
        root: &Root,
        name: &SuiteName,
        collected: Vec<(String, GameCase)>,
    ) -> Result<Suite, SuiteError> {
        let recipe = read_recipe(root, name, self.limits)?;
        let mut cases: Vec<GameCase> = collected.into_iter().map(|(_, case)| case).collect();
        let collected = cases.len();
        let mut drawer = Drawer {
            recipe: &recipe,
            seen: distinct_forms(name, &cases)?,
            generators: self.generators,
        };
        for row in &recipe.rows {
            cases.extend(drawer.row(row)?);
        }
        let (in_file, drawn) = cases.split_at(collected);
        let is_drawn = |case: &&GameCase| drawn.iter().any(|other| other.id == case.id);
        if let Some(case) = in_file.iter().find(is_drawn) {
            let message = format!(
                "{} has the name of a case of the recipe; rename it",
                case.id
            );
            return Err(SuiteError::rule(name.collection_file().display(), message));
        }
        Ok(Suite {
            name: name.clone(),
            cases,
            collected,
            built_in: 0,
        })
    }

    /// Makes a suite and compares its generated cases with the lock.
    fn checked(&mut self, root: &Root, name: &SuiteName) -> Result<Suite, SuiteError> {
        let suite = self.make(root, name)?;
        check_suite(root, &suite)?;
        Ok(suite)
    }

    /// Adds the cases of the built-in suite of the same name that the suite does not have,
    /// by name or up to symmetry.
    fn extend(&mut self, suite: &mut Suite) -> Result<(), SuiteError> {
        let built_in = self.root.built_in();
        if self.root.directory().is_none() || !listing::list(&built_in)?.contains(&suite.name) {
            return Ok(());
        }
        // The repository of Mousetrap has all built-in cases itself, so none need be made.
        let recorded = Lock::read(&built_in)?.of_suite(&suite.name);
        let own = LockedCase::all(suite);
        if !recorded.is_empty() && recorded.iter().all(|line| own.contains(line)) {
            return Ok(());
        }
        let names: BTreeSet<CaseId> = suite.cases.iter().map(|case| case.id.clone()).collect();
        let cases = suite.cases.iter();
        let forms: BTreeSet<String> = cases.map(|case| case.instance.canonical()).collect();
        let mut more = self.checked(&built_in, &suite.name)?.cases;
        more.retain(|case| {
            !names.contains(&case.id) && !forms.contains(&case.instance.canonical())
        });
        suite.built_in = more.len();
        suite.cases.extend(more);
        Ok(())
    }
}

/// Returns the cases of a suite's collection in their order, each with its origin. Returns
/// none if there is no such file. `limits` are those of the project.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn read_collection(
    root: &Root,
    name: &SuiteName,
    limits: Limits,
) -> Result<Vec<(String, GameCase)>, SuiteError> {
    let recipe = read_recipe(root, name, limits)?;
    match read_text(root, &name.collection_file())? {
        Some(text) => collection::parse(&text, &recipe),
        None => Ok(Vec::new()),
    }
}

/// Reads the recipe of a suite. It is empty if there is no such file.
pub(crate) fn read_recipe(
    root: &Root,
    name: &SuiteName,
    limits: Limits,
) -> Result<Recipe, SuiteError> {
    let Some(text) = read_text(root, &name.recipe_file())? else {
        return Ok(Recipe::empty(name.clone(), limits));
    };
    Ok(Recipe::parse(name.clone(), &text, limits)?)
}

/// Returns the canonical forms of cases, which must all differ. Variants are left out, since
/// they have the form of their case.
fn distinct_forms(name: &SuiteName, cases: &[GameCase]) -> Result<BTreeSet<String>, SuiteError> {
    let mut forms = BTreeMap::new();
    for case in cases.iter().filter(|case| case.variant.is_none()) {
        if let Some(first) = forms.insert(case.instance.canonical(), &case.id) {
            let id = &case.id;
            let message = format!("{id} is {first} again, up to symmetry; remove one of them");
            return Err(SuiteError::rule(name.collection_file().display(), message));
        }
    }
    Ok(forms.into_keys().collect())
}

/// Returns the error that neither the project nor the program has this suite.
fn unknown(root: &Root, suite: SuiteName) -> Result<SuiteError, SuiteError> {
    let mut all = listing::list(root)?;
    all.extend(listing::list(&root.built_in())?);
    let names: BTreeSet<&str> = all
        .iter()
        .filter(|other| other.game == suite.game)
        .map(|other| other.suite.as_str())
        .collect();
    let suggestion = suggest(&suite.suite, &names.into_iter().collect::<Vec<_>>());
    Ok(SuiteError::Unknown { suite, suggestion })
}
