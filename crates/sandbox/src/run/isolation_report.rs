//! Reports how well runs are isolated on this machine, as observed from inside a run.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;

use rustix::event::{PollFd, PollFlags, poll};

use super::sandbox::Sandbox;
use crate::error::SandboxError;
use crate::job::{Exit, Job};
use crate::sys;

/// The isolation of runs on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsolationReport {
    /// The types of namespaces that a run does not share with this process, such as `pid` and
    /// `net`.
    pub namespaces: Vec<String>,
    /// Whether a system call filter is active.
    pub filter: bool,
    /// Whether a run has no capabilities and cannot gain any.
    pub unprivileged: bool,
    /// The version of the Landlock ABI, if the kernel supports Landlock.
    pub landlock: Option<u32>,
}

/// Starts a shell in `sandbox` and reports the isolation that the shell observes.
///
/// # Errors
/// Returns an error if the shell cannot be started or fails.
pub fn observe_isolation(sandbox: &mut Sandbox) -> Result<IsolationReport, SandboxError> {
    let script = "readlink /proc/self/ns/*; cat /proc/self/status";
    let mut job = Job::new(&["/bin/sh", "-c", script]);
    job.needs.processes = true;
    job.needs.process_files = true;
    let process = sandbox.start(&job)?;
    let step = "running a shell in the sandbox";
    let mut ended = [PollFd::from_borrowed_fd(
        process.exit_notification(),
        PollFlags::IN,
    )];
    poll(&mut ended, None).map_err(SandboxError::in_step(step))?;
    let pipe = process.stdout().try_clone_to_owned();
    let pipe = pipe.map_err(SandboxError::in_step(step))?;
    let (exit, _) = process.kill_and_reap()?;
    let mut output = String::new();
    let _ = File::from(pipe).take(64 << 10).read_to_string(&mut output);
    if exit != Exit::Code(0) {
        let reason = format!("a shell in the sandbox failed: {exit:?}");
        return Err(SandboxError::Unavailable(reason));
    }
    Ok(IsolationReport::parse(&output, |name| {
        let link = fs::read_link(format!("/proc/self/ns/{name}")).ok()?;
        Some(link.to_string_lossy().into_owned())
    }))
}

impl IsolationReport {
    /// Parses the output of the shell script in [`observe_isolation`]. `own_namespace` returns this
    /// process's namespace of a given type, as the target of a link in `/proc/self/ns`.
    fn parse(output: &str, own_namespace: impl Fn(&str) -> Option<String>) -> Self {
        let status = |name: &str| {
            let line = output.lines().find_map(|line| line.strip_prefix(name));
            line.map_or("", |line| line.trim_start_matches(':').trim())
        };
        // The targets of links such as `pid_for_children` also begin with `pid:`.
        let namespaces = output.lines().filter_map(|line| {
            let (name, number) = line.split_once(":[")?;
            (number.ends_with(']') && own_namespace(name)? != line).then(|| name.to_owned())
        });
        let namespaces: BTreeSet<String> = namespaces.collect();
        let capability_sets = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"];
        Self {
            namespaces: namespaces.into_iter().collect(),
            filter: status("Seccomp") == "2",
            unprivileged: status("NoNewPrivs") == "1"
                && capability_sets.iter().all(|set| {
                    let bits = status(set);
                    !bits.is_empty() && bits.bytes().all(|bit| bit == b'0')
                }),
            landlock: sys::landlock_abi_version(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL_OUTPUT: &str = "net:[1]\npid:[2]\npid:[2]\ntime:[3]\nNoNewPrivs:\t1\nSeccomp:\t2\n\
        CapInh:\t0000\nCapPrm:\t0000\nCapEff:\t0000\nCapBnd:\t0000\nCapAmb:\t0000\n";

    #[test]
    fn report_shows_own_namespaces_filter_and_missing_capabilities() {
        for (part, other, filter, unprivileged) in [
            ("", "", true, true),
            ("CapBnd:\t0000", "CapBnd:\t0001", true, false),
            ("NoNewPrivs:\t1", "", true, false),
            ("Seccomp:\t2", "Seccomp:\t0", false, true),
        ] {
            let report = IsolationReport::parse(&SHELL_OUTPUT.replace(part, other), |name| {
                let number = if name == "time" { 3 } else { 9 };
                Some(format!("{name}:[{number}]"))
            });
            assert_eq!(report.namespaces, ["net", "pid"]);
            assert_eq!((report.filter, report.unprivileged), (filter, unprivileged));
        }
    }
}
