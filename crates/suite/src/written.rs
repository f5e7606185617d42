//! Generated cases as files: `cases/<problem>/<suite>/generated/`. They are for
//! other programs and people. The judge never runs on them, so that one which was
//! changed would be ignored: it is an error.

use std::path::{Path, PathBuf};

use super::case::{Suite, SuiteName};
use super::error::SuiteError;
use mousetrap_base::printable::named;
use mousetrap_base::root::Root;

/// Where the generated files of a suite lie, named from the project.
pub(super) fn directory(name: &SuiteName) -> PathBuf {
    Path::new("cases")
        .join(name.problem.id())
        .join(&name.suite)
        .join("generated")
}

/// Compares the files that are there with what the recipe makes.
///
/// # Errors
/// Names the first that differs.
pub(super) fn check(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    let directory = directory(&suite.name);
    let entries = root
        .entries(&directory)
        .map_err(SuiteError::io(&directory))?;
    for entry in entries {
        let file = directory.join(entry.name);
        let kind = file.extension().unwrap_or_default().to_string_lossy();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if kind == "certificate" {
            continue;
        }
        let mut generated = suite.cases[suite.by_hand..].iter();
        let case = generated.find(|case| case.id.name() == name);
        let expected = match (case, &*kind) {
            (Some(case), "in") => case.input.clone(),
            (Some(case), "ans") => format!("{}\n", case.answer),
            _ => return Err(changed(suite, &file)),
        };
        let found = root.read_text(&file).map_err(SuiteError::io(&file))?;
        if found.is_some_and(|found| found != expected) {
            return Err(changed(suite, &file));
        }
    }
    Ok(())
}

fn changed(suite: &Suite, file: &Path) -> SuiteError {
    let SuiteName { problem, suite } = &suite.name;
    let message = format!(
        "is not what the recipe makes, and what stands here is never judged; write it to \
         cases/{problem}/{suite}/, where cases and limits of your own belong, or change \
         generators/{problem}/{suite}.toml; `mousetrap generate {suite} --problem {problem}` \
         writes this directory anew"
    );
    SuiteError::rule(named(file), message)
}
