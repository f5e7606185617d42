//! A cache of compiled programs, shared by all judge processes of a user.
//!
//! Each entry is a directory named after the hash of its inputs. It holds the program
//! directory, which a sandbox may see, and next to it the manifest. Processes
//! coordinate through locks on entries. Entries are created and removed atomically, by
//! renaming the directory.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{FlockOperation, flock};

use crate::JudgeError;
use crate::program::cache_limits::{self, COMPILED};
use crate::program::prepared_toolchain::WarmByName;
use mousetrap_base::Bytes;
use mousetrap_base::cache_dir;
use mousetrap_base::held::is_at;

/// Prefix of directories in which a compilation is in progress.
const IN_PROGRESS_PREFIX: &str = "building-";

/// Name of the program directory in an entry.
const PROGRAM: &str = "program";

/// Name of the manifest that lists a program's files. A program whose files no longer
/// match its manifest is compiled again.
const MANIFEST: &str = "manifest.json";

/// Grace period before an unlocked in-progress directory counts as abandoned.
pub(crate) const LOCK_GRACE: Duration = Duration::from_secs(10);

/// A compiled program in the cache. While this guard exists, no process evicts it.
#[derive(Debug)]
pub(crate) struct CachedProgram {
    /// The directory of the entry.
    pub entry: PathBuf,
    lock: fs::File,
}

impl CachedProgram {
    /// Locks the program of an entry, or returns `None` if there is none.
    fn lock(entry: &Path) -> Option<Self> {
        let lock = fs::File::open(entry).ok()?;
        flock(&lock, FlockOperation::LockShared).ok()?;
        // Another process may have removed it before it was locked.
        is_at(&lock, entry).ok()?.then(|| Self {
            entry: entry.to_owned(),
            lock,
        })
    }

    /// The directory that a sandbox may see.
    pub(crate) fn directory(&self) -> PathBuf {
        self.entry.join(PROGRAM)
    }

    /// Returns whether every file in the manifest still exists with its original size
    /// and permissions. Cache cleaners and full disks can remove or truncate files.
    /// Without isolation a run may have added files.
    pub(crate) fn is_intact(&self) -> bool {
        let manifest = fs::read(self.entry.join(MANIFEST)).ok();
        let manifest = manifest.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok());
        manifest.is_some_and(|manifest| {
            manifest.iter().all(|(name, properties)| {
                let file = fs::symlink_metadata(self.directory().join(name));
                file.is_ok_and(|file| (file.mode(), file.len()) == *properties)
            })
        })
    }
}

/// Mode and size of each file, by its path in the program directory.
type Manifest = BTreeMap<String, (u32, u64)>;

/// Adds the files in a directory to a manifest, and opens them to the user of jobs,
/// whatever the umask is.
fn list(directory: &Path, prefix: &str, manifest: &mut Manifest) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        // The sandbox collects no other names.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{prefix}{name}");
        let file = entry.metadata()?;
        let readable = if file.is_dir() { 0o555 } else { 0o444 };
        let mode = file.mode() | readable;
        if mode != file.mode() && !file.is_symlink() {
            fs::set_permissions(entry.path(), Permissions::from_mode(mode))?;
        }
        if file.is_dir() {
            list(&entry.path(), &format!("{name}/"), manifest)?;
        } else {
            manifest.insert(name, (mode, file.len()));
        }
    }
    Ok(())
}

/// The directory of compiled programs.
#[derive(Debug)]
pub(crate) struct Store {
    directory: PathBuf,
    /// The directory itself, whatever has its name by now.
    held: fs::File,
    opened: Instant,
    /// Where everything lies that is kept from run to run.
    root: PathBuf,
    /// Most bytes of all that.
    largest: u64,
    /// Toolchains made ready, which are kept among the programs.
    pub warm: WarmByName,
}

impl Store {
    /// Opens the store in the user's cache directory and drops what is old or too
    /// much.
    pub(crate) fn open(largest: Bytes) -> Result<Self, JudgeError> {
        let root = cache_dir::path();
        cache_dir::create().map_err(JudgeError::cache(&root))?;
        Self::below(root, largest)
    }

    fn below(root: PathBuf, largest: Bytes) -> Result<Self, JudgeError> {
        let directory = root.join(COMPILED);
        fs::create_dir_all(&directory).map_err(JudgeError::cache(&directory))?;
        let store = Self {
            held: fs::File::open(&directory).map_err(JudgeError::at(&directory))?,
            opened: Instant::now(),
            directory,
            root,
            largest: largest.0,
            warm: WarmByName::default(),
        };
        if cache_limits::count(&store.root, 0).is_none_or(|size| size > store.largest) {
            cache_limits::prune(&store.root, store.largest)
                .map_err(JudgeError::at(&store.directory))?;
        }
        mousetrap_sandbox::hide(&store.root);
        Ok(store)
    }

