//! Prepared toolchains: files that depend only on a compiler and its flags, such as
//! precompiled headers. They are made once, in the sandbox and from our own files only, and
//! shown read-only to every later compilation.
//!
//! Prepared toolchains are entries of the program cache. Before one is used, its files and
//! those that it was made from are compared with their recorded sizes and times. If any
//! differ, the toolchain is prepared again. If it cannot be prepared, compiling takes longer
//! and has the same result.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::context::JudgeContext;
use crate::process::job::End;
use crate::program::build::{Build, MaxSizes, build, key};
use crate::program::entry::{CachedProgram, TOOLCHAIN_RECORD, remove};
use crate::{JudgeError, Options};
use mousetrap_languages::{Language, Staged, TOOL_PATH, Toolchain, checked, nothing, stage};
use mousetrap_model::{Message, Problem};
use mousetrap_sandbox::{Isolation, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::digest::digest;

/// The directory in which the commands create their files.
const MADE: &str = "warm";

/// The file in which a compiler may list the files that it read, in the format of `make`.
const INPUTS: &str = "inputs.d";

/// Size and modification time of a file.
type Stamp = (u64, i64, i64);

/// The files from which a toolchain was prepared.
type Inputs = BTreeMap<PathBuf, Stamp>;

/// Maximum size of the files of a prepared toolchain, which are larger than a program.
const MAX_SIZES: MaxSizes = MaxSizes {
    file: Bytes::mib(512),
    disk: Bytes::mib(1536),
};

/// Called before a toolchain is prepared, and with the reason if that failed.
pub(crate) type OnPreparing<'a> = &'a dyn Fn(Option<&Message>);

/// The commands that prepare a toolchain.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub staged: &'a Staged,
    /// Version of the toolchain.
    pub version: &'a str,
}

/// Returns the directory of a prepared toolchain, or `None` if it could not be prepared.
pub(super) fn prepared(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    plan: Plan<'_>,
    on_preparing: OnPreparing<'_>,
) -> Option<PathBuf> {
    match prepare(context, sandbox, plan, on_preparing) {
        Ok(toolchain) => toolchain.map(|entry| entry.directory().join(MADE)),
        Err(Message::Interrupted) => None,
        Err(reason) => {
            on_preparing(Some(&reason));
            None
        }
    }
}

/// Prepares a toolchain unless it is stored. Returns `None` without full isolation, or if
/// preparing it failed before.
fn prepare(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    plan: Plan<'_>,
    on_preparing: OnPreparing<'_>,
) -> Result<Option<Arc<CachedProgram>>, Message> {
    if sandbox.isolation() != Isolation::Full {
        return Ok(None);
    }
    let programs = &context.programs;
    let name = name(plan);
    // Locked meanwhile, so that other workers wait instead of preparing the same.
    let known = programs.toolchains.lock();
    let mut known = known.unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&name) {
        return Ok(known.clone());
    }
    let entry = match programs.get(&name) {
        Some(entry) if is_current(&entry.entry) => entry,
        outdated => {
            let directory = outdated.map(|outdated| outdated.entry.clone());
            if directory.is_some_and(|directory| !remove(&directory)) {
                return Err(Message::PreparationInUse);
            }
            on_preparing(None);
            let made = make(context, sandbox, plan, &name);
            if made.is_err() && !context.interrupted.load(Ordering::Relaxed) {
                // It would fail for the next submission as well.
                known.insert(name.clone(), None);
            }
            made?
        }
    };
    let entry = Arc::new(entry);
    known.insert(name, Some(Arc::clone(&entry)));
    Ok(Some(entry))
}

/// How [`prepare_toolchain`] works.
#[derive(Clone, Copy)]
pub struct PrepareOptions<'a> {
    /// All problems that submissions may be for.
    pub problems: &'a [Arc<Problem>],
    /// Maximum size of the caches.
    pub cache: Bytes,
    /// Set if the user asks to stop.
    pub interrupted: &'a AtomicBool,
    /// Called before each part that is not stored yet.
    pub on_start: &'a dyn Fn(),
}

/// Prepares the toolchain of a language before its first submission is compiled. Returns
/// whether there is anything to prepare.
///
/// # Errors
/// Returns an error if a command fails or the user asks to stop.
pub fn prepare_toolchain(
    language: &Language,
    toolchain: &Toolchain,
    options: &PrepareOptions<'_>,
) -> Result<bool, Message> {
    let Some(nothing) = nothing(language, options.problems) else {
        return Ok(false);
    };
    let staged = [
        Some(stage(&nothing, toolchain)),
        checked(&nothing, toolchain),
    ];
    let plans = staged
        .into_iter()
        .flatten()
        .filter_map(|staged| staged.warm);
    let mut judge_options = Options::default();
    judge_options.judge.cache = options.cache;
    let context = JudgeContext::open(&judge_options, options.interrupted)?;
    let mut sandbox = Sandbox::new(Isolation::Full).map_err(JudgeError::from)?;
    let mut is_made = false;
    for plan in plans {
        let plan = Plan {
            staged: &plan,
            version: &toolchain.version,
        };
        let on_preparing = |_: Option<&Message>| (options.on_start)();
        let made = prepare(&context, &mut sandbox, plan, &on_preparing)?;
        is_made |= made.is_some();
    }
    Ok(is_made)
}

