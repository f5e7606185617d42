//! What the importer of `DOMjudge` takes: a problem in Kattis's legacy format
//! with the time limit and the short name in a file of its own, as a zip file.

use super::package::{File, Package};

/// The files of the archive.
pub(super) fn domjudge(package: &Package<'_>) -> Vec<File> {
    let (seconds, memory) = package.limits();
    let title = package.problem.title();
    let mut files: Vec<File> = vec![
        (
            "domjudge-problem.ini".into(),
            format!(
                "name='{title}'\nexternalid='{name}'\nshort-name='{name}'\ntimelimit='{seconds}'\n",
                name = package.name
            ),
        ),
        (
            "problem.yaml".into(),
            format!(
                "name: {title}\nlimits:\n  memory: {memory}\n\
                 validation: default\nvalidator_flags: case_sensitive\n"
            ),
        ),
        // Of the forms that it shows, text is the one that needs no tools.
        (
            "problem.txt".into(),
            package.own("statement.en.md").to_owned(),
        ),
    ];
    files.extend(package.data());
    files.extend(package.submissions());
    files
}
