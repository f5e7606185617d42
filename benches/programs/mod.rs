//! Small C programs, compiled for a bench, and jobs that run them.

#![expect(
    clippy::disallowed_methods,
    reason = "the compiler of a bench is trusted"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mousetrap_base::Bytes;
use mousetrap_sandbox::Needs;
use mousetrap_sandbox::{Job, JobLimits};

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

/// A job that runs a program without arguments.
pub(crate) fn job(program: &Path) -> Job {
    Job {
        argv: vec![program.to_str().expect("UTF-8").to_owned()],
        env: Vec::new(),
        program: None,
        warm: None,
        toolchain: vec![program.parent().expect("a directory").to_owned()],
        needs: Needs::default(),
        replies: true,
        limits: JobLimits {
            memory: Bytes::mib(256),
            stack: Bytes::mib(256),
            processes: 64,
            file_size: Bytes::mib(16),
            disk: Bytes::mib(64),
            open_files: 64,
        },
    }
}
