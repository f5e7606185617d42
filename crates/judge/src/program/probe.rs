//! Finds toolchains. Commands of the built-in table run on the host. Those of a project run
//! in the sandbox, as compilers do.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::process::job::{End, job};
use crate::process::running::run_job;
use mousetrap_languages::{Language, Probed, ProjectCommand, StageNeeds, Staged};
use mousetrap_model::{Limits, Message};
use mousetrap_sandbox::{Access, Isolation, JobLimits, Program, Sandbox, SandboxError, Step};
use mousetrap_util::Bytes;
use mousetrap_util::printable::printable;

/// The limits for a command of a project.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(15),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(2048),
    output: Bytes::mib(1),
};

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
fn run_in_sandbox(command: &ProjectCommand<'_>, isolation: Isolation) -> Result<String, Message> {
    let tool = command.words[0].clone();
    let directory = match tempfile::tempdir() {
        Ok(directory) => directory,
        Err(error) => {
            let error = error.to_string();
            return Err(Message::ToolNotStarted { tool, error });
        }
    };
    let staged = Staged {
        env: command.env.clone(),
        toolchain: command.binds.clone(),
        needs: StageNeeds {
            compile: command.needs,
            ..StageNeeds::default()
        },
        ..Staged::default()
    };
    let program = Program {
        host: directory.path().to_owned(),
        access: Access::Build,
    };
    let job_limits = JobLimits {
        memory: LIMITS.memory,
        stack: Bytes::mib(256),
        processes: 256,
        file_size: Bytes::mib(16),
        disk: Bytes::mib(64),
        open_files: 4096,
    };
    let mut job = job(&staged, &command.words, program, job_limits);
    for (_, value) in job.env.iter_mut().filter(|(name, _)| name == "PATH") {
        *value = command.path.to_string_lossy().into_owned();
    }
    let ended = Sandbox::new(isolation)
        .and_then(|mut sandbox| run_job(&mut sandbox, &job, &LIMITS, &AtomicBool::new(false)));
    let ended = match ended {
        Ok(ended) => ended,
        Err(SandboxError::Start {
            step: Step::Execute,
            source,
            ..
        }) if source.kind() == io::ErrorKind::NotFound => {
            return Err(Message::ToolNotInSandbox { tool });
        }
        Err(error) => {
            let error = error.to_string();
            return Err(Message::ProbeSandbox { error });
        }
    };
    let stderr = printable(&ended.stderr.text());
    let status = match ended.end {
        End::Code(0) => return Ok(printable(&ended.stdout.text()) + &stderr),
        End::Code(code) => ExitStatus::from_raw(code << 8),
        End::Signal(signal) => ExitStatus::from_raw(signal),
        end => {
            let reason = end.describe(&LIMITS);
            return Err(Message::ToolStopped { tool, reason });
        }
    };
    Err(Message::ToolFails {
        tool,
        status: status.to_string(),
        stderr: stderr.lines().next().unwrap_or_default().to_owned(),
    })
}
