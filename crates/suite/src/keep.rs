//! Adding a case that was found to a suite.

use std::path::{Path, PathBuf};

use super::case::{Case, CaseId, SuiteName};
use super::error::SuiteError;
use super::files::{list, writable};
use super::generated::write;
use super::load::{make, present};
use super::program::Programs;
use cat_and_mouse::problem::Instance;
use mousetrap_base::Limits;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;

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
    let directory = writable(root)?;
    let problem = instance.problem();
    let cases = present(root, suite, limits, programs)?;
    let form = instance.canonical();
    let same = |case: &&Case| case.instance.canonical() == form;
    if let Some(known) = cases.iter().find(same) {
        return Ok(Kept::Known(known.id.clone()));
    }
    let stem: String = stem.chars().map(plain).collect();
    let id = |number: usize| CaseId(format!("{}/{stem}-{number}", suite.suite));
    let free = |number: &usize| cases.iter().all(|case| case.id != id(*number));
    let number = (1..=cases.len() + 1).find(free);
    let number = number.expect("there are more numbers than cases");
    let file = Path::new("cases")
        .join(problem.id())
        .join(format!("{}.in", id(number)));
    let answer = instance.reply(instance.solve());
    let origin = toml::Table::from_iter([("from".to_owned(), from.into())]);
    // The input comes last: without it there is no case.
    for (extension, text) in [
        ("ans", format!("{answer}\n")),
        ("toml", origin.to_string()),
        ("in", instance.text()),
    ] {
        let file = file.with_extension(extension);
        replace_file(&directory.join(&file), &text).map_err(SuiteError::io(&file))?;
    }
    let made = make(root, suite, limits, programs)?;
    write(root, &[made], &list(root)?)?;
    Ok(Kept::New(file))
}

/// A character as names of cases have them.
pub(super) fn plain(c: char) -> char {
    match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9' | '_') => c,
        _ => '-',
    }
}
