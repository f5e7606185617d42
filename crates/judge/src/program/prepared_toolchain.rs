//! Prepared toolchains: files that depend only on a compiler and its flags, such as
//! precompiled headers. They are made once, in the sandbox and from our own files only, and
//! shown read-only to every later compilation.
//!
//! Prepared toolchains are entries of the program cache. Before one is used, its files are
//! compared with their hashes, and the files that it was made from with their recorded size
//! and time. If any differ, the toolchain is prepared again. If it cannot be prepared,
//! compiling takes longer and has the same result.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::{DEFAULT_COMPILE_LIMITS, JudgeOptions};
use crate::context::JudgeContext;
use crate::process::job::End;
use crate::program::build::{Build, Room, build, key};
use crate::program::entry::{CachedProgram, TOOLCHAIN_RECORD, remove};
use crate::program::program_cache::ProgramCache;
use crate::{JudgeError, Options};
use mousetrap_base::Bytes;
use mousetrap_base::digest::{digest, digest_of_file};
use mousetrap_languages::{Language, Staged, TOOL_PATH, Toolchain, checked, nothing, stage};
use mousetrap_model::Problem;
use mousetrap_sandbox::{Isolation, Sandbox};

/// The directory in which the commands create their files.
const MADE: &str = "warm";
/// The file in which a compiler may list the files that it read, in the format of `make`.
const INPUTS: &str = "inputs.d";
/// Interval at which a judge that waits for another judge checks its lock.
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum size of the files of a prepared toolchain, which are larger than a program.
const ROOM: Room = Room {
    file: Bytes::mib(512),
    disk: Bytes::mib(1536),
};

/// Why a toolchain could not be prepared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unprepared {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A command failed.
    #[error("a command fails: {0}")]
    Failed(String),
    /// The commands created a directory.
    #[error(
        "the `prepare` commands left the directory {MADE}/{0}, but may leave only files in {MADE}; \
         remove the directory in the last command"
    )]
    Directory(String),
    /// The stored toolchain is damaged, but in use by another judge.
    #[error("another judge uses one that is broken")]
    Broken,
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// The files that the commands made, and the files that they read.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Hash of each file that was made.
    made: BTreeMap<String, String>,
    /// Size and time of each file that a compiler read.
    inputs: BTreeMap<PathBuf, Stamp>,
}

/// Size and modification time of a file.
type Stamp = (u64, i64, i64);

