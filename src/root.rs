//! Where the files of a project come from: a folder, or this program itself,
//! which carries the suites of its repository.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use include_dir::{Dir, include_dir};

/// `judge.toml`, recipes and cases of this repository.
static BUILT_IN: Dir<'_> = include_dir!("$OUT_DIR/project");

/// The place of a project's files. All of them are named from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// A folder, that with `judge.toml` in it.
    Folder(PathBuf),
    /// What is part of this program. It can be read, but not written, and has
    /// no solutions.
    BuiltIn,
}

/// What a folder of a project holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name in the folder.
    pub name: PathBuf,
    /// Whether it is a folder too.
    pub is_folder: bool,
}

impl Root {
    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::BuiltIn => None,
        }
    }

    /// The content of a file; none if there is no such file.
    ///
    /// # Errors
    /// What the file system says.
    pub fn read(&self, file: &Path) -> io::Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => match fs::read(folder.join(file)) {
                Ok(content) => Ok(Some(content)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
            Self::BuiltIn => Ok(BUILT_IN.get_file(file).map(|file| file.contents().into())),
        }
    }

    /// The content of a text file; none if there is no such file.
    ///
    /// # Errors
    /// What the file system says, and text that is not UTF-8.
    pub fn read_text(&self, file: &Path) -> io::Result<Option<String>> {
        let content = self.read(file)?;
        let text = content.map(|content| {
            String::from_utf8(content)
                .map_err(|_| io::Error::new(ErrorKind::InvalidData, "is not text (UTF-8)"))
        });
        text.transpose()
    }

    /// What a folder holds, by name; nothing if there is no such folder.
    ///
    /// # Errors
    /// What the file system says.
    pub fn entries(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = match self {
            Self::Folder(root) => match fs::read_dir(root.join(folder)) {
                Ok(entries) => entries
                    .map(|entry| {
                        entry.map(|entry| Entry {
                            is_folder: entry.path().is_dir(),
                            name: entry.file_name().into(),
                        })
                    })
                    .collect::<io::Result<Vec<_>>>()?,
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                Err(error) => return Err(error),
            },
            Self::BuiltIn => {
                let inside = BUILT_IN.get_dir(folder).into_iter().flat_map(Dir::entries);
                let named = inside.filter_map(|entry| {
                    Some(Entry {
                        name: entry.path().file_name()?.into(),
                        is_folder: entry.as_dir().is_some(),
                    })
                });
                named.collect()
            }
        };
        entries.sort();
        Ok(entries)
    }
}

impl From<&Path> for Root {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::BuiltIn => f.write_str("the built-in project"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file below a folder, less generated cases.
    fn files(root: &Root, folder: &Path, found: &mut Vec<PathBuf>) {
        for Entry { name, is_folder } in root.entries(folder).unwrap() {
            let path = folder.join(&name);
            match is_folder {
                true if name.as_os_str() == "generated" => {}
                true => files(root, &path, found),
                false => found.push(path),
            }
        }
    }

    #[test]
    fn the_built_in_project_is_that_of_this_repository() {
        let folder = Root::from(Path::new(env!("CARGO_MANIFEST_DIR")));
        for part in ["generators", "cases"] {
            let (mut here, mut inside) = (Vec::new(), Vec::new());
            files(&folder, Path::new(part), &mut here);
            files(&Root::BuiltIn, Path::new(part), &mut inside);
            assert!(!here.is_empty());
            assert_eq!(here, inside);
            for file in here {
                assert_eq!(
                    folder.read(&file).unwrap(),
                    Root::BuiltIn.read(&file).unwrap(),
                    "{}",
                    file.display()
                );
            }
        }
    }

    #[test]
    fn what_is_not_there_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        for root in [Root::from(folder.path()), Root::BuiltIn] {
            assert_eq!(root.read_text(Path::new("cases/none")).unwrap(), None);
            assert_eq!(root.entries(Path::new("none")).unwrap(), []);
        }
    }
}
