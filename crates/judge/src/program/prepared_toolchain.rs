//! Toolchains made ready: what depends on a compiler and its flags alone is
//! made once, in the sandbox, from nothing but our own files, and lent read-only to
//! every compilation after that.
//!
//! It is kept in the store of programs. Before it is lent, its content is compared
//! with what was made, and the files it was made from with those that are there
//! now; what differs is made anew. Where none can be had, compiling takes longer
//! and comes to the same.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::JudgeError;
use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::process::job::End;
use crate::program::compile::{Room, build, key};
use crate::program::program_cache::{CachedProgram, Store, remove};
use mousetrap_base::Bytes;
use mousetrap_base::digest::{digest, digest_of_file};
use mousetrap_languages::{Language, Staged, TOOL_PATH, Toolchain, checked, nothing, stage};
use mousetrap_model::Problem;
use mousetrap_sandbox::{Isolation, Sandbox};

/// Where the commands leave what they make.
const MADE: &str = "warm";
/// What was made, and from what.
pub(crate) const RECORD: &str = "warm.json";
/// Where a compiler may list the files that it has read, as for make.
const INPUTS: &str = "inputs.d";
/// How often one that waits for another judge looks for it.
const PAUSE: Duration = Duration::from_millis(50);

/// Room for what takes more than a program.
const ROOM: Room = Room {
    file: Bytes::mib(512),
    disk: Bytes::mib(1536),
};

/// A toolchain that is ready, which no judge removes while this is held.
#[derive(Debug)]
pub(crate) struct Warm(CachedProgram);

impl Warm {
    /// The directory that jobs may see.
    pub(crate) fn directory(&self) -> PathBuf {
        self.0.directory().join(MADE)
    }
}

/// The toolchains that this judge has looked at, by key.
pub(crate) type WarmByName = Mutex<BTreeMap<String, Option<Arc<Warm>>>>;

/// Why a toolchain is not ready.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unprepared {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A command fails.
    #[error("a command fails: {0}")]
    Failed(String),
    /// The commands left a directory.
    #[error(
        "the `prepare` commands left the directory {MADE}/{0}, but may leave only files in {MADE}; \
         remove the directory in the last command"
    )]
    Directory(String),
    /// Somebody uses what is there, which is broken.
    #[error("another judge uses one that is broken")]
    Broken,
    /// The judge itself fails.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// What was made, and from what.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Of each file its hash.
    made: BTreeMap<String, String>,
    /// What each file looked like that a compiler has read.
    inputs: BTreeMap<PathBuf, Stamp>,
}

/// What is seen of a file without reading it: its size and its last change.
type Stamp = (u64, i64, i64);

/// Called where making ready takes a while, and with the reason where it fails.
pub(crate) type Preparing<'a> = &'a dyn Fn(Option<&Unprepared>);

/// The toolchain of `staged`, made ready; `None` where there is nothing to be made
/// or it could not be.
pub(crate) fn warm(
    store: &Store,
    sandbox: &mut Sandbox,
    staged: &Staged,
    version: &str,
    interrupted: &AtomicBool,
    preparing: Preparing<'_>,
) -> Option<Arc<Warm>> {
    let plan = staged.warm.as_deref()?;
    match prepare(store, sandbox, plan, version, interrupted, preparing) {
        Ok(warm) => warm,
        Err(Unprepared::Interrupted) => None,
        Err(reason) => {
            preparing(Some(&reason));
            None
        }
    }
}

/// The same, with the reason. Without full isolation there is nothing to be had.
pub(crate) fn prepare(
    store: &Store,
    sandbox: &mut Sandbox,
    plan: &Staged,
    version: &str,
    interrupted: &AtomicBool,
    preparing: Preparing<'_>,
) -> Result<Option<Arc<Warm>>, Unprepared> {
    if sandbox.isolation() != Isolation::Full {
        return Ok(None);
    }
    let name = name(plan, version);
    let _one_at_a_time = lock(store, &name, interrupted)?;
    let known = |warm: Option<&Arc<Warm>>| {
        let mut known = store.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(warm) = warm {
            known.insert(name.clone(), Some(Arc::clone(warm)));
        }
        known.get(&name).cloned()
    };
    if let Some(known) = known(None) {
        return Ok(known);
    }
    let kept = match store.get(&name) {
        Some(kept) if is_sound(&kept.entry, &kept.directory()) => kept,
        broken => {
            let directory = broken.map(|broken| broken.entry.clone());
            if directory.is_some_and(|directory| !remove(&directory)) {
                return Err(Unprepared::Broken);
            }
            preparing(None);
            let made = make(store, sandbox, plan, &name, interrupted);
            if made.is_err() && !interrupted.load(Ordering::Relaxed) {
                // It would fail for the next submission as well.
                let mut known = store.warm.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(name.clone(), None);
            }
            made?
        }
    };
    Ok(known(Some(&Arc::new(Warm(kept)))).flatten())
}

