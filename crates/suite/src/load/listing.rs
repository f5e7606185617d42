//! Lists the suites of a project with their descriptions.

use std::collections::BTreeSet;
use std::path::Path;

use crate::case::SuiteName;
use crate::error::SuiteError;
use crate::lock::LockFile;
use crate::project_files::read_text;
use cat_and_mouse::Game;
use mousetrap_judge::config::KnownSuites;
use mousetrap_util::project::Project;

/// Returns the suites of a project, game by game, in alphabetical order within each game.
///
/// # Errors
/// Returns an error if a directory cannot be read.
pub fn list(root: &Project) -> Result<Vec<SuiteName>, SuiteError> {
    let mut names = Vec::new();
    for game in Game::ALL {
        let mut suites = BTreeSet::new();
        for parent in ["generators", "cases"] {
            let directory = Path::new(parent).join(game.id());
            let files = root.entry_names(&directory);
            let mut files = files.map_err(SuiteError::io(&directory))?;
            files.retain(|file| file.extension().is_some_and(|kind| kind == "toml"));
            suites.extend(files.iter().map(|file| file.with_extension("")));
        }
        let suites = suites.iter();
        names.extend(suites.map(|suite| SuiteName::new(game, suite.to_string_lossy())));
    }
    Ok(names)
}

/// Returns the problems and suites that a `judge.toml` may refer to.
pub fn known_suites() -> KnownSuites<'static> {
    KnownSuites {
        problems: Game::problems(),
        suites: |root, problem| {
            if problem.game.is_none() {
                return mousetrap_problems::cases::suites(root, &problem.id).unwrap_or_default();
            }
            let names = list(root).unwrap_or_default().into_iter();
            let names = names.filter(|name| name.game.id() == problem.id);
            names.map(|name| name.suite).collect()
        },
    }
}

/// A summary of a suite, for lists of suites.
#[derive(Clone, Debug)]
pub struct SuiteSummary {
    /// The name.
    pub name: SuiteName,
    /// The suite's number of cases according to the lock file.
    pub recorded: usize,
    /// The comments at the top of the suite's recipe and collection.
    pub about: Vec<String>,
}

/// Returns summaries of a project's suites, in the order of [`list`].
///
/// # Errors
/// Returns an error if a directory, the lock, a recipe or a collection cannot be read.
pub fn suite_summaries(root: &Project) -> Result<Vec<SuiteSummary>, SuiteError> {
    let lock = LockFile::read(root)?;
    let summarize = |name: SuiteName| {
        let files = [name.recipe_file(), name.collection_file()];
        let about: Result<Vec<String>, SuiteError> =
            files.iter().map(|file| top_comment(root, file)).collect();
        Ok(SuiteSummary {
            recorded: lock.lines_of_suite(&name).len(),
            about: about?.into_iter().filter(|text| !text.is_empty()).collect(),
            name,
        })
    };
    list(root)?.into_iter().map(summarize).collect()
}

/// Returns the comment at the top of a file as one line. The line is empty if there is no comment
/// at the top.
fn top_comment(root: &Project, file: &Path) -> Result<String, SuiteError> {
    let text = read_text(root, file)?.unwrap_or_default();
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    let lines: Vec<&str> = lines.map(|line| line[1..].trim()).collect();
    Ok(lines.join(" "))
}
