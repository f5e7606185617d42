//! A suite as the lock and its generated files say, with the cases of the built-in one.

use std::collections::BTreeSet;

use super::case::{Case, Suite, SuiteName};
use super::error::SuiteError;
use super::files::list;
use super::generated::check_files;
use super::lock::{Lock, LockedCase};
use super::make::make;
use super::programs::Programs;
use cat_and_mouse::Game;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file::suggest;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;

/// Makes the suite `suite` of `problem` from the project and compares it with
/// `cases/cases.lock` where the lock knows the suite. A project's suite extends
/// the built-in one of the same name. Rows that name a custom generator are drawn
/// with `programs`.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn load(
    root: &Root,
    problem: Game,
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
