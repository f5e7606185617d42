//! Finding submissions: the project's own solutions, or any path.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use crate::judge::Verdict;
use crate::language::{self, Detected, Form, Known, LanguageError, Languages};
use crate::problem::{self, PROBLEMS, Problem};
use crate::root::Root;
use crate::suite::Bytes;
use crate::toml_file::{closest, suggest};

/// The folder of a project's own solutions.
pub const SOLUTIONS: &str = "solutions";

/// Largest source that is read.
const LARGEST: Bytes = Bytes::mib(1);

/// A source to be judged.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    /// The file, as the user would name it.
    pub path: PathBuf,
    /// The problem it is for.
    pub problem: &'static dyn Problem,
    /// Language, form and text.
    pub detected: Detected<'a>,
    /// What it ought to earn.
    pub expected: Verdict,
}

/// A path that cannot be judged.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// It is not there, or the system does not let us read it.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is no source file.
    #[error("{}: {message}", path.display())]
    Unusable {
        /// The path.
        path: PathBuf,
        /// The broken rule and the remedy.
        message: String,
    },
    /// Its source cannot be made sense of.
    #[error(transparent)]
    Language(#[from] LanguageError),
}

/// What the user said about the submissions, beyond their paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Only submissions for this problem; sources that could be for any are
    /// taken to be for it.
    pub problem: Option<&'static dyn Problem>,
    /// The form they have.
    pub form: Option<Form>,
}

/// Finds the submissions in `paths`, files and folders; without any, all of
/// the solutions of the project, if it has any. In order of their paths.
///
/// # Errors
/// The first path that cannot be judged.
pub fn find<'a>(
    root: &Root,
    paths: &[PathBuf],
    languages: &'a Languages,
    wanted: Wanted,
) -> Result<Vec<Submission<'a>>, SubmissionError> {
    let solutions = root.folder().map(|folder| folder.join(SOLUTIONS));
    let mut files = Vec::new();
    if let (true, Some(solutions)) = (paths.is_empty(), &solutions)
        && solutions.exists()
    {
        walk(solutions, &mut files)?;
    }
    for path in paths {
        if path.is_dir() {
            walk(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    let mut submissions = Vec::new();
    for file in files {
        let place = match &solutions {
            Some(solutions) => place(solutions, &file)?,
            None => None,
        };
        if let (Some(place), Some(problem)) = (&place, wanted.problem)
            && place.problem.id() != problem.id()
        {
            continue;
        }
        let source = read(&file)?;
        let known = Known {
            problem: place.as_ref().map(|place| place.problem).or(wanted.problem),
            form: wanted.form,
        };
        let detected = language::detect(languages, &shown(&file), &source, known)?;
        let problem = detected.problem.or(known.problem).ok_or_else(|| {
            let ids: Vec<&str> = PROBLEMS.iter().map(|problem| problem.id()).collect();
            SubmissionError::Unusable {
                path: file.clone(),
                message: format!(
                    "a whole program does not say which problem it solves; add --problem {}",
                    ids.join(" or --problem ")
                ),
            }
        })?;
        submissions.push(Submission {
            path: shown(&file),
            problem,
            detected,
            expected: place.map_or(Verdict::Accepted, |place| place.expected),
        });
    }
    Ok(submissions)
}

/// Where in the project's own solutions a file lies.
struct Place {
    problem: &'static dyn Problem,
    expected: Verdict,
}

/// Reads problem and expected verdict off `solutions/<problem>/<expected>/…`;
/// `None` for a file elsewhere.
fn place(solutions: &Path, file: &Path) -> Result<Option<Place>, SubmissionError> {
    let (Ok(solutions), Ok(absolute)) = (fs::canonicalize(solutions), fs::canonicalize(file))
    else {
        return Ok(None);
    };
    let Ok(inside) = absolute.strip_prefix(&solutions) else {
        return Ok(None);
    };
    let names: Vec<String> = inside
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let unusable = |message: String| SubmissionError::Unusable {
        path: shown(file),
        message,
    };
    let [problem, expected, _, ..] = names.as_slice() else {
        return Err(unusable(format!(
            "a solution belongs into {SOLUTIONS}/<problem>/<expected verdict>/"
        )));
    };
    let ids: Vec<&str> = PROBLEMS.iter().map(|problem| problem.id()).collect();
    let folders = Verdict::ALL.map(Verdict::folder);
    Ok(Some(Place {
        problem: problem::by_id(problem).ok_or_else(|| {
            unusable(format!(
                "unknown problem \"{problem}\"; {}",
                suggest(problem, &ids)
            ))
        })?,
        expected: Verdict::from_folder(expected).ok_or_else(|| {
            unusable(format!(
                "unknown verdict \"{expected}\"; {}",
                suggest(expected, &folders)
            ))
        })?,
    }))
}

/// Every file below `folder`, in order, less documentation and hidden files. A
/// folder of strangers' submissions could hold links to any file of this
/// machine, and a compiler would print it; a link is followed only where the
/// user names it.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        let documentation = path.extension().is_some_and(|extension| extension == "md");
        if documentation || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_symlink() {
            return Err(SubmissionError::Unusable {
                path: shown(&path),
                message: "a link in a folder of submissions is not followed; put the file itself \
                          there, or name the link"
                    .to_owned(),
            });
        }
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The content of a source file, which is a regular file of a sane size.
fn read(path: &Path) -> Result<Vec<u8>, SubmissionError> {
    let unreadable = |source| SubmissionError::Unreadable {
        path: shown(path),
        source,
    };
    let facts = fs::metadata(path).map_err(|error| match meant(path) {
        Some(meant) if error.kind() == io::ErrorKind::NotFound => SubmissionError::Unusable {
            path: shown(path),
            message: format!("there is no such file; did you mean \"{meant}\"?"),
        },
        _ => unreadable(error),
    })?;
    let unusable = |message: String| SubmissionError::Unusable {
        path: shown(path),
        message,
    };
    if !facts.is_file() {
        return Err(unusable("not a regular file".to_owned()));
    }
    if Bytes(facts.len()) > LARGEST {
        return Err(unusable(format!(
            "larger than {LARGEST}, the most that a source may have"
        )));
    }
    fs::read(path).map_err(unreadable)
}

/// The name of a file beside this one that was probably meant.
fn meant(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let name = path.file_name()?.to_str()?;
    closest(name, &known).map(str::to_owned)
}

/// The path as the user would name it from here.
fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here
        .as_deref()
        .and_then(|here| path.strip_prefix(here).ok());
    inside.unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_is_followed_only_where_it_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("all"), folder.path().join("secret"));
        fs::create_dir(&inside).unwrap();
        fs::write(
            &outside,
            "class Solution:\n  def canMouseWin(self, a, b, c): pass",
        )
        .unwrap();
        let link = inside.join("link.py");
        symlink(&outside, &link).unwrap();
        let languages = Languages::embedded();
        let found = |path: &Path| {
            find(
                &folder.path().into(),
                &[path.to_owned()],
                &languages,
                Wanted::default(),
            )
        };
        assert_eq!(found(&link).unwrap().len(), 1);
        let error = found(&inside).unwrap_err().to_string();
        assert!(
            error.contains("link.py") && error.contains("not followed"),
            "{error}"
        );
        fs::remove_file(&link).unwrap();
        symlink(folder.path(), inside.join("up")).unwrap();
        assert!(found(&inside).is_err());
    }
}
