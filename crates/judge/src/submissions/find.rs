//! Finds submissions among a project's solutions, or at the paths that the user named.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::submissions::archive;
use crate::submissions::encoding;
use crate::submissions::files::{
    self, EntryKind, FoundEntry, display_path, is_documentation, is_ignored_name, refused_file,
    unreadable_reason,
};
use crate::submissions::path_hints::{problem_of_path, solution_path_hints};
use crate::submissions::submission::{SOLUTIONS_DIR, Submission, submission_digest};
use mousetrap_languages::Languages;
use mousetrap_model::{Message, RefusedFile, Verdict};
use mousetrap_problems::definition::{self, PROBLEMS_DIRECTORY as PROBLEMS};
use mousetrap_util::project::Project;

/// Options for finding submissions, except for the paths. If `problem` is set, only submissions for
/// this problem are found, and a source whose problem cannot be detected is treated as a submission
/// for this problem.
pub use mousetrap_languages::KnownFacts as FindOptions;

/// The submissions and the other files that were found at the paths that the user named.
#[derive(Clone, Debug, Default)]
pub struct SubmissionSet<'a> {
    /// The submissions, in the order in which the user named their paths. The submissions in a
    /// directory are sorted by name.
    pub submissions: Vec<Submission<'a>>,
    /// Files that cannot be judged, with the reasons.
    pub refused: Vec<RefusedFile>,
    /// Files that are not meant to be judged: hidden files, backups, and reports of earlier runs.
    pub left_out: Vec<PathBuf>,
    /// The paths that the user named, written like the paths of submissions.
    pub named: Vec<PathBuf>,
    /// The paths of the archives found in directories, written like the paths of submissions.
    pub archives: BTreeSet<PathBuf>,
}

/// Finds the submissions in `paths`, for commands that require every file to be a valid submission.
///
/// # Errors
/// Returns the first file that cannot be judged, with the reason.
pub fn find<'a>(
    root: &Project,
    paths: &[PathBuf],
    languages: &'a Languages,
    wanted: FindOptions<'a>,
) -> Result<Vec<Submission<'a>>, RefusedFile> {
    let finder = Finder { languages, wanted };
    let found = finder.find_all(root, paths, &AtomicBool::new(false));
    match found.refused.into_iter().next() {
        Some(refused) => Err(refused),
        None => Ok(found.submissions),
    }
}

/// Creates a submission from a text and a file name.
///
/// # Errors
/// Returns the reason why the text cannot be judged.
pub fn submission_from_text<'a>(
    name: &Path,
    text: &[u8],
    languages: &'a Languages,
    wanted: FindOptions<'a>,
) -> Result<Submission<'a>, RefusedFile> {
    let read = || match files::size_refusal_reason(text.len()) {
        Some(reason) => Err(refused_file(name, reason)),
        None => Ok(text.to_vec()),
    };
    let finder = Finder { languages, wanted };
    let found = finder.submission_in_file(name, read, None)?;
    Ok(found.expect("a file outside solution directories is never skipped"))
}

/// Finds the submissions that are written in one of `languages` and match the options `wanted`.
#[derive(Clone, Copy, Debug)]
pub struct Finder<'a> {
    /// The languages in which submissions may be written.
    pub languages: &'a Languages,
    /// The options that select submissions.
    pub wanted: FindOptions<'a>,
}

