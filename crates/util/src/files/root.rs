//! Where the files of a project come from: a directory, or the program itself,
//! which carries the suites of its repository.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use include_dir::Dir;
use thiserror::Error;

use crate::printable::named;
use crate::regular_file::{self, MAX_TEXT};

static NOTHING: Dir<'static> = Dir::new("", &[]);

/// The place of a project's files. All of them are named from it.
#[derive(Clone, Debug)]
pub struct Root {
    /// That with `judge.toml` in it; `None` where the project is what is part
    /// of the program.
    directory: Option<PathBuf>,
    /// `judge.toml`, recipes and cases that are part of the program.
    built_in: &'static Dir<'static>,
}

/// What a directory of a project contains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name in the directory.
    pub name: PathBuf,
    /// Whether it is a directory too.
    pub is_directory: bool,
}

impl Root {
    /// The project that is part of the program. It can be read, but not
    /// written, and has no solutions.
    pub const fn new(built_in: &'static Dir<'static>) -> Self {
        Self {
            directory: None,
            built_in,
        }
    }

    /// The project in a directory of a program that carries the same.
    #[must_use]
    pub fn at(&self, directory: &Path) -> Self {
        Self {
            directory: Some(directory.to_owned()),
            ..*self
        }
    }

    /// The project that is part of the program.
    #[must_use]
    pub const fn built_in(&self) -> Self {
        Self::new(self.built_in)
    }

    /// The directory, if the project has one.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// The path at which a file or directory of this project can be written; none for
    /// the built-in project.
    ///
    /// # Errors
    /// What the file system says, and a link that leads out of the project.
    pub fn writable(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        let directory = self.directory.as_deref();
        directory
            .map(|directory| inside(directory, path))
            .transpose()
    }

    /// The content of a file; none if there is no such file.
    ///
    /// # Errors
    /// What the file system says.
    pub fn read(&self, file: &Path) -> io::Result<Option<Vec<u8>>> {
        match &self.directory {
            Some(directory) => match regular_file::read(&inside(directory, file)?, MAX_TEXT) {
                Ok(content) => Ok(Some(content)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
            None => Ok(self
                .built_in
                .get_file(file)
                .map(|file| file.contents().into())),
        }
    }

    /// The content of a text file; none if there is no such file.
    ///
    /// # Errors
    /// What the file system says, and text that is not UTF-8.
    pub fn read_text(&self, file: &Path) -> io::Result<Option<String>> {
        let content = self.read(file)?;
        content.map(regular_file::text).transpose()
    }

    /// What a directory holds, by name; nothing if there is no such directory.
    ///
    /// # Errors
    /// What the file system says.
    pub fn entries(&self, directory: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = match &self.directory {
            Some(root) => listed(&inside(root, directory)?)?,
            None => self.listed_inside(directory),
        };
        entries.sort();
        Ok(entries)
    }

    fn listed_inside(&self, directory: &Path) -> Vec<Entry> {
        let inside = self.built_in.get_dir(directory).into_iter();
        let named = inside.flat_map(Dir::entries).filter_map(|entry| {
            Some(Entry {
                name: entry.path().file_name()?.into(),
                is_directory: entry.as_dir().is_some(),
            })
        });
        named.collect()
    }
}

/// Joins a path to the directory of a project. A project may come from a stranger, whose
/// links must not make a command read or replace other files of the user.
fn inside(directory: &Path, path: &Path) -> io::Result<PathBuf> {
    let mut prefix = directory.to_owned();
    for component in path.components() {
        prefix.push(component);
        match fs::symlink_metadata(&prefix) {
            Ok(facts) if facts.is_symlink() => {
                let target = prefix.canonicalize().ok();
                let root = directory.canonicalize()?;
                if target.is_none_or(|target| !target.starts_with(root)) {
                    let link = prefix.strip_prefix(directory).unwrap_or(&prefix);
                    let error = LinkOutside(named(link));
                    return Err(io::Error::new(ErrorKind::InvalidInput, error));
                }
            }
            Ok(_) => {}
            // Not a directory: opening the path reports it.
            Err(_) => break,
        }
    }
    Ok(directory.join(path))
}

/// A link in a project that does not lead to a file of the project.
#[derive(Debug, Error)]
#[error("\"{0}\" is a link that leads out of the project; put a copy there")]
struct LinkOutside(String);

fn listed(directory: &Path) -> io::Result<Vec<Entry>> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    entries
        .map(|entry| {
            entry.map(|entry| Entry {
                is_directory: entry.path().is_dir(),
                name: entry.file_name().into(),
            })
        })
        .collect()
}

impl Default for Root {
    /// Nothing is built in.
    fn default() -> Self {
        Self::new(&NOTHING)
    }
}

impl From<&Path> for Root {
    fn from(directory: &Path) -> Self {
        Self::default().at(directory)
    }
}

impl fmt::Display for Root {
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
            let root = Root::from(project.as_path());
            let path = Path::new(link);
            assert_eq!(root.writable(path).is_err(), is_refused, "{link}");
            assert_eq!(root.read(path).is_err(), is_refused, "{link}");
        }
        let root = Root::from(project.as_path());
        let below = Path::new("cases/directory/secret.txt");
        assert!(root.read(below).is_err());
        assert!(root.entries(Path::new("cases/directory")).is_err());
    }

    #[test]
    fn what_is_not_there_is_not_an_error() {
        let directory = tempfile::tempdir().unwrap();
        for root in [Root::from(directory.path()), Root::default()] {
            assert_eq!(root.read_text(Path::new("cases/none")).unwrap(), None);
            assert_eq!(root.entries(Path::new("none")).unwrap(), []);
        }
    }
}
