//! Files and directories that no job may see: the judge's executable, which contains all answers,
//! and the directories of suites, solutions and programs.
//!
//! A toolchain or a system directory may contain hidden files. The sandbox therefore masks each
//! path of a hidden file: it mounts an empty file or directory over the path.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{DirEntryExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::hidden_path_registry::this_executable;
use super::mount_table::{Mounts, join};
use crate::error::{FailedStep, invalid_job};

/// A hidden file or directory.
#[derive(Debug)]
struct HiddenFile {
    metadata: Metadata,
    /// An open descriptor, which refers to the file even after the file is renamed.
    handle: Option<File>,
    /// All paths of the file on the host. Bind mounts can give a file several paths.
    paths: Vec<PathBuf>,
    /// The other hard links to the file; `None` if some of the links could not be found.
    links: Option<Vec<PathBuf>>,
}

/// All hidden files and directories, with their paths on the host.
#[derive(Debug)]
pub(crate) struct HiddenFiles(Vec<HiddenFile>);

/// A path at which a job would see a hidden file. The sandbox mounts an empty file or directory
/// over this path.
#[derive(Debug)]
pub(crate) struct MaskedPath {
    pub(crate) path: PathBuf,
    pub(crate) is_directory: bool,
}

impl MaskedPath {
    /// Returns the path of the empty directory or file that is mounted over this path.
    pub(crate) fn mask_source_path(&self) -> &'static str {
        // The mount over a file forbids devices, so a job cannot even open this `/dev/null`.
        if self.is_directory {
            "/box"
        } else {
            "/dev/null"
        }
    }
}

impl HiddenFiles {
    /// Looks up these paths and this program's executable on the host.
    pub(crate) fn find(paths: Vec<PathBuf>) -> io::Result<Self> {
        let paths: BTreeSet<_> = paths.into_iter().chain(this_executable()).collect();
        let mounts = Mounts::read()?;
        let files = paths.into_iter().filter_map(|path| {
            let facts = fs::metadata(&path).ok()?;
            let paths = mounts.all_paths_to(&path);
            let links = if facts.is_file() {
                find_hard_links_made_by_cargo(&path, &facts)
            } else {
                Some(Vec::new())
            };
            let handle = facts.is_file().then(|| {
                let mut path_only = File::options();
                path_only.read(true).custom_flags(libc::O_PATH);
                path_only.open(&path).ok()
            });
            Some(HiddenFile {
                metadata: facts,
                handle: handle.flatten(),
                paths,
                links,
            })
        });
        Ok(Self(files.collect()))
    }

    /// Returns the paths that must be masked if a job sees the host's directory `tree` at the path
    /// `visible_at`.
    ///
    /// # Errors
    /// Returns an error if `tree` is in a hidden directory, or contains another hard link to a
    /// hidden file.
    pub(crate) fn find_paths_to_mask(
        &self,
        tree: &Path,
        visible_at: &Path,
    ) -> Result<Vec<MaskedPath>, FailedStep> {
        let mut masked = Vec::new();
        for file in &self.0 {
            for hidden in &file.paths {
                if tree != hidden && tree.starts_with(hidden) {
                    return Err(invalid_job(format!(
                        "it is in {}, which submissions must not see; move it elsewhere",
                        hidden.display()
                    )));
                }
                if let Ok(below) = hidden.strip_prefix(tree) {
                    masked.push(MaskedPath {
                        path: join(visible_at, below),
                        is_directory: file.metadata.is_dir(),
                    });
                }
            }
            if let Some(link) = file.find_unmasked_hard_link(tree) {
                return Err(invalid_job(format!(
                    "{} is a second link to {}, which submissions must not be able to run; \
                     remove one of the two",
                    link.display(),
                    file.paths[0].display()
                )));
            }
        }
        Ok(masked)
    }

    /// Checks that no hidden file has been renamed or linked since it was found.
    ///
    /// # Errors
    /// Returns an error if a hidden file was renamed or linked, because its new path is not masked.
    pub(crate) fn check_unchanged(&self) -> Result<(), FailedStep> {
        match self.0.iter().find(|file| file.has_changed()) {
            Some(file) => Err(hidden_file_changed_error(&file.paths[0], "moved or linked")),
            None => Ok(()),
        }
    }
}

pub(crate) fn hidden_file_changed_error(path: &Path, how: &str) -> FailedStep {
    invalid_job(format!(
        "{}, which submissions must not see, was {how} while the judge was running: restart the \
             judge",
        path.display()
    ))
}

impl HiddenFile {
    fn is_same_file(&self, facts: &Metadata) -> bool {
        (facts.dev(), facts.ino()) == (self.metadata.dev(), self.metadata.ino())
    }

    /// Returns whether the file was linked or renamed, or its permissions were changed. Linking,
    /// renaming and changing permissions all update the ctime. Removing a link also updates the
    /// ctime, but that is ignored, because a removed link does not make the file visible.
    fn has_changed(&self) -> bool {
        let now = self.handle.as_ref().and_then(|file| file.metadata().ok());
        now.is_some_and(|now| {
            let time = |facts: &Metadata| (facts.ctime(), facts.ctime_nsec());
            time(&now) != time(&self.metadata) && now.nlink() >= self.metadata.nlink()
        })
    }

