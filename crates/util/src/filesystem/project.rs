//! The files of a project: read from a directory, or from the program itself, which embeds the
//! suites of the Mousetrap repository.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use include_dir::Dir;
use thiserror::Error;

use crate::missing_file::none_if_missing;
use crate::printable::escape_path;
use crate::regular_file::{self, MAX_TEXT_SIZE};

static EMPTY_PROJECT: Dir<'static> = Dir::new("", &[]);

/// The files of a project. All paths are relative to the project's root directory.
#[derive(Clone, Debug)]
pub struct Project {
    /// The directory that contains `judge.toml`; `None` for the built-in project.
    directory: Option<PathBuf>,
    /// `judge.toml`, recipes and cases that are embedded in the program.
    built_in: &'static Dir<'static>,
}

impl Project {
    /// Returns the built-in project, which is read-only and contains no solutions.
    pub const fn new(built_in: &'static Dir<'static>) -> Self {
        Self {
            directory: None,
            built_in,
        }
    }

    /// Returns the project in `directory`, with the [built-in project](Project::built_in) of
    /// `self`.
    #[must_use]
    pub fn with_directory(&self, directory: &Path) -> Self {
        Self {
            directory: Some(directory.to_owned()),
            ..*self
        }
    }

    /// Returns the built-in project.
    #[must_use]
    pub const fn built_in(&self) -> Self {
        Self::new(self.built_in)
    }

    /// Returns the directory, or `None` for the built-in project.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// Returns the path at which a file or directory of this project can be written, or `None` for
    /// the built-in project, which is read-only.
    ///
    /// # Errors
    /// Returns errors of the file system, and an error for a link that points outside the project.
    pub fn writable_path(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        let directory = self.directory.as_deref();
        directory
            .map(|directory| join_within_project(directory, path))
            .transpose()
    }

    /// Returns the content of a file, or `None` if it does not exist.
    ///
    /// # Errors
    /// The same as for [`Project::writable_path`].
    pub fn read(&self, file: &Path) -> io::Result<Option<Vec<u8>>> {
        match &self.directory {
            Some(directory) => {
                let path = join_within_project(directory, file)?;
                none_if_missing(regular_file::read(&path, MAX_TEXT_SIZE))
            }
            None => Ok(self
                .built_in
                .get_file(file)
                .map(|file| file.contents().into())),
        }
    }

    /// Returns the content of a text file, or `None` if it does not exist.
    ///
    /// # Errors
    /// Returns the same errors as [`Project::writable_path`], and an error for text that is not
    /// UTF-8.
    pub fn read_text(&self, file: &Path) -> io::Result<Option<String>> {
        let content = self.read(file)?;
        content.map(regular_file::decode_text).transpose()
    }

    /// Returns the sorted names of the files and directories in a directory. The list is empty if
    /// the directory does not exist.
    ///
    /// # Errors
    /// The same as for [`Project::writable_path`].
    pub fn entry_names(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        let mut names: Vec<PathBuf> = if let Some(root) = &self.directory {
            let entries = none_if_missing(fs::read_dir(join_within_project(root, directory)?))?;
            let entries = entries.into_iter().flatten();
            let names = entries.map(|entry| Ok(entry?.file_name().into()));
            names.collect::<io::Result<_>>()?
        } else {
            let embedded = self.built_in.get_dir(directory).into_iter();
            let embedded = embedded.flat_map(Dir::entries);
            embedded
                .filter_map(|entry| Some(entry.path().file_name()?.into()))
                .collect()
        };
        names.sort();
        Ok(names)
    }
}

/// Joins a path to the directory of a project, and refuses links that point outside the directory.
/// Symbolic links out of the project are not followed, so that a project from an untrusted source
/// cannot make a command read or overwrite other files of the user.
fn join_within_project(directory: &Path, path: &Path) -> io::Result<PathBuf> {
    let mut prefix = directory.to_owned();
    for component in path.components() {
        prefix.push(component);
        match fs::symlink_metadata(&prefix) {
            Ok(facts) if facts.is_symlink() => {
                let target = prefix.canonicalize().ok();
                let root = directory.canonicalize()?;
                if target.is_none_or(|target| !target.starts_with(root)) {
                    let link = prefix.strip_prefix(directory).unwrap_or(&prefix);
                    let error = LinkLeavesProject(escape_path(link));
                    return Err(io::Error::new(ErrorKind::InvalidInput, error));
                }
            }
            Ok(_) => {}
            // The prefix does not exist or is not a directory. The caller will notice this when it
            // opens the path.
            Err(_) => break,
        }
    }
    Ok(directory.join(path))
}

/// The error for a link in a project that points to a file outside the project.
#[derive(Debug, Error)]
#[error("\"{0}\" is a link that points outside the project; replace it with a copy of its target")]
struct LinkLeavesProject(String);

impl Default for Project {
    /// Returns a built-in project without files.
    fn default() -> Self {
        Self::new(&EMPTY_PROJECT)
    }
}

impl From<&Path> for Project {
    fn from(directory: &Path) -> Self {
        Self::default().with_directory(directory)
    }
}

impl fmt::Display for Project {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.directory {
            Some(directory) => write!(f, "{}", directory.display()),
            None => f.write_str("the built-in project"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_out_of_project_is_refused_and_link_within_it_is_followed() {
        let directory = tempfile::tempdir().unwrap();
        let project = directory.path().join("project");
        fs::create_dir_all(project.join("cases")).unwrap();
        fs::create_dir(directory.path().join("other")).unwrap();
        for file in ["other/secret.txt", "project/own.txt"] {
            fs::write(directory.path().join(file), "text").unwrap();
        }
        for (link, target, is_refused) in [
            ("cases/file", "../../other/secret.txt", true),
            ("cases/directory", "../../other", true),
            ("cases/broken", "../../other/none", true),
            ("cases/own", "../own.txt", false),
        ] {
            std::os::unix::fs::symlink(target, project.join(link)).unwrap();
            let root = Project::from(project.as_path());
            let path = Path::new(link);
            assert_eq!(root.writable_path(path).is_err(), is_refused, "{link}");
            assert_eq!(root.read(path).is_err(), is_refused, "{link}");
        }
        let root = Project::from(project.as_path());
        let secret = Path::new("cases/directory/secret.txt");
        assert!(root.read(secret).is_err());
        assert!(root.entry_names(Path::new("cases/directory")).is_err());
    }

    #[test]
    fn missing_file_or_directory_is_not_an_error() {
        let directory = tempfile::tempdir().unwrap();
        for root in [Project::from(directory.path()), Project::default()] {
            assert_eq!(root.read_text(Path::new("cases/none")).unwrap(), None);
            assert!(root.entry_names(Path::new("none")).unwrap().is_empty());
        }
    }
}
