//! Writes the generated cases of suites, the certificates of all their cases, and the lock.
//!
//! The files in `cases/<problem>/<suite>/generated/` serve other programs and readers. The judge
//! builds the cases in memory and never reads these files.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::case::{Suite, SuiteName};
use crate::error::SuiteError;
use crate::lock::{LOCK_FILE, Lock};
use crate::project_files::{writable_path, write_text};
use mousetrap_util::root::Root;

/// Writes the generated cases of these suites, and the certificates of all their cases, to
/// `cases/<problem>/<suite>/generated/`, and the lock to `cases/cases.lock`. Each directory and
/// file is replaced atomically. `known` lists all suites of the project in the order of the lock.
///
/// # Errors
/// Returns an error if an answer cannot be proved or a file cannot be written. The previous content
/// of the file or directory then remains.
pub fn write_suites(root: &Root, suites: &[Suite], known: &[SuiteName]) -> Result<(), SuiteError> {
    for suite in suites {
        write_cases(root, suite)?;
    }
    let lock = Lock::read(root)?.with_suites(suites, known);
    write_text(root, Path::new(LOCK_FILE), &lock.to_text())
}

/// Replaces a suite's directory of generated cases and certificates.
fn write_cases(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    let proofs = suite.cases.iter().map(|case| {
        let unproved = |source| SuiteError::Unproved {
            case: case.id.clone(),
            answer: case.answer,
            source,
        };
        Ok((case.id.name(), case.prove().map_err(unproved)?))
    });
    let proofs = proofs.collect::<Result<Vec<_>, SuiteError>>()?;
    let directory = suite.name.generated_directory();
    let target = writable_path(root, &directory)?;
    let parent = target.parent().unwrap_or(&target);
    let replace = || -> io::Result<()> {
        if suite.cases.is_empty() {
            return remove_directory(&target);
        }
        fs::create_dir_all(parent)?;
        let fresh = tempfile::Builder::new()
            .prefix(".generating-")
            // The process's umask restricts these permissions.
            .permissions(fs::Permissions::from_mode(0o777))
            .tempdir_in(parent)?;
        for case in &suite.cases[suite.collected..] {
            let file = fresh.path().join(case.id.name());
            fs::write(file.with_added_extension("in"), &case.input)?;
            let answer = format!("{}\n", case.answer);
            fs::write(file.with_added_extension("ans"), answer)?;
        }
        for (name, proof) in &proofs {
            let file = fresh.path().join(format!("{name}.certificate"));
            fs::write(file, proof.to_string())?;
        }
        remove_directory(&target)?;
        fs::rename(fresh.path(), &target)?;
        let _: PathBuf = fresh.keep();
        Ok(())
    };
    replace().map_err(SuiteError::io(&directory))
}

fn remove_directory(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
