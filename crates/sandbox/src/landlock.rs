//! Landlock, where the kernel has it: a second fence behind the mounts. Files
//! may be written below the run's own directories only, nothing may be reached by
//! TCP, no abstract socket outside, and no signal leaves the program's own
//! processes.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use super::wire::Run;

/// The newest interface that the rules below were written for.
const INTERFACE: ABI = ABI::V6;

/// The rules for a run; to be made after its mounts.
pub(super) fn ruleset(run: &Run) -> io::Result<RulesetCreated> {
    let program = run.build.then_some("/prog");
    let writable = ["/box", "/tmp"].into_iter().chain(program);
    only_writable(writable.map(Path::new))
}

/// Files may be written below these directories only, and to devices.
fn only_writable<'a>(directories: impl Iterator<Item = &'a Path>) -> io::Result<RulesetCreated> {
    let read = AccessFs::from_read(INTERFACE);
    let all = AccessFs::from_all(INTERFACE);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(INTERFACE)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(INTERFACE)))
        .and_then(landlock::Ruleset::create)
        .map_err(io::Error::other)?;
    let rules = [("/", read), ("/dev", read | AccessFs::WriteFile)]
        .map(|(directory, access)| (Path::new(directory), access))
        .into_iter()
        .chain(directories.map(|directory| (directory, all)));
    for (path, access) in rules {
        let directory = PathFd::new(path).map_err(io::Error::other)?;
        ruleset = ruleset
            .add_rule(PathBeneath::new(directory, access))
            .map_err(io::Error::other)?;
    }
    Ok(ruleset)
}

/// Puts the rules on this thread and all it becomes and forks.
pub(super) fn restrict(ruleset: RulesetCreated) -> io::Result<()> {
    ruleset.restrict_self().map_err(io::Error::other)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::net::TcpListener;
    use std::thread;

    use super::*;
    use crate::sys;

    #[test]
    fn files_are_written_where_allowed_and_read_everywhere() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let interface = sys::landlock_interface();
        let (own, other) = (own.path().to_owned(), other.path().to_owned());
        fs::write(other.join("there"), "x").unwrap();
        // Rules hold for the thread that puts them on itself.
        thread::spawn(move || {
            restrict(only_writable([own.as_path()].into_iter()).unwrap()).unwrap();
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
