//! Adds cases to the collection of a suite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::slice;

use super::collection::NewCase;
use super::generated_files::write_suites;
use crate::case::{GameCase, SuiteName};
use crate::error::SuiteError;
use crate::load::{ProjectSuites, list};
use crate::project_files::{path_for_writing, read_text, write_text};
use cat_and_mouse::Instance;
use mousetrap_model::CaseId;

/// A case to be added to a collection.
#[derive(Debug)]
pub struct AddedCase {
    /// The instance.
    pub instance: Instance,
    /// The first part of the case's name, to which a number is appended.
    pub name: String,
    /// A note about the case's origin, for people who read the file.
    pub from: String,
}

/// The result of adding a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdditionOutcome {
    /// The case was added under this name.
    New(CaseId),
    /// The suite already has the same case, or a mirrored, rotated or renumbered copy, under this
    /// name.
    Known(CaseId),
}

impl ProjectSuites<'_> {
    /// Adds cases to the collection `cases/<problem>/<suite>.toml` and to the lock file. Skips
    /// cases that are equivalent by symmetry to a case of the suite. Existing cases of the
    /// collection are not changed. If `dry_run` is set, nothing is written.
    ///
    /// # Errors
    /// Returns an error, and adds no case, if the suite cannot be read or a file cannot be written.
    pub fn add_to_collection(
        &mut self,
        suite: &SuiteName,
        additions: &[AddedCase],
        dry_run: bool,
    ) -> Result<Vec<AdditionOutcome>, SuiteError> {
        path_for_writing(self.root, Path::new("cases"))?;
        let cases = self.cases_without_lock_check(suite)?;
        let mut forms: BTreeMap<String, CaseId> = cases
            .iter()
            .map(|case| (case.instance.canonical_text(), case.id.clone()))
            .collect();
        let mut taken: BTreeSet<CaseId> = cases.into_iter().map(|case| case.id).collect();
        let file = suite.collection_file();
        let old = read_text(self.root, &file)?.unwrap_or_default();
        let mut new_cases: Vec<NewCase<'_>> = Vec::new();
        let mut added = Vec::new();
        for addition in additions {
            let form = addition.instance.canonical_text();
            if let Some(known) = forms.get(&form) {
                added.push(AdditionOutcome::Known(known.clone()));
                continue;
            }
            let id = unused_id(&suite.suite, addition, &taken);
            new_cases.push(NewCase {
                name: id.name().to_owned(),
                from: &addition.from,
                case: GameCase::from_instance(id.clone(), addition.instance.clone(), self.limits),
                variants: Vec::new(),
            });
            forms.insert(form, id.clone());
            taken.insert(id.clone());
            added.push(AdditionOutcome::New(id));
        }
        if new_cases.is_empty() {
            return Ok(added);
        }
        let text = self.extended_collection(suite, old, &new_cases)?;
        if !dry_run {
            write_text(self.root, &file, &text)?;
            let made = self.build_all(slice::from_ref(suite))?;
            write_suites(self.root, &made, &list(self.root)?)?;
        }
        Ok(added)
    }
}

/// Returns an unused name for the new case: its base name, followed by the smallest possible
/// number.
fn unused_id(suite: &str, addition: &AddedCase, taken: &BTreeSet<CaseId>) -> CaseId {
    let is_invalid = |c| !matches!(c, 'a'..='z' | '0'..='9' | '_');
    let stem = addition.name.to_ascii_lowercase().replace(is_invalid, "-");
    let stem = match stem.trim_matches('-') {
        "" => "case",
        stem => stem,
    };
    let mut ids = (1..).map(|number| CaseId(format!("{suite}/{stem}-{number}")));
    ids.find(|id| !taken.contains(id))
        .expect("there are infinitely many numbers")
}
