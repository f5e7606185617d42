//! Which suites a project has, what they say of themselves, and where their parts
//! lie.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::case::SuiteName;
use super::error::SuiteError;
use super::lock::Lock;
use crate::generate::{Recipe, Source};
use cat_and_mouse::Game;
use mousetrap_base::root::{Entry, Root};

/// The suites of a project, problem by problem, each in alphabetical order.
///
/// # Errors
/// If a directory cannot be read.
pub fn list(root: &Root) -> Result<Vec<SuiteName>, SuiteError> {
    let mut names = Vec::new();
    for problem in Game::ALL {
        let mut suites = BTreeSet::new();
        let recipes = Path::new("generators").join(problem.id());
        let cases = Path::new("cases").join(problem.id());
        for (directory, with_directories) in [(recipes, false), (cases, true)] {
            let entries = root
                .entries(&directory)
                .map_err(SuiteError::io(&directory))?;
            for Entry { name, is_directory } in entries {
                if name
                    .extension()
                    .is_some_and(|extension| extension == "toml")
                {
                    suites.insert(name.with_extension(""));
                } else if is_directory && with_directories {
                    suites.insert(name);
                }
            }
        }
        names.extend(suites.into_iter().map(|suite| SuiteName {
            problem,
            suite: suite.to_string_lossy().into_owned(),
        }));
    }
    Ok(names)
}

/// Where the recipe of a suite lies, named from the project.
pub(super) fn recipe_file(problem: Game, suite: &str) -> PathBuf {
    Path::new("generators")
        .join(problem.id())
        .join(format!("{suite}.toml"))
}

/// Where the collection of a suite lies, likewise.
pub(super) fn collection_file(problem: Game, suite: &str) -> PathBuf {
    Path::new("cases")
        .join(problem.id())
        .join(format!("{suite}.toml"))
}

/// The recipe of a suite; an empty one where it has none.
pub(super) fn recipe_of(root: &Root, problem: Game, suite: &str) -> Result<Recipe, SuiteError> {
    let file = recipe_file(problem, suite);
    match root.read_text(&file).map_err(SuiteError::io(&file))? {
        Some(text) => {
            let mut recipe = Recipe::parse(problem, suite, &file, &text)?;
            // A program may lie beside the recipe as well.
            for row in &mut recipe.rows {
                if let Source::Program { file, .. } = &mut row.source {
                    let beside = format!("{}/{file}", problem.id());
                    let path = Path::new("generators").join(&beside);
                    if root.read(&path).map_err(SuiteError::io(&path))?.is_some() {
                        *file = beside;
                    }
                }
            }
            Ok(recipe)
        }
        None => Ok(Recipe::empty(problem, suite)),
    }
}

/// The path at which a file or directory of a project can be written.
///
/// # Errors
/// If the project is the built-in one, or a link leads out of it.
pub(super) fn writable(root: &Root, path: &Path) -> Result<PathBuf, SuiteError> {
    let writable = root.writable(path).map_err(SuiteError::io(path))?;
    writable.ok_or(SuiteError::BuiltIn)
}

/// Begins the line with the checksum of a collection that a program has written.
pub(super) const SEAL: &str = "# Replaced only while what follows has the SHA-256 ";

/// A suite as a list shows it.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Its name.
    pub name: SuiteName,
    /// Cases that the lock has recorded.
    pub recorded: usize,
    /// The comments on top of its recipe and its collection.
    pub about: Vec<String>,
}

/// The suites of a project, in the order of [`list`].
///
/// # Errors
/// If a directory, the lock, a recipe or a collection cannot be read.
pub fn outlines(root: &Root) -> Result<Vec<Outline>, SuiteError> {
    let lock = Lock::read(root)?;
    let of = |name: SuiteName| {
        let files = [
            recipe_file(name.problem, &name.suite),
            collection_file(name.problem, &name.suite),
        ];
        let about: Result<Vec<String>, SuiteError> =
            files.iter().map(|file| comment(root, file)).collect();
        Ok(Outline {
            recorded: lock.of_suite(&name).len(),
            about: about?.into_iter().filter(|text| !text.is_empty()).collect(),
            name,
        })
    };
    list(root)?.into_iter().map(of).collect()
}

/// Returns the comment at the top of a file as one line, without its checksum. Returns
/// an empty text if there is no comment.
fn comment(root: &Root, file: &Path) -> Result<String, SuiteError> {
    let text = root.read_text(file).map_err(SuiteError::io(file))?;
    let text = text.unwrap_or_default();
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    let lines = lines.filter(|line| !line.starts_with(SEAL));
    let lines: Vec<&str> = lines.map(|line| line[1..].trim()).collect();
    Ok(lines.join(" "))
}
