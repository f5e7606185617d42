//! Runs the version commands of the built-in table on the host, as the user would.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::error::ProbeError;

/// Time limit for printing a version. The slowest tools take three seconds of CPU time.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum number of bytes kept of each output stream.
const MAX_OUTPUT: usize = 1 << 16;

/// Returns what a command of the built-in table prints, on standard output and standard
/// error. Tools are looked for in the directories of `path`.
pub(super) fn printed_on_host(words: &[String], path: &OsStr) -> Result<String, ProbeError> {
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
        // Some tools choose their version by the directory, or fail if its name is not
        // valid in the locale.
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = output_within(TIMEOUT, &mut command).map_err(|source| {
        match (tool.clone(), source.kind()) {
            (tool, io::ErrorKind::NotFound) => ProbeError::NotInstalled { tool },
            (tool, io::ErrorKind::TimedOut) => ProbeError::NoEnd {
                tool,
                limit: TIMEOUT,
            },
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
            stderr: text(&output.stderr)
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// Returns the output of a command, or an error after `timeout`. Processes that the command
/// leaves behind are killed. The output of those that have left its process group is
/// ignored.
fn output_within(timeout: Duration, command: &mut Command) -> io::Result<Output> {
    let mut child = command.process_group(0).spawn()?;
    let group = Pid::from_child(&child);
    let stdout = child.stdout.take().map(PipeReader::new);
    let stderr = child.stderr.take().map(PipeReader::new);
    let started = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if started.elapsed() > timeout => break None,
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
        stdout: stdout.map(PipeReader::output).unwrap_or_default(),
        stderr: stderr.map(PipeReader::output).unwrap_or_default(),
    })
}

/// Reads a pipe in a thread and keeps the first 64 KiB.
struct PipeReader {
    kept: Arc<Mutex<Vec<u8>>>,
    end: mpsc::Receiver<()>,
}

impl PipeReader {
    fn new(mut pipe: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (ended, end) = mpsc::channel();
        let reader = Self {
            kept: Arc::clone(&kept),
            end,
        };
        thread::spawn(move || {
            let _ended = ended;
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut part) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MAX_OUTPUT - kept.len();
                kept.extend_from_slice(&part[..length.min(room)]);
            }
        });
        reader
    }

    /// Returns the output after every writer has closed the pipe, or after a second.
    fn output(self) -> Vec<u8> {
        let _ = self.end.recv_timeout(Duration::from_secs(1));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept)
    }
}

#[cfg(test)]
mod tests {
    use super::super::directories::TOOL_PATH;
    use super::*;

    #[test]
    fn tool_on_host_runs_in_root_directory() {
        let printed = printed_on_host(&["pwd".to_owned()], TOOL_PATH.as_ref());
        assert_eq!(printed.unwrap(), "/\n");
    }

    #[expect(clippy::disallowed_methods, reason = "stands in for a tool")]
    fn output(script: &str, timeout: Duration) -> io::Result<String> {
        let mut tool = Command::new("sh");
        tool.args(["-c", script]).stdout(Stdio::piped());
        let output = output_within(timeout, &mut tool)?;
        Ok(String::from_utf8(output.stdout).unwrap())
    }

    #[test]
    fn hanging_tool_is_stopped_with_its_processes() {
        for script in [
            "sleep 300; true",
            "trap '' TERM INT HUP; sleep 300; true",
            "yes",
        ] {
            let stopped = output(script, Duration::from_millis(100)).unwrap_err();
            assert_eq!(stopped.kind(), io::ErrorKind::TimedOut, "{script}");
        }
    }

    #[test]
    fn tool_that_leaves_a_process_returns_its_output() {
        let minute = Duration::from_mins(1);
        let started = Instant::now();
        for left in ["", "sleep 40 &", "setsid sleep 40 &"] {
            let printed = output(&format!("{left} echo 1.2"), minute).unwrap();
            assert_eq!(printed, "1.2\n", "{left}");
        }
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
