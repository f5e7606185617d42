//! Compiling a submission, in the sandbox, once for each content.

use std::fmt::Write;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock, statvfs};
use sha2::{Digest, Sha256};

use crate::excerpt::{Excerpt, short_name};
use crate::language::{Staged, TOOL_PATH};
use crate::live::{Budget, Live, Stop};
use crate::{JudgeError, Measured};
use mousetrap_base::{Bytes, Limits};
use mousetrap_sandbox::{Access, Exit, Job, JobLimits, Program, Sandbox};

/// Most bytes of a compiled program; that of an honest one takes a tenth.
const PROGRAM: Bytes = Bytes::mib(64);

/// With less room than this on the disk, a failing compiler is not to blame.
const ROOM: u64 = 16 << 20;

/// Programs that nobody has run for so long are dropped.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// How directories are called while something is compiled in them.
const BUILDING: &str = "building-";

/// Longer than it takes to lock a directory that was just made.
const MAKING: Duration = Duration::from_secs(10);

/// What compiling came to.
#[derive(Debug)]
pub(super) enum Compiled {
    /// The program directory is ready.
    Ready {
        /// The directory.
        program: Kept,
        /// What it took; `None` where nothing was done.
        measured: Option<Measured>,
        /// What the compiler said.
        text: String,
    },
    /// The compiler rejects the source.
    Rejected {
        /// What it took.
        measured: Measured,
        /// What the compiler said.
        text: String,
    },
    /// The user asked to stop.
    Interrupted,
}

/// The directory of a compiled program, which no judge removes while this is held.
#[derive(Debug)]
pub(super) struct Kept {
    /// The directory.
    pub directory: PathBuf,
    _lock: fs::File,
}

impl Kept {
    /// Holds a finished program, if it is there.
    fn hold(directory: &Path) -> Option<Self> {
        let lock = fs::File::open(directory).ok()?;
        flock(&lock, FlockOperation::LockShared).ok()?;
        // Somebody may have removed it before it was locked.
        let (held, there) = (lock.metadata().ok()?, fs::metadata(directory).ok()?);
        (held.ino() == there.ino()).then(|| Self {
            directory: directory.to_owned(),
            _lock: lock,
        })
    }
}

/// The directory of compiled programs, each in a directory named by the hash of all
/// that goes into it.
#[derive(Debug)]
pub(super) struct Cache {
    directory: PathBuf,
    /// Most bytes that are kept.
    largest: u64,
    /// Bytes that are kept, as far as this judge knows.
    size: AtomicU64,
}

impl Cache {
    /// Opens the cache in the user's cache directory and drops what is old or too
    /// much.
    pub(super) fn open(largest: Bytes) -> Result<Self, JudgeError> {
        let cache = Self {
            directory: cache_directory().join("compiled"),
            largest: largest.0,
            size: AtomicU64::new(0),
        };
        fs::create_dir_all(&cache.directory).map_err(JudgeError::at(&cache.directory))?;
        cache.prune().map_err(JudgeError::at(&cache.directory))?;
        mousetrap_sandbox::hide(cache_directory());
        Ok(cache)
    }

