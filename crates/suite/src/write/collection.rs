//! Writes the collection of a suite. Refuses to write a text that could not be loaded again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::case::{GameCase, SuiteName};
use crate::error::SuiteError;
use crate::load::{ProjectSuites, parse_collection, read_instance, read_recipe};
use crate::project_files::{path_for_writing, read_text, write_text};
use crate::recipe::Recipe;
use cat_and_mouse::variant::Variant;
use mousetrap_model::LimitOverrides;
use mousetrap_util::Choice as _;
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::project::Project;

/// Checks that [`ProjectSuites::write_collection`] may create the collection of a suite.
///
/// # Errors
/// Returns an error if the project is the built-in one, if the suite's name is not valid, or if the
/// collection already exists.
pub fn check_new_collection(root: &Project, suite: &SuiteName) -> Result<(), SuiteError> {
    path_for_writing(root, Path::new("cases"))?;
    let name = &suite.suite;
    if !is_portable_name(name) {
        let message = "a name may contain only lower-case letters, digits, \"-\" and \"_\"";
        return Err(SuiteError::new(format!("suite \"{name}\""), message));
    }
    let file = suite.collection_file();
    if read_text(root, &file)?.is_none() {
        return Ok(());
    }
    let message = "already exists; choose another name, or remove the file";
    Err(SuiteError::new(file.display(), message))
}

/// A case to be written to a collection, with its variants.
pub(super) struct NewCase<'a> {
    /// The case's name within the suite.
    pub(super) name: String,
    /// A note about the case's origin, for people who read the file.
    pub(super) from: &'a str,
    pub(super) case: GameCase,
    pub(super) variants: Vec<Variant>,
}

/// Returns the text of a collection's entry for a case and its variants.
///
/// # Errors
/// Returns an error if the case breaks a rule of the suite.
fn collection_entry(new: &NewCase<'_>, recipe: &Recipe) -> Result<String, SuiteError> {
    let (name, from, variants) = (&new.name, new.from, &new.variants);
    // The pattern lists all fields, so that the compiler reports each new field that is not
    // written.
    let GameCase {
        id,
        instance,
        input,
        outcome,
        answer,
        limits,
        record,
        variant: _,
    } = &new.case;
    let usual = read_instance(recipe, input).map_err(|error| {
        let suite = &recipe.suite;
        let message = format!(
            "cannot be added to suite {suite}: {error}; if the case exceeds contest size, create a \
             recipe generators/{suite}.toml with `extended = true`"
        );
        SuiteError::new(id, message)
    })?;
    let max_plies = instance.max_plies();
    let max_plies = max_plies.filter(|_| max_plies != usual.max_plies());
    let limits = limits.differences_from(recipe.limits);
    let quoted = |text: &str| format!("\"{text}\"");
    let variants: Vec<String> = variants.iter().map(|one| quoted(one.name())).collect();
    let mut text = format!("[[case]]\nname = \"{name}\"\n");
    for (key, value) in [
        (
            "from",
            (!from.is_empty()).then(|| toml::Value::from(from).to_string()),
        ),
        ("answer", Some(quoted(answer))),
        ("depth", outcome.depth().map(|depth| depth.to_string())),
        ("max_plies", max_plies.map(|plies| plies.to_string())),
        (
            "limits",
            (limits != LimitOverrides::default()).then(|| limits.to_string()),
        ),
        ("record", record.map(|record| quoted(&record.to_string()))),
        (
            "variants",
            (!variants.is_empty()).then(|| format!("[{}]", variants.join(", "))),
        ),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    let _ = write!(text, "input = \"\"\"\n{input}\"\"\"\n");
    Ok(text)
}

impl ProjectSuites<'_> {
    /// Writes the collection of a suite. `cases` contains the cases, each with its origin. `header`
    /// becomes the comment at the top of the file. If two cases have the same name, a number is
    /// appended to the second name.
    ///
    /// # Errors
    /// Returns an error if a case breaks a rule of the suite, if the suite could not be loaded with
    /// the cases, or if the file cannot be written.
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
                let variant = new.case.variant_kind_of(case)?;
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
                name: free.expect("there are infinitely many numbers"),
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
        let _ = write!(text, "\n{body}");
        write_text(self.root, &suite.collection_file(), &text)
    }

    /// Appends cases to the text of a collection and checks that the suite can be loaded with them.
    ///
    /// # Errors
    /// Returns an error if the suite could not be loaded with the cases.
    pub(super) fn extended_collection(
        &mut self,
        suite: &SuiteName,
        mut text: String,
        cases: &[NewCase<'_>],
    ) -> Result<String, SuiteError> {
        let recipe = read_recipe(self.root, suite, self.limits)?;
        for new in cases {
            let separator = if text.is_empty() { "" } else { "\n" };
            let _ = write!(text, "{separator}{}", collection_entry(new, &recipe)?);
        }
        let collected = parse_collection(&text, &recipe)?;
        self.build_with_collection(self.root, suite, collected)?;
        Ok(text)
    }
}
