//! The store of compiled programs, one for all judges of a user.
//!
//! Each program has a directory that is named by the hash of all that went into
//! it. Several judges use the store at once: locks on directories say what is in
//! use, and a program appears and disappears whole, by rename.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{FlockOperation, flock};

use crate::JudgeError;
use crate::cache::{self, COMPILED};
use crate::place;
use crate::warm::WarmByName;
use mousetrap_base::Bytes;
use mousetrap_base::held::is_at;

/// How directories are called while something is compiled in them.
const BUILDING: &str = "building-";

/// The file that says which files a finished program has, so that one that has lost
/// some of them is compiled anew.
pub(super) const CONTENTS: &str = ".contents";

/// Longer than it takes to lock a directory that was just made.
pub(super) const MAKING: Duration = Duration::from_secs(10);

/// The directory of a compiled program, which no judge removes while this is held.
#[derive(Debug)]
pub(super) struct Kept {
    /// The directory.
    pub directory: PathBuf,
    lock: fs::File,
}

impl Kept {
    /// Holds a finished program, if it is there.
    fn hold(directory: &Path) -> Option<Self> {
        let lock = fs::File::open(directory).ok()?;
        flock(&lock, FlockOperation::LockShared).ok()?;
        // Somebody may have removed it before it was locked.
        is_at(&lock, directory).ok()?.then(|| Self {
            directory: directory.to_owned(),
            lock,
        })
    }

    /// Whether all its files are there, each as long and with the rights it had: what
    /// tidies up in a cache, or fills its disk, may have taken some. Without isolation a
    /// run may have left more.
    pub(super) fn is_whole(&self) -> bool {
        let Ok(recorded) = fs::read_to_string(self.directory.join(CONTENTS)) else {
            return false;
        };
        recorded.lines().all(|line| {
            let name = line.splitn(3, ' ').nth(2).unwrap_or_default();
            let facts = fs::symlink_metadata(self.directory.join(name));
            facts.is_ok_and(|facts| described(&facts, name) == line)
        })
    }
}

/// A file in the record of contents: its rights, length and name.
fn described(facts: &fs::Metadata, name: &str) -> String {
    format!("{:o} {} {name}", facts.mode(), facts.len())
}

/// The record of the contents of a directory, a line for each file below it.
fn contents(directory: &Path, prefix: &str) -> io::Result<String> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        // No compiler gives its output a name that is not text.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{prefix}{name}");
        let facts = entry.metadata()?;
        if facts.is_dir() {
            lines.push(contents(&entry.path(), &format!("{name}/"))?);
        } else if !name.contains('\n') {
            lines.push(described(&facts, &name) + "\n");
        }
    }
    Ok(lines.concat())
}

/// The directory of compiled programs.
#[derive(Debug)]
pub(super) struct Store {
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
    pub(super) fn open(largest: Bytes) -> Result<Self, JudgeError> {
        let root = place::directory();
        place::make().map_err(JudgeError::cache(&root))?;
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
        if cache::count(&store.root, 0).is_none_or(|size| size > store.largest) {
            cache::prune(&store.root, store.largest).map_err(JudgeError::at(&store.directory))?;
        }
        mousetrap_sandbox::hide(&store.root);
        Ok(store)
    }

    /// Whether it need not be opened anew: it is still there, and what others have put
    /// into it since is not much.
    pub(super) fn will_do(&self, largest: Bytes) -> bool {
        self.largest == largest.0
            && self.opened.elapsed() < cache::AGAIN
            && is_at(&self.held, &self.directory).unwrap_or(false)
    }

    /// Counts what was just kept; where that is too much, what was used longest ago
    /// goes, and a little more, so that not each program after it looks through all.
    pub(super) fn count(&self, size: u64) -> io::Result<()> {
        let most = match cache::count(&self.root, size) {
            Some(size) if size <= self.largest => return Ok(()),
            Some(_) => self.largest - self.largest / 8,
            // It may not be too much.
            None => self.largest,
        };
        cache::prune(&self.root, most)
    }

    /// The directory of locks that are held while something is made for all.
    pub(super) fn locks(&self) -> PathBuf {
        self.directory.with_file_name("locks")
    }

    /// The program of this name, if it is there as it was kept. What is left of another
    /// goes.
    pub(super) fn get(&self, name: &str) -> Option<Kept> {
        let directory = self.directory.join(name);
        let program = Kept::hold(&directory)?;
        if !program.is_whole() {
            let broken = tempfile::Builder::new()
                .prefix(BUILDING)
                .tempdir_in(&self.directory);
            // Moved first, so that somebody else may put it there again at once.
            let _ = broken.and_then(|broken| fs::rename(&directory, broken.path().join(name)));
            return None;
        }
        // The time of last use; a lost update only means an early rebuild.
        let _ = program.lock.set_modified(SystemTime::now());
        Some(program)
    }

