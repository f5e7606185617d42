//! What the tools of a language print: the commands that `probe` and `locate` name.
//!
//! Those of the built-in table are the program's own and run on the host, as the user
//! would start them. Those of a project run in the sandbox, as a compiler does.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::probe::ProbeError;
use super::row::Language;
use super::spec::{StageNeeds, Staged, expand};
use crate::job::{End, job};
use crate::live;
use mousetrap_base::Bytes;
use mousetrap_base::printable::printable;
use mousetrap_model::Limits;
use mousetrap_sandbox::{Access, Isolation, JobLimits, Sandbox, SandboxError, Step};

/// How long a tool may take to print its version: the slowest take three seconds of CPU
/// time.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// What a command of a project may use.
const PROJECT_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(15),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(2048),
    output: Bytes::mib(1),
};

/// Maximum number of bytes kept of a tool's output.
const MAX_OUTPUT: usize = 1 << 16;

/// A command of a language, and what its placeholders stand for.
pub(super) struct ToolCommand<'a> {
    pub language: &'a Language,
    pub command: &'a [String],
    pub vars: &'a BTreeMap<String, String>,
    /// The directories in which tools are looked for.
    pub path: &'a OsStr,
}

impl ToolCommand<'_> {
    fn words(&self) -> Result<Vec<String>, ProbeError> {
        if self.command.is_empty() {
            return Err(ProbeError::NoCommand);
        }
        Ok(expanded(self.command, self.vars))
    }

    /// What the command prints on the host, on both channels.
    pub(super) fn on_host(&self) -> Result<String, ProbeError> {
        printed_on_host(&self.words()?, self.path)
    }

    /// What the command prints in the sandbox, on both channels. It sees the system and
    /// `binds`, and neither the network nor a file that it could change.
    pub(super) fn in_sandbox(
        &self,
        binds: Vec<PathBuf>,
        isolation: Isolation,
    ) -> Result<String, ProbeError> {
        let words = self.words()?;
        let tool = words[0].clone();
        let env = self.language.env.iter();
        let staged = Staged {
            source: String::new(),
            files: Vec::new(),
            compile: Vec::new(),
            prepared: Vec::new(),
            run: Vec::new(),
            warm: None,
            env: env
                .map(|(name, value)| (name.clone(), expand(value, self.vars)))
                .collect(),
            toolchain: binds,
            needs: StageNeeds {
                compile: self.language.needs.compile,
                ..StageNeeds::default()
            },
        };
        let directory = tempfile::tempdir().map_err(|source| ProbeError::CannotRun {
            tool: tool.clone(),
            source,
        })?;
        let limits = JobLimits {
            memory: PROJECT_LIMITS.memory,
            stack: Bytes::mib(256),
            processes: 256,
            file_size: Bytes::mib(16),
            disk: Bytes::mib(64),
            open_files: 4096,
        };
        let place = directory.path();
        let mut job = job(&staged, &words, None, place, Access::Build, false, limits);
        for (name, value) in &mut job.env {
            if name == "PATH" {
                *value = self.path.to_string_lossy().into_owned();
            }
        }
        let mut sandbox = Sandbox::new(isolation).map_err(ProbeError::Sandbox)?;
        let never = AtomicBool::new(false);
        let ended = live::run(&mut sandbox, &job, MAX_OUTPUT, &PROJECT_LIMITS, &never);
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
                    reason: end.words(&PROJECT_LIMITS),
                });
            }
        };
        Err(ProbeError::Fails {
            tool,
            status,
            stderr: first_line(&stderr),
        })
    }
}