/// Makes the toolchain of a language ready before its first submission is
/// compiled; whether there is anything to be made ready. At most `cache` bytes of
/// programs and toolchains are kept. `begins` is called before each part that is not
/// there yet.
///
/// # Errors
/// If a command fails, or the user asks to stop.
pub fn prepare_toolchain(
    language: &Language,
    problems: &[Arc<Problem>],
    toolchain: &Toolchain,
    cache: Bytes,
    interrupted: &AtomicBool,
    begins: &dyn Fn(),
) -> Result<bool, Unprepared> {
    let Some(nothing) = nothing(language, problems) else {
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
    let store = Store::open(cache)?;
    let mut sandbox = Sandbox::new(Isolation::Full).map_err(JudgeError::from)?;
    let version = &toolchain.version;
    let mut is_made = false;
    for plan in plans {
        let begins = |_: Option<&Unprepared>| begins();
        let made = prepare(&store, &mut sandbox, &plan, version, interrupted, &begins)?;
        is_made |= made.is_some();
    }
    Ok(is_made)
}

/// Runs the commands, and records what they leave.
fn make(
    store: &Store,
    sandbox: &mut Sandbox,
    plan: &Staged,
    name: &str,
    interrupted: &AtomicBool,
) -> Result<CachedProgram, Unprepared> {
    let building = store.building()?;
    let directory = building.program().join(MADE);
    fs::create_dir(&directory).map_err(JudgeError::at(&directory))?;
    let limits = &DEFAULT_COMPILE_LIMITS;
    let built = build(sandbox, plan, None, &building, ROOM, limits, interrupted)?;
    match built.end {
        End::Code(0) => {}
        End::Interrupted => return Err(Unprepared::Interrupted),
        _ => return Err(Unprepared::Failed(built.text.text())),
    }
    let record = Record::of(building.program())?;
    let file = building.entry().join(RECORD);
    fs::write(&file, serde_json::to_vec(&record).unwrap_or_default())
        .map_err(JudgeError::at(&file))?;
    Ok(store.keep(building, name)?)
}

/// The hash of all that decides what is made: beyond the commands and the files
/// beside them, what the tools look like that they name.
fn name(plan: &Staged, version: &str) -> String {
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
    let seen: Vec<_> = tools.chain(files).map(|file| look(&file)).collect();
    let parts = ["warm".to_owned(), key(plan, version), format!("{seen:?}")];
    digest(parts.iter().map(String::as_bytes))
}

impl Record {
    /// The record of a directory in which everything was just made.
    fn of(directory: &Path) -> Result<Self, Unprepared> {
        let listed = fs::read_to_string(directory.join(INPUTS)).unwrap_or_default();
        let files = listed.split_whitespace().map(Path::new);
        let files = files.filter(|file| file.is_absolute());
        Ok(Self {
            made: hashes(&directory.join(MADE))?,
            inputs: files
                .filter_map(|file| Some((file.to_owned(), look(file)?)))
                .collect(),
        })
    }
}

/// Returns whether the files in `directory` and those that the compiler read match the
/// record of their entry.
fn is_sound(entry: &Path, directory: &Path) -> bool {
    let record = fs::read(entry.join(RECORD)).ok();
    let record = record.and_then(|text| serde_json::from_slice::<Record>(&text).ok());
    record.is_some_and(|record| {
        let mut inputs = record.inputs.iter();
        inputs.all(|(file, was)| look(file).as_ref() == Some(was))
            && hashes(&directory.join(MADE)).is_ok_and(|made| made == record.made)
    })
}

fn look(file: &Path) -> Option<Stamp> {
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

/// Waits until no judge is making this.
fn lock(store: &Store, name: &str, interrupted: &AtomicBool) -> Result<File, Unprepared> {
    let path = store.locks().join(name);
    let open = || {
        fs::create_dir_all(store.locks())?;
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
        thread::sleep(PAUSE);
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prepared_toolchain_with_a_directory_is_refused_by_its_name() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join(MADE).join("classes")).unwrap();
        let error = Record::of(directory.path()).unwrap_err();
        assert!(matches!(error, Unprepared::Directory(name) if name == "classes"));
    }

    #[test]
    fn what_differs_from_the_record_is_not_sound() {
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
            let record = Record::of(directory.path()).unwrap();
            assert_eq!(record.inputs.keys().collect::<Vec<_>>(), [&header]);
            fs::write(path(RECORD), serde_json::to_vec(&record).unwrap()).unwrap();
            assert!(is_sound(directory.path(), directory.path()), "{text}");
        };
        write("a change of what was made");
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
        fs::write(path(RECORD), "{").unwrap();
        assert!(!is_sound(directory.path(), directory.path()));
    }
}
