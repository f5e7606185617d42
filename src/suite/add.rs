//! Adding many cases to the collection of a suite at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::collection::file;
use super::error::SuiteError;
use super::generated::{writable, write};
use super::keep::plain;
use super::load::{SuiteName, list, make};
use super::program::Programs;
use super::{Case, CaseId, Limits};
use crate::problem::Instance;
use crate::replace::replace_file;
use crate::root::Root;

/// A case to be added.
#[derive(Debug)]
pub struct Addition {
    /// The case.
    pub instance: Box<dyn Instance>,
    /// The name wanted for it; it gets a number where that is taken, and with
    /// `numbered` in any case.
    pub name: String,
    /// Whether its name always ends with a number.
    pub numbered: bool,
    /// Where it comes from, for people.
    pub from: String,
}

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new, and has this name.
    New(CaseId),
    /// It was there already, up to symmetry, under this name.
    Known(CaseId),
}

/// Adds cases to the collection `cases/<problem>/<suite>.toml` and to the lock,
/// less those that are there already up to symmetry. What stands in the
/// collection stays as it is. Without `write_down` nothing is written.
///
/// # Errors
/// If the suite cannot be read or a file not be written. The cases are there
/// all or none.
pub fn add(
    root: &Root,
    suite: &SuiteName,
    additions: &[Addition],
    limits: Limits,
    programs: &mut dyn Programs,
    write_down: bool,
) -> Result<Vec<Added>, SuiteError> {
    let folder = writable(root)?;
    let Some(problem) = additions.first().map(|first| first.instance.problem()) else {
        return Ok(Vec::new());
    };
    let cases = if list(root)?.contains(suite) {
        make(root, problem, &suite.suite, limits, programs)?.cases
    } else {
        Vec::new()
    };
    let mut forms: BTreeMap<String, CaseId> = cases
        .iter()
        .map(|case| (case.instance.canonical(), case.id.clone()))
        .collect();
    let mut taken: BTreeSet<CaseId> = cases.into_iter().map(|case| case.id).collect();
    let file = file(suite.problem, &suite.suite);
    let old = root.read_text(&file).map_err(SuiteError::io(&file))?;
    let mut text = old.unwrap_or_default();
    let mut added = Vec::new();
    for addition in additions {
        let form = addition.instance.canonical();
        if let Some(known) = forms.get(&form) {
            added.push(Added::Known(known.clone()));
            continue;
        }
        let id = free(&suite.suite, addition, &taken);
        let case = Case::solved(id.clone(), addition.instance.cloned(), limits);
        entry(&mut text, &case, &addition.from);
        forms.insert(form, id.clone());
        taken.insert(id.clone());
        added.push(Added::New(id));
    }
    if write_down && added.iter().any(|added| matches!(added, Added::New(_))) {
        replace_file(&folder.join(&file), &text).map_err(SuiteError::io(&file))?;
        let made = make(root, problem, &suite.suite, limits, programs)?;
        write(root, &[made], &list(root)?)?;
    }
    Ok(added)
}

/// A name that no case has yet.
fn free(suite: &str, addition: &Addition, taken: &BTreeSet<CaseId>) -> CaseId {
    let stem: String = addition.name.chars().map(plain).collect();
    let stem = match stem.trim_matches('-') {
        "" => "case",
        stem => stem,
    };
    let bare = (!addition.numbered).then(|| CaseId(format!("{suite}/{stem}")));
    let numbers = (1..).map(|number| CaseId(format!("{suite}/{stem}-{number}")));
    let mut names = bare.into_iter().chain(numbers);
    names
        .find(|id| !taken.contains(id))
        .expect("numbers do not end")
}

/// Appends a case to the text of a collection.
fn entry(text: &mut String, case: &Case, from: &str) {
    let name = case.id.0.rsplit('/').next().unwrap_or(&case.id.0);
    let from = toml::Value::from(from);
    let separator = if text.is_empty() { "" } else { "\n" };
    let _ = write!(
        text,
        "{separator}[[case]]\nname = \"{name}\"\nfrom = {from}\nanswer = \"{}\"\n",
        case.answer
    );
    if let Some(depth) = case.outcome.depth() {
        let _ = writeln!(text, "depth = {depth}");
    }
    let _ = write!(text, "input = \"\"\"\n{}\"\"\"\n", case.input);
}