/// Runs the commands, records the files that they create, and stores the entry.
fn make(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    plan: Plan<'_>,
    name: &str,
) -> Result<CachedProgram, Message> {
    let building = context.programs.start_entry()?;
    let directory = building.program.join(MADE);
    fs::create_dir(&directory).map_err(JudgeError::at(&directory))?;
    let commands = Build {
        staged: plan.staged,
        toolchain: None,
        entry: &building,
        max_sizes: MAX_SIZES,
        limits: &DEFAULT_COMPILE_LIMITS,
    };
    let built = build(sandbox, &commands, context.interrupted)?;
    match built.end {
        End::Code(0) => {}
        End::Interrupted => return Err(Message::Interrupted),
        _ => {
            let output = built.output.text();
            return Err(Message::PreparationFails { output });
        }
    }
    let inputs = inputs(&building.program);
    let file = building.directory.path().join(TOOLCHAIN_RECORD);
    fs::write(&file, serde_json::to_vec(&inputs).unwrap_or_default())
        .map_err(JudgeError::at(&file))?;
    Ok(context.programs.store(building, name)?)
}

/// Returns the stamps of the files that the compiler lists as read, in a directory in which
/// the commands have just run.
fn inputs(directory: &Path) -> Inputs {
    let listed = fs::read_to_string(directory.join(INPUTS)).unwrap_or_default();
    let files = listed.split_whitespace().map(Path::new);
    let files = files.filter(|file| file.is_absolute());
    files
        .filter_map(|file| Some((file.to_owned(), stamp(file)?)))
        .collect()
}

/// Returns whether the files that an entry was made from are unchanged.
fn is_current(entry: &Path) -> bool {
    let record = fs::read(entry.join(TOOLCHAIN_RECORD)).ok();
    let inputs = record.and_then(|text| serde_json::from_slice::<Inputs>(&text).ok());
    inputs.is_some_and(|inputs| {
        let mut inputs = inputs.iter();
        inputs.all(|(file, was)| stamp(file).as_ref() == Some(was))
    })
}

/// Returns size and time of a file, or `None` if it cannot be read.
fn stamp(file: &Path) -> Option<Stamp> {
    let facts = fs::metadata(file).ok()?;
    Some((facts.len(), facts.mtime(), facts.mtime_nsec()))
}

/// Returns the name of the entry: the hash of the commands, their files, and the size and
/// time of the tools that they name.
fn name(plan: Plan<'_>) -> String {
    let staged = plan.staged;
    let words = staged.compile.iter().flatten().map(String::as_str);
    let values = staged.env.iter().map(|(_, value)| value.as_str());
    let named = words.chain(values).flat_map(|word| word.split(['=', ':']));
    let tools = staged.compile.iter().flat_map(|command| {
        let directories = TOOL_PATH.split(':').map(Path::new);
        directories.map(|directory| directory.join(&command[0]))
    });
    let files = named
        .filter(|word| word.starts_with('/'))
        .map(PathBuf::from);
    let seen: Vec<_> = tools.chain(files).map(|file| stamp(&file)).collect();
    let parts = [
        "warm".to_owned(),
        key(staged, plan.version),
        format!("{seen:?}"),
    ];
    digest(parts.iter().map(String::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_is_current_while_its_record_and_inputs_are_unchanged() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let header = path("header");
        let changes: [fn(&Path, &Path); 3] = [
            |header, _| fs::write(header, "another header").unwrap(),
            |header, _| fs::remove_file(header).unwrap(),
            |_, record| fs::write(record, "{").unwrap(),
        ];
        for change in changes {
            fs::write(&header, "a header").unwrap();
            let list = format!("made: own.h \\\n {}\n", header.display());
            fs::write(path(INPUTS), list).unwrap();
            let inputs = inputs(directory.path());
            assert_eq!(inputs.keys().collect::<Vec<_>>(), [&header]);
            let record = path(TOOLCHAIN_RECORD);
            fs::write(&record, serde_json::to_vec(&inputs).unwrap()).unwrap();
            assert!(is_current(directory.path()));
            change(&header, &record);
            assert!(!is_current(directory.path()));
        }
    }
}
