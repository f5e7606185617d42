//! Finding submissions among the solutions of a project, or in any path.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::submissions::archive;
use crate::submissions::encoding;
use crate::submissions::files::{
    self, EntryKind, PathEntry, display_path, is_documentation, is_ignored_name, refused,
    unreadable,
};
use crate::submissions::path_hints::{problem_ids, problem_of_path, solution_directory};
use crate::submissions::submission::{SOLUTIONS, Submission, digest_of};
use mousetrap_languages::Languages;
use mousetrap_model::{Message, RefusedFile, Verdict};
use mousetrap_problems::definition::{self, PROBLEMS_DIRECTORY as PROBLEMS};
use mousetrap_util::root::Root;

/// Options for finding submissions, except for the paths. Only submissions for the problem, if it is
/// set, are found. A source that does not show its problem counts as a submission for this problem.
pub use mousetrap_languages::Hints as FindOptions;

/// The submissions and the other files in the paths that the user named.
#[derive(Clone, Debug, Default)]
pub struct SubmissionSet<'a> {
    /// The submissions, in the order of the paths.
    pub submissions: Vec<Submission<'a>>,
    /// Files that cannot be judged, with the reasons.
    pub refused: Vec<RefusedFile>,
    /// Files in directories that are not meant to be judged: hidden files, backups, and reports of
    /// earlier runs.
    pub left_out: Vec<PathBuf>,
    /// The paths that the user named, in the same form as the paths of the submissions.
    pub named: Vec<PathBuf>,
    /// The archives in directories, in the same form as the paths of the submissions.
    pub archives: BTreeSet<PathBuf>,
}

/// Finds the submissions in `paths`, for commands that work on a few submissions. All files must
/// be judgeable.
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

/// Creates a submission from a text and a file name.
///
/// # Errors
/// Returns the reason why the text cannot be judged.
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
    Ok(found.expect("only a directory of solutions can name a different problem"))
}

/// Finds submissions in these languages with these options.
#[derive(Clone, Copy, Debug)]
pub struct Finder<'a> {
    /// The languages in which submissions may be written.
    pub languages: &'a Languages,
    /// The options that select submissions.
    pub wanted: FindOptions<'a>,
}