/// Called before a toolchain is prepared, and with the reason if that failed.
pub(crate) type OnPreparing<'a> = &'a dyn Fn(Option<&Unprepared>);

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
        Err(Unprepared::Interrupted) => None,
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
) -> Result<Option<Arc<CachedProgram>>, Unprepared> {
    if sandbox.isolation() != Isolation::Full {
        return Ok(None);
    }
    let programs = &context.programs;
    let name = name(plan);
    let _one_at_a_time = lock(programs, &name, context.interrupted)?;
    let known = || {
        let known = programs.toolchains.lock();
        known.unwrap_or_else(PoisonError::into_inner)
    };
    if let Some(known) = known().get(&name) {
        return Ok(known.clone());
    }
    let entry = match programs.get(&name) {
        Some(entry) if is_sound(&entry.entry, &entry.directory()) => entry,
        damaged => {
            let directory = damaged.map(|damaged| damaged.entry.clone());
            if directory.is_some_and(|directory| !remove(&directory)) {
                return Err(Unprepared::Broken);
            }
            on_preparing(None);
            let made = make(context, sandbox, plan, &name);
            if made.is_err() && !context.interrupted.load(Ordering::Relaxed) {
                // It would fail for the next submission as well.
                known().insert(name.clone(), None);
            }
            made?
        }
    };
    let entry = Arc::new(entry);
    known().insert(name, Some(Arc::clone(&entry)));
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
) -> Result<bool, Unprepared> {
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
    let judge = JudgeOptions {
        cache: options.cache,
        ..JudgeOptions::default()
    };
    let judge_options = Options {
        judge,
        ..Options::default()
    };
    let context = JudgeContext::open(&judge_options, options.interrupted)?;
    let mut sandbox = Sandbox::new(Isolation::Full).map_err(JudgeError::from)?;
    let mut is_made = false;
    for plan in plans {
        let plan = Plan {
            staged: &plan,
            version: &toolchain.version,
        };
        let on_preparing = |_: Option<&Unprepared>| (options.on_start)();
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
) -> Result<CachedProgram, Unprepared> {
    let building = context.programs.start_entry()?;
    let directory = building.program().join(MADE);
    fs::create_dir(&directory).map_err(JudgeError::at(&directory))?;
    let commands = Build {
        staged: plan.staged,
        toolchain: None,
        entry: &building,
        room: ROOM,
        limits: &DEFAULT_COMPILE_LIMITS,
    };
    let built = build(sandbox, &commands, context.interrupted)?;
    match built.end {
        End::Code(0) => {}
        End::Interrupted => return Err(Unprepared::Interrupted),
        _ => return Err(Unprepared::Failed(built.output.text())),
    }
    let record = Record::new(building.program())?;
    let file = building.entry().join(TOOLCHAIN_RECORD);
    fs::write(&file, serde_json::to_vec(&record).unwrap_or_default())
        .map_err(JudgeError::at(&file))?;
    Ok(context.programs.store(building, name)?)
}

/// Returns the name of the entry: the hash of the commands, their files, and the size and
/// time of the tools that they name.
fn name(plan: Plan<'_>) -> String {
    let Plan {
        staged: plan,
        version,
    } = plan;
    let words = plan.compile.iter().flatten().map(String::as_str);
    let values = plan.env.iter().map(|(_, value)| value.as_str());
    let named = words.chain(values).flat_map(|word| word.split(['=', ':']));
    let tools = plan.compile.iter().flat_map(|command| {
        let directories = TOOL_PATH.split(':').map(Path::new);
        directories.map(|directory| directory.join(&command[0]))
    });
    let files = named
        .filter(|word| word.starts_with('/'))
        .map(PathBuf::from);
    let seen: Vec<_> = tools.chain(files).map(|file| stamp(&file)).collect();
    let parts = ["warm".to_owned(), key(plan, version), format!("{seen:?}")];
    digest(parts.iter().map(String::as_bytes))
}

impl Record {
    /// Returns the record of a directory in which the commands have just run.
    fn new(directory: &Path) -> Result<Self, Unprepared> {
        let listed = fs::read_to_string(directory.join(INPUTS)).unwrap_or_default();
        let files = listed.split_whitespace().map(Path::new);
        let files = files.filter(|file| file.is_absolute());
        Ok(Self {
            made: hashes(&directory.join(MADE))?,
            inputs: files
                .filter_map(|file| Some((file.to_owned(), stamp(file)?)))
                .collect(),
        })
    }
}

/// Returns whether the files in `directory` and those that the compiler read match the
/// record of their entry.
fn is_sound(entry: &Path, directory: &Path) -> bool {
    let record = fs::read(entry.join(TOOLCHAIN_RECORD)).ok();
    let record = record.and_then(|text| serde_json::from_slice::<Record>(&text).ok());
    record.is_some_and(|record| {
        let mut inputs = record.inputs.iter();
        inputs.all(|(file, was)| stamp(file).as_ref() == Some(was))
            && hashes(&directory.join(MADE)).is_ok_and(|made| made == record.made)
    })
}

fn stamp(file: &Path) -> Option<Stamp> {
    let facts = fs::metadata(file).ok()?;
    Some((facts.len(), facts.mtime(), facts.mtime_nsec()))
}

/// Returns the hashes of the files in a directory, by name.
fn hashes(directory: &Path) -> Result<BTreeMap<String, String>, Unprepared> {
    let mut made = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(JudgeError::at(directory))? {
        let path = entry.map_err(JudgeError::at(directory))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            return Err(Unprepared::Directory(name.into_owned()));
        }
        let hash = digest_of_file(&path).map_err(JudgeError::at(&path))?;
        made.insert(name.into_owned(), hash);
    }
    Ok(made)
}

/// Waits until no other judge prepares this toolchain, and locks it.
fn lock(programs: &ProgramCache, name: &str, interrupted: &AtomicBool) -> Result<File, Unprepared> {
    let path = programs.locks().join(name);
    let open = || {
        fs::create_dir_all(programs.locks())?;
        File::options().create(true).append(true).open(&path)
    };
    let lock = open().map_err(JudgeError::at(&path))?;
    while let Err(error) = flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        if error != rustix::io::Errno::WOULDBLOCK {
            return Err(JudgeError::at(&path)(error.into()).into());
        }
        if interrupted.load(Ordering::Relaxed) {
            return Err(Unprepared::Interrupted);
        }
        thread::sleep(LOCK_INTERVAL);
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_with_a_directory_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join(MADE).join("classes")).unwrap();
        let error = Record::new(directory.path()).unwrap_err();
        assert!(matches!(error, Unprepared::Directory(name) if name == "classes"));
    }

    #[test]
    fn changed_toolchain_is_not_sound() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let (header, made) = (path("header"), path("warm/made"));
        fs::create_dir(path(MADE)).unwrap();
        let write = |text: &str| {
            fs::write(&header, "a header").unwrap();
            fs::write(&made, "made").unwrap();
            fs::write(
                path(INPUTS),
                format!("made: own.h \\\n {}\n", header.display()),
            )
            .unwrap();
            let record = Record::new(directory.path()).unwrap();
            assert_eq!(record.inputs.keys().collect::<Vec<_>>(), [&header]);
            fs::write(path(TOOLCHAIN_RECORD), serde_json::to_vec(&record).unwrap()).unwrap();
            assert!(is_sound(directory.path(), directory.path()), "{text}");
        };
        write("a changed file");
        fs::write(&made, "mode").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("a file too many");
        fs::write(path("warm/another"), "").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        fs::remove_file(path("warm/another")).unwrap();
        write("a header of another size");
        fs::write(&header, "another header").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("no header");
        fs::remove_file(&header).unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
        write("no record");
        fs::write(path(TOOLCHAIN_RECORD), "{").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
    }
}
