//! Landlock, where the kernel has it: a second fence behind the mounts. Files
//! may be written below the run's own directories only, those of `/proc` be read by
//! jobs that need them only, nothing may be reached by TCP, no abstract socket outside,
//! and no signal leaves the program's own processes.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use crate::mounts::root::WARM;
use crate::wire::messages::Run;

/// The newest interface that the rules below were written for.
const INTERFACE: ABI = ABI::V6;

/// The rules for a run, which sees these system directories; to be made after its mounts.
pub(crate) fn ruleset(run: &Run, system: &[PathBuf]) -> io::Result<RulesetCreated> {
    let program = run.build.then_some("/prog");
    let writable = ["/box", "/tmp"].into_iter().chain(program).map(Path::new);
    if run.needs.process_files {
        return rules(&[Path::new("/")], writable);
    }
    // All but `/proc`.
    let host = system.iter().chain(&run.toolchain).map(PathBuf::as_path);
    let own = ["/etc", "/prog"]
        .into_iter()
        .chain(run.warm.as_ref().map(|_| WARM));
    rules(
        &host.chain(own.map(Path::new)).collect::<Vec<_>>(),
        writable,
    )
}

/// Rules by which files below `readable` may be read, and those below `writable` and
/// devices be written as well. All files may be executed and all directories listed.
fn rules<'a>(
    readable: &[&'a Path],
    writable: impl Iterator<Item = &'a Path>,
) -> io::Result<RulesetCreated> {
    let read = AccessFs::from_read(INTERFACE);
    let all = AccessFs::from_all(INTERFACE);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(INTERFACE)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(INTERFACE)))
        .and_then(landlock::Ruleset::create)
        .map_err(io::Error::other)?;
    let general = [
        ("/", read & !AccessFs::ReadFile),
        ("/dev", read | AccessFs::WriteFile),
    ]
    .map(|(directory, access)| (Path::new(directory), access));
    let rules = general
        .into_iter()
        .chain(readable.iter().map(|&path| (path, read)))
        .chain(writable.map(|directory| (directory, all)));
    for (path, access) in rules {
        let place = PathFd::new(path).map_err(io::Error::other)?;
        ruleset = ruleset
            .add_rule(PathBeneath::new(place, access))
            .map_err(io::Error::other)?;
    }
    Ok(ruleset)
}

/// Puts the rules on this thread and all it becomes and forks.
pub(crate) fn restrict(ruleset: RulesetCreated) -> io::Result<()> {
    ruleset.restrict_self().map_err(io::Error::other)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::iter;
    use std::net::TcpListener;
    use std::thread;

    use super::*;
    use crate::sys;

    #[test]
    fn file_outside_of_readable_directories_is_refused() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(own.path().join("there"), "x").unwrap();
        fs::write(other.path().join("there"), "x").unwrap();
        let fenced = sys::landlock_interface().is_some();
        thread::spawn(move || {
            restrict(rules(&[own.path()], iter::empty()).unwrap()).unwrap();
            assert_eq!(fs::read(own.path().join("there")).unwrap(), b"x");
            assert_eq!(fs::read(other.path().join("there")).is_err(), fenced);
            assert!(fs::read_dir(other.path()).is_ok());
        })
        .join()
        .unwrap();
    }

    #[test]
    fn files_are_written_where_allowed_and_read_everywhere() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let interface = sys::landlock_interface();
        let (own, other) = (own.path().to_owned(), other.path().to_owned());
        fs::write(other.join("there"), "x").unwrap();
        // Rules hold for the thread that puts them on itself.
        thread::spawn(move || {
            restrict(rules(&[Path::new("/")], [own.as_path()].into_iter()).unwrap()).unwrap();
            fs::write(own.join("new"), "x").unwrap();
            fs::write("/dev/null", "x").unwrap();
            assert_eq!(fs::read(other.join("there")).unwrap(), b"x");
            let fenced = interface.is_some();
            assert_eq!(fs::write(other.join("there"), "y").is_err(), fenced);
            assert_eq!(fs::write(other.join("new"), "y").is_err(), fenced);
            assert_eq!(fs::remove_file(other.join("there")).is_err(), fenced);
            // TCP came with version 4.
            let listens = TcpListener::bind(("127.0.0.1", 0)).is_ok();
            assert_eq!(listens, interface.is_none_or(|version| version < 4));
        })
        .join()
        .unwrap();
    }
}
