//! Files that do not exist, and suggestions for their paths.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::toml_file::closest_name;

/// Converts the error for a file that does not exist to `None`.
pub(crate) fn none_if_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Returns an existing path that is similar to `path`, which the user has probably misspelt. Each
/// missing component is replaced with the most similar name in its directory. Returns `None` if a
/// component has no similar name, or if `path` exists.
pub fn find_similar_path(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        let exact = found.join(part);
        found = if exact.exists() {
            exact
        } else {
            find_similar_entry(&found, part)?
        };
    }
    (found != path).then_some(found)
}

/// Returns the entry of `directory` whose name is most similar to `name`. If no name is similar,
/// returns an entry whose file stem is `name`, such as `name.txt`.
fn find_similar_entry(directory: &Path, name: Component<'_>) -> Option<PathBuf> {
    let name = name.as_os_str().to_str()?;
    let here = directory.as_os_str().is_empty();
    let entries = fs::read_dir(if here { Path::new(".") } else { directory }).ok()?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let has_stem = |known: &&str| {
        Path::new(known)
            .file_stem()
            .is_some_and(|stem| stem == name)
    };
    let similar = closest_name(name, &known).or_else(|| known.into_iter().find(has_stem));
    similar.map(|similar| directory.join(similar))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_similar_existing_path_is_suggested_for_a_missing_path() {
        let directory = tempfile::tempdir().unwrap();
        let at = |path: &str| directory.path().join(path);
        fs::create_dir_all(at("submissions/anna")).unwrap();
        for file in ["answer.c", "submissions/anna/quick.cpp"] {
            fs::write(at(file), "").unwrap();
        }
        let quick = Some("submissions/anna/quick.cpp");
        for (given, expected) in [
            ("anser.c", Some("answer.c")),
            ("submisions/ana/quik.cpp", quick),
            ("submisions", Some("submissions")),
            ("submissions/anna/quick", quick),
            ("submisions/other.cpp", None),
            ("nothing.py", None),
            ("answer.c", None),
        ] {
            assert_eq!(find_similar_path(&at(given)), expected.map(at), "{given}");
        }
    }

    #[test]
    fn only_a_missing_file_is_none() {
        let directory = tempfile::tempdir().unwrap();
        let missing = fs::read(directory.path().join("file"));
        assert_eq!(none_if_missing(missing).unwrap(), None);
        assert!(none_if_missing(fs::read(directory.path())).is_err());
    }
}
