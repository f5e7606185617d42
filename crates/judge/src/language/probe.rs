//! Finding toolchains: which version is there, or how to get one.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use regex::Regex;
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use super::row::Language;
use super::spec::{TOOL_PATH, expand};
use super::versions::Slot;
use mousetrap_base::user_directory;

/// What a probe found.
#[derive(Clone, Debug)]
pub enum Probed {
    /// The toolchain can be used.
    Toolchain(Toolchain),
    /// It cannot.
    Missing {
        /// What is lacking.
        reason: Arc<ProbeError>,
        /// The command that installs it.
        install: String,
    },
}

/// What a toolchain lacks. How to install it stands beside, in
/// [`Probed::Missing`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The row of the language table names no command.
    #[error("its probe has no command")]
    NoCommand,
    /// There is no such tool.
    #[error("{tool} is not installed")]
    NotInstalled {
        /// The command.
        tool: String,
    },
    /// The system does not start the tool.
    #[error("{tool} cannot be run: {source}")]
    CannotRun {
        /// The command.
        tool: String,
        /// What the system says.
        source: io::Error,
    },
    /// The tool ends with a failure.
    #[error("{tool} fails with {status}: {stderr}")]
    Fails {
        /// The command.
        tool: String,
        /// How it ended.
        status: ExitStatus,
        /// The first line that it wrote on standard error.
        stderr: String,
    },
    /// The tool does not end.
    #[error("{tool} has not ended after {} s, and was stopped", PATIENCE.as_secs())]
    NoEnd {
        /// The command.
        tool: String,
    },
    /// A file of the toolchain is not there.
    #[error("{file} is missing")]
    NoFile {
        /// The file.
        file: String,
    },
    /// What the tool prints holds no version.
    #[error("{tool} prints {printed:?}, in which the pattern of its probe finds no version")]
    NoVersion {
        /// The command.
        tool: String,
        /// The first line of what it prints, or the first 100 characters of it.
        printed: String,
    },
    /// The tool is too old.
    #[error("{tool} is {version}, at least {least} is needed")]
    Old {
        /// The command.
        tool: String,
        /// Its version.
        version: String,
        /// The oldest that will do.
        least: String,
    },
}

impl ProbeError {
    /// The command that makes the toolchain usable.
    fn remedy(&self, language: &Language) -> String {
        match self {
            // The tool is a proxy of rustup, which has no default toolchain.
            Self::Fails { stderr, .. } if stderr.contains("no default") => {
                "rustup default stable".to_owned()
            }
            _ => format!("mousetrap setup {}", language.id),
        }
    }
}

/// How long a tool may take to print its version: the slowest take three seconds of CPU
/// time.
const PATIENCE: Duration = Duration::from_mins(1);

/// A toolchain of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// Its version as it prints it.
    pub version: String,
    /// Values of `{toolchains}` and of what the language's row locates.
    pub(crate) vars: BTreeMap<String, String>,
    /// Directories beyond the system directories that jobs must see.
    pub(crate) binds: Vec<PathBuf>,
    /// Environment beyond what every job has.
    pub(crate) env: Vec<(String, String)>,
}

/// Where `mousetrap setup` puts what apt does not install:
/// `$MOUSETRAP_TOOLCHAINS`, else `mousetrap/toolchains` in the user's data
/// directory.
pub fn toolchains_dir() -> PathBuf {
    match std::env::var_os("MOUSETRAP_TOOLCHAINS") {
        Some(dir) if !dir.is_empty() => std::path::absolute(&dir).unwrap_or_else(|_| dir.into()),
        _ => user_directory("XDG_DATA_HOME", ".local/share")
            .unwrap_or_else(|| PathBuf::from("/var/lib"))
            .join("mousetrap/toolchains"),
    }
}

/// Looks for the toolchain of `language`, once per process.
pub fn probe(language: &Language) -> Probed {
    let key = key(language);
    let cached = |key: &str| CACHE.lock().ok()?.get(key).cloned();
    cached(&key).unwrap_or_else(|| found(language, Version::Kept))
}

/// Looks for the toolchain of `language` again, whatever is known of it.
pub fn probe_anew(language: &Language) -> Probed {
    found(language, Version::Asked)
}

static CACHE: LazyLock<Mutex<BTreeMap<String, Probed>>> = LazyLock::new(Mutex::default);

fn key(language: &Language) -> String {
    format!(
        "{:?}{:?}{:?}{:?}",
        language.id, language.probe, language.locate, language.env
    )
}

fn found(language: &Language, wanted: Version) -> Probed {
    let found = look(language, wanted).map_or_else(
        |reason| Probed::Missing {
            install: reason.remedy(language),
            reason: Arc::new(reason),
        },
        Probed::Toolchain,
    );
    if let Ok(mut cache) = CACHE.lock() {
        cache.insert(key(language), found.clone());
    }
    found
}

/// Which version will do: one that is kept from an earlier run, or only what the tool
/// prints now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Kept,
    Asked,
}