pub(super) fn expanded(command: &[String], vars: &BTreeMap<String, String>) -> Vec<String> {
    command.iter().map(|word| expand(word, vars)).collect()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// What a command of the built-in table prints, on both channels.
fn printed_on_host(words: &[String], path: &OsStr) -> Result<String, ProbeError> {
    let [tool, arguments @ ..] = words else {
        return Err(ProbeError::NoCommand);
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "asks a toolchain of this machine for its version, by a built-in command"
    )]
    let mut command = Command::new(tool);
    command
        .args(arguments)
        .env("PATH", path)
        // Some choose another version in another directory, or fail where its name is
        // not of the characters of the locale.
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = output_within(PATIENCE, &mut command).map_err(|source| {
        match (tool.clone(), source.kind()) {
            (tool, io::ErrorKind::NotFound) => ProbeError::NotInstalled { tool },
            (tool, io::ErrorKind::TimedOut) => ProbeError::NoEnd { tool },
            (tool, _) => ProbeError::CannotRun { tool, source },
        }
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout) + &text(&output.stderr))
    } else {
        Err(ProbeError::Fails {
            tool: tool.clone(),
            status: output.status,
            stderr: first_line(&text(&output.stderr)),
        })
    }
}

/// What a command prints that ends in time, which may leave a process of its own behind:
/// that one is ended, or no longer listened to where it has left the command's group.
fn output_within(patience: Duration, command: &mut Command) -> io::Result<Output> {
    let mut child = command.process_group(0).spawn()?;
    let group = Pid::from_child(&child);
    let stdout = child.stdout.take().map(Listener::new);
    let stderr = child.stderr.take().map(Listener::new);
    let begun = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if begun.elapsed() > patience => break None,
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let _ = kill_process_group(group, Signal::KILL);
    let Some(status) = status else {
        child.wait()?;
        return Err(io::ErrorKind::TimedOut.into());
    };
    Ok(Output {
        status,
        stdout: stdout.map(Listener::heard).unwrap_or_default(),
        stderr: stderr.map(Listener::heard).unwrap_or_default(),
    })
}

/// What comes through a pipe, the first 64 KiB of it.
struct Listener {
    heard: Arc<Mutex<Vec<u8>>>,
    end: mpsc::Receiver<()>,
}

impl Listener {
    fn new(mut pipe: impl Read + Send + 'static) -> Self {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (ended, end) = mpsc::channel();
        let listener = Self {
            heard: Arc::clone(&heard),
            end,
        };
        thread::spawn(move || {
            let _ended = ended;
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut part) {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MAX_OUTPUT - heard.len();
                heard.extend_from_slice(&part[..length.min(room)]);
            }
        });
        listener
    }

    /// The complete output, once every writer has closed it, or after a second.
    fn heard(self) -> Vec<u8> {
        let _ = self.end.recv_timeout(Duration::from_secs(1));
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *heard)
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec::TOOL_PATH;
    use super::*;

    #[test]
    fn tools_are_asked_in_the_same_directory_wherever_the_judge_is() {
        let printed = printed_on_host(&["pwd".to_owned()], TOOL_PATH.as_ref());
        assert_eq!(printed.unwrap(), "/\n");
    }

    #[expect(clippy::disallowed_methods, reason = "plays a tool")]
    fn said(script: &str, patience: Duration) -> io::Result<String> {
        let mut tool = Command::new("sh");
        tool.args(["-c", script]).stdout(Stdio::piped());
        let output = output_within(patience, &mut tool)?;
        Ok(String::from_utf8(output.stdout).unwrap())
    }

    #[test]
    fn a_tool_that_hangs_is_stopped_with_what_it_has_started() {
        for script in [
            "sleep 300; true",
            "trap '' TERM INT HUP; sleep 300; true",
            "yes",
        ] {
            let stopped = said(script, Duration::from_millis(100)).unwrap_err();
            assert_eq!(stopped.kind(), io::ErrorKind::TimedOut, "{script}");
        }
    }

    #[test]
    fn a_tool_that_leaves_a_process_behind_has_said_its_version() {
        let minute = Duration::from_mins(1);
        let begun = Instant::now();
        for left in ["", "sleep 40 &", "setsid sleep 40 &"] {
            let said = said(&format!("{left} echo 1.2"), minute).unwrap();
            assert_eq!(said, "1.2\n", "{left}");
        }
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
