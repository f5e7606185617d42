//! Finds the toolchain of a language and its version.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use regex::Regex;

use super::binds::{self, Allowed};
use super::found::{Probed, TOOL_PATH, Toolchain, home, remedy, toolchains_dir};
use super::host_tool::printed_on_host;
use super::version_cache::Entry;
use crate::placeholders::expand;
use crate::table::Language;
use mousetrap_model::Message;
use mousetrap_sandbox::{Isolation, Needs};
use mousetrap_util::printable::named;

/// A `probe` or `locate` command of a project. Projects are not trusted, so it must run in
/// the sandbox, without network and with read-only files.
#[derive(Clone, Debug)]
pub struct ProjectCommand<'a> {
    /// The tool and its arguments; at least one word.
    pub words: Vec<String>,
    /// The directories in which tools are looked for.
    pub path: &'a OsStr,
    /// Paths that the command sees beyond the system directories.
    pub binds: Vec<PathBuf>,
    /// Environment variables beyond those of every job.
    pub env: Vec<(String, String)>,
    /// What it needs beyond the rights of every job.
    pub needs: Needs,
}

/// Runs a command of a project in the sandbox and returns what it prints on standard
/// output and standard error.
type RunInSandbox = fn(&ProjectCommand<'_>, Isolation) -> Result<String, Message>;

/// Looks for the toolchain of `language`, once per process. Commands of a project run with
/// `run` and this isolation.
pub fn probe(language: &Language, isolation: Isolation, run: RunInSandbox) -> Probed {
    let key = key(language, isolation);
    let cached = |key: &str| CACHE.lock().ok()?.get(key).cloned();
    cached(&key).unwrap_or_else(|| {
        Prober {
            language,
            isolation,
            run,
            use_version_cache: true,
        }
        .probe()
    })
}

/// Looks for the toolchain of `language` again and ignores all caches. Commands of a
/// project run with `run` and full isolation.
pub fn probe_again(language: &Language, run: RunInSandbox) -> Probed {
    Prober {
        language,
        isolation: Isolation::Full,
        run,
        use_version_cache: false,
    }
    .probe()
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

struct Prober<'a> {
    language: &'a Language,
    isolation: Isolation,
    run: RunInSandbox,
    /// Whether a cached version is acceptable.
    use_version_cache: bool,
}

impl Prober<'_> {
    fn probe(&self) -> Probed {
        let language = self.language;
        let found = self.toolchain().map_or_else(
            |reason| Probed::Missing {
                install: remedy(&reason, language),
                reason,
            },
            Probed::Toolchain,
        );
        if let Ok(mut cache) = CACHE.lock() {
            cache.insert(key(language, self.isolation), found.clone());
        }
        found
    }

    fn toolchain(&self) -> Result<Toolchain, Message> {
        let language = self.language;
        let mut vars = BTreeMap::from([(
            "toolchains".to_owned(),
            toolchains_dir().display().to_string(),
        )]);
        vars.extend(home().map(|home| ("home".to_owned(), home.display().to_string())));
        // Tools outside the system directories are looked for in the user's PATH. Version
        // commands use the PATH of jobs, so that both run the same tool.
        let user_path = std::env::var_os("PATH").unwrap_or_else(|| TOOL_PATH.into());
        for (name, command) in &language.locate {
            let is_projects = language.from_project.locate;
            let printed = self.printed(command, &vars, &user_path, is_projects)?;
            vars.insert(name.clone(), printed.trim().to_owned());
        }
        for file in &language.probe.files {
            let file = expand(file, &vars);
            if !Path::new(&file).exists() {
                return Err(Message::ToolchainFileMissing { file });
            }
        }
        let binds = allowed_binds(language, &vars)?;
        Ok(Toolchain {
            version: self.version(&vars)?,
            binds,
            env: expanded_env(language, &vars),
            vars,
        })
    }

    fn version(&self, vars: &BTreeMap<String, String>) -> Result<String, Message> {
        let language = self.language;
        let is_projects = language.from_project.probe;
        // All projects share the cache of versions, so none of them may write there.
        let is_cached = language.probe.kept && !is_projects;
        let entry = is_cached.then(|| cache_entry(language, vars)).flatten();
        let cached = entry.as_ref().filter(|_| self.use_version_cache);
        let cached = cached.and_then(Entry::read);
        if let Some(version) = cached.and_then(|printed| version(language, &printed).ok()) {
            return Ok(version);
        }
        let command = &language.probe.command;
        let printed = self.printed(command, vars, TOOL_PATH.as_ref(), is_projects)?;
        let version = version(language, &printed)?;
        entry.inspect(|entry| entry.store(&printed));
        Ok(version)
    }

    /// Returns what a command prints, on the host or, if it `is_projects`, in the sandbox.
    fn printed(
        &self,
        command: &[String],
        vars: &BTreeMap<String, String>,
        path: &OsStr,
        is_projects: bool,
    ) -> Result<String, Message> {
        let language = self.language;
        let words = expanded(command, vars);
        if words.is_empty() {
            return Err(Message::NoProbeCommand);
        }
        if !is_projects {
            return printed_on_host(&words, path);
        }
        let command = ProjectCommand {
            words,
            path,
            binds: allowed_binds(language, vars)?,
            env: expanded_env(language, vars),
            needs: language.needs.compile,
        };
        (self.run)(&command, self.isolation)
    }
}