    /// Removes programs not used for a month, those used longest ago where all
    /// are too large, and directories in which a judge that was killed was
    /// compiling. What somebody holds stays. Others may do so as well.
    fn prune(&self) -> io::Result<()> {
        let mut finished = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let used = fs::metadata(&path).and_then(|facts| facts.modified());
            let age = used
                .ok()
                .and_then(|used| SystemTime::now().duration_since(used).ok());
            let Some(age) = age else { continue };
            if !is_building(&path) {
                finished.push((age, path));
            } else if age > MAKING && is_unfinished(&path) {
                let _ = fs::remove_dir_all(path);
            }
        }
        finished.sort_unstable();
        let mut sum = 0;
        for (age, path) in finished {
            let size = size(&path).unwrap_or(0);
            let dispensable = age > KEPT || sum + size > self.largest;
            if !(dispensable && remove(&path)) {
                sum += size;
            }
        }
        self.size.store(sum, Ordering::Relaxed);
        Ok(())
    }

    /// Compiles `staged` unless the same was compiled before. `version` is
    /// that of the toolchain.
    pub(super) fn compile(
        &self,
        sandbox: &mut Sandbox,
        staged: &Staged,
        version: &str,
        limits: &Limits,
        interrupted: &AtomicBool,
    ) -> Result<Compiled, JudgeError> {
        if let Some(reason) = unusable(staged) {
            return Ok(Compiled::Rejected {
                measured: Measured::NOTHING,
                text: reason,
            });
        }
        let key = key(staged, version);
        let directory = self.directory.join(&key);
        if let Some(program) = Kept::hold(&directory) {
            // The time of last use; a lost update only means an early rebuild.
            let _ =
                fs::File::open(&directory).and_then(|file| file.set_modified(SystemTime::now()));
            return Ok(Compiled::Ready {
                program,
                measured: None,
                text: String::new(),
            });
        }
        let fresh = tempfile::Builder::new()
            .prefix(BUILDING)
            .tempdir_in(&self.directory)
            .map_err(JudgeError::at(&self.directory))?;
        let lock = fs::File::open(fresh.path()).map_err(JudgeError::at(fresh.path()))?;
        flock(&lock, FlockOperation::LockShared)
            .map_err(|error| JudgeError::at(fresh.path())(error.into()))?;
        // Jobs read it under another user id.
        fs::set_permissions(fresh.path(), Permissions::from_mode(0o755))
            .map_err(JudgeError::at(fresh.path()))?;
        write_files(fresh.path(), staged)?;
        // Each command adds no more than its excerpts.
        let mut all = Excerpt::new(usize::MAX);
        let mut total = None;
        for command in &staged.compile {
            let (done, measured, text) =
                run(sandbox, staged, command, fresh.path(), limits, interrupted)?;
            all.append(&text);
            let sum = add(total, measured);
            total = Some(sum);
            match done {
                Done::Right => {}
                Done::Wrong => {
                    has_room(fresh.path())?;
                    return Ok(Compiled::Rejected {
                        measured: sum,
                        text: all.text(),
                    });
                }
                Done::Interrupted => return Ok(Compiled::Interrupted),
            }
        }
        let size = size(fresh.path()).map_err(JudgeError::at(fresh.path()))?;
        if let (true, Some(measured)) = (size > PROGRAM.0, total) {
            let reason = format!(
                "\nthe compiled program takes {}, more than the {PROGRAM} that one may take",
                Bytes(size)
            );
            all.push(reason.as_bytes());
            return Ok(Compiled::Rejected {
                measured,
                text: all.text(),
            });
        }
        let program = publish(fresh, lock, &directory)?;
        if self.size.fetch_add(size, Ordering::Relaxed) + size > self.largest {
            self.prune().map_err(JudgeError::at(&self.directory))?;
        }
        Ok(Compiled::Ready {
            program,
            measured: total,
            text: all.text(),
        })
    }
}

/// Directories of the cache in which somebody was compiling who is gone. To be asked
/// while no judge of this process works.
///
/// # Errors
/// If the cache cannot be listed.
pub(crate) fn unfinished() -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(cache_directory().join("compiled"))? {
        let path = entry?.path();
        if is_unfinished(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Removes a finished program, unless somebody holds it. It is renamed first, so
/// that half of it is never taken for the whole.
fn remove(directory: &Path) -> bool {
    let Ok(lock) = fs::File::open(directory) else {
        return false;
    };
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let gone = directory.with_file_name(format!("{BUILDING}{name}"));
    flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()
        && fs::rename(directory, &gone).is_ok()
        && fs::remove_dir_all(&gone).is_ok()
}

/// Bytes of all files below a directory.
fn size(directory: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let facts = entry.metadata()?;
        sum += if facts.is_dir() {
            size(&entry.path())?
        } else {
            facts.len()
        };
    }
    Ok(sum)
}

/// An error if the disk is full: then a compiler fails for no fault of the source.
fn has_room(directory: &Path) -> Result<(), JudgeError> {
    let facts = statvfs(directory).map_err(|error| JudgeError::at(directory)(error.into()))?;
    if facts.f_bavail * facts.f_frsize < ROOM {
        return Err(JudgeError::at(directory)(io::ErrorKind::StorageFull.into()));
    }
    Ok(())
}

/// Whether somebody compiles, or was compiling, in this directory.
fn is_building(directory: &Path) -> bool {
    directory
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(BUILDING.as_bytes()))
}