    /// An empty directory to compile in.
    pub(super) fn building(&self) -> Result<Building, JudgeError> {
        let directory = tempfile::Builder::new()
            .prefix(BUILDING)
            .tempdir_in(&self.directory)
            .map_err(JudgeError::at(&self.directory))?;
        let lock = lock(directory.path()).map_err(JudgeError::at(directory.path()))?;
        Ok(Building { directory, lock })
    }

    /// Puts what was compiled in its place. Somebody else may have been faster
    /// with the same content.
    pub(super) fn keep(&self, built: Building, name: &str) -> Result<Kept, JudgeError> {
        let directory = self.directory.join(name);
        let size = built.size()?;
        let record = built.path().join(CONTENTS);
        contents(built.path(), "")
            .and_then(|contents| fs::write(&record, contents))
            .map_err(JudgeError::at(&record))?;
        let program = match fs::rename(built.path(), &directory) {
            Ok(()) => {
                let _ = built.directory.keep();
                Kept {
                    directory,
                    lock: built.lock,
                }
            }
            Err(source) => {
                Kept::hold(&directory).ok_or_else(|| JudgeError::at(&directory)(source))?
            }
        };
        self.count(size).map_err(JudgeError::at(&self.directory))?;
        Ok(program)
    }
}

/// A directory in which a program is compiled; it goes when it is dropped.
#[derive(Debug)]
pub(super) struct Building {
    directory: tempfile::TempDir,
    lock: fs::File,
}

impl Building {
    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Bytes of all files in it.
    pub(super) fn size(&self) -> Result<u64, JudgeError> {
        size(self.path()).map_err(JudgeError::at(self.path()))
    }
}

/// Locks a directory that was just made, and opens it to the user of jobs.
fn lock(directory: &Path) -> io::Result<fs::File> {
    let lock = fs::File::open(directory)?;
    flock(&lock, FlockOperation::LockShared)?;
    fs::set_permissions(directory, Permissions::from_mode(0o755))?;
    Ok(lock)
}

/// Directories of the store in which somebody was compiling who is gone. To be asked
/// while no judge of this process works.
///
/// # Errors
/// If the store cannot be listed.
pub(crate) fn unfinished() -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(place::directory().join(COMPILED))? {
        let path = entry?.path();
        if is_unfinished(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Removes a finished program, unless somebody holds it. It is renamed first, so
/// that half of it is never taken for the whole.
pub(super) fn remove(directory: &Path) -> bool {
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
pub(super) fn size(directory: &Path) -> io::Result<u64> {
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

/// Whether somebody compiles, or was compiling, in this directory.
pub(super) fn is_building(directory: &Path) -> bool {
    directory
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(BUILDING.as_bytes()))
}

/// Whether nobody has locked a directory in which somebody was compiling.
pub(super) fn is_unfinished(directory: &Path) -> bool {
    is_building(directory)
        && fs::File::open(directory).is_ok_and(|directory| {
            flock(&directory, FlockOperation::NonBlockingLockExclusive).is_ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_has_lost_a_file_is_not_there() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::below(root.path().to_owned(), Bytes::mib(1)).unwrap();
        let keep = || {
            let building = store.building().unwrap();
            fs::create_dir(building.path().join("lib")).unwrap();
            for file in ["main", "lib/more"] {
                fs::write(building.path().join(file), "text").unwrap();
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
            fs::write(kept.directory.join("left"), "by a run").unwrap();
            assert!(kept.is_whole() && store.get("name").is_some());
            damage(&kept.directory.join("main"));
            assert!(!kept.is_whole() && store.get("name").is_none());
            // While others still hold what is left of it, it is made again.
            assert!(keep().is_whole() && store.get("name").is_some());
            assert!(remove(&root.path().join(COMPILED).join("name")));
        }
    }

    #[test]
    fn nothing_goes_because_the_time_has_come_to_look_through_all() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::below(root.path().to_owned(), Bytes(1000)).unwrap();
        let results = root.path().join(cache::RESULTS);
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
        let long_ago = Instant::now().checked_sub(cache::AGAIN);
        let old = long_ago.map(|opened| Store { opened, ..open() });
        assert!(old.is_none_or(|old| !old.will_do(Bytes(1000))));
    }
}
