//! Finds toolchains. Commands of the built-in table run on the host. Those of a project run
//! in the sandbox, as compilers do.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::process::job::{Command, End, job};
use crate::process::running::{self, Supervision};
use mousetrap_languages::{Language, ProbeError, Probed, ProjectCommand, StageNeeds, Staged};
use mousetrap_model::Limits;
use mousetrap_sandbox::{Access, Isolation, JobLimits, Sandbox, SandboxError, Step};
use mousetrap_util::Bytes;
use mousetrap_util::printable::printable;

/// The limits for a command of a project.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(15),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(2048),
    output: Bytes::mib(1),
};

/// Maximum number of bytes kept of standard output.
const MAX_OUTPUT: usize = 1 << 16;

/// Looks for the toolchain of `language`, once per process. Commands of a project run with
/// this isolation.
pub fn probe(language: &Language, isolation: Isolation) -> Probed {
    mousetrap_languages::probe(language, isolation, run_in_sandbox)
}

/// Looks for the toolchain of `language` again and ignores all caches. Commands of a
/// project run with full isolation.
pub fn probe_again(language: &Language) -> Probed {
    mousetrap_languages::probe_again(language, run_in_sandbox)
}

/// Runs a command in the sandbox and returns what it prints on standard output and
/// standard error.
fn run_in_sandbox(
    command: &ProjectCommand<'_>,
    isolation: Isolation,
) -> Result<String, ProbeError> {
    let tool = command.words[0].clone();
    let staged = Staged {
        env: command.env.clone(),
        toolchain: command.binds.clone(),
        needs: StageNeeds {
            compile: command.needs,
            ..StageNeeds::default()
        },
        ..Staged::default()
    };
    let directory = tempfile::tempdir().map_err(|source| ProbeError::CannotRun {
        tool: tool.clone(),
        source,
    })?;
    let job_limits = JobLimits {
        memory: LIMITS.memory,
        stack: Bytes::mib(256),
        processes: 256,
        file_size: Bytes::mib(16),
        disk: Bytes::mib(64),
        open_files: 4096,
    };
    let mut job = job(&Command {
        staged: &staged,
        argv: &command.words,
        toolchain: None,
        directory: directory.path(),
        access: Access::Build,
        replies: false,
        limits: job_limits,
    });
    for (name, value) in &mut job.env {
        if name == "PATH" {
            *value = command.path.to_string_lossy().into_owned();
        }
    }
    let mut sandbox = Sandbox::new(isolation).map_err(ProbeError::Sandbox)?;
    let supervision = Supervision {
        keep_stdout: MAX_OUTPUT,
        limits: &LIMITS,
        interrupted: &AtomicBool::new(false),
    };
    let ended = running::run(&mut sandbox, &job, supervision);
    let ended = ended.map_err(|error| match error {
        SandboxError::Start {
            step: Step::Execute,
            source,
            ..
        } if source.kind() == io::ErrorKind::NotFound => {
            ProbeError::NotInSandbox { tool: tool.clone() }
        }
        error => ProbeError::Sandbox(error),
    })?;
    let stderr = printable(&ended.stderr.text());
    let status = match ended.end {
        End::Code(0) => return Ok(printable(&ended.stdout.text()) + &stderr),
        End::Code(code) => ExitStatus::from_raw(code << 8),
        End::Signal(signal) => ExitStatus::from_raw(signal),
        end => {
            return Err(ProbeError::Stopped {
                tool,
                reason: end.describe(&LIMITS),
            });
        }
    };
    Err(ProbeError::Fails {
        tool,
        status,
        stderr: stderr.lines().next().unwrap_or_default().to_owned(),
    })
}