/// Whether nobody has locked a directory in which somebody was compiling.
fn is_unfinished(directory: &Path) -> bool {
    is_building(directory)
        && fs::File::open(directory).is_ok_and(|directory| {
            flock(&directory, FlockOperation::NonBlockingLockExclusive).is_ok()
        })
}

/// Moves a finished directory to its place. Somebody else may have been faster
/// with the same content.
fn publish(fresh: tempfile::TempDir, lock: fs::File, directory: &Path) -> Result<Kept, JudgeError> {
    match fs::rename(fresh.path(), directory) {
        Ok(()) => {
            let _ = fresh.keep();
            Ok(Kept {
                directory: directory.to_owned(),
                _lock: lock,
            })
        }
        Err(source) => Kept::hold(directory).ok_or_else(|| JudgeError::at(directory)(source)),
    }
}

enum Done {
    Right,
    Wrong,
    Interrupted,
}

/// Runs one command of a compilation.
fn run(
    sandbox: &mut Sandbox,
    staged: &Staged,
    command: &[String],
    directory: &Path,
    limits: &Limits,
    interrupted: &AtomicBool,
) -> Result<(Done, Measured, Excerpt), JudgeError> {
    let job_limits = JobLimits {
        memory: limits.memory,
        stack: Bytes::mib(256),
        processes: 256,
        file_size: Bytes::mib(128),
        disk: Bytes::mib(1024),
        open_files: 4096,
    };
    let job = job(staged, command, directory, Access::Build, false, job_limits);
    let mut live = Live::start(sandbox, &job, EXCERPT, interrupted)?;
    let started = live.since;
    let budget = Budget {
        cpu: limits.cpu,
        deadline: started + limits.wall,
        output: limits.output.0,
    };
    let stop = live.exchange(&[], true, budget)?;
    let mut text = Excerpt::new(usize::MAX);
    text.append(live.stdout());
    text.append(&live.stderr());
    let wall = started.elapsed();
    let (exit, usage) = live.finish()?;
    let measured = Measured {
        cpu: usage.cpu,
        wall,
        memory: usage.memory,
    };
    let mut fail = |reason: String| {
        text.push(reason.as_bytes());
        Done::Wrong
    };
    let done = match (stop, exit) {
        (Stop::Interrupted, _) => Done::Interrupted,
        (Stop::Output(stream), _) => fail(format!(
            "\nthe compiler wrote more than {} to {stream}",
            limits.output
        )),
        _ if usage.out_of_memory => fail(format!(
            "\nthe compiler took more than {} of memory",
            limits.memory
        )),
        (Stop::Cpu, _) => fail(format!(
            "\nthe compiler took more than {:?} of CPU time",
            limits.cpu
        )),
        (Stop::Wall, _) => fail(format!("\nthe compiler took more than {:?}", limits.wall)),
        (_, Exit::Code(0)) => Done::Right,
        (_, Exit::Code(_)) => Done::Wrong,
        (_, Exit::Signal(signal)) => fail(format!("\nthe compiler died of signal {signal}")),
    };
    Ok((done, measured, text))
}

/// Bytes of a compiler's text that are kept.
const EXCERPT: usize = 8 * 1024;

/// A job for one command of a staged submission.
pub(super) fn job(
    staged: &Staged,
    command: &[String],
    directory: &Path,
    access: Access,
    replies: bool,
    limits: JobLimits,
) -> Job {
    let mut env = vec![
        ("PATH".to_owned(), TOOL_PATH.to_owned()),
        ("HOME".to_owned(), "/tmp".to_owned()),
        ("LANG".to_owned(), "C.UTF-8".to_owned()),
    ];
    let mib = |bytes: Bytes| (bytes.0 >> 20).to_string();
    let fill = |text: &String| {
        text.replace("{memory_mib}", &mib(limits.memory))
            .replace("{stack_mib}", &mib(limits.stack))
    };
    env.extend(
        staged
            .env
            .iter()
            .map(|(name, value)| (name.clone(), fill(value))),
    );
    Job {
        argv: command.iter().map(fill).collect(),
        env,
        program: Some(Program {
            host: directory.to_owned(),
            access,
        }),
        toolchain: staged.toolchain.clone(),
        needs: match access {
            Access::Build => staged.needs.compile,
            Access::Read => staged.needs.run,
        },
        replies,
        limits,
    }
}

