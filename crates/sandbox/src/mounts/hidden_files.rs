//! Files and directories that no job may see, wherever the host shows them: the judge's
//! executable, which contains all answers, and the directories of its suites, solutions
//! and programs.
//!
//! They are covered, not omitted: a toolchain or a system directory may contain them,
//! and appears with something empty in their place.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{DirEntryExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::hidden_paths::own_executable;
use super::mount_table::{Mounts, join};
use crate::error::{FailedStep, refused};

/// A hidden file or directory.
#[derive(Debug)]
struct HiddenFile {
    metadata: Metadata,
    /// Identifies the file after it was renamed.
    handle: Option<File>,
    /// The paths at which the host shows it. Another mount may show it again.
    paths: Vec<PathBuf>,
    /// Its other hard links; `None` if they may be anywhere on its file system.
    links: Option<Vec<PathBuf>>,
}

/// All hidden files and directories, as the host shows them.
#[derive(Debug)]
pub(crate) struct Hidden(Vec<HiddenFile>);

/// A path that must be covered.
#[derive(Debug)]
pub(crate) struct Cover {
    /// Relative to the directory that is shown, or absolute after [`Cover::at`].
    pub(crate) path: PathBuf,
    pub(crate) is_directory: bool,
}

impl Cover {
    /// Makes the path absolute, for a directory that is shown at `tree`.
    pub(crate) fn at(self, tree: &Path) -> Self {
        let path = join(tree, &self.path);
        Self { path, ..self }
    }

    /// Returns the empty directory or file of the sandbox that covers the path.
    pub(crate) fn empty(&self) -> &'static str {
        // On a mount without devices, a device cannot even be opened.
        if self.is_directory {
            "/box"
        } else {
            "/dev/null"
        }
    }
}

