//! Compiles small C programs for benchmarks, and creates the jobs that run them.

#![expect(
    clippy::disallowed_methods,
    reason = "the compiler of a bench is trusted"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mousetrap_sandbox::Job;
use mousetrap_util::Bytes;

/// Compiles `source` into a static program `directory/name`.
pub(crate) fn compile(directory: &Path, name: &str, source: &str) -> PathBuf {
    let (from, to) = (directory.join(format!("{name}.c")), directory.join(name));
    fs::write(&from, source).expect("writing a source");
    let status = Command::new("gcc")
        .args(["-O2", "-static", "-pthread", "-o"])
        .args([&to, &from])
        .status()
        .expect("gcc");
    assert!(status.success(), "gcc fails on {name}");
    to
}

/// Returns a job that runs a program without arguments.
pub(crate) fn job(program: &Path) -> Job {
    let mut job = Job::new(&[program.to_str().expect("UTF-8")]);
    job.toolchain = vec![program.parent().expect("a directory").to_owned()];
    job.limits.stack = Bytes::mib(256);
    job
}