fn write_files(directory: &Path, staged: &Staged) -> Result<(), JudgeError> {
    for file in &staged.files {
        let path = directory.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(JudgeError::at(parent))?;
        }
        fs::write(&path, &file.content).map_err(JudgeError::at(&path))?;
    }
    Ok(())
}

/// Why the system could not even hold the files of a submission or start its
/// commands: names in them are the submission's own.
fn unusable(staged: &Staged) -> Option<String> {
    /// That of a name in the file systems of Linux.
    const LONGEST: usize = 255;
    let names = staged.files.iter().map(|file| file.name.as_str());
    let mut parts = names.flat_map(|name| name.split('/'));
    // A class that is started by its name has a file of that name as well.
    let mut words = staged.run.iter().map(String::as_str);
    parts
        .find(|part| part.len() > LONGEST)
        .or_else(|| words.find(|word| word.len() > 4 * LONGEST))
        .map(|name| {
            format!(
                "{} needs a file of this name, which has {} bytes; the name of a file may have {LONGEST}",
                short_name(name),
                name.len()
            )
        })
}

/// The hash of everything that decides what a compilation makes.
pub(super) fn key(staged: &Staged, version: &str) -> String {
    let mut parts: Vec<&[u8]> = Vec::new();
    let mut part = |bytes| parts.push(bytes);
    part(env!("CARGO_PKG_VERSION").as_bytes());
    part(version.as_bytes());
    for command in &staged.compile {
        part(b"command");
        for word in command {
            part(word.as_bytes());
        }
    }
    for (name, value) in &staged.env {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    for file in &staged.files {
        part(file.name.as_bytes());
        part(&file.content);
    }
    digest(parts)
}

/// SHA-256 of all parts, in hexadecimal.
pub(super) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // Lengths keep neighbouring parts apart.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut name = String::new();
    for byte in hash.finalize() {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

/// Sums of times, the larger of peaks.
fn add(total: Option<Measured>, more: Measured) -> Measured {
    total.map_or(more, |total| Measured {
        cpu: total.cpu + more.cpu,
        wall: total.wall + more.wall,
        memory: total.memory.max(more.memory),
    })
}

/// `$XDG_CACHE_HOME/mousetrap`, else `~/.cache/mousetrap`, else a directory for
/// temporary files.
pub(super) fn cache_directory() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    set("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&set("HOME")?).join(".cache")))
        .unwrap_or_else(std::env::temp_dir)
        .join("mousetrap")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(directory: &Path, largest: u64) -> Cache {
        Cache {
            directory: directory.to_owned(),
            largest,
            size: AtomicU64::new(0),
        }
    }

    #[test]
    fn what_was_used_longest_ago_goes_first_and_what_is_held_stays() {
        let directory = tempfile::tempdir().unwrap();
        for (age, name) in ["new", "old", "older", "held"].iter().enumerate() {
            let path = directory.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("program"), [0; 100]).unwrap();
            let used = SystemTime::now() - Duration::from_secs(60 * age as u64);
            let open = fs::File::open(path).unwrap();
            open.set_modified(used).unwrap();
        }
        let held = Kept::hold(&directory.path().join("held")).unwrap();
        let cache = cache(directory.path(), 250);
        let left = || {
            cache.prune().unwrap();
            let left = fs::read_dir(directory.path()).unwrap();
            let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
            left.sort();
            left
        };
        assert_eq!(left(), ["held", "new", "old"]);
        assert_eq!(cache.size.load(Ordering::Relaxed), 300);
        drop(held);
        assert_eq!(left(), ["new", "old"]);
        assert!(Kept::hold(&directory.path().join("held")).is_none());
    }

    #[test]
    fn only_old_directories_that_nobody_compiles_in_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        let cache = cache(directory.path(), u64::MAX);
        let make = |name: &str, age: Duration| {
            let path = directory.path().join(name);
            fs::create_dir(&path).unwrap();
            let open = fs::File::open(path).unwrap();
            open.set_modified(SystemTime::now() - age).unwrap();
            open
        };
        let (old, older) = (MAKING + MAKING, KEPT + MAKING);
        let locked = make("building-locked", old);
        flock(&locked, FlockOperation::LockShared).unwrap();
        make("building-new", Duration::ZERO);
        make("building-old", old);
        make("finished", old);
        make("finished-and-forgotten", older);
        cache.prune().unwrap();
        let mut left: Vec<_> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["building-locked", "building-new", "finished"]);
    }
}