impl Hidden {
    /// Finds these paths and this program's executable on the host.
    pub(crate) fn find(paths: Vec<PathBuf>) -> io::Result<Self> {
        let paths: BTreeSet<_> = paths.into_iter().chain(own_executable()).collect();
        let mounts = Mounts::read()?;
        let files = paths.into_iter().filter_map(|path| {
            let facts = fs::metadata(&path).ok()?;
            let paths = mounts.all_paths(&path);
            let links = if facts.is_file() {
                links_nearby(&path, &facts)
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

    /// Returns the paths that must be covered if the host's `tree` is shown.
    ///
    /// # Errors
    /// If the tree is in a hidden directory, or contains another link to a hidden file.
    pub(crate) fn covers_in(&self, tree: &Path) -> Result<Vec<Cover>, FailedStep> {
        let mut covers = Vec::new();
        for file in &self.0 {
            for hidden in &file.paths {
                if tree != hidden && tree.starts_with(hidden) {
                    return Err(refused(format!(
                        "it is in {}, which no submission may see; move it elsewhere",
                        hidden.display()
                    )));
                }
                if let Ok(path) = hidden.strip_prefix(tree) {
                    covers.push(Cover {
                        path: path.to_owned(),
                        is_directory: file.metadata.is_dir(),
                    });
                }
            }
            if let Some(link) = file.link_within(tree) {
                return Err(refused(format!(
                    "{} is a second link to {}, which submissions must not be able to run; \
                     remove one of the two",
                    link.display(),
                    file.paths[0].display()
                )));
            }
        }
        Ok(covers)
    }

    /// Checks that no hidden file has got another name since it was found.
    ///
    /// # Errors
    /// If one has, because its new path is unknown.
    pub(crate) fn check_unmoved(&self) -> Result<(), FailedStep> {
        match self.0.iter().find(|file| file.moved()) {
            Some(file) => Err(changed(&file.paths[0], "moved or linked")),
            None => Ok(()),
        }
    }
}

/// Returns the error for a hidden file that has changed.
pub(crate) fn changed(path: &Path, how: &str) -> FailedStep {
    refused(format!(
        "{}, which no submission may see, was {how} while the judge ran: start the judge again",
        path.display()
    ))
}

impl HiddenFile {
    fn is(&self, facts: &Metadata) -> bool {
        (facts.dev(), facts.ino()) == (self.metadata.dev(), self.metadata.ino())
    }

    /// Returns whether the file was linked, moved, or got another mode: each changes its
    /// ctime. Removing one of its names does, too, but reveals the file to nobody.
    fn moved(&self) -> bool {
        let now = self.handle.as_ref().and_then(|file| file.metadata().ok());
        now.is_some_and(|now| {
            let time = |facts: &Metadata| (facts.ctime(), facts.ctime_nsec());
            time(&now) != time(&self.metadata) && now.nlink() >= self.metadata.nlink()
        })
    }

    /// Returns a link below `tree` that is not one of the names.
    fn link_within(&self, tree: &Path) -> Option<PathBuf> {
        match &self.links {
            Some(links) => links.iter().find(|link| link.starts_with(tree)).cloned(),
            None => self.search(tree),
        }
    }

    /// Searches `directory` for a link, on one file system.
    fn search(&self, directory: &Path) -> Option<PathBuf> {
        let here = fs::symlink_metadata(directory).ok()?;
        if here.dev() != self.metadata.dev() {
            return None;
        }
        // Submissions cannot read a directory that the judge cannot read.
        for entry in fs::read_dir(directory).ok()?.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if let Some(found) = self.search(&path) {
                    return Some(found);
                }
            } else if entry.ino() == self.metadata.ino()
                && fs::symlink_metadata(&path).is_ok_and(|facts| self.is(&facts))
                && !self.paths.contains(&path)
            {
                return Some(path);
            }
        }
        None
    }
}

/// Finds the other links to a file in the directories where Cargo creates them: that of the
/// file and `deps` in it. Searching the entire file system would take long. Returns `None` if
/// there are more.
fn links_nearby(path: &Path, facts: &Metadata) -> Option<Vec<PathBuf>> {
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

    fn find(path: &Path) -> Hidden {
        Hidden::find(vec![path.to_owned()]).unwrap()
    }

    fn covers(hidden: &Hidden, tree: &Path) -> Vec<PathBuf> {
        let covers = hidden.covers_in(tree).unwrap();
        covers.into_iter().map(|cover| cover.path).collect()
    }

    #[test]
    fn hidden_directory_in_a_tree_is_covered() {
        let directory = tempfile::tempdir().unwrap();
        let tree = directory.path().join("tree");
        fs::create_dir_all(tree.join("cases/deep")).unwrap();
        let hidden = find(&tree.join("cases"));
        assert_eq!(covers(&hidden, &tree), [Path::new("cases")]);
        assert_eq!(covers(&hidden, Path::new("/nowhere")), [] as [&Path; 0]);
        let (_, error) = hidden.covers_in(&tree.join("cases/deep")).err().unwrap();
        assert!(
            error.to_string().contains("no submission may see"),
            "{error}"
        );
    }

    #[test]
    fn new_name_of_a_hidden_file_is_noticed_and_removed_name_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let [file, link, moved] =
            ["judge", "link", "moved"].map(|name| directory.path().join(name));
        fs::write(&file, "").unwrap();
        fs::hard_link(&file, &link).unwrap();
        let hidden = find(&file);
        assert!(hidden.check_unmoved().is_ok());
        fs::remove_file(&link).unwrap();
        assert!(hidden.check_unmoved().is_ok());

        for change in [fs::hard_link, fs::rename] {
            let hidden = find(&file);
            change(&file, &moved).unwrap();
            let (_, error) = hidden.check_unmoved().err().unwrap();
            assert!(
                error.to_string().contains("start the judge again"),
                "{error}"
            );
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
        assert_eq!(covers(&find(&file), &other), [] as [&Path; 0]);
        let (_, near) = find(&file).covers_in(&one).err().unwrap();
        assert!(near.to_string().contains("deps/judge-0"), "{near}");

        fs::hard_link(&file, other.join("deps/tool")).unwrap();
        let hidden = find(&file);
        let (_, far) = hidden.covers_in(&other).err().unwrap();
        for path in [&file, &other.join("deps/tool")] {
            assert!(far.to_string().contains(path.to_str().unwrap()), "{far}");
        }
        assert_eq!(covers(&hidden, &third), [] as [&Path; 0]);
    }
}
