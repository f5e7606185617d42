//! Finds submissions in the project's own solutions, or in any path.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::submissions::archive;
use crate::submissions::encoding;
use crate::submissions::files::{
    self, Seen, is_documentation, is_litter, refused, shown, unreadable,
};
use crate::submissions::path_hints::{ids, problem_of_path, solution_directory};
use crate::submissions::submission::{SOLUTIONS, Submission, digest_of};
use mousetrap_languages::{Hints, Languages};
use mousetrap_model::{Form, Message, Problem, RefusedFile, Verdict};
use mousetrap_problems::definition::DIRECTORY as PROBLEMS;
use mousetrap_util::root::Root;

/// Options for finding submissions, besides their paths.
#[derive(Clone, Copy, Debug)]
pub struct FindOptions<'a> {
    /// All problems that a submission may be for.
    pub problems: &'a [Arc<Problem>],
    /// Only submissions for this problem are found. A source that fits any problem counts as
    /// one for this problem.
    pub problem: Option<&'a Problem>,
    /// The form of all submissions; `None` if it is to be detected.
    pub form: Option<Form>,
}

impl<'a> FindOptions<'a> {
    /// Options for submissions of one form, or of all problems.
    pub fn new(
        problems: &'a [Arc<Problem>],
        problem: Option<&'a Arc<Problem>>,
        form: Option<Form>,
    ) -> Self {
        Self {
            problems,
            problem: problem.map(|problem| &**problem),
            form,
        }
    }
}

/// The submissions and other files in the paths that the user named.
#[derive(Clone, Debug, Default)]
pub struct SubmissionSet<'a> {
    /// The submissions, in order of the paths.
    pub submissions: Vec<Submission<'a>>,
    /// Files that cannot be judged, with the reasons.
    pub refused: Vec<RefusedFile>,
    /// Files in directories that are not meant to be judged: hidden files, backups, and
    /// reports of earlier runs.
    pub left_out: Vec<PathBuf>,
    /// The named paths, in the form of the submissions' paths.
    pub named: Vec<PathBuf>,
    /// The archives in directories, in the form of the submissions' paths.
    pub archives: BTreeSet<PathBuf>,
}

/// Finds the submissions in `paths`, for commands that work on a few of them.
///
/// # Errors
/// Returns the first file that cannot be judged.
pub fn find<'a>(
    root: &Root,
    paths: &[PathBuf],
    languages: &'a Languages,
    wanted: FindOptions<'a>,
) -> Result<Vec<Submission<'a>>, RefusedFile> {
    let finder = Finder { languages, wanted };
    let found = finder.find_each(root, paths, &AtomicBool::new(false));
    match found.refused.into_iter().next() {
        Some(refused) => Err(refused),
        None => Ok(found.submissions),
    }
}

/// Returns the submission with this text and file name.
///
/// # Errors
/// Returns why it cannot be judged.
pub fn of_text<'a>(
    name: &Path,
    text: &[u8],
    languages: &'a Languages,
    wanted: FindOptions<'a>,
) -> Result<Submission<'a>, RefusedFile> {
    let read = || match files::why_refused(text.len()) {
        Some(reason) => Err(refused(name, reason)),
        None => Ok(text.to_vec()),
    };
    let finder = Finder { languages, wanted };
    let found = finder.submission(name, read, None)?;
    Ok(found.expect("only a place names another problem"))
}

/// Hides the answers of a project from submissions, even if the project lies in a directory
/// that the sandbox shows.
fn hide_project(root: &Root) {
    if let Some(directory) = root.directory() {
        for secret in ["cases", "generators", SOLUTIONS, PROBLEMS] {
            mousetrap_sandbox::hide(directory.join(secret));
        }
    }
}

/// Finds submissions in these languages.
#[derive(Clone, Copy, Debug)]
pub struct Finder<'a> {
    /// The languages that a submission may be in.
    pub languages: &'a Languages,
    /// Which submissions are found.
    pub wanted: FindOptions<'a>,
}