fn look(language: &Language, wanted: Version) -> Result<Toolchain, ProbeError> {
    let mut vars = BTreeMap::from([(
        "toolchains".to_owned(),
        toolchains_dir().display().to_string(),
    )]);
    // What lies outside the system directories is found as the user finds it; the
    // tools themselves as jobs find them, lest it be another version.
    let own_path = std::env::var_os("PATH").unwrap_or_else(|| TOOL_PATH.into());
    for (name, command) in &language.locate {
        let printed = output(command, &vars, &own_path)?;
        vars.insert(name.clone(), printed.trim().to_owned());
    }
    for file in &language.probe.files {
        let file = expand(file, &vars);
        if !Path::new(&file).exists() {
            return Err(ProbeError::NoFile { file });
        }
    }
    let slot = language.probe.kept.then(|| slot(language, &vars)).flatten();
    let kept = slot.as_ref().filter(|_| wanted == Version::Kept);
    let kept = kept.and_then(Slot::read);
    let kept = kept.and_then(|printed| version(language, &printed).ok());
    let version = if let Some(version) = kept {
        version
    } else {
        let printed = output(&language.probe.command, &vars, TOOL_PATH.as_ref())?;
        let version = version(language, &printed)?;
        slot.inspect(|slot| slot.keep(&printed));
        version
    };
    Ok(Toolchain {
        version,
        binds: binds(&language.binds, &vars),
        env: language
            .env
            .iter()
            .map(|(name, value)| (name.clone(), expand(value, &vars)))
            .collect(),
        vars,
    })
}

/// The version in what the probe has printed, if it will do.
fn version(language: &Language, printed: &str) -> Result<String, ProbeError> {
    let tool = || language.probe.command[0].clone();
    let version = Regex::new(&format!("(?m){}", &*language.probe.pattern))
        .ok()
        .and_then(|pattern| Some(pattern.captures(printed)?.get(1)?.as_str().to_owned()))
        .ok_or_else(|| ProbeError::NoVersion {
            tool: tool(),
            printed: printed
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(100)
                .collect(),
        })?;
    match &language.probe.at_least {
        Some(least) if numbers(&version) < numbers(least) => Err(ProbeError::Old {
            tool: tool(),
            version,
            least: least.clone(),
        }),
        _ => Ok(version),
    }
}

fn expanded(command: &[String], vars: &BTreeMap<String, String>) -> Vec<String> {
    command.iter().map(|word| expand(word, vars)).collect()
}

/// Where the version of a toolchain is kept.
fn slot(language: &Language, vars: &BTreeMap<String, String>) -> Option<Slot> {
    let command = expanded(&language.probe.command, vars);
    let tool = command.first()?;
    let mut places = TOOL_PATH
        .split(':')
        .map(|place| Path::new(place).join(tool));
    let tool = places.find(|tool| tool.exists())?;
    Slot::new(&command, &tool, binds(&language.binds, vars))
}

/// What there is to bind: a name that ends in `*` stands for all that begin so.
fn binds(wanted: &[String], vars: &BTreeMap<String, String>) -> Vec<PathBuf> {
    let mut binds = Vec::new();
    for bind in wanted.iter().map(|bind| PathBuf::from(expand(bind, vars))) {
        let name = bind.file_name().and_then(OsStr::to_str);
        match (name.and_then(|name| name.strip_suffix('*')), bind.parent()) {
            (Some(start), Some(directory)) => {
                let entries = fs::read_dir(directory).into_iter().flatten().flatten();
                let starts = |name: &OsStr| name.as_encoded_bytes().starts_with(start.as_bytes());
                let found = entries.filter(|entry| starts(&entry.file_name()));
                binds.extend(found.map(|entry| entry.path()));
            }
            _ => binds.extend(Some(bind).filter(|bind| bind.exists())),
        }
    }
    binds.sort();
    binds
}

/// What a command found in the directories of `path` prints, on both channels.
fn output(
    command: &[String],
    vars: &BTreeMap<String, String>,
    path: &OsStr,
) -> Result<String, ProbeError> {
    let words = expanded(command, vars);
    let [tool, arguments @ ..] = words.as_slice() else {
        return Err(ProbeError::NoCommand);
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "asks a toolchain of this machine for its version"
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
        let stderr = text(&output.stderr);
        Err(ProbeError::Fails {
            tool: tool.clone(),
            status: output.status,
            stderr: stderr.lines().next().unwrap_or_default().to_owned(),
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
    const MOST: usize = 1 << 16;

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
                let room = Self::MOST - heard.len();
                heard.extend_from_slice(&part[..length.min(room)]);
            }
        });
        listener
    }

    /// All of it, once nobody can write any more, or after a second.
    fn heard(self) -> Vec<u8> {
        let _ = self.end.recv_timeout(Duration::from_secs(1));
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *heard)
    }
}

/// `"1.21.3"` as numbers, to compare versions.
fn numbers(version: &str) -> Vec<u64> {
    version
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rustup_without_default_toolchain_names_its_own_remedy() {
        use super::super::Languages;
        use std::os::unix::process::ExitStatusExt as _;
        let languages = Languages::embedded();
        let rust = languages.by_id("rust").unwrap();
        for (stderr, remedy) in [
            (
                "error: rustup could not choose a version of rustc to run, because one wasn't \
                 specified explicitly, and no default is configured.",
                "rustup default stable",
            ),
            (
                "error: no override and no default toolchain set",
                "rustup default stable",
            ),
            ("error: linker not found", "mousetrap setup rust"),
        ] {
            let error = ProbeError::Fails {
                tool: "rustc".to_owned(),
                status: ExitStatus::from_raw(1 << 8),
                stderr: stderr.to_owned(),
            };
            assert_eq!(error.remedy(rust), remedy);
        }
    }

    #[test]
    fn tools_are_asked_in_the_same_directory_wherever_the_judge_is() {
        let printed = output(&["pwd".to_owned()], &BTreeMap::new(), TOOL_PATH.as_ref());
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
