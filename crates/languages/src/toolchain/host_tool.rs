//! Runs the version commands of the built-in table on the host, with the user's permissions.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use mousetrap_model::Message;

/// Time limit for printing a version. The slowest tools need three seconds of CPU time.
const VERSION_TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum number of bytes that are read from each output stream.
const MAX_OUTPUT_BYTES: u64 = 1 << 16;

/// Runs a command of the built-in table, and returns its standard output and standard error. The
/// tool is looked up in the directories listed in `path`.
pub(super) fn run_on_host(words: &[String], path: &OsStr) -> Result<String, Message> {
    let [tool, arguments @ ..] = words else {
        return Err(Message::NoProbeCommand);
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "runs a version command from the built-in language table"
    )]
    let mut command = Command::new(tool);
    // The tool runs in the root directory, because some tools choose their version by the current
    // directory, or fail if its name is not valid in the locale.
    command.args(arguments).env("PATH", path).current_dir("/");
    let tool = tool.clone();
    let output = match output_with_timeout(VERSION_TIMEOUT, &mut command) {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Message::ToolNotInstalled { tool });
        }
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            let seconds = VERSION_TIMEOUT.as_secs();
            return Err(Message::ToolTimeLimit { tool, seconds });
        }
        Err(error) => {
            let error = error.to_string();
            return Err(Message::ToolNotStarted { tool, error });
        }
    };
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    if output.status.success() {
        return Ok(format!("{stdout}{stderr}"));
    }
    Err(Message::ToolFails {
        tool,
        status: output.status.to_string(),
        stderr: stderr.lines().next().unwrap_or_default().to_owned(),
    })
}

/// Returns the output of a command, or an error after `timeout`. Remaining processes of the
/// command's process group are killed. The output goes to files, so that processes outside the
/// group cannot delay the result.
fn output_with_timeout(timeout: Duration, command: &mut Command) -> io::Result<Output> {
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0)
        .spawn()?;
    let group = Pid::from_child(&child);
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
        stdout: read_up_to_limit(stdout)?,
        stderr: read_up_to_limit(stderr)?,
    })
}

/// Returns at most the first [`MAX_OUTPUT_BYTES`] of a file.
fn read_up_to_limit(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MAX_OUTPUT_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::TOOL_SEARCH_PATH;
    use super::*;

    #[test]
    fn tool_on_host_runs_in_root_directory() {
        let printed = run_on_host(&["pwd".to_owned()], TOOL_SEARCH_PATH.as_ref());
        assert_eq!(printed.unwrap(), "/\n");
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this command stands in for a real tool"
    )]
    fn output(script: &str, timeout: Duration) -> io::Result<String> {
        let mut tool = Command::new("sh");
        tool.args(["-c", script]);
        let output = output_with_timeout(timeout, &mut tool)?;
        Ok(String::from_utf8(output.stdout).unwrap())
    }

    #[test]
    fn hanging_tool_is_stopped_with_its_processes() {
        for script in "sleep 300; true|trap '' TERM INT HUP; sleep 300; true|yes".split('|') {
            let stopped = output(script, Duration::from_millis(100)).unwrap_err();
            assert_eq!(stopped.kind(), io::ErrorKind::TimedOut, "{script}");
        }
    }

    #[test]
    fn output_is_returned_despite_leftover_process() {
        let minute = Duration::from_mins(1);
        let started = Instant::now();
        for left in ["", "sleep 40 &", "setsid sleep 40 &"] {
            let printed = output(&format!("{left} echo 1.2"), minute).unwrap();
            assert_eq!(printed, "1.2\n", "{left}");
        }
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
