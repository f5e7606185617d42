//! A suite made in memory from its recipe and its hand-written cases.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use super::draw::Drawer;
use super::error::SuiteError;
use super::lock::{Lock, LockedCase};
use super::program::Programs;
use super::{Case, CaseId, collection, hand};
use crate::generate::Recipe;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_base::root::{Entry, Root};
use mousetrap_base::toml_file::suggest;

/// The name of a suite, unique in a project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteName {
    /// The problem.
    pub problem: Problem,
    /// The name within the problem.
    pub suite: String,
}

impl fmt::Display for SuiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.problem, self.suite)
    }
}

/// A suite with its cases.
#[derive(Debug)]
pub struct Suite {
    /// Its name.
    pub name: SuiteName,
    /// Its cases: hand-written ones by name, then those of the recipe in the
    /// recipe's order.
    pub cases: Vec<Case>,
    /// How many of the first cases are written by hand.
    pub by_hand: usize,
}

impl Suite {
    /// The lines that prove its cases.
    pub fn locked(&self) -> Vec<LockedCase> {
        let cases = self.cases.iter();
        cases.map(|case| LockedCase::of(&self.name, case)).collect()
    }
}

/// The suites of a project, problem by problem, each in alphabetical order.
///
/// # Errors
/// If a directory cannot be read.
pub fn list(root: &Root) -> Result<Vec<SuiteName>, SuiteError> {
    let mut names = Vec::new();
    for problem in Problem::ALL {
        let mut suites = BTreeSet::new();
        let recipes = Path::new("generators").join(problem.id());
        let cases = Path::new("cases").join(problem.id());
        for (directory, with_directories) in [(recipes, false), (cases, true)] {
            let entries = root
                .entries(&directory)
                .map_err(SuiteError::io(&directory))?;
            for Entry { name, is_directory } in entries {
                if name
                    .extension()
                    .is_some_and(|extension| extension == "toml")
                {
                    suites.insert(name.with_extension(""));
                } else if is_directory && with_directories {
                    suites.insert(name);
                }
            }
        }
        names.extend(suites.into_iter().map(|suite| SuiteName {
            problem,
            suite: suite.to_string_lossy().into_owned(),
        }));
    }
    Ok(names)
}

/// Makes the suite `suite` of `problem` from the project, or the built-in one of
/// this name where the project has none, and compares it with
/// `cases/cases.lock` where the lock knows the suite. Rows
/// that name a custom generator are drawn with `programs`.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn load(
    root: &Root,
    problem: Problem,
    suite: &str,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Suite, SuiteError> {
    let root = &holder(root, problem, suite)?;
    let suite = make(root, problem, suite, defaults, programs)?;
    let lock = Lock::read(root)?;
    let recorded = lock.generated(&suite);
    if let Some(recorded) = recorded {
        let found = suite.locked().split_off(suite.by_hand);
        if let Some(difference) = Lock::compare(recorded, &found).into_iter().next() {
            return Err(SuiteError::Locked {
                suite: suite.name.to_string(),
                name: suite.name.suite,
                problem,
                difference: difference.to_string(),
            });
        }
    }
    Ok(suite)
}

/// Whose suite it is: the project's, or one of those built in where the project
/// has none of this name.
fn holder(root: &Root, problem: Problem, suite: &str) -> Result<Root, SuiteError> {
    let name = SuiteName {
        problem,
        suite: suite.to_owned(),
    };
    let (own, built_in) = (list(root)?, list(&root.built_in())?);
    if own.contains(&name) {
        return Ok(root.clone());
    }
    if built_in.contains(&name) {
        return Ok(root.built_in());
    }
    let all = own.iter().chain(&built_in);
    let names: BTreeSet<&str> = all
        .filter(|other| other.problem == problem)
        .map(|other| other.suite.as_str())
        .collect();
    Err(SuiteError::Unknown {
        problem,
        suite: suite.to_owned(),
        suggestion: suggest(suite, &names.into_iter().collect::<Vec<_>>()),
    })
}

/// Makes a suite without a look at the lock.
pub(super) fn make(
    root: &Root,
    problem: Problem,
    suite: &str,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Suite, SuiteError> {
    let name = SuiteName {
        problem,
        suite: suite.to_owned(),
    };
    let file = recipe_file(problem, suite);
    let recipe = recipe_of(root, problem, suite)?;
    let limits = defaults.with(&recipe.limits);
    let mut cases = hand::read(root, problem, suite, &recipe, limits)?;
    let collected = collection::read_collection(root, problem, suite, defaults)?;
    cases.extend(collected.into_iter().map(|(_, case)| case));
    let by_hand = cases.len();
    let mut drawer = Drawer {
        problem,
        suite,
        recipe: &recipe,
        file: &file,
        limits,
        seen: distinct(&name, &cases)?,
        programs,
    };
    for row in &recipe.rows {
        cases.extend(drawer.row(row)?);
    }
    if let Some(twice) = twice(&cases, by_hand) {
        return Err(SuiteError::rule(
            place(&name, &twice.id),
            "has the name of another case; rename it",
        ));
    }
    Ok(Suite {
        name,
        cases,
        by_hand,
    })
}

/// The recipe of a suite; an empty one where it has none.
pub(super) fn recipe_of(root: &Root, problem: Problem, suite: &str) -> Result<Recipe, SuiteError> {
    let file = recipe_file(problem, suite);
    match root.read_text(&file).map_err(SuiteError::io(&file))? {
        Some(text) => Ok(Recipe::parse(problem, suite, &file, &text)?),
        None => Ok(Recipe::empty(problem, suite)),
    }
}

fn recipe_file(problem: Problem, suite: &str) -> PathBuf {
    Path::new("generators")
        .join(problem.id())
        .join(format!("{suite}.toml"))
}

/// The canonical forms of the hand-written cases, which must all differ.
fn distinct(name: &SuiteName, cases: &[Case]) -> Result<BTreeSet<String>, SuiteError> {
    let forms: Vec<String> = cases.iter().map(|case| case.instance.canonical()).collect();
    for (place, form) in forms.iter().enumerate() {
        if let Some(first) = forms[..place].iter().position(|earlier| earlier == form) {
            return Err(SuiteError::rule(
                self::place(name, &cases[place].id),
                format!(
                    "is {} again, up to symmetry; remove one of them",
                    cases[first].id
                ),
            ));
        }
    }
    Ok(forms.into_iter().collect())
}

/// A hand-written case that has the name of another one.
fn twice(cases: &[Case], by_hand: usize) -> Option<&Case> {
    let is_twice = |(number, case): &(usize, &Case)| {
        let mut others = cases[number + 1..].iter();
        others.any(|other| other.id == case.id)
    };
    let by_hand = cases[..by_hand].iter().enumerate();
    by_hand.into_iter().find(is_twice).map(|(_, case)| case)
}

/// Where a hand-written case stands.
fn place(suite: &SuiteName, case: &CaseId) -> String {
    format!("cases/{}/{case}", suite.problem)
}
