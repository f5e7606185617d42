//! Writing the collection of a suite: nothing that would not load, and nothing
//! over what somebody else has written.

use std::path::Path;

use std::collections::BTreeSet;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::case::{Case, SuiteName};
use super::collection::{Entry, Rules, parse};
use super::error::SuiteError;
use super::files::{SEAL, collection_file, recipe_of, writable};
use super::make::make_with;
use super::programs::Programs;
use cat_and_mouse::variant::Variant;
use mousetrap_base::file_name::is_portable_name;
use mousetrap_base::printable::hexadecimal;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;
use mousetrap_model::Limits;

/// Says whether [`write_collection`] may make or replace the collection of a
/// suite: only one whose comment on top begins with this is replaced, if nobody
/// has changed it since.
///
/// # Errors
/// If the project is the built-in one, the name is none for a suite, or the
/// collection is somebody's own.
pub fn may_write_collection(root: &Root, suite: &SuiteName, top: &str) -> Result<(), SuiteError> {
    writable(root, Path::new("cases"))?;
    let name = &suite.suite;
    if !is_portable_name(name) {
        let message = "a name is made of lower-case letters, digits, \"-\" and \"_\"";
        return Err(SuiteError::rule(format!("suite \"{name}\""), message));
    }
    let file = collection_file(suite.problem, name);
    let there = root.read_text(&file).map_err(SuiteError::io(&file))?;
    let Some(text) = there else {
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

/// Replaces the collection of a suite by these cases, each with a word on
/// where it comes from. `header` is put on top as a comment. A case whose name
/// another one has gets a number. `defaults` are the limits of the project.
///
/// # Errors
/// If a case breaks a rule of the suite, the suite could not be loaded with them,
/// or the file cannot be written; what stood there before then stays.
pub fn write_collection(
    root: &Root,
    suite: &SuiteName,
    header: &str,
    cases: &[(String, &Case)],
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<(), SuiteError> {
    let mut taken = BTreeSet::new();
    let mut named: Vec<Named<'_>> = Vec::new();
    for (from, case) in cases {
        let base = named.iter_mut().find_map(|one| {
            let variant = one.case.variant_to(case)?;
            Some((one, variant))
        });
        if let Some((one, variant)) = base {
            one.variants.push(variant);
            continue;
        }
        let name = case.id.name();
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| taken.insert(name.clone()));
        named.push(Named {
            name: free.expect("numbers do not end"),
            from,
            case,
            variants: Vec::new(),
        });
    }
    let body = extended(root, suite, String::new(), &named, defaults, programs)?;
    let mut text = String::new();
    for line in header.lines() {
        let _ = writeln!(text, "# {line}");
    }
    let _ = write!(text, "{SEAL}{}\n\n{body}", sum(&body));
    put(root, suite, &text)
}

/// A case that is to be written, with its variants.
pub(super) struct Named<'a> {
    pub(super) name: String,
    pub(super) from: &'a str,
    pub(super) case: &'a Case,
    pub(super) variants: Vec<Variant>,
}

/// The text of a collection with these cases under their names after what is
/// there.
///
/// # Errors
/// If a case would not be read as it is meant, or the suite not be loaded.
pub(super) fn extended(
    root: &Root,
    suite: &SuiteName,
    mut text: String,
    cases: &[Named<'_>],
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<String, SuiteError> {
    let recipe = recipe_of(root, suite.problem, &suite.suite)?;
    let rules = Rules::new(suite.problem, &suite.suite, &recipe, defaults);
    let mut count = 0;
    for Named {
        name,
        from,
        case,
        variants,
    } in cases
    {
        let separator = if text.is_empty() { "" } else { "\n" };
        let entry = Entry::of(name, from, case, variants.iter().copied(), &rules)?;
        let _ = write!(text, "{separator}{entry}");
        count += 1 + variants.len();
    }
    let read = parse(&text, &rules)?;
    let added = read[read.len() - count..].iter();
    let mut added = added.filter(|(_, case)| case.variant.is_none());
    for Named { from, case, .. } in cases {
        let as_meant = added
            .next()
            .is_some_and(|(from_read, read)| from == from_read && case.is_as(read));
        if !as_meant {
            let message = format!(
                "{} would be read as another case; please report this",
                case.id
            );
            return Err(SuiteError::rule(rules.file.display(), message));
        }
    }
    make_with(root, suite, read, defaults, programs)?;
    Ok(text)
}

/// Replaces the collection of a suite.
pub(super) fn put(root: &Root, suite: &SuiteName, text: &str) -> Result<(), SuiteError> {
    let file = collection_file(suite.problem, &suite.suite);
    replace_file(&writable(root, &file)?, text).map_err(SuiteError::io(&file))
}

/// Whether a text still is what [`write_collection`] has written.
fn is_sealed(text: &str) -> bool {
    let sealed = text.split_once(&format!("\n{SEAL}"));
    let sealed = sealed.and_then(|(_, rest)| rest.split_once("\n\n"));
    sealed.is_some_and(|(seal, body)| seal == sum(body))
}

fn sum(body: &str) -> String {
    hexadecimal(&Sha256::digest(body))
}
