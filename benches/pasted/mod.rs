//! A correct solution in each language.

use std::fs;
use std::path::{Path, PathBuf};

use mousetrap_languages::Language;

/// Returns a solution that the tests paste, or else a solution of this project in the language.
pub(crate) fn solution(language: &Language) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directories = [
        "tests/pasted",
        "solutions/913/accepted",
        "solutions/1728/accepted",
    ];
    let extension = language.extensions[0].as_str();
    directories
        .iter()
        .flat_map(|directory| fs::read_dir(root.join(directory)).expect("a directory"))
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.extension().is_some_and(|own| own == extension))
        .expect("a solution in each language")
}
