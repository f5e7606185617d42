//! Many cases in one file: `cases/<problem>/<suite>.toml`.
//!
//! ```toml
//! [[case]]
//! name = "win-79"
//! from = "hunt, seed 5"    # where it comes from, for people
//! answer = "true"          # optional, must agree with the reference
//! depth = 79               # likewise
//! max_plies = 80           # optional, the limit on plies for this case
//! input = """
//! 1 3 1 1
//! MFC
//! """
//! limits = { cpu = "5s" }  # optional
//! ```

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Deserialize;

use super::case::{Case, SuiteName};
use super::entry::{Entry, Rules};
use super::error::SuiteError;
use super::files::{collection_file, recipe_of, writable};
use crate::generate::is_name;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    #[serde(default)]
    case: Vec<Entry>,
}

/// The cases of a suite's collection, in its order, each with where it comes
/// from; none without the file.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn read_collection(
    root: &Root,
    problem: Problem,
    suite: &str,
    defaults: Limits,
) -> Result<Vec<(String, Case)>, SuiteError> {
    let recipe = recipe_of(root, problem, suite)?;
    let file = collection_file(problem, suite);
    let rules = Rules {
        problem,
        suite,
        recipe: &recipe,
        limits: defaults.with(&recipe.limits),
        file: &file,
    };
    let text = root.read_text(&file).map_err(SuiteError::io(&file))?;
    text.map_or_else(|| Ok(Vec::new()), |text| parse(&text, &rules))
}

/// The cases in the text of a collection.
fn parse(text: &str, rules: &Rules<'_>) -> Result<Vec<(String, Case)>, SuiteError> {
    let collection: Collection = toml_file::parse(rules.file, text)?;
    let mut cases: Vec<(String, Case)> = Vec::new();
    for entry in collection.case {
        let case = entry.read(text, rules, &cases)?;
        cases.push(case);
    }
    Ok(cases)
}

/// Says whether [`write_collection`] may make or replace the collection of a
/// suite: only one whose comment on top begins with this is replaced.
///
/// # Errors
/// If the project is the built-in one, the name is none for a suite, or the
/// collection is somebody's own.
pub fn may_write_collection(root: &Root, suite: &SuiteName, top: &str) -> Result<(), SuiteError> {
    writable(root)?;
    let name = &suite.suite;
    if !is_name(name) {
        let message = "a name is made of lower-case letters, digits, \"-\" and \"_\"";
        return Err(SuiteError::rule(format!("suite \"{name}\""), message));
    }
    let file = collection_file(suite.problem, name);
    let there = root.read_text(&file).map_err(SuiteError::io(&file))?;
    if there.is_some_and(|text| !text.starts_with(&format!("# {top}"))) {
        let message =
            format!("this suite stays, as it does not begin with \"# {top}\"; choose another name");
        return Err(SuiteError::rule(file.display(), message));
    }
    Ok(())
}

/// Replaces the collection of a suite by these cases, each with a word on
/// where it comes from. `header` is put on top as a comment. A case whose name
/// another one has gets a number. `defaults` are the limits of the project.
///
/// # Errors
/// If a case breaks a rule of the suite or the file cannot be written; what
/// stood there before then stays.
pub fn write_collection(
    root: &Root,
    suite: &SuiteName,
    header: &str,
    cases: &[(String, &Case)],
    defaults: Limits,
) -> Result<(), SuiteError> {
    let mut text = String::new();
    for line in header.lines() {
        let _ = writeln!(text, "# {line}");
    }
    let mut taken = BTreeSet::new();
    let named: Vec<(String, &str, &Case)> = cases
        .iter()
        .map(|(from, case)| {
            let name = case.id.0.rsplit('/').next().unwrap_or(&case.id.0);
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let mut names = std::iter::once(name.to_owned()).chain(numbered);
            let free = names.find(|name| taken.insert(name.clone()));
            (free.expect("numbers do not end"), from.as_str(), *case)
        })
        .collect();
    append(root, suite, text, &named, defaults, true)
}

/// Writes the collection of a suite: `text`, and these cases under their names
/// after it. What would not be read as it is meant is not written; without
/// `write_down` nothing is.
pub(super) fn append(
    root: &Root,
    suite: &SuiteName,
    mut text: String,
    cases: &[(String, &str, &Case)],
    defaults: Limits,
    write_down: bool,
) -> Result<(), SuiteError> {
    let problem = suite.problem;
    let recipe = recipe_of(root, problem, &suite.suite)?;
    let file = collection_file(suite.problem, &suite.suite);
    let rules = Rules {
        problem,
        suite: &suite.suite,
        recipe: &recipe,
        limits: defaults.with(&recipe.limits),
        file: &file,
    };
    for (name, from, case) in cases {
        let separator = if text.is_empty() { "" } else { "\n" };
        let _ = write!(text, "{separator}{}", Entry::of(name, from, case, &rules)?);
    }
    let read = parse(&text, &rules)?;
    let added = &read[read.len() - cases.len()..];
    for ((_, from, case), (from_read, case_read)) in cases.iter().zip(added) {
        if from != from_read || !case.is_as(case_read) {
            let message = format!(
                "{} would be read as another case; please report this",
                case.id
            );
            return Err(SuiteError::rule(file.display(), message));
        }
    }
    if !write_down {
        return Ok(());
    }
    replace_file(&writable(root)?.join(&file), text).map_err(SuiteError::io(&file))
}
