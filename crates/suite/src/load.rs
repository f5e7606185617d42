//! A suite made in memory from its recipe and its hand-written cases.

use std::collections::BTreeSet;

use super::case::{Case, CaseId, Suite, SuiteName};
use super::draw::Drawer;
use super::draw::Programs;
use super::error::SuiteError;
use super::files::{list, recipe_file, recipe_of};
use super::generated::check_files;
use super::lock::{Lock, LockedCase};
use super::{collection, hand};
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file::suggest;

/// Makes the suite `suite` of `problem` from the project and compares it with
/// `cases/cases.lock` where the lock knows the suite. A project's suite extends
/// the built-in one of the same name. Rows that name a custom generator are drawn
/// with `programs`.
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
    let name = SuiteName {
        problem,
        suite: suite.to_owned(),
    };
    let built_in = root.built_in();
    if !list(root)?.contains(&name) {
        if !list(&built_in)?.contains(&name) {
            return Err(unknown(root, &name)?);
        }
        return as_recorded(&built_in, &name, defaults, programs);
    }
    let mut suite = as_recorded(root, &name, defaults, programs)?;
    extend(&mut suite, root, defaults, programs)?;
    Ok(suite)
}

/// Every case that the suite has by now, built-in ones too, without a look at the
/// lock; none where there is no such suite yet.
pub(super) fn present(
    root: &Root,
    name: &SuiteName,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Vec<Case>, SuiteError> {
    let mut suite = make(root, name, defaults, programs)?;
    extend(&mut suite, root, defaults, programs)?;
    Ok(suite.cases)
}

/// Adds the cases of the built-in suite of the same name that the project's does
/// not have, by name or up to symmetry.
fn extend(
    suite: &mut Suite,
    root: &Root,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<(), SuiteError> {
    let built_in = root.built_in();
    if root.directory().is_none() || !list(&built_in)?.contains(&suite.name) {
        return Ok(());
    }
    // In the repository that they come from, all of them are there: then none
    // need be made.
    let recorded = Lock::read(&built_in)?.of_suite(&suite.name);
    let own = LockedCase::all(suite);
    if !recorded.is_empty() && recorded.iter().all(|line| own.contains(line)) {
        return Ok(());
    }
    let names: BTreeSet<CaseId> = suite.cases.iter().map(|case| case.id.clone()).collect();
    let cases = suite.cases.iter();
    let forms: BTreeSet<String> = cases.map(|case| case.instance.canonical()).collect();
    let mut more = as_recorded(&built_in, &suite.name, defaults, programs)?.cases;
    more.retain(|case| !names.contains(&case.id) && !forms.contains(&case.instance.canonical()));
    suite.built_in = more.len();
    suite.cases.extend(more);
    Ok(())
}

/// Makes a suite that is what its lock and its generated files say.
fn as_recorded(
    root: &Root,
    name: &SuiteName,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Suite, SuiteError> {
    let suite = make(root, name, defaults, programs)?;
    if let Some(recorded) = Lock::read(root)?.generated(&suite) {
        let found = LockedCase::all(&suite).split_off(suite.by_hand);
        if let Some(difference) = Lock::compare(recorded, &found).into_iter().next() {
            return Err(SuiteError::Locked {
                suite: suite.name.to_string(),
                name: suite.name.suite,
                problem: name.problem,
                difference: difference.to_string(),
            });
        }
    }
    check_files(root, &suite)?;
    Ok(suite)
}

/// That neither the project nor the program has this suite.
fn unknown(root: &Root, name: &SuiteName) -> Result<SuiteError, SuiteError> {
    let (own, built_in) = (list(root)?, list(&root.built_in())?);
    let all = own.iter().chain(&built_in);
    let names: BTreeSet<&str> = all
        .filter(|other| other.problem == name.problem)
        .map(|other| other.suite.as_str())
        .collect();
    Ok(SuiteError::Unknown {
        problem: name.problem,
        suite: name.suite.clone(),
        suggestion: suggest(&name.suite, &names.into_iter().collect::<Vec<_>>()),
    })
}

/// Makes a project's own suite without a look at the lock; an empty one where
/// there is none.
pub(super) fn make(
    root: &Root,
    name: &SuiteName,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Suite, SuiteError> {
    let collected = collection::read_collection(root, name.problem, &name.suite, defaults)?;
    make_with(root, name, collected, defaults, programs)
}

/// The same with another collection than the one in its file.
pub(super) fn make_with(
    root: &Root,
    name: &SuiteName,
    collected: Vec<(String, Case)>,
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Suite, SuiteError> {
    let (problem, suite) = (name.problem, name.suite.as_str());
    let file = recipe_file(problem, suite);
    let recipe = recipe_of(root, problem, suite)?;
    let limits = defaults.with(&recipe.limits);
    let hand::ByHand {
        mut cases,
        sidecars,
    } = hand::read(root, problem, suite, &recipe, limits)?;
    cases.extend(collected.into_iter().map(|(_, case)| case));
    let by_hand = cases.len();
    let mut drawer = Drawer {
        problem,
        suite,
        recipe: &recipe,
        file: &file,
        limits,
        seen: distinct(name, &cases)?,
        programs,
    };
    for row in &recipe.rows {
        cases.extend(drawer.row(row)?);
    }
    if let Some(twice) = twice(&cases, by_hand) {
        return Err(SuiteError::rule(
            place(name, &twice.id),
            "has the name of another case; rename it",
        ));
    }
    for sidecar in sidecars {
        sidecar.apply(&mut cases)?;
    }
    Ok(Suite {
        name: name.clone(),
        cases,
        by_hand,
        built_in: 0,
    })
}

/// The canonical forms of the hand-written cases, which must all differ.
fn distinct(name: &SuiteName, cases: &[Case]) -> Result<BTreeSet<String>, SuiteError> {
    // A variant is the same up to symmetry, as its case wants it.
    let cases: Vec<&Case> = cases.iter().filter(|case| case.variant.is_none()).collect();
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
