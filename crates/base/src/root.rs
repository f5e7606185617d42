//! Where the files of a project come from: a directory, or the program itself,
//! which carries the suites of its repository.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use include_dir::Dir;

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

    /// The content of a file; none if there is no such file.
    ///
    /// # Errors
    /// What the file system says.
    pub fn read(&self, file: &Path) -> io::Result<Option<Vec<u8>>> {
        match &self.directory {
            Some(directory) => match regular_file::read(&directory.join(file), MAX_TEXT) {
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
            Some(root) => listed(&root.join(directory))?,
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
    fn what_is_not_there_is_not_an_error() {
        let directory = tempfile::tempdir().unwrap();
        for root in [Root::from(directory.path()), Root::default()] {
            assert_eq!(root.read_text(Path::new("cases/none")).unwrap(), None);
            assert_eq!(root.entries(Path::new("none")).unwrap(), []);
        }
    }
}