impl<'a> Finder<'a> {
    /// Finds the submissions in `paths`, which are files, directories and archives. Without paths,
    /// finds the solutions of the project. The result lists files that cannot be judged. Stops
    /// when `interrupted` is set.
    pub fn find_each(
        &self,
        root: &Root,
        paths: &[PathBuf],
        interrupted: &AtomicBool,
    ) -> SubmissionSet<'a> {
        // The answers must stay hidden even if the project is in a directory that is visible in
        // the sandbox.
        if let Some(directory) = root.directory() {
            for secret in ["cases", "generators", SOLUTIONS, PROBLEMS] {
                mousetrap_sandbox::hide(directory.join(secret));
            }
        }
        let own = match root.directory() {
            Some(project) if paths.is_empty() => self.solution_directories(project),
            _ => Vec::new(),
        };
        let mut found = SubmissionSet {
            named: paths.iter().map(|path| display_path(path)).collect(),
            ..SubmissionSet::default()
        };
        let mut known = BTreeSet::new();
        let entries = paths.iter().chain(&own).flat_map(|path| entries_in(path));
        for PathEntry { path, kind } in entries {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let (content, named) = match kind {
                EntryKind::Archive => {
                    found.archives.insert(display_path(&path));
                    continue;
                }
                EntryKind::LeftOut => {
                    found.left_out.push(display_path(&path));
                    continue;
                }
                EntryKind::Refused(reason) => {
                    found.refused.push(refused(&path, reason));
                    continue;
                }
                EntryKind::Packed(content) => (Some(content), false),
                EntryKind::File { named } => (None, named),
            };
            // The user named the file twice, or named both the file and its directory.
            if !known.insert(files::identity(&path)) {
                continue;
            }
            let is_file = content.is_none();
            let source = || content.map_or_else(|| files::read(&path, named), Ok);
            match self.submission(&path, source, root.directory()) {
                Ok(None) => {}
                Ok(Some(submission)) => found.submissions.push(submission),
                Err(_) if is_file && !named && path.is_file() && files::is_report_file(&path) => {
                    found.left_out.push(display_path(&path));
                }
                Err(refused) => found.refused.push(refused),
            }
        }
        found
    }

    /// Returns the directories of a project that contain solutions, including those of custom
    /// problems.
    fn solution_directories(&self, project: &Path) -> Vec<PathBuf> {
        let own = self.wanted.problems.iter();
        let own = own.map(|problem| project.join(PROBLEMS).join(&problem.id).join(SOLUTIONS));
        let all = std::iter::once(project.join(SOLUTIONS)).chain(own);
        all.filter(|directory| directory.exists()).collect()
    }

    /// Returns the submission in a file, or `None` if it is for a problem other than the wanted
    /// one. `project` is the directory of the project.
    fn submission(
        &self,
        file: &Path,
        source: impl FnOnce() -> Result<Vec<u8>, RefusedFile>,
        project: Option<&Path>,
    ) -> Result<Option<Submission<'a>>, RefusedFile> {
        let Self { languages, wanted } = *self;
        let own = match project {
            Some(project) => solution_directory(project, file, wanted.problems)?,
            None => None,
        };
        if let (Some(own), Some(problem)) = (&own, wanted.problem)
            && own.problem.id != problem.id
        {
            return Ok(None);
        }
        let source = source()?;
        let hiding = encoding::hiding_codec(&source);
        let (source, encoding) = encoding::to_utf8(source);
        let known = FindOptions {
            problem: own.as_ref().map(|own| own.problem).or(wanted.problem),
            ..wanted
        };
        let detect =
            |hints| mousetrap_languages::detect(languages, &display_path(file), &source, hints);
        let detected = detect(known).or_else(|error| match error.reason {
            Message::SeveralEntries { .. } => {
                let problem = problem_of_path(&display_path(file), wanted.problems);
                problem.map_or(Err(error), |problem| {
                    detect(FindOptions {
                        problem: Some(problem),
                        ..known
                    })
                })
            }
            _ => Err(error),
        });
        let detected = detected.map_err(|error| {
            let hints = FindOptions {
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
        let problem = problem.or_else(|| problem_of_path(&display_path(file), wanted.problems));
        let problem = problem.ok_or_else(|| {
            let ids: Vec<&str> = problem_ids(wanted.problems).collect();
            let options = format!("--problem {}", ids.join(" or --problem "));
            refused(file, Message::UnknownProblem { options })
        })?;
        let text = String::from_utf8_lossy(&source);
        Ok(Some(Submission {
            path: display_path(file),
            problem,
            source: digest_of(&detected, problem, &text),
            detected,
            encoding,
            is_placed: own.is_some(),
            expected: own.map_or(Verdict::Accepted, |own| own.expected),
            suites: Vec::new(),
            is_done: false,
            earlier_results: Vec::new(),
        }))
    }
}

/// Returns the entries at a path that the user named, sorted by name. The path may lead into an
/// archive.
pub(super) fn entries_in(path: &Path) -> Vec<PathEntry> {
    let mut found = Vec::new();
    if path.is_dir() {
        walk(path, &mut found);
    } else if let Some(archive) = archive::archive_of(path) {
        found = archive::entries(archive, true);
        let is_meant =
            |entry: &PathEntry| display_path(&entry.path).starts_with(display_path(path));
        if found.iter().any(is_meant) {
            found.retain(is_meant);
        } else {
            // If the archive itself is refused, its refusal is the only entry.
            found.retain(|entry| entry.path == archive);
        }
        if found.is_empty() {
            let kind = EntryKind::Refused("the archive contains no such file".into());
            found.push(PathEntry::new(path, kind));
        }
    } else {
        found.push(PathEntry::new(path, EntryKind::File { named: true }));
    }
    found
}

/// Adds all entries below `directory` except documentation. Links are not followed unless the user
/// names them, because a link could lead to any file of this machine, which a compiler would then
/// print.
fn walk(directory: &Path, found: &mut Vec<PathEntry>) {
    // The other files of a custom problem are not submissions.
    let is_problem = directory.join(definition::FILE_NAME).is_file();
    let solutions = directory.join(SOLUTIONS);
    let directory = if is_problem { &solutions } else { directory };
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.unwrap_or_else(|error| {
        let kind = EntryKind::Refused(unreadable(&error));
        found.push(PathEntry::new(directory, kind));
        Vec::new()
    });
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if is_documentation(&path) {
            continue;
        }
        let kind = match entry.file_type() {
            _ if is_ignored_name(&entry.file_name().to_string_lossy()) => EntryKind::LeftOut,
            Err(error) => EntryKind::Refused(unreadable(&error)),
            Ok(kind) if kind.is_symlink() => EntryKind::Refused(
                "a link in a directory of submissions is not followed; put the file itself \
                 there, or name the link"
                    .into(),
            ),
            Ok(kind) if kind.is_dir() => {
                walk(&path, found);
                continue;
            }
            Ok(kind) if kind.is_file() && archive::is_archive(&path) => {
                let entries = archive::entries(&path, false);
                found.push(PathEntry::new(path, EntryKind::Archive));
                found.extend(entries);
                continue;
            }
            Ok(_) => EntryKind::File { named: false },
        };
        found.push(PathEntry::new(path, kind));
    }
}
