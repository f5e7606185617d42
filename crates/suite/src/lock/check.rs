//! Checks suites against the lock and against the generated files.

use std::path::Path;

use super::lock_file::{Difference, Lock, LockedCase};
use crate::case::{Suite, SuiteName};
use crate::error::SuiteError;
use crate::files::{entries, read_text};
use mousetrap_util::printable::named;
use mousetrap_util::root::Root;

/// Returns the differences between the lock and all cases of these suites.
///
/// # Errors
/// If the lock cannot be read, or a generated file was changed.
pub fn compare_with_lock(root: &Root, suites: &[Suite]) -> Result<Vec<Difference>, SuiteError> {
    let lock = Lock::read(root)?;
    let differences: Vec<Difference> = suites
        .iter()
        .flat_map(|suite| Lock::compare(lock.of_suite(&suite.name), &LockedCase::all(suite)))
        .collect();
    // If the recipe has changed, the generated files are replaced in any case.
    if differences.is_empty() {
        suites
            .iter()
            .try_for_each(|suite| check_files(root, suite))?;
    }
    Ok(differences)
}

/// Checks the generated cases of a suite against the lock, if the lock knows the suite,
/// and against the generated files.
pub(crate) fn check_suite(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    if let Some(recorded) = Lock::read(root)?.generated(suite) {
        let found = LockedCase::all(suite).split_off(suite.by_hand);
        if let Some(difference) = Lock::compare(recorded, &found).into_iter().next() {
            return Err(SuiteError::Locked {
                suite: suite.name.clone(),
                difference: difference.to_string(),
            });
        }
    }
    check_files(root, suite)
}

/// Compares the generated files that exist with the cases of the recipe. The judge never
/// reads these files, so a change to one of them would have no effect.
///
/// # Errors
/// Names the first file that differs.
fn check_files(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    let directory = suite.name.generated_directory();
    for entry in entries(root, &directory)? {
        let file = directory.join(entry.name);
        let kind = file.extension().unwrap_or_default().to_string_lossy();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if kind == "certificate" {
            continue;
        }
        let mut generated = suite.generated().iter();
        let case = generated.find(|case| case.id.name() == name);
        let expected = match (case, &*kind) {
            (Some(case), "in") => case.input.clone(),
            (Some(case), "ans") => format!("{}\n", case.answer),
            _ => return Err(changed(&suite.name, &file)),
        };
        if read_text(root, &file)?.is_some_and(|found| found != expected) {
            return Err(changed(&suite.name, &file));
        }
    }
    Ok(())
}

fn changed(name: &SuiteName, file: &Path) -> SuiteError {
    let SuiteName { game, suite } = name;
    let message = format!(
        "is not what the recipe makes, and what stands here is never judged; write it to \
         cases/{name}/, where cases and limits of your own belong, or change \
         generators/{name}.toml; `mousetrap generate {suite} --problem {game}` writes this \
         directory anew"
    );
    SuiteError::rule(named(file), message)
}
