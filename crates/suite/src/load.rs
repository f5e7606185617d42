//! A suite made in memory from its recipe and its hand-written cases.

use std::collections::BTreeSet;

use super::case::{Case, CaseId, Suite, SuiteName};
use super::draw::Drawer;
use super::error::SuiteError;
use super::files::{list, recipe_file, recipe_of};
use super::lock::{Lock, LockedCase};
use super::program::Programs;
use super::{collection, hand};
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file::suggest;

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
        let found = LockedCase::all(&suite).split_off(suite.by_hand);
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
