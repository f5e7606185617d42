//! Writing suites out: generated cases into files, all cases into the lock.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::case::{Case, Suite, SuiteName};
use super::error::SuiteError;
use super::files::writable;
use super::load::make;
use super::lock::{self, Difference, Lock, LockedCase};
use super::program::Programs;
use super::written;
use mousetrap_base::Limits;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;

/// Makes the given suites anew, without a look at the lock.
///
/// # Errors
/// Those of [`super::load`], except for differences from the lock.
pub fn regenerate(
    root: &Root,
    names: &[SuiteName],
    defaults: Limits,
    programs: &mut dyn Programs,
) -> Result<Vec<Suite>, SuiteError> {
    let make = |name: &SuiteName| make(root, name, defaults, programs);
    names.iter().map(make).collect()
}

/// What differs between the lock and the suites as they are made now.
///
/// # Errors
/// If the lock cannot be read, or a generated file was changed.
pub fn check(root: &Root, suites: &[Suite]) -> Result<Vec<Difference>, SuiteError> {
    let lock = Lock::read(root)?;
    let differences: Vec<Difference> = suites
        .iter()
        .flat_map(|suite| Lock::compare(lock.of_suite(&suite.name), &LockedCase::all(suite)))
        .collect();
    // Where the recipe has changed, the files of before are to be replaced anyway.
    if differences.is_empty() {
        suites
            .iter()
            .try_for_each(|suite| written::check(root, suite))?;
    }
    Ok(differences)
}

/// Writes the generated cases and certificates of all cases to
/// `cases/<problem>/<suite>/generated/`, and the lock to `cases/cases.lock`. Each directory and file is replaced as a whole.
/// `known` are all suites there are, in the order of the lock.
///
/// # Errors
/// If something cannot be written, or an answer not be proved; what stood there
/// before then stays.
pub fn write(root: &Root, suites: &[Suite], known: &[SuiteName]) -> Result<(), SuiteError> {
    let directory = writable(root)?;
    for suite in suites {
        write_cases(directory, suite)?;
    }
    let mut lock = Lock::read(root)?;
    for suite in suites {
        lock.replace(&suite.name, LockedCase::all(suite));
    }
    lock.arrange(known);
    let file = Path::new(lock::FILE);
    replace_file(&directory.join(file), lock.text()).map_err(SuiteError::io(file))
}

/// Replaces the directory of generated cases and certificates.
fn write_cases(root: &Path, suite: &Suite) -> Result<(), SuiteError> {
    let proofs = suite.cases.iter().map(|case| {
        let unproved = |source| SuiteError::Unproved {
            case: case.id.clone(),
            answer: case.answer,
            source,
        };
        Ok((case.id.name(), case.prove().map_err(unproved)?))
    });
    let proofs = proofs.collect::<Result<Vec<_>, SuiteError>>()?;
    let directory = written::directory(&suite.name);
    let parent = directory.parent().unwrap_or(root);
    let replace = || -> io::Result<()> {
        if suite.cases.is_empty() {
            return remove(&root.join(&directory));
        }
        fs::create_dir_all(root.join(parent))?;
        let fresh = tempfile::Builder::new()
            .prefix(".generating-")
            // As the umask leaves it.
            .permissions(fs::Permissions::from_mode(0o777))
            .tempdir_in(root.join(parent))?;
        for case in &suite.cases[suite.by_hand..] {
            write_case(fresh.path(), case)?;
        }
        for (name, proof) in &proofs {
            let file = fresh.path().join(format!("{name}.certificate"));
            fs::write(file, proof.to_string())?;
        }
        remove(&root.join(&directory))?;
        fs::rename(fresh.path(), root.join(&directory))?;
        let _: PathBuf = fresh.keep();
        Ok(())
    };
    replace().map_err(SuiteError::io(&directory))
}

fn write_case(directory: &Path, case: &Case) -> io::Result<()> {
    let name = case.id.name();
    fs::write(directory.join(format!("{name}.in")), &case.input)?;
    fs::write(
        directory.join(format!("{name}.ans")),
        format!("{}\n", case.answer),
    )
}

fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