impl<'a> Finder<'a> {
    /// Finds the submissions in `paths`: files, directories and archives. Without paths, finds
    /// the project's own solutions. Files that cannot be judged are listed in the result. Stops
    /// once `interrupted` is set.
    pub fn find_each(
        &self,
        root: &Root,
        paths: &[PathBuf],
        interrupted: &AtomicBool,
    ) -> SubmissionSet<'a> {
        hide_project(root);
        let own = match root.directory() {
            Some(project) if paths.is_empty() => self.solution_directories(project),
            _ => Vec::new(),
        };
        let mut found = SubmissionSet {
            named: paths.iter().map(|path| shown(path)).collect(),
            ..SubmissionSet::default()
        };
        let mut known = BTreeSet::new();
        for seen in paths.iter().chain(&own).flat_map(|path| entries_in(path)) {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let (path, packed, named) = match seen {
                Seen::Archive(path) => {
                    found.archives.insert(path);
                    continue;
                }
                Seen::LeftOut(path) => {
                    found.left_out.push(path);
                    continue;
                }
                Seen::Refused(refused) => {
                    found.refused.push(refused);
                    continue;
                }
                Seen::Packed { path, content } => (path, Some(content), false),
                Seen::File { path, named } => (path, None, named),
            };
            // The user named the file twice, or both the file and its directory.
            if !known.insert(files::identity(&path)) {
                continue;
            }
            let is_file = packed.is_none();
            let source = || packed.map_or_else(|| files::read(&path, named), Ok);
            match self.submission(&path, source, root.directory()) {
                Ok(None) => {}
                Ok(Some(submission)) => found.submissions.push(submission),
                Err(_) if is_file && !named && path.is_file() && files::holds_report(&path) => {
                    found.left_out.push(shown(&path));
                }
                Err(refused) => found.refused.push(refused),
            }
        }
        found
    }

    /// Returns the directories of a project with its own solutions, and those of its own
    /// problems.
    fn solution_directories(&self, project: &Path) -> Vec<PathBuf> {
        let own = self.wanted.problems.iter();
        let own = own.map(|problem| project.join(PROBLEMS).join(&problem.id).join(SOLUTIONS));
        let all = std::iter::once(project.join(SOLUTIONS)).chain(own);
        all.filter(|directory| directory.exists()).collect()
    }

    /// Returns the submission in a file, or `None` if it is for another problem than the
    /// wanted one. `project` is the directory of the project.
    fn submission(
        &self,
        file: &Path,
        source: impl FnOnce() -> Result<Vec<u8>, RefusedFile>,
        project: Option<&Path>,
    ) -> Result<Option<Submission<'a>>, RefusedFile> {
        let Self { languages, wanted } = *self;
        let place = match project {
            Some(project) => solution_directory(project, file, wanted.problems)?,
            None => None,
        };
        if let (Some(place), Some(problem)) = (&place, wanted.problem)
            && place.problem.id != problem.id
        {
            return Ok(None);
        }
        let source = source()?;
        let hiding = encoding::hiding(&source);
        let (source, encoding) = encoding::utf8(source);
        let known = Hints {
            problems: wanted.problems,
            problem: place.as_ref().map(|place| place.problem).or(wanted.problem),
            form: wanted.form,
        };
        let detect = |hints| mousetrap_languages::detect(languages, &shown(file), &source, hints);
        let detected = detect(known).or_else(|error| match error.reason {
            Message::SeveralEntries { .. } => {
                let problem = problem_of_path(&shown(file), wanted.problems);
                problem.map_or(Err(error), |problem| {
                    detect(Hints {
                        problem: Some(problem),
                        ..known
                    })
                })
            }
            _ => Err(error),
        });
        let detected = detected.map_err(|error| {
            let hints = Hints {
                problem: None,
                ..known
            };
            let other = detect(hints).ok().and_then(|detected| detected.problem);
            let Some((other, wanted)) = other.zip(known.problem) else {
                return error;
            };
            let (other, wanted) = (other.to_string(), wanted.to_string());
            refused(file, Message::OtherProblem { other, wanted })
        })?;
        let is_python = (detected.language.extensions.iter()).any(|extension| extension == "py");
        if let Some(codec) = hiding.filter(|_| is_python) {
            return Err(refused(file, Message::HiddenCode { codec }));
        }
        let problem = detected.problem.or(known.problem);
        let problem = problem.or_else(|| problem_of_path(&shown(file), wanted.problems));
        let problem = problem.ok_or_else(|| {
            let ids: Vec<&str> = ids(wanted.problems).collect();
            let options = format!("--problem {}", ids.join(" or --problem "));
            refused(file, Message::UnknownProblem { options })
        })?;
        let text = String::from_utf8_lossy(&source);
        Ok(Some(Submission {
            path: shown(file),
            problem,
            source: digest_of(&detected, problem, &text),
            detected,
            encoding,
            is_placed: place.is_some(),
            expected: place.map_or(Verdict::Accepted, |place| place.expected),
            suites: Vec::new(),
            is_done: false,
            earlier_results: Vec::new(),
        }))
    }
}