    /// Searches `tree` for an unmasked hard link to this file, and returns the path of the link.
    fn find_unmasked_hard_link(&self, tree: &Path) -> Option<PathBuf> {
        match &self.links {
            Some(links) => links.iter().find(|link| link.starts_with(tree)).cloned(),
            None => self.search_for_unmasked_hard_link(tree),
        }
    }

    /// Searches `directory`, without leaving its file system, for a hard link to this file that is
    /// not among the known `paths`.
    fn search_for_unmasked_hard_link(&self, directory: &Path) -> Option<PathBuf> {
        let here = fs::symlink_metadata(directory).ok()?;
        if here.dev() != self.metadata.dev() {
            return None;
        }
        // A directory that the judge cannot read is skipped, because submissions cannot read it
        // either.
        for entry in fs::read_dir(directory).ok()?.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if let Some(found) = self.search_for_unmasked_hard_link(&path) {
                    return Some(found);
                }
            } else if entry.ino() == self.metadata.ino()
                && fs::symlink_metadata(&path).is_ok_and(|facts| self.is_same_file(&facts))
                && !self.paths.contains(&path)
            {
                return Some(path);
            }
        }
        None
    }
}

/// Finds the other hard links to a file in the two directories in which Cargo creates links: the
/// file's directory and its subdirectory `deps`. Searching the entire file system would take too
/// long. Returns `None` if there are links in other directories.
fn find_hard_links_made_by_cargo(path: &Path, facts: &Metadata) -> Option<Vec<PathBuf>> {
    let directory = path.parent().unwrap_or(path);
    let mut links = Vec::new();
    if facts.nlink() > 1 {
        for directory in [directory.to_owned(), directory.join("deps")] {
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            let found = entries.filter(|entry| entry.ino() == facts.ino());
            links.extend(found.map(|entry| entry.path()).filter(|link| link != path));
        }
    }
    (1 + links.len() as u64 == facts.nlink()).then_some(links)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(path: &Path) -> HiddenFiles {
        HiddenFiles::find(vec![path.to_owned()]).unwrap()
    }

    fn masked_paths(hidden: &HiddenFiles, tree: &Path) -> Vec<PathBuf> {
        let masked = hidden.find_paths_to_mask(tree, Path::new("/seen")).unwrap();
        masked.into_iter().map(|masked| masked.path).collect()
    }

    /// Returns the reason why a job may not see `tree`.
    fn refusal_message(hidden: &HiddenFiles, tree: &Path) -> String {
        let refused = hidden.find_paths_to_mask(tree, tree).err();
        refused.unwrap().1.to_string()
    }

    #[test]
    fn hidden_directory_in_a_tree_is_masked() {
        let directory = tempfile::tempdir().unwrap();
        let tree = directory.path().join("tree");
        fs::create_dir_all(tree.join("cases/deep")).unwrap();
        let hidden = find(&tree.join("cases"));
        assert_eq!(masked_paths(&hidden, &tree), [Path::new("/seen/cases")]);
        assert!(masked_paths(&hidden, Path::new("/nowhere")).is_empty());
        let error = refusal_message(&hidden, &tree.join("cases/deep"));
        assert!(error.contains("submissions must not see"), "{error}");
    }

    #[test]
    fn only_renamed_or_linked_hidden_file_counts_as_changed() {
        let directory = tempfile::tempdir().unwrap();
        let [file, link, moved] =
            ["judge", "link", "moved"].map(|name| directory.path().join(name));
        fs::write(&file, "").unwrap();
        fs::hard_link(&file, &link).unwrap();
        let hidden = find(&file);
        assert!(hidden.check_unchanged().is_ok());
        fs::remove_file(&link).unwrap();
        assert!(hidden.check_unchanged().is_ok());

        for change in [fs::hard_link, fs::rename] {
            let hidden = find(&file);
            change(&file, &moved).unwrap();
            let (_, error) = hidden.check_unchanged().err().unwrap();
            assert!(error.to_string().contains("restart the judge"), "{error}");
            fs::remove_file(&moved).unwrap();
            fs::write(&file, "").unwrap();
        }
    }

    #[test]
    fn tree_with_a_link_to_a_hidden_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let [one, other, third] = ["one", "other", "third"].map(|name| directory.path().join(name));
        for directory in [&one, &other, &third] {
            fs::create_dir_all(directory.join("deps")).unwrap();
        }
        let file = one.join("judge");
        fs::write(&file, "").unwrap();
        fs::hard_link(&file, one.join("deps/judge-0")).unwrap();
        assert!(masked_paths(&find(&file), &other).is_empty());
        let near = refusal_message(&find(&file), &one);
        assert!(near.contains("deps/judge-0"), "{near}");

        fs::hard_link(&file, other.join("deps/tool")).unwrap();
        let hidden = find(&file);
        let far = refusal_message(&hidden, &other);
        for path in [&file, &other.join("deps/tool")] {
            assert!(far.contains(path.to_str().unwrap()), "{far}");
        }
        assert!(masked_paths(&hidden, &third).is_empty());
    }
}
