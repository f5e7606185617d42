//! Landlock, where the kernel has it: a second fence behind the mounts. Files
//! may be written below the run's own folders only, nothing may be reached by
//! TCP, no abstract socket outside, and no signal leaves the program's own
//! processes.

use std::io;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use super::wire::Run;

/// The newest interface that the rules below were written for.
const INTERFACE: ABI = ABI::V6;

/// The rules for a run; to be made after its mounts.
pub(super) fn ruleset(run: &Run) -> io::Result<RulesetCreated> {
    let read = AccessFs::from_read(INTERFACE);
    let all = AccessFs::from_all(INTERFACE);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(INTERFACE)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(INTERFACE)))
        .and_then(landlock::Ruleset::create)
        .map_err(io::Error::other)?;
    let program = run.build.then_some("/prog");
    let writable = ["/box", "/tmp"].into_iter().chain(program);
    let rules = [("/", read), ("/dev", read | AccessFs::WriteFile)]
        .into_iter()
        .chain(writable.map(|folder| (folder, all)));
    for (path, access) in rules {
        let folder = PathFd::new(path).map_err(io::Error::other)?;
        ruleset = ruleset
            .add_rule(PathBeneath::new(folder, access))
            .map_err(io::Error::other)?;
    }
    Ok(ruleset)
}

/// Puts the rules on this thread and all it becomes and forks.
pub(super) fn restrict(ruleset: RulesetCreated) -> io::Result<()> {
    ruleset.restrict_self().map_err(io::Error::other)?;
    Ok(())
}