    /// Whether it need not be opened anew: it is still there, and what others have put
    /// into it since is not much.
    pub(crate) fn will_do(&self, largest: Bytes) -> bool {
        self.largest == largest.0
            && self.opened.elapsed() < cache_limits::AGAIN
            && is_at(&self.held, &self.directory).unwrap_or(false)
    }

    /// Counts what was just kept; where that is too much, what was used longest ago
    /// goes, and a little more, so that not each program after it looks through all.
    pub(crate) fn count(&self, size: u64) -> io::Result<()> {
        let most = match cache_limits::count(&self.root, size) {
            Some(size) if size <= self.largest => return Ok(()),
            Some(_) => self.largest - self.largest / 8,
            // It may not be too much.
            None => self.largest,
        };
        cache_limits::prune(&self.root, most)
    }

    /// The directory of locks that are held while something is made for all.
    pub(crate) fn locks(&self) -> PathBuf {
        self.directory.with_file_name("locks")
    }

    /// Returns the program of this name if it is intact. Removes a damaged one.
    pub(crate) fn get(&self, name: &str) -> Option<CachedProgram> {
        let directory = self.directory.join(name);
        let program = CachedProgram::lock(&directory)?;
        if !program.is_intact() {
            let broken = tempfile::Builder::new()
                .prefix(IN_PROGRESS_PREFIX)
                .tempdir_in(&self.directory);
            // Moved first, so that another process can put it there again at once.
            let _ = broken.and_then(|broken| fs::rename(&directory, broken.path().join(name)));
            return None;
        }
        // The time of last use; a lost update only means an early rebuild.
        let _ = program.lock.set_modified(SystemTime::now());
        Some(program)
    }

    /// An empty directory to compile in.
    pub(crate) fn building(&self) -> Result<Building, JudgeError> {
        let directory = tempfile::Builder::new()
            .prefix(IN_PROGRESS_PREFIX)
            .tempdir_in(&self.directory)
            .map_err(JudgeError::at(&self.directory))?;
        let program = directory.path().join(PROGRAM);
        fs::create_dir(&program).map_err(JudgeError::at(&program))?;
        open_to_jobs(&program).map_err(JudgeError::at(&program))?;
        let lock = lock(directory.path()).map_err(JudgeError::at(directory.path()))?;
        Ok(Building {
            directory,
            program,
            lock,
        })
    }

    /// Adds a compiled program under this name. Another process may have added the
    /// same program first.
    pub(crate) fn keep(&self, built: Building, name: &str) -> Result<CachedProgram, JudgeError> {
        let entry = self.directory.join(name);
        let file = built.entry().join(MANIFEST);
        let mut manifest = Manifest::new();
        list(built.program(), "", &mut manifest)
            .and_then(|()| fs::write(&file, serde_json::to_vec(&manifest)?))
            .map_err(JudgeError::at(&file))?;
        let size = size(built.entry()).map_err(JudgeError::at(built.entry()))?;
        let program = match fs::rename(built.entry(), &entry) {
            Ok(()) => {
                let _ = built.directory.keep();
                CachedProgram {
                    entry,
                    lock: built.lock,
                }
            }
            Err(source) => {
                CachedProgram::lock(&entry).ok_or_else(|| JudgeError::at(&entry)(source))?
            }
        };
        self.count(size).map_err(JudgeError::at(&self.directory))?;
        Ok(program)
    }
}

/// An entry in which a program is being compiled; it is removed when dropped.
#[derive(Debug)]
pub(crate) struct Building {
    directory: tempfile::TempDir,
    program: PathBuf,
    lock: fs::File,
}

impl Building {
    /// The directory of the entry, which no sandbox sees.
    pub(crate) fn entry(&self) -> &Path {
        self.directory.path()
    }

    /// The directory in which the program is compiled.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }
}

/// Locks a new entry.
fn lock(entry: &Path) -> io::Result<fs::File> {
    let lock = fs::File::open(entry)?;
    flock(&lock, FlockOperation::LockShared)?;
    open_to_jobs(entry)?;
    Ok(lock)
}

/// Lets the user that runs jobs read a directory, whatever the umask is.
fn open_to_jobs(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, Permissions::from_mode(0o755))
}

