//! Cases written by hand: `cases/<problem>/<suite>/NAME.in`, in the text or
//! the `LeetCode` form, with an optional `NAME.ans` that must agree with the
//! reference, and an optional `NAME.toml`:
//!
//! ```toml
//! from = "stress answer.py --seed 7"   # where it comes from, for people
//! limits = { cpu = "5s" }
//! variants = ["reversed"]              # the same asked again in other forms
//! ```
//!
//! Without a `NAME.in` beside it, `NAME.toml` is about the case of this name that
//! the recipe draws.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Case;
use super::collection::varied;
use super::draw::with_max_plies;
use super::error::SuiteError;
use crate::generate::Recipe;
use cat_and_mouse::Game;
use cat_and_mouse::variant::Variant;
use mousetrap_base::file_name::is_portable_name;
use mousetrap_base::printable::named;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file;
use mousetrap_model::CaseId;
use mousetrap_model::{LimitOverrides, Limits};

/// What stands in the directory of a suite.
pub(super) struct ByHand {
    /// The hand-written cases, by name.
    pub(super) cases: Vec<Case>,
    /// What is said of cases that stand elsewhere.
    pub(super) sidecars: Vec<Beside>,
}

/// A `NAME.toml` without a `NAME.in`.
pub(super) struct Beside {
    file: PathBuf,
    sidecar: Sidecar,
}

impl Beside {
    /// Gives the case of its name what it says.
    pub(super) fn apply(self, cases: &mut [Case]) -> Result<(), SuiteError> {
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let case = cases.iter_mut().find(|case| case.id.name() == name);
        let case = case.ok_or_else(|| {
            let message = format!(
                "this suite has no case \"{name}\", neither drawn nor as {name}.in; rename the \
                 file after a case, or remove it"
            );
            SuiteError::rule(named(&self.file), message)
        })?;
        if !self.sidecar.variants.is_empty() {
            let message =
                format!("variants belong to a case that stands in {name}.in; remove them");
            return Err(SuiteError::rule(named(&self.file), message));
        }
        case.limits = case.limits.with(&self.sidecar.limits);
        Ok(())
    }
}

/// Reads the directory of a suite. One that does not exist has nothing in it.
pub(super) fn read(
    root: &Root,
    problem: Game,
    suite: &str,
    recipe: &Recipe,
    limits: Limits,
) -> Result<ByHand, SuiteError> {
    let directory = Path::new("cases").join(problem.id()).join(suite);
    let reader = Reader {
        root,
        problem,
        recipe,
        limits,
    };
    let mut cases = Vec::new();
    let files = files(root, &directory)?;
    let of_kind = |kind: &str| -> Vec<PathBuf> {
        let is_kind = |file: &&PathBuf| file.extension().is_some_and(|found| found == kind);
        files.iter().filter(is_kind).cloned().collect()
    };
    for file in of_kind("in") {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if !is_portable_name(&name) {
            return Err(SuiteError::rule(
                named(&file),
                "the name of a case is made of lower-case letters, digits, \"-\" and \"_\"; \
                 rename the file",
            ));
        }
        let id = CaseId(format!("{suite}/{name}"));
        cases.extend(reader.case(id, &file)?);
    }
    let is_alone = |file: &PathBuf| !files.contains(&file.with_extension("in"));
    if let Some(answer) = of_kind("ans").into_iter().find(is_alone) {
        return Err(SuiteError::rule(
            named(&answer),
            "there is no case of this name beside it, a file that ends in .in; remove it",
        ));
    }
    let sidecars = of_kind("toml").into_iter().filter(is_alone).map(|file| {
        let sidecar = reader.sidecar(&file)?;
        Ok(Beside { file, sidecar })
    });
    Ok(ByHand {
        cases,
        sidecars: sidecars.collect::<Result<_, SuiteError>>()?,
    })
}

/// The files of a directory, sorted, named from the root.
///
/// # Errors
/// A directory that is named like a part of a case.
fn files(root: &Root, directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let entries = root.entries(directory).map_err(SuiteError::io(directory))?;
    let names_case = |name: &Path| {
        let extension = name.extension().unwrap_or_default();
        ["in", "ans", "toml"].iter().any(|kind| extension == *kind)
    };
    let mut directories = entries.iter().filter(|entry| entry.is_directory);
    if let Some(entry) = directories.find(|entry| names_case(&entry.name)) {
        return Err(SuiteError::rule(
            named(directory.join(&entry.name)),
            "a directory with the name of a case; a case is a file, so rename or remove the \
             directory",
        ));
    }
    let files = entries.into_iter().filter(|entry| !entry.is_directory);
    Ok(files.map(|entry| directory.join(entry.name)).collect())
}

/// What `NAME.toml` may say.
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
    problem: Game,
    recipe: &'a Recipe,
    limits: Limits,
}

impl Reader<'_> {
    /// A case and its variants.
    fn case(&self, id: CaseId, file: &Path) -> Result<Vec<Case>, SuiteError> {
        let text = self
            .text(file)?
            .ok_or_else(|| SuiteError::io(file)(ErrorKind::NotFound.into()))?;
        let instance = self
            .problem
            .parse(&text, self.recipe.bounds)
            .map_err(|error| {
                let place = format!("{}:{}", named(file), error.line);
                SuiteError::rule(place, error.rule.to_string())
            })?;
        let instance = with_max_plies(instance, self.recipe, file)?;
        let beside = file.with_extension("toml");
        let sidecar = self.sidecar(&beside)?;
        let limits = self.limits.with(&sidecar.limits);
        let case = Case::solved(id, instance, limits);
        self.compare(&file.with_extension("ans"), case.answer)?;
        let mut cases = vec![case];
        for variant in sidecar.variants {
            let varied = varied(&cases, variant);
            cases
                .push(varied.map_err(|error| SuiteError::rule(named(&beside), error.to_string()))?);
        }
        Ok(cases)
    }

    /// What stands beside a case; nothing without a sidecar.
    fn sidecar(&self, file: &Path) -> Result<Sidecar, SuiteError> {
        match self.text(file)? {
            Some(text) => Ok(toml_file::parse(file, &text)?),
            None => Ok(Sidecar::default()),
        }
    }

    /// Checks an answer written by hand, if there is one.
    fn compare(&self, file: &Path, answer: &str) -> Result<(), SuiteError> {
        let Some(written) = self.text(file)? else {
            return Ok(());
        };
        let written = written.trim();
        if written == answer {
            return Ok(());
        }
        let message = if self.problem.replies().contains(&written) {
            format!("says {written}, but the reference solver finds {answer}; check the case")
        } else {
            format!(
                "says {written:?}, but an answer of problem {} is one of: {}",
                self.problem.id(),
                self.problem.replies().join(", ")
            )
        };
        Err(SuiteError::rule(named(file), message))
    }

    /// The content of a file, none if it does not exist.
    fn text(&self, file: &Path) -> Result<Option<String>, SuiteError> {
        self.root.read_text(file).map_err(SuiteError::io(file))
    }
}
