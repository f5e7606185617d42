//! The record of a prepared toolchain: the files that were made, and from which files.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::JudgeError;
use crate::program::entry::TOOLCHAIN_RECORD;
use mousetrap_model::Message;
use mousetrap_util::digest::digest_of_file;

/// The directory in which the commands create their files.
pub(super) const MADE: &str = "warm";
/// The file in which a compiler may list the files that it read, in the format of `make`.
const INPUTS: &str = "inputs.d";

/// The files that the commands made, and the files that they read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// Hash of each file that was made.
    made: BTreeMap<String, String>,
    /// Size and time of each file that a compiler read.
    inputs: BTreeMap<PathBuf, Stamp>,
}

/// Size and modification time of a file.
pub(super) type Stamp = (u64, i64, i64);

impl Record {
    /// Returns the record of a directory in which the commands have just run.
    pub(super) fn new(directory: &Path) -> Result<Self, Message> {
        let listed = fs::read_to_string(directory.join(INPUTS)).unwrap_or_default();
        let files = listed.split_whitespace().map(Path::new);
        let files = files.filter(|file| file.is_absolute());
        Ok(Self {
            made: hashes(&directory.join(MADE))?,
            inputs: files
                .filter_map(|file| Some((file.to_owned(), stamp(file)?)))
                .collect(),
        })
    }
}

/// Returns whether the files in `directory` and those that the compiler read match the
/// record of their entry.
pub(super) fn is_sound(entry: &Path, directory: &Path) -> bool {
    let record = fs::read(entry.join(TOOLCHAIN_RECORD)).ok();
    let record = record.and_then(|text| serde_json::from_slice::<Record>(&text).ok());
    record.is_some_and(|record| {
        let mut inputs = record.inputs.iter();
        inputs.all(|(file, was)| stamp(file).as_ref() == Some(was))
            && hashes(&directory.join(MADE)).is_ok_and(|made| made == record.made)
    })
}

/// Returns size and time of a file, or `None` if it cannot be read.
pub(super) fn stamp(file: &Path) -> Option<Stamp> {
    let facts = fs::metadata(file).ok()?;
    Some((facts.len(), facts.mtime(), facts.mtime_nsec()))
}

/// Returns the hashes of the files in a directory, by name.
fn hashes(directory: &Path) -> Result<BTreeMap<String, String>, Message> {
    let mut made = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(JudgeError::at(directory))? {
        let path = entry.map_err(JudgeError::at(directory))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            return Err(Message::PreparationLeftDirectory {
                made: MADE.to_owned(),
                directory: name.into_owned(),
            });
        }
        let hash = digest_of_file(&path).map_err(JudgeError::at(&path))?;
        made.insert(name.into_owned(), hash);
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_with_a_directory_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join(MADE).join("classes")).unwrap();
        let error = Record::new(directory.path()).unwrap_err();
        let expected = Message::PreparationLeftDirectory {
            made: MADE.to_owned(),
            directory: "classes".to_owned(),
        };
        assert_eq!(error, expected);
    }

    #[test]
    fn changed_toolchain_is_not_sound() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let (header, made) = (path("header"), path("warm/made"));
        fs::create_dir(path(MADE)).unwrap();
        let write = |text: &str| {
            fs::write(&header, "a header").unwrap();
            fs::write(&made, "made").unwrap();
            fs::write(
                path(INPUTS),
                format!("made: own.h \\\n {}\n", header.display()),
            )
            .unwrap();
            let record = Record::new(directory.path()).unwrap();
            assert_eq!(record.inputs.keys().collect::<Vec<_>>(), [&header]);
            fs::write(path(TOOLCHAIN_RECORD), serde_json::to_vec(&record).unwrap()).unwrap();
            assert!(is_sound(directory.path(), directory.path()), "{text}");
        };
        write("a changed file");
        fs::write(&made, "mode").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("a file too many");
        fs::write(path("warm/another"), "").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        fs::remove_file(path("warm/another")).unwrap();
        write("a header of another size");
        fs::write(&header, "another header").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("no header");
        fs::remove_file(&header).unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("no record");
        fs::write(path(TOOLCHAIN_RECORD), "{").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
    }
}
