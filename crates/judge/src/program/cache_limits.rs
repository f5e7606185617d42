//! The size of all caches of a user: compiled programs and toolchains, results, start-up
//! times, and versions of toolchains.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::program::entry::{self, TOOLCHAIN_RECORD};
use mousetrap_languages::VERSIONS;
use mousetrap_util::Bytes;
use mousetrap_util::cache_dir;

/// The directory of programs and prepared toolchains.
pub(crate) const COMPILED: &str = "compiled";
/// The directory of results.
pub(crate) const RESULTS: &str = "results";
/// The directory of measured start-up times.
pub(crate) const STARTUP: &str = "startup";

/// The directories of all caches, and what they hold.
const DIRECTORIES: [(&str, Kind); 4] = [
    (COMPILED, Kind::Programs),
    (RESULTS, Kind::Results),
    (STARTUP, Kind::Startup),
    (VERSIONS, Kind::Versions),
];

/// The empty file whose modification time is that of the last pruning.
const PRUNED: &str = "pruned";

/// Time between two prunings, because listing large caches takes long.
pub(crate) const PRUNE_INTERVAL: Duration = Duration::from_mins(10);

/// Entries that were not used for this long are removed.
const MAX_AGE: Duration = Duration::from_hours(30 * 24);

mousetrap_util::choices! {
    /// A kind of cache entry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Kind {
        /// Compiled programs
        Programs = "programs",
        /// Prepared toolchains, which make compiling faster
        Toolchains = "toolchains",
        /// Results of earlier runs
        Results = "results",
        /// Start-up times of each language
        Startup = "startup",
        /// Versions of toolchains that take long to print them
        Versions = "versions",
    }
}

/// A cache entry.
#[derive(Clone, Debug)]
pub struct Cached {
    /// Its kind.
    pub kind: Kind,
    /// Its size.
    pub size: Bytes,
    /// Time since its last use.
    pub age: Duration,
    path: PathBuf,
}

impl Cached {
    /// Removes the entry unless a process uses it. Returns whether it was removed.
    pub fn remove(&self) -> bool {
        match self.kind {
            Kind::Programs | Kind::Toolchains => entry::remove(&self.path),
            Kind::Results | Kind::Startup | Kind::Versions => fs::remove_file(&self.path).is_ok(),
        }
    }
}

/// Returns the directory of all caches and their entries, most recently used first.
///
/// # Errors
/// Returns an error if a directory cannot be read.
pub fn cached() -> io::Result<(PathBuf, Vec<Cached>)> {
    let root = cache_dir::path();
    let all = entries_in(&root)?;
    Ok((root, all))
}

/// Returns the entries of all caches.
fn entries_in(root: &Path) -> io::Result<Vec<Cached>> {
    let mut all = Vec::new();
    for (name, kind) in DIRECTORIES {
        let path = root.join(name);
        match list(kind, &path, &mut all) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let text = format!("{}: {error}", path.display());
                return Err(io::Error::new(error.kind(), text));
            }
            _ => {}
        }
    }
    all.sort_by(|one, other| (one.age, &one.path).cmp(&(other.age, &other.path)));
    Ok(all)
}

/// Adds the entries of a cache of this kind.
fn list(kind: Kind, directory: &Path, all: &mut Vec<Cached>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        // Other processes may remove entries at any time.
        let Ok(facts) = fs::symlink_metadata(&path) else {
            continue;
        };
        // A time in the future comes from another clock.
        let age = SystemTime::now().duration_since(facts.modified()?);
        let age = age.unwrap_or_default();
        let (mut kind, mut size) = (kind, facts.len());
        if kind == Kind::Programs {
            // A process compiles in it, or is about to lock it.
            let is_in_use = entry::is_building(&path)
                && (age <= entry::LOCK_GRACE || !entry::is_unfinished(&path));
            if !facts.is_dir() || is_in_use {
                continue;
            }
            if path.join(TOOLCHAIN_RECORD).exists() {
                kind = Kind::Toolchains;
            }
            size = entry::size(&path).unwrap_or(0);
        }
        all.push(Cached {
            kind,
            size: Bytes(size),
            age,
            path,
        });
    }
    Ok(())
}

/// Removes entries that were not used for a month, the least recently used ones if the
/// caches exceed `max_size` bytes, and directories in which a killed judge was compiling.
/// Entries in use stay. Several processes may prune at the same time.
pub(crate) fn prune(root: &Path, max_size: u64) -> io::Result<()> {
    let (mut sum, mut full) = (0, false);
    for one in entries_in(root)? {
        let is_abandoned = entry::is_building(&one.path);
        full |= !is_abandoned && sum + one.size.0 > max_size;
        let dispensable = full || is_abandoned || one.age > MAX_AGE;
        if !(dispensable && one.remove()) {
            sum += one.size.0;
        }
    }
    // If this fails, the next judge prunes again.
    let _ = fs::write(root.join(PRUNED), "");
    Ok(())
}

