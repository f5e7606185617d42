//! Finding toolchains: which version is there, or how to get one.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, LazyLock, Mutex};

use regex::Regex;
use thiserror::Error;

use super::binds::{self, Allowed};
use super::row::Language;
use super::spec::{TOOL_PATH, expand};
use super::tool_output::{PATIENCE, ToolCommand, expanded};
use super::versions::Slot;
use mousetrap_base::printable::named;
use mousetrap_base::user_directory;
use mousetrap_sandbox::{Isolation, SandboxError};

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
    /// A tool of a project was stopped.
    #[error("{tool} {reason}")]
    Stopped {
        /// The command.
        tool: String,
        /// The limit that it exceeded.
        reason: String,
    },
    /// The sandbox does not show the tool of a project.
    #[error("{tool} is not installed, or not in a directory that `binds` names")]
    NotInSandbox {
        /// The command.
        tool: String,
    },
    /// There is no sandbox for the tool of a project.
    #[error("its probe comes from judge.toml and runs only in the sandbox: {0}")]
    Sandbox(#[source] SandboxError),
    /// A project wants to show a private path.
    #[error(
        "`binds` in judge.toml names {}, which is outside the system and toolchain directories; \
         if you trust the project, name it with -C",
        named(path)
    )]
    Bind {
        /// The path, as the project names it.
        path: PathBuf,
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
            Self::Bind { .. } => "mousetrap -C DIR".to_owned(),
            Self::Sandbox(_) => "mousetrap doctor".to_owned(),
            _ => format!("mousetrap setup {}", language.id),
        }
    }
}

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

/// Looks for the toolchain of `language`, once per process. Commands that come from a
/// project run with this isolation.
pub fn probe(language: &Language, isolation: Isolation) -> Probed {
    let key = key(language, isolation);
    let cached = |key: &str| CACHE.lock().ok()?.get(key).cloned();
    cached(&key).unwrap_or_else(|| found(language, isolation, Version::Kept))
}

/// Looks for the toolchain of `language` again, whatever is known of it. Commands that come
/// from a project run in the sandbox.
pub fn probe_anew(language: &Language) -> Probed {
    found(language, Isolation::Full, Version::Asked)
}

static CACHE: LazyLock<Mutex<BTreeMap<String, Probed>>> = LazyLock::new(Mutex::default);

fn key(language: &Language, isolation: Isolation) -> String {
    format!(
        "{:?}",
        (
            (&language.id, &language.probe, &language.locate),
            (&language.env, &language.binds, language.from_project),
            isolation,
        )
    )
}

fn found(language: &Language, isolation: Isolation, wanted: Version) -> Probed {
    let found = look(language, isolation, wanted).map_or_else(
        |reason| Probed::Missing {
            install: reason.remedy(language),
            reason: Arc::new(reason),
        },
        Probed::Toolchain,
    );
    if let Ok(mut cache) = CACHE.lock() {
        cache.insert(key(language, isolation), found.clone());
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

fn look(
    language: &Language,
    isolation: Isolation,
    wanted: Version,
) -> Result<Toolchain, ProbeError> {
    let mut vars = BTreeMap::from([(
        "toolchains".to_owned(),
        toolchains_dir().display().to_string(),
    )]);
    vars.extend(binds::home().map(|home| ("home".to_owned(), home.display().to_string())));
    let printed = |command, vars: &BTreeMap<_, _>, path, from_project| {
        let command = ToolCommand {
            language,
            command,
            vars,
            path,
        };
        if from_project {
            command.in_sandbox(allowed_binds(language, vars)?, isolation)
        } else {
            command.on_host()
        }
    };
    // What lies outside the system directories is found as the user finds it; the
    // tools themselves as jobs find them, lest it be another version.
    let own_path = std::env::var_os("PATH").unwrap_or_else(|| TOOL_PATH.into());
    let from_project = language.from_project;
    for (name, command) in &language.locate {
        let printed = printed(command, &vars, &own_path, from_project.locate)?;
        vars.insert(name.clone(), printed.trim().to_owned());
    }
    for file in &language.probe.files {
        let file = expand(file, &vars);
        if !Path::new(&file).exists() {
            return Err(ProbeError::NoFile { file });
        }
    }
    let binds = allowed_binds(language, &vars)?;
    // All projects share the cache of versions, so none of them may write there.
    let is_kept = language.probe.kept && !from_project.probe;
    let slot = is_kept.then(|| slot(language, &vars)).flatten();
    let kept = slot.as_ref().filter(|_| wanted == Version::Kept);
    let kept = kept.and_then(Slot::read);
    let kept = kept.and_then(|printed| version(language, &printed).ok());
    let version = if let Some(version) = kept {
        version
    } else {
        let command = &language.probe.command;
        let printed = printed(command, &vars, TOOL_PATH.as_ref(), from_project.probe)?;
        let version = version(language, &printed)?;
        slot.inspect(|slot| slot.keep(&printed));
        version
    };
    Ok(Toolchain {
        version,
        binds,
        env: language
            .env
            .iter()
            .map(|(name, value)| (name.clone(), expand(value, &vars)))
            .collect(),
        vars,
    })
}

/// The paths that the programs of a language see, or the first that a project may not show.
fn allowed_binds(
    language: &Language,
    vars: &BTreeMap<String, String>,
) -> Result<Vec<PathBuf>, ProbeError> {
    let binds = binds::existing(&language.binds, vars);
    if language.from_project.binds {
        let allowed = Allowed::here();
        if let Some(path) = binds.iter().find(|path| !allowed.allows(path)) {
            return Err(ProbeError::Bind { path: path.clone() });
        }
    }
    Ok(binds)
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

/// Where the version of a toolchain is kept.
fn slot(language: &Language, vars: &BTreeMap<String, String>) -> Option<Slot> {
    let command = expanded(&language.probe.command, vars);
    let tool = command.first()?;
    let mut places = TOOL_PATH
        .split(':')
        .map(|place| Path::new(place).join(tool));
    let tool = places.find(|tool| tool.exists())?;
    Slot::new(&command, &tool, binds::existing(&language.binds, vars))
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
}