/// Returns the entries at a path that the user named, in order of names. The path may
/// lead into an archive.
pub(super) fn entries_in(path: &Path) -> Vec<Seen> {
    let mut seen = Vec::new();
    if path.is_dir() {
        walk(path, &mut seen);
    } else if let Some(archive) = archive::around(path) {
        seen = archive::entries(archive, true);
        let is_meant = |seen: &Seen| shown(seen.path()).starts_with(shown(path));
        if seen.iter().any(is_meant) {
            seen.retain(is_meant);
        } else {
            // If the archive itself is refused, so is each entry in it.
            seen.retain(|seen| seen.path() == shown(archive));
        }
        if seen.is_empty() {
            let reason = "there is no such file in the archive";
            seen.push(Seen::Refused(refused(path, reason)));
        }
    } else {
        let path = path.to_owned();
        seen.push(Seen::File { path, named: true });
    }
    seen
}

/// Adds everything below `directory` except documentation. A link is followed only if the
/// user names it: it could lead to any file of this machine, which a compiler would print.
fn walk(directory: &Path, seen: &mut Vec<Seen>) {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return seen.push(Seen::Refused(unreadable(directory, &error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if is_documentation(&path) {
            continue;
        }
        match entry.file_type() {
            _ if is_litter(&entry.file_name().to_string_lossy()) => {
                seen.push(Seen::LeftOut(shown(&path)));
            }
            Err(error) => seen.push(Seen::Refused(unreadable(&path, &error))),
            Ok(kind) if kind.is_symlink() => seen.push(Seen::Refused(refused(
                &path,
                "a link in a directory of submissions is not followed; put the file itself there, \
                 or name the link",
            ))),
            Ok(kind) if kind.is_dir() => walk(&path, seen),
            Ok(kind) if kind.is_file() && archive::is_archive(&path) => {
                seen.push(Seen::Archive(shown(&path)));
                seen.extend(archive::entries(&path, false));
            }
            Ok(_) => seen.push(Seen::File { path, named: false }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use cat_and_mouse::Game;

    #[test]
    fn a_link_is_followed_only_where_it_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let (inside, outside) = (
            directory.path().join("all"),
            directory.path().join("secret"),
        );
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
                &directory.path().into(),
                &[path.to_owned()],
                &languages,
                FindOptions::new(Game::problems(), None, None),
            )
        };
        assert_eq!(found(&link).unwrap().len(), 1);
        let error = found(&inside).unwrap_err().to_string();
        assert!(
            error.contains("link.py") && error.contains("not followed"),
            "{error}"
        );
    }
}