fn expanded(command: &[String], vars: &BTreeMap<String, String>) -> Vec<String> {
    command.iter().map(|word| expand(word, vars)).collect()
}

fn expanded_env(language: &Language, vars: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let env = language.env.iter();
    env.map(|(name, value)| (name.clone(), expand(value, vars)))
        .collect()
}

/// Returns the paths that programs of a language see, or the first path that a project may
/// not show.
fn allowed_binds(
    language: &Language,
    vars: &BTreeMap<String, String>,
) -> Result<Vec<PathBuf>, Message> {
    let binds = binds::existing(&language.binds, vars);
    if language.from_project.binds {
        let allowed = Allowed::here();
        if let Some(path) = binds.iter().find(|path| !allowed.allows(path)) {
            return Err(Message::PrivateBind { path: named(path) });
        }
    }
    Ok(binds)
}

/// Returns the version in the output of the probe, if it is supported.
fn version(language: &Language, printed: &str) -> Result<String, Message> {
    let tool = language.probe.command[0].clone();
    let pattern = Regex::new(&format!("(?m){}", &*language.probe.pattern)).ok();
    let captures = pattern.and_then(|pattern| pattern.captures(printed));
    let Some(version) = captures.and_then(|captures| captures.get(1)) else {
        let line = printed.lines().next().unwrap_or_default();
        let line: String = line.chars().take(100).collect();
        return Err(Message::NoVersion {
            tool,
            printed: format!("{line:?}"),
        });
    };
    let version = version.as_str().to_owned();
    match &language.probe.at_least {
        Some(least) if numbers(&version) < numbers(least) => Err(Message::ToolTooOld {
            tool,
            version,
            required: least.clone(),
        }),
        _ => Ok(version),
    }
}

/// Returns the cache entry for the version of a toolchain.
fn cache_entry(language: &Language, vars: &BTreeMap<String, String>) -> Option<Entry> {
    let command = expanded(&language.probe.command, vars);
    let tool = command.first()?;
    let mut candidates = TOOL_PATH
        .split(':')
        .map(|directory| Path::new(directory).join(tool));
    let tool = candidates.find(|tool| tool.exists())?;
    Entry::new(&command, &tool, binds::existing(&language.binds, vars))
}

/// Splits `"1.21.3"` into numbers, to compare versions.
fn numbers(version: &str) -> Vec<u64> {
    version
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect()
}
