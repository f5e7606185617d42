//! Writing suites out: generated cases into files, all cases into the lock.
//!
//! The files in `cases/<problem>/<suite>/generated/` are for other programs and
//! people. The judge never runs on them, so that one which was changed would be
//! ignored: it is an error.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::case::{Case, Suite, SuiteName};
use super::error::SuiteError;
use super::files::writable;
use super::lock::{self, Difference, Lock, LockedCase};
use super::make::make;
use super::programs::Programs;
use mousetrap_base::printable::named;
use mousetrap_base::replace::replace_file;
use mousetrap_base::root::Root;
use mousetrap_model::Limits;

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
            .try_for_each(|suite| check_files(root, suite))?;
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
    for suite in suites {
        write_cases(root, suite)?;
    }
    let mut lock = Lock::read(root)?;
    for suite in suites {
        lock.replace(&suite.name, LockedCase::all(suite));
    }
    lock.arrange(known);
    let file = Path::new(lock::FILE);
    replace_file(&writable(root, file)?, lock.text()).map_err(SuiteError::io(file))
}

/// Replaces the directory of generated cases and certificates.
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
    let directory = directory(&suite.name);
    let target = writable(root, &directory)?;
    let parent = target.parent().unwrap_or(&target);
    let replace = || -> io::Result<()> {
        if suite.cases.is_empty() {
            return remove(&target);
        }
        fs::create_dir_all(parent)?;
        let fresh = tempfile::Builder::new()
            .prefix(".generating-")
            // As the umask leaves it.
            .permissions(fs::Permissions::from_mode(0o777))
            .tempdir_in(parent)?;
        for case in &suite.cases[suite.by_hand..] {
            write_case(fresh.path(), case)?;
        }
        for (name, proof) in &proofs {
            let file = fresh.path().join(format!("{name}.certificate"));
            fs::write(file, proof.to_string())?;
        }
        remove(&target)?;
        fs::rename(fresh.path(), &target)?;
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

/// Where the generated files of a suite lie, named from the project.
fn directory(name: &SuiteName) -> PathBuf {
    Path::new("cases")
        .join(name.problem.id())
        .join(&name.suite)
        .join("generated")
}

/// Compares the files that are there with what the recipe makes.
///
/// # Errors
/// Names the first that differs.
pub(super) fn check_files(root: &Root, suite: &Suite) -> Result<(), SuiteError> {
    let directory = directory(&suite.name);
    let entries = root
        .entries(&directory)
        .map_err(SuiteError::io(&directory))?;
    for entry in entries {
        let file = directory.join(entry.name);
        let kind = file.extension().unwrap_or_default().to_string_lossy();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if kind == "certificate" {
            continue;
        }
        let mut generated = suite.cases[suite.by_hand..].iter();
        let case = generated.find(|case| case.id.name() == name);
        let expected = match (case, &*kind) {
            (Some(case), "in") => case.input.clone(),
            (Some(case), "ans") => format!("{}\n", case.answer),
            _ => return Err(changed(suite, &file)),
        };
        let found = root.read_text(&file).map_err(SuiteError::io(&file))?;
        if found.is_some_and(|found| found != expected) {
            return Err(changed(suite, &file));
        }
    }
    Ok(())
}

fn changed(suite: &Suite, file: &Path) -> SuiteError {
    let SuiteName { problem, suite } = &suite.name;
    let message = format!(
        "is not what the recipe makes, and what stands here is never judged; write it to \
         cases/{problem}/{suite}/, where cases and limits of your own belong, or change \
         generators/{problem}/{suite}.toml; `mousetrap generate {suite} --problem {problem}` \
         writes this directory anew"
    );
    SuiteError::rule(named(file), message)
}
