//! Adding cases to a suite: many at once to its collection, or one that was found
//! to those written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::case::{Case, SuiteName};
use super::error::SuiteError;
use super::files::{collection_file, list, writable};
use super::generated::write;
use super::load::present;
use super::make::make;
use super::programs::Programs;
use super::put::{Named, extended, put};
use cat_and_mouse::Instance;
use cat_and_mouse::variant::Variant;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;

/// A case to be added.
#[derive(Debug)]
pub struct Addition {
    /// The case.
    pub instance: Instance,
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
/// less those that are there already up to symmetry; but one that has the name of
/// a variant of another addition, and is it, stays that. What stands in the
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
    writable(root, Path::new("cases"))?;
    let cases = present(root, suite, limits, programs)?;
    let mut forms: BTreeMap<String, CaseId> = cases
        .iter()
        .map(|case| (case.instance.canonical(), case.id.clone()))
        .collect();
    let mut taken: BTreeSet<CaseId> = cases.into_iter().map(|case| case.id).collect();
    let file = collection_file(suite.problem, &suite.suite);
    let old = root.read_text(&file).map_err(SuiteError::io(&file))?;
    let mut fresh: Vec<(&str, Case, Vec<Variant>)> = Vec::new();
    let mut added = Vec::new();
    for addition in additions {
        let form = addition.instance.canonical();
        if let Some(known) = forms.get(&form) {
            let base = fresh.iter_mut().find(|(_, case, _)| case.id == *known);
            let varied = base.and_then(|(_, case, variants)| {
                let varied = new_variant(case, variants, addition)?;
                variants.push(varied.variant?);
                Some(varied.id)
            });
            added.push(match varied.filter(|id| taken.insert(id.clone())) {
                Some(id) => Added::New(id),
                None => Added::Known(known.clone()),
            });
            continue;
        }
        let id = free(&suite.suite, &addition.name, addition.numbered, &taken);
        let case = Case::solved(id.clone(), addition.instance.clone(), limits);
        fresh.push((&addition.from, case, Vec::new()));
        forms.insert(form, id.clone());
        taken.insert(id.clone());
        added.push(Added::New(id));
    }
    if fresh.is_empty() {
        return Ok(added);
    }
    let text = old.unwrap_or_default();
    let fresh: Vec<Named<'_>> = fresh
        .iter()
        .map(|(from, case, variants)| Named {
            name: case.id.name().to_owned(),
            from,
            case,
            variants: variants.clone(),
        })
        .collect();
    let text = extended(root, suite, text, &fresh, limits, programs)?;
    if write_down {
        put(root, suite, &text)?;
        let made = make(root, suite, limits, programs)?;
        write(root, &[made], &list(root)?)?;
    }
    Ok(added)
}

/// The variant of a case that an addition is by its name, if the case does not
/// have it yet.
fn new_variant(case: &Case, has: &[Variant], addition: &Addition) -> Option<Case> {
    let all = Variant::of_problem(addition.instance.game()).iter();
    let mut varied = all
        .filter(|variant| !has.contains(variant))
        .filter_map(|variant| case.varied(*variant));
    let text = addition.instance.text();
    varied.find(|one| one.id.name() == addition.name && one.input == text && text != case.input)
}

/// Where a case is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In a new file, named from the project.
    New(PathBuf),
    /// It was there already, up to symmetry, under this name.
    Known(CaseId),
}

/// Adds a case to the hand-written ones of a suite and to the lock, unless it
/// is there already. Its name is `stem` with the first number that is free;
/// `from` says where it comes from.
///
/// # Errors
/// If the suite cannot be read or a file not be written. The case is there as
/// a whole or not at all.
pub fn keep(
    root: &Root,
    suite: &SuiteName,
    stem: &str,
    instance: &Instance,
    from: &str,
    limits: Limits,
    programs: &mut dyn Programs,
) -> Result<Kept, SuiteError> {
    writable(root, Path::new("cases"))?;
    let problem = instance.game();
    let cases = present(root, suite, limits, programs)?;
    let form = instance.canonical();
    let same = |case: &&Case| case.instance.canonical() == form;
    if let Some(known) = cases.iter().find(same) {
        return Ok(Kept::Known(known.id.clone()));
    }
    let taken = cases.into_iter().map(|case| case.id).collect();
    let id = free(&suite.suite, stem, true, &taken);
    let file = Path::new("cases")
        .join(problem.id())
        .join(format!("{id}.in"));
    let answer = instance.reply(instance.solve());
    let origin = toml::Table::from_iter([("from".to_owned(), from.into())]);
    // The input comes last: without it there is no case.
    for (extension, text) in [
        ("ans", format!("{answer}\n")),
        ("toml", origin.to_string()),
        ("in", instance.text()),
    ] {
        let file = file.with_extension(extension);
        replace_file(&writable(root, &file)?, &text).map_err(SuiteError::io(&file))?;
    }
    let made = make(root, suite, limits, programs)?;
    write(root, &[made], &list(root)?)?;
    Ok(Kept::New(file))
}

/// A name that no case has yet.
fn free(suite: &str, name: &str, numbered: bool, taken: &BTreeSet<CaseId>) -> CaseId {
    let stem: String = name.chars().map(plain).collect();
    let stem = match stem.trim_matches('-') {
        "" => "case",
        stem => stem,
    };
    let bare = (!numbered).then(|| CaseId(format!("{suite}/{stem}")));
    let numbers = (1..).map(|number| CaseId(format!("{suite}/{stem}-{number}")));
    let mut names = bare.into_iter().chain(numbers);
    names
        .find(|id| !taken.contains(id))
        .expect("numbers do not end")
}

/// A character as names of cases have them.
fn plain(c: char) -> char {
    match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9' | '_') => c,
        _ => '-',
    }
}