/// Directories of the store in which somebody was compiling who is gone. To be asked
/// while no judge of this process works.
///
/// # Errors
/// If the store cannot be listed.
pub(crate) fn unfinished() -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(cache_dir::path().join(COMPILED))? {
        let path = entry?.path();
        if is_unfinished(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Removes a finished program, unless somebody holds it. It is renamed first, so
/// that half of it is never taken for the whole.
pub(crate) fn remove(directory: &Path) -> bool {
    let Ok(lock) = fs::File::open(directory) else {
        return false;
    };
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let gone = directory.with_file_name(format!("{IN_PROGRESS_PREFIX}{name}"));
    flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()
        && fs::rename(directory, &gone).is_ok()
        && fs::remove_dir_all(&gone).is_ok()
}

/// Bytes of all files below a directory: of each the length or the allocated blocks,
/// whichever is larger.
pub(crate) fn size(directory: &Path) -> io::Result<u64> {
    const BLOCK: u64 = 512;
    let mut sum = 0;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let file = entry.metadata()?;
        sum += if file.is_dir() {
            size(&entry.path())?
        } else {
            file.len().max(file.blocks() * BLOCK)
        };
    }
    Ok(sum)
}

/// Whether somebody compiles, or was compiling, in this directory.
pub(crate) fn is_building(directory: &Path) -> bool {
    directory.file_name().is_some_and(|name| {
        name.as_encoded_bytes()
            .starts_with(IN_PROGRESS_PREFIX.as_bytes())
    })
}

/// Whether nobody has locked a directory in which somebody was compiling.
pub(crate) fn is_unfinished(directory: &Path) -> bool {
    is_building(directory)
        && fs::File::open(directory).is_ok_and(|directory| {
            flock(&directory, FlockOperation::NonBlockingLockExclusive).is_ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_program_is_not_returned() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::below(root.path().to_owned(), Bytes::mib(1)).unwrap();
        let keep = || {
            let building = store.building().unwrap();
            fs::create_dir(building.program().join("lib")).unwrap();
            // A submission's compile step chooses some of the names.
            for file in [
                "main",
                "lib/more",
                MANIFEST,
                ".contents",
                "a\r",
                "a\nb",
                "a 1",
            ] {
                fs::write(building.program().join(file), "text").unwrap();
            }
            store.keep(building, "name").unwrap()
        };
        let damages: [fn(&Path); 4] = [
            |main| fs::remove_file(main).unwrap(),
            |main| fs::write(main, "tex").unwrap(),
            |main| fs::set_permissions(main, Permissions::from_mode(0o0)).unwrap(),
            |main| fs::remove_dir_all(main.with_file_name("lib")).unwrap(),
        ];
        for damage in damages {
            let kept = keep();
            fs::write(kept.directory().join("left"), "by a run").unwrap();
            assert!(kept.is_intact() && store.get("name").is_some());
            damage(&kept.directory().join("main"));
            assert!(!kept.is_intact() && store.get("name").is_none());
            // It is compiled again while another process still holds the damaged one.
            assert!(keep().is_intact() && store.get("name").is_some());
            assert!(remove(&root.path().join(COMPILED).join("name")));
        }
    }

    #[test]
    fn nothing_goes_because_the_time_has_come_to_look_through_all() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::below(root.path().to_owned(), Bytes(1000)).unwrap();
        let results = root.path().join(cache_limits::RESULTS);
        fs::create_dir(&results).unwrap();
        fs::write(results.join("one"), [0; 475]).unwrap();
        fs::write(results.join("two"), [0; 475]).unwrap();
        fs::remove_file(root.path().join("size")).unwrap();
        store.count(475).unwrap();
        assert_eq!(fs::read_dir(&results).unwrap().count(), 2);
        // Where it is too much, a little more goes.
        store.count(475).unwrap();
        assert_eq!(fs::read_dir(&results).unwrap().count(), 1);
    }

    #[test]
    fn a_store_will_do_until_it_is_gone_or_may_hold_less() {
        let root = tempfile::tempdir().unwrap();
        let open = || Store::below(root.path().to_owned(), Bytes(1000)).unwrap();
        let store = open();
        assert!(store.will_do(Bytes(1000)));
        assert!(!store.will_do(Bytes(999)));
        fs::remove_dir_all(root.path().join(COMPILED)).unwrap();
        assert!(!store.will_do(Bytes(1000)));
        let again = open();
        assert!(again.will_do(Bytes(1000)));
        assert!(!store.will_do(Bytes(1000)));
        let long_ago = Instant::now().checked_sub(cache_limits::AGAIN);
        let old = long_ago.map(|opened| Store { opened, ..open() });
        assert!(old.is_none_or(|old| !old.will_do(Bytes(1000))));
    }
}
