//! Writes the generated cases of suites, the certificates of all their cases, and the lock file.
//!
//! The files in `cases/<problem>/<suite>/generated/` are for other programs and for people to read.
//! The judge builds the cases in memory and never reads these files.

use std::fs;
use std::io;
use std::path::Path;

use crate::case::{GameCase, Suite, SuiteName};
use crate::error::SuiteError;
use crate::export::case_files;
use crate::lock::{LOCK_FILE, LockFile};
use crate::project_files::{NewFile, path_for_writing, write_directory, write_text};
use mousetrap_util::project::Project;

/// Writes the generated cases of these suites and the certificates of all their cases to
/// `cases/<problem>/<suite>/generated/`, and updates `cases/cases.lock`. Existing directories and
/// files are replaced completely. `known` lists all suites of the project in the order of the lock
/// file.
///
/// # Errors
/// Returns an error if an answer cannot be proved or a file cannot be written. The file or
/// directory concerned then keeps its previous content.
pub fn write_suites(
    root: &Project,
    suites: &[Suite],
    known: &[SuiteName],
) -> Result<(), SuiteError> {
    for suite in suites {
        write_cases(root, suite)?;
    }
    let lock = LockFile::read(root)?.with_suites(suites, known);
    write_text(root, Path::new(LOCK_FILE), &lock.to_text())
}

/// Replaces a suite's directory of generated cases and certificates.
fn write_cases(root: &Project, suite: &Suite) -> Result<(), SuiteError> {
    let generated = &suite.cases[suite.collected..];
    let pair = |case: &GameCase| case_files(Path::new(case.id.name()), case);
    let mut files: Vec<NewFile> = generated.iter().flat_map(pair).collect();
    for case in &suite.cases {
        let proof = case.prove_answer().map_err(|error| {
            SuiteError::new(
                &case.id,
                format!("the answer is {}, but {error}", case.answer),
            )
        })?;
        let file = format!("{}.certificate", case.id.name());
        files.push((file.into(), proof.to_string()));
    }
    let directory = suite.name.generated_directory();
    let target = path_for_writing(root, &directory)?;
    let make_room = || remove_directory(&target);
    let replaced = if files.is_empty() {
        make_room()
    } else {
        write_directory(&target, &files, make_room)
    };
    replaced.map_err(SuiteError::io(&directory))
}

fn remove_directory(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
