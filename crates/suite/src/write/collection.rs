//! Writes the collection of a suite. A collection that would not load is not written, and
//! one that a person wrote or changed is not replaced.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::case::{GameCase, SuiteName};
use crate::error::SuiteError;
use crate::files::{read_text, replace, writable};
use crate::load::{Entry, NewCase, ProjectSuites, SEAL, parse, read_recipe};
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::printable::hexadecimal;
use mousetrap_util::root::Root;

/// Checks that [`ProjectSuites::write_collection`] may create or replace the collection of a
/// suite. A collection is replaced only if its comment begins with `top` and nobody has
/// changed it since it was written.
///
/// # Errors
/// If the project is the built-in one, the name is not valid for a suite, or the collection
/// must stay.
pub fn may_write_collection(root: &Root, suite: &SuiteName, top: &str) -> Result<(), SuiteError> {
    writable(root, Path::new("cases"))?;
    let name = &suite.suite;
    if !is_portable_name(name) {
        let message = "a name is made of lower-case letters, digits, \"-\" and \"_\"";
        return Err(SuiteError::rule(format!("suite \"{name}\""), message));
    }
    let file = suite.collection_file();
    let Some(text) = read_text(root, &file)? else {
        return Ok(());
    };
    let message = if !text.starts_with(&format!("# {top}")) {
        format!("this suite stays, as it does not begin with \"# {top}\"; choose another name")
    } else if !is_sealed(&text) {
        "this suite stays, as it was changed since it was written; choose another name, or \
         remove the file"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(SuiteError::rule(file.display(), message))
}

impl ProjectSuites<'_> {
    /// Replaces the collection of a suite by these cases, each with its origin. `header`
    /// becomes the comment at the top. A case with the name of an earlier one gets a number.
    ///
    /// # Errors
    /// If a case breaks a rule of the suite, the suite could not be loaded with the cases,
    /// or the file cannot be written; its previous content then stays.
    pub fn write_collection(
        &mut self,
        suite: &SuiteName,
        header: &str,
        cases: &[(String, &GameCase)],
    ) -> Result<(), SuiteError> {
        let mut taken = BTreeSet::new();
        let mut new_cases: Vec<NewCase<'_>> = Vec::new();
        for (from, case) in cases {
            let base = new_cases.iter_mut().find_map(|new| {
                let variant = new.case.variant_to(case)?;
                Some((new, variant))
            });
            if let Some((new, variant)) = base {
                new.variants.push(variant);
                continue;
            }
            let name = case.id.name();
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let mut names = std::iter::once(name.to_owned()).chain(numbered);
            let free = names.find(|name| taken.insert(name.clone()));
            new_cases.push(NewCase {
                name: free.expect("numbers do not end"),
                from,
                case: (*case).clone(),
                variants: Vec::new(),
            });
        }
        let body = self.extended_collection(suite, String::new(), &new_cases)?;
        let mut text = String::new();
        for line in header.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = write!(text, "{SEAL}{}\n\n{body}", checksum(&body));
        replace(self.root, &suite.collection_file(), &text)
    }

    /// Appends cases to the text of a collection.
    ///
    /// # Errors
    /// If a case would be read back as another one, or the suite could not be loaded.
    pub(super) fn extended_collection(
        &mut self,
        suite: &SuiteName,
        mut text: String,
        cases: &[NewCase<'_>],
    ) -> Result<String, SuiteError> {
        let recipe = read_recipe(self.root, suite, self.limits)?;
        let mut count = 0;
        for new in cases {
            let separator = if text.is_empty() { "" } else { "\n" };
            let _ = write!(text, "{separator}{}", Entry::new(new, &recipe)?);
            count += 1 + new.variants.len();
        }
        let read = parse(&text, &recipe)?;
        let added = read[read.len() - count..].iter();
        let mut added = added.filter(|(_, case)| case.variant.is_none());
        for NewCase { from, case, .. } in cases {
            let is_same =
                |(from_read, read): &(String, GameCase)| from == from_read && case.is_as(read);
            if !added.next().is_some_and(is_same) {
                let message = format!(
                    "{} would be read as another case; please report this",
                    case.id
                );
                let file = suite.collection_file();
                return Err(SuiteError::rule(file.display(), message));
            }
        }
        self.make_with(self.root, suite, read)?;
        Ok(text)
    }
}

/// Returns whether [`ProjectSuites::write_collection`] wrote this text.
fn is_sealed(text: &str) -> bool {
    let sealed = text.split_once(&format!("\n{SEAL}"));
    let sealed = sealed.and_then(|(_, rest)| rest.split_once("\n\n"));
    sealed.is_some_and(|(seal, body)| seal == checksum(body))
}

fn checksum(body: &str) -> String {
    hexadecimal(&Sha256::digest(body))
}