impl<'a> Finder<'a> {
    /// Finds the submissions in `paths`, which are files, directories and archives. Without paths,
    /// finds the solutions of the project. The result also lists the files that cannot be judged.
    /// Stops when `interrupted` is set.
    pub fn find_all(
        &self,
        root: &Project,
        paths: &[PathBuf],
        interrupted: &AtomicBool,
    ) -> SubmissionSet<'a> {
        // Submissions must not see the answers, even if the project is in a directory that is
        // visible in the sandbox.
        if let Some(directory) = root.directory() {
            for secret in ["cases", "generators", SOLUTIONS_DIR, PROBLEMS] {
                mousetrap_sandbox::hide_path(directory.join(secret));
            }
        }
        // Without paths, the solutions of the project and of its custom problems are found.
        let mut dirs = Vec::new();
        if let Some(project) = root.directory().filter(|_| paths.is_empty()) {
            dirs.push(project.join(SOLUTIONS_DIR));
            let problems = self.wanted.problems.iter();
            let problems = problems.map(|problem| project.join(PROBLEMS).join(&problem.id));
            dirs.extend(problems.map(|directory| directory.join(SOLUTIONS_DIR)));
            dirs.retain(|directory| directory.exists());
        }
        let mut found = SubmissionSet {
            named: paths.iter().map(|path| display_path(path)).collect(),
            ..SubmissionSet::default()
        };
        let mut known = BTreeSet::new();
        let entries = paths.iter().chain(&dirs).flat_map(|path| entries_in(path));
        for FoundEntry { path, kind } in entries {
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
                    found.refused.push(refused_file(&path, reason));
                    continue;
                }
                EntryKind::Packed(content) => (Some(content), false),
                EntryKind::File { named } => (None, named),
            };
            // The user named the file twice, or named both the file and its directory.
            if !known.insert(files::path_in_canonical_directory(&path)) {
                continue;
            }
            let is_file = content.is_none();
            let source = || content.map_or_else(|| files::read_source(&path, named), Ok);
            match self.submission_in_file(&path, source, root.directory()) {
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

    /// Returns the submission in a file, or `None` if the file is in the solution directory of a
    /// problem other than `wanted.problem`. `project` is the directory of the project.
    fn submission_in_file(
        &self,
        file: &Path,
        source: impl FnOnce() -> Result<Vec<u8>, RefusedFile>,
        project: Option<&Path>,
    ) -> Result<Option<Submission<'a>>, RefusedFile> {
        let Self { languages, wanted } = *self;
        let placed = match project {
            Some(project) => solution_path_hints(project, file, wanted.problems)?,
            None => None,
        };
        if let (Some(placed), Some(problem)) = (&placed, wanted.problem)
            && placed.problem.id != problem.id
        {
            return Ok(None);
        }
        let source = source()?;
        let hiding = encoding::declared_encoding_that_hides_code(&source);
        let (source, encoding) = encoding::to_utf8(source);
        let path = display_path(file);
        let known = placed.as_ref().map(|it| it.problem).or(wanted.problem);
        let detect = |problem| {
            let facts = FindOptions { problem, ..wanted };
            mousetrap_languages::detect(languages, &path, &source, facts)
        };
        let problem_of_path = || problem_of_path(&path, wanted.problems);
        let detected = detect(known).or_else(|error| match error.reason {
            Message::SeveralEntries { .. } => {
                problem_of_path().map_or(Err(error), |problem| detect(Some(problem)))
            }
            _ => Err(error),
        });
        let detected = detected.map_err(|error| {
            let other = detect(None).ok().and_then(|detected| detected.problem);
            let Some((other, wanted)) = other.zip(known) else {
                return error;
            };
            let (other, wanted) = (other.to_string(), wanted.to_string());
            refused_file(file, Message::OtherProblem { other, wanted })
        })?;
        let is_python = (detected.language.extensions.iter()).any(|extension| extension == "py");
        if let Some(codec) = hiding.filter(|_| is_python) {
            return Err(refused_file(file, Message::HiddenCode { codec }));
        }
        let problem = detected.problem.or(known).or_else(problem_of_path);
        let problem = problem.ok_or_else(|| {
            let problems = wanted.problems.iter();
            let games = problems.filter(|problem| problem.game.is_some());
            let options: Vec<_> = games.map(|game| format!("--problem {game}")).collect();
            let options = options.join(" or ");
            refused_file(file, Message::UnknownProblem { options })
        })?;
        let text = String::from_utf8_lossy(&source);
        Ok(Some(Submission {
            problem,
            source: submission_digest(&detected, problem, &text),
            detected,
            path,
            encoding,
            is_placed: placed.is_some(),
            expected: placed.map_or(Verdict::Accepted, |placed| placed.expected),
            suites: Vec::new(),
            is_done: false,
            earlier_results: Vec::new(),
        }))
    }
}

/// Returns the entries at a path that the user named, sorted by name. The path may lead into an
/// archive.
pub(super) fn entries_in(path: &Path) -> Vec<FoundEntry> {
    let mut found = Vec::new();
    if path.is_dir() {
        add_entries_below(path, &mut found);
    } else if let Some(archive) = archive::containing_archive(path) {
        found = archive::read_entries(archive, true);
        let is_meant =
            |entry: &FoundEntry| display_path(&entry.path).starts_with(display_path(path));
        if found.iter().any(is_meant) {
            found.retain(is_meant);
        } else {
            // If the archive itself is refused, only this refusal remains.
            found.retain(|entry| entry.path == archive);
        }
        if found.is_empty() {
            let kind = EntryKind::Refused("the archive contains no such file".into());
            found.push(FoundEntry::new(path, kind));
        }
    } else {
        found.push(FoundEntry::new(path, EntryKind::File { named: true }));
    }
    found
}

/// Adds all entries below `directory` except documentation. Links are not followed: a link could
/// point to any file on this machine, and a compiler error could reveal the file's content.
fn add_entries_below(directory: &Path, found: &mut Vec<FoundEntry>) {
    // The other files of a custom problem are not submissions.
    let is_problem = directory.join(definition::DEFINITION_FILE_NAME).is_file();
    let solutions = directory.join(SOLUTIONS_DIR);
    let directory = if is_problem { &solutions } else { directory };
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.unwrap_or_else(|error| {
        let kind = EntryKind::Refused(unreadable_reason(&error));
        found.push(FoundEntry::new(directory, kind));
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
            Err(error) => EntryKind::Refused(unreadable_reason(&error)),
            Ok(kind) if kind.is_symlink() => EntryKind::Refused(
                "a link in a directory of submissions is not followed; replace the link with the \
                 file itself, or name the link on the command line"
                    .into(),
            ),
            Ok(kind) if kind.is_dir() => {
                add_entries_below(&path, found);
                continue;
            }
            Ok(kind) if kind.is_file() && archive::is_archive(&path) => {
                let entries = archive::read_entries(&path, false);
                found.push(FoundEntry::new(path, EntryKind::Archive));
                found.extend(entries);
                continue;
            }
            Ok(_) => EntryKind::File { named: false },
        };
        found.push(FoundEntry::new(path, kind));
    }
}
