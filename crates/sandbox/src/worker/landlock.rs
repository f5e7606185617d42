//! Landlock rules: a second line of defence besides the mounts, if the kernel supports Landlock.
//!
//! - Files can be written only below the run's private directories.
//! - Only jobs with the permission `process_files` can read files in `/proc`.
//! - TCP and abstract sockets outside of the run are unreachable.
//! - Signals reach only processes of the run.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use crate::job::Job;
use crate::mounts::root::PREPARED_TOOLCHAIN_PATH;

/// The version of the Landlock ABI for which the rules are written.
const RULES_ABI_VERSION: ABI = ABI::V6;

/// Creates the rules for a job that may read the host's `system` directories. The job's file
/// systems must already be mounted.
pub(crate) fn create_ruleset_for_job(job: &Job, system: &[PathBuf]) -> io::Result<RulesetCreated> {
    let program = job.is_build().then_some("/prog");
    let writable = ["/box", "/tmp"].into_iter().chain(program).map(Path::new);
    if job.needs.process_files {
        return create_ruleset_for_directories(&[Path::new("/")], writable);
    }
    // Everything except `/proc` is readable.
    let host = system.iter().chain(&job.toolchain).map(PathBuf::as_path);
    let own = ["/etc", "/prog"]
        .into_iter()
        .chain(job.warm.as_ref().map(|_| PREPARED_TOOLCHAIN_PATH));
    create_ruleset_for_directories(
        &host.chain(own.map(Path::new)).collect::<Vec<_>>(),
        writable,
    )
}

/// Creates rules that allow reading below `readable`, and reading and writing below `writable` and
/// in `/dev`. The rules also allow executing all files and listing all directories.
fn create_ruleset_for_directories<'a>(
    readable: &[&'a Path],
    writable: impl Iterator<Item = &'a Path>,
) -> io::Result<RulesetCreated> {
    let read = AccessFs::from_read(RULES_ABI_VERSION);
    let all = AccessFs::from_all(RULES_ABI_VERSION);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(RULES_ABI_VERSION)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(RULES_ABI_VERSION)))
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
        let opened = PathFd::new(path).map_err(io::Error::other)?;
        ruleset = ruleset
            .add_rule(PathBeneath::new(opened, access))
            .map_err(io::Error::other)?;
    }
    Ok(ruleset)
}

/// Applies the rules to this thread, its children and the programs that they execute.
pub(crate) fn restrict_self(ruleset: RulesetCreated) -> io::Result<()> {
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

    /// Calls `check` in a thread that can read only in `readable` and write only in `writable`.
    fn restricted(readable: &Path, writable: Option<&Path>, check: impl FnOnce() + Send) {
        let ruleset = create_ruleset_for_directories(&[readable], writable.into_iter()).unwrap();
        let run = || {
            restrict_self(ruleset).unwrap();
            check();
        };
        thread::scope(|scope| scope.spawn(run).join().unwrap());
    }

    #[test]
    fn file_outside_of_the_directories_cannot_be_read_or_changed() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (own, other) = (own.path(), other.path());
        fs::write(own.join("file"), "x").unwrap();
        fs::write(other.join("file"), "x").unwrap();
        let abi_version = sys::landlock_abi_version();
        let is_restricted = abi_version.is_some();
        restricted(own, None, || {
            assert_eq!(fs::read(own.join("file")).unwrap(), b"x");
            assert_eq!(fs::read(other.join("file")).is_err(), is_restricted);
            assert!(fs::read_dir(other).is_ok());
        });
        restricted(Path::new("/"), Some(own), || {
            fs::write(own.join("new"), "x").unwrap();
            fs::write("/dev/null", "x").unwrap();
            assert_eq!(fs::read(other.join("file")).unwrap(), b"x");
            assert_eq!(fs::write(other.join("file"), "y").is_err(), is_restricted);
            assert_eq!(fs::write(other.join("new"), "y").is_err(), is_restricted);
            assert_eq!(fs::remove_file(other.join("file")).is_err(), is_restricted);
            // Landlock restricts TCP since version 4.
            let listens = TcpListener::bind(("127.0.0.1", 0)).is_ok();
            assert_eq!(listens, abi_version.is_none_or(|version| version < 4));
        });
    }
}
