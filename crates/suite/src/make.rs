//! A project's own suite, from its recipe and its hand-written cases.

use std::collections::BTreeSet;

use super::case::{Case, Suite, SuiteName};
use super::draw::Drawer;
use super::error::SuiteError;
use super::files::{recipe_file, recipe_of};
use super::programs::Programs;
use super::{collection, hand};
use mousetrap_base::root::Root;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;

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
