//! Probes for the toolchain of a language and its version.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use regex::Regex;

use super::binds::{self, AllowedPaths};
use super::host_tool::run_on_host;
use super::installed_toolchain::{
    TOOL_SEARCH_PATH, Toolchain, home_directory, remedy_command, toolchains_dir,
};
use super::version_cache::VersionCacheEntry;
use crate::placeholders::expand;
use crate::table::Language;
use mousetrap_model::{Message, SkipReason};
use mousetrap_util::printable::escape_path;

/// The toolchain of a language, or the reason why it cannot be used.
type ProbeResult = Result<Toolchain, SkipReason>;

/// Looks for the toolchain of a language. The result is cached for the lifetime of this process.
///
/// # Errors
/// Returns the reason why the toolchain cannot be used, and the command that fixes this.
pub fn probe(language: &Language) -> ProbeResult {
    let cached = PROBE_CACHE.lock().get(&cache_key(language)).cloned();
    cached.unwrap_or_else(|| find_toolchain(language, true))
}

/// Looks for the toolchain of a language, ignoring all caches.
///
/// # Errors
/// Returns the reason why the toolchain cannot be used, and the command that fixes this.
pub fn probe_uncached(language: &Language) -> ProbeResult {
    find_toolchain(language, false)
}

static PROBE_CACHE: Mutex<BTreeMap<String, ProbeResult>> = Mutex::new(BTreeMap::new());

fn cache_key(language: &Language) -> String {
    let (id, probe, binds) = (&language.id, &language.probe, &language.binds);
    let (locate, env, overrides) = (&language.locate, &language.env, language.from_project);
    format!("{id} {probe:?} {binds:?} {locate:?} {env:?} {overrides:?}")
}

/// Looks for the toolchain. If `use_version_cache` is set, the version may come from the cache on
/// disk.
fn find_toolchain(language: &Language, use_version_cache: bool) -> ProbeResult {
    let found = try_find_toolchain(language, use_version_cache).map_err(|reason| SkipReason {
        remedy: remedy_command(&reason, language),
        reason,
    });
    let mut cache = PROBE_CACHE.lock();
    cache.insert(cache_key(language), found.clone());
    found
}

fn try_find_toolchain(language: &Language, use_version_cache: bool) -> Result<Toolchain, Message> {
    let mut vars = BTreeMap::from([(
        "toolchains".to_owned(),
        toolchains_dir().display().to_string(),
    )]);
    vars.extend(home_directory().map(|home| ("home".to_owned(), home.display().to_string())));
    // Placeholder commands use the user's PATH, so that they find tools outside of the system
    // directories. Version commands use the PATH of jobs, so that both run the same tool.
    let user_path = std::env::var_os("PATH").unwrap_or_else(|| TOOL_SEARCH_PATH.into());
    for (name, command) in &language.locate {
        let printed = run_on_host(&expand_command(command, &vars), &user_path)?;
        vars.insert(name.clone(), printed.trim().to_owned());
    }
    for file in &language.probe.files {
        let file = expand(file, &vars);
        if !Path::new(&file).exists() {
            return Err(Message::ToolchainFileMissing { file });
        }
    }
    let binds = binds::existing_paths(&language.binds, &vars);
    if language.from_project.binds {
        let allowed = AllowedPaths::for_current_user();
        if let Some(path) = binds.iter().find(|path| !allowed.allows(path)) {
            let path = escape_path(path);
            return Err(Message::PrivateBind { path });
        }
    }
    let env = language.env.iter();
    let env = env.map(|(name, value)| (name.clone(), expand(value, &vars)));
    Ok(Toolchain {
        version: toolchain_version(language, &vars, &binds, use_version_cache)?,
        env: env.collect(),
        binds,
        vars,
    })
}

/// Returns the version of a toolchain. Projects are not trusted, so a project's version command is
/// not run. Instead, the size and modification time of the executable serve as the version.
fn toolchain_version(
    language: &Language,
    vars: &BTreeMap<String, String>,
    binds: &[PathBuf],
    use_version_cache: bool,
) -> Result<String, Message> {
    let command = expand_command(&language.probe.command, vars);
    let tool = command.first().ok_or(Message::NoProbeCommand)?;
    let mut candidates = TOOL_SEARCH_PATH
        .split(':')
        .map(|directory| Path::new(directory).join(tool));
    let executable = candidates.find(|path| path.exists());
    if language.from_project.probe {
        let facts = executable.and_then(|path| fs::metadata(path).ok());
        let tool = tool.clone();
        let facts = facts.ok_or(Message::ToolNotInstalled { tool })?;
        return Ok(format!("{} B, {}", facts.len(), facts.mtime()));
    }
    let entry = executable.filter(|_| language.probe.kept);
    let entry = entry.and_then(|tool| VersionCacheEntry::new(&command, &tool, binds.to_vec()));
    let cached = entry.as_ref().filter(|_| use_version_cache);
    let cached = cached.and_then(VersionCacheEntry::read);
    if let Some(version) = cached.and_then(|printed| parse_version(language, &printed).ok()) {
        return Ok(version);
    }
    let printed = run_on_host(&command, TOOL_SEARCH_PATH.as_ref())?;
    let version = parse_version(language, &printed)?;
    entry.inspect(|entry| entry.store(&printed));
    Ok(version)
}

fn expand_command(command: &[String], vars: &BTreeMap<String, String>) -> Vec<String> {
    command.iter().map(|word| expand(word, vars)).collect()
}

/// Extracts the version from the output of a version command. Returns an error if that version is
/// not supported.
fn parse_version(language: &Language, printed: &str) -> Result<String, Message> {
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
        Some(least) if version_numbers(&version) < version_numbers(least) => {
            Err(Message::ToolTooOld {
                tool,
                version,
                required: least.clone(),
            })
        }
        _ => Ok(version),
    }
}

/// Splits a version such as `"1.21.3"` into numbers, for comparing versions.
fn version_numbers(version: &str) -> Vec<u64> {
    version
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect()
}