/// Returns whether the caches were pruned within the last [`PRUNE_INTERVAL`].
pub(crate) fn is_pruned(root: &Path) -> bool {
    cache_dir::read_recent(&root.join(PRUNED), 0, PRUNE_INTERVAL).is_some()
}

#[cfg(test)]
mod tests {
    use rustix::fs::{FlockOperation, flock};

    use super::*;

    /// The unit in which file systems allocate.
    const BLOCK: usize = 4096;

    /// Adds an entry that was last used this long ago.
    fn put(root: &Path, name: &str, size: usize, age: Duration) -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if name.starts_with(COMPILED) {
            fs::create_dir(&path).unwrap();
            fs::write(path.join("program"), vec![0; size]).unwrap();
        } else {
            fs::write(&path, vec![0; size]).unwrap();
        }
        let used = SystemTime::now() - age;
        fs::File::open(&path).unwrap().set_modified(used).unwrap();
        path
    }

    /// Returns the names of all entries, sorted.
    fn left(root: &Path) -> Vec<String> {
        let mut left: Vec<String> = DIRECTORIES
            .iter()
            .flat_map(|(name, _)| fs::read_dir(root.join(name)).into_iter().flatten())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        left
    }

    #[test]
    fn pruning_removes_least_recently_used_entries_that_are_not_locked() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let minutes = |minutes| Duration::from_mins(minutes);
        put(root, "compiled/a", BLOCK, minutes(1));
        put(root, "results/b", BLOCK, minutes(2));
        put(root, "startup/c", 10, minutes(3));
        let toolchain = put(root, "compiled/d", BLOCK, minutes(4));
        fs::write(toolchain.join(TOOLCHAIN_RECORD), "").unwrap();
        put(root, "results/e", BLOCK, minutes(5));
        let held = put(root, "compiled/f", BLOCK, minutes(6));
        // Small, but older than what does not fit any more.
        put(root, "versions/g", 1, minutes(7));
        fs::File::open(&toolchain)
            .unwrap()
            .set_modified(SystemTime::now() - minutes(4))
            .unwrap();
        let kinds: Vec<Kind> = entries_in(root)
            .unwrap()
            .iter()
            .map(|one| one.kind)
            .collect();
        let (programs, results) = (Kind::Programs, Kind::Results);
        let mut expected = vec![programs, results, Kind::Startup, Kind::Toolchains];
        expected.extend([results, programs, Kind::Versions]);
        assert_eq!(kinds, expected);

        let lock = fs::File::open(&held).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        let size = BLOCK as u64;
        let pruned = |most| {
            prune(root, most).unwrap();
            assert!(is_pruned(root));
            left(root)
        };
        assert!(!is_pruned(root));
        assert_eq!(pruned(3 * size + 20), ["a", "b", "c", "d", "f"]);
        drop(lock);
        assert_eq!(pruned(3 * size + 20), ["a", "b", "c", "d"]);
        assert!(pruned(0).is_empty());
    }

    #[test]
    fn unreadable_directory_is_an_error_and_a_missing_one_is_empty() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        put(root, "compiled/one", 100, Duration::ZERO);
        assert_eq!(entries_in(root).unwrap().len(), 1);
        fs::write(root.join(VERSIONS), "").unwrap();
        let error = prune(root, 10_000).unwrap_err().to_string();
        assert!(error.contains("/versions: "), "{error}");
    }

    #[test]
    fn prune_removes_only_abandoned_compilations_and_old_entries() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let (old, older) = (entry::LOCK_GRACE * 2, MAX_AGE + entry::LOCK_GRACE);
        let locked = put(root, "compiled/building-locked", 1, old);
        let lock = fs::File::open(locked).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        put(root, "compiled/building-new", 1, Duration::ZERO);
        put(root, "compiled/building-old", 1, old);
        put(root, "compiled/finished", 1, old);
        put(root, "compiled/finished-and-forgotten", 1, older);
        fs::write(root.join("compiled/of-others"), "").unwrap();
        let listed = entries_in(root).unwrap();
        let mut listed: Vec<_> = listed
            .iter()
            .map(|one| one.path.file_name().unwrap())
            .collect();
        listed.sort();
        let ours = ["building-old", "finished", "finished-and-forgotten"];
        assert_eq!(listed, ours);
        prune(root, u64::MAX).unwrap();
        let kept = ["building-locked", "building-new", "finished", "of-others"];
        assert_eq!(left(root), kept);
    }
}
