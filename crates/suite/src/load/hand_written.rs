//! Hand-written cases: `cases/<problem>/<suite>/NAME.in`, in the text or the `LeetCode`
//! form, with an optional `NAME.ans`, which must agree with the reference solver, and an
//! optional sidecar file `NAME.toml`:
//!
//! ```toml
//! from = "stress answer.py --seed 7"   # the origin, for people
//! limits = { cpu = "5s" }
//! variants = ["reversed"]              # the same case in other forms
//! ```

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::case::GameCase;
use crate::error::SuiteError;
use crate::files::{entries, read_text};
use crate::recipe::Recipe;
use cat_and_mouse::variant::Variant;
use mousetrap_model::{CaseId, LimitOverrides};
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::printable::named;
use mousetrap_util::root::Root;
use mousetrap_util::toml_file;

/// Reads the hand-written cases of a suite, sorted by name. Returns none if the directory
/// does not exist.
pub(super) fn read(root: &Root, recipe: &Recipe) -> Result<Vec<GameCase>, SuiteError> {
    let reader = Reader { root, recipe };
    let files = files(root, &recipe.suite.directory())?;
    let mut cases = Vec::new();
    for file in &files {
        if file.extension().is_none_or(|extension| extension != "in") {
            if !files.contains(&file.with_extension("in")) {
                return Err(SuiteError::rule(
                    named(file),
                    "there is no case of this name, a file that ends in .in; remove it",
                ));
            }
            continue;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if !is_portable_name(&name) {
            return Err(SuiteError::rule(
                named(file),
                "the name of a case is made of lower-case letters, digits, \"-\" and \"_\"; \
                 rename the file",
            ));
        }
        let id = CaseId(format!("{}/{name}", recipe.suite.suite));
        cases.extend(reader.case(id, file)?);
    }
    Ok(cases)
}

/// Returns the files of cases in a directory, sorted, relative to the project.
///
/// # Errors
/// If a directory is named like a file of a case.
fn files(root: &Root, directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let mut files = Vec::new();
    for entry in entries(root, directory)? {
        let extension = entry.name.extension().unwrap_or_default();
        let names_case = ["in", "ans", "toml"].iter().any(|kind| extension == *kind);
        let path = directory.join(&entry.name);
        if names_case && !entry.is_directory {
            files.push(path);
        } else if names_case {
            return Err(SuiteError::rule(
                named(path),
                "a directory with the name of a case; a case is a file, so rename or remove the \
                 directory",
            ));
        }
    }
    Ok(files)
}

/// The content of `NAME.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sidecar {
    limits: LimitOverrides,
    variants: Vec<Variant>,
    #[serde(rename = "from")]
    _from: Option<String>,
}

struct Reader<'a> {
    root: &'a Root,
    recipe: &'a Recipe,
}

impl Reader<'_> {
    /// Reads a case and makes its variants.
    fn case(&self, id: CaseId, file: &Path) -> Result<Vec<GameCase>, SuiteError> {
        let text = read_text(self.root, file)?
            .ok_or_else(|| SuiteError::io(file)(ErrorKind::NotFound.into()))?;
        let instance = self.recipe.suite.game.parse(&text, self.recipe.bounds);
        let instance = instance.map_err(|error| {
            let place = format!("{}:{}", named(file), error.line);
            SuiteError::rule(place, error.rule.to_string())
        })?;
        let instance = self.recipe.limited(instance, file)?;
        let sidecar_file = file.with_extension("toml");
        let sidecar = self.sidecar(&sidecar_file)?;
        let case = GameCase::solved(id, instance, self.recipe.limits.with(&sidecar.limits));
        self.check_answer(&file.with_extension("ans"), case.answer)?;
        let mut cases = vec![case];
        for variant in sidecar.variants {
            GameCase::push_variant(&mut cases, variant)
                .map_err(|error| SuiteError::rule(named(&sidecar_file), error.to_string()))?;
        }
        Ok(cases)
    }

    /// Reads a sidecar file. It is empty if the file does not exist.
    fn sidecar(&self, file: &Path) -> Result<Sidecar, SuiteError> {
        match read_text(self.root, file)? {
            Some(text) => Ok(toml_file::parse(file, &text)?),
            None => Ok(Sidecar::default()),
        }
    }

    /// Compares the answer in `file`, if the file exists, with that of the reference solver.
    fn check_answer(&self, file: &Path, answer: &str) -> Result<(), SuiteError> {
        let written = read_text(self.root, file)?;
        let Some(written) = written.filter(|text| text.trim() != answer) else {
            return Ok(());
        };
        let (game, written) = (self.recipe.suite.game, written.trim());
        let message = if game.replies().contains(&written) {
            format!("says {written}, but the reference solver finds {answer}; check the case")
        } else {
            let replies = game.replies().join(", ");
            format!("says {written:?}, but an answer of problem {game} is one of: {replies}")
        };
        Err(SuiteError::rule(named(file), message))
    }
}
