//! The size of all caches of a user: compiled programs and toolchains, results, start-up
//! times, and versions of toolchains.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};

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

/// The file that stores when the caches were last listed, in seconds since 1970, and
/// their size: that of the listing and of all entries since.
const SIZE: &str = "size";

/// The caches are listed again after this time.
pub(crate) const RELIST_INTERVAL: Duration = Duration::from_mins(10);

/// Entries that were not used for this long are removed.
const MAX_AGE: Duration = Duration::from_hours(30 * 24);

mousetrap_util::choices! {
    /// A kind of cache entry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Kind {
        /// Compiled programs
        Programs = "programs",
        /// Toolchains made ready for quick compiling
        Toolchains = "toolchains",
        /// Results of earlier runs
        Results = "results",
        /// What starting a program of each language costs
        Startup = "startup",
        /// Versions that toolchains took long to print
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
    let all = entries_in(&root, true)?;
    Ok((root, all))
}

/// Returns the entries of all caches. If `all_needed` is not set, only the directory of
/// programs must be readable, because judging works without the others.
fn entries_in(root: &Path, all_needed: bool) -> io::Result<Vec<Cached>> {
    let mut all = Vec::new();
    for (name, kind) in DIRECTORIES {
        let path = root.join(name);
        let is_needed = all_needed || name == COMPILED;
        match list(kind, &path, &mut all) {
            Err(error) if error.kind() != ErrorKind::NotFound && is_needed => {
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

/// Adds `more` bytes to the size of all caches, for all judges of the user. Returns the new
/// size, or `None` if the caches must be listed to know it.
pub(crate) fn add_size(root: &Path, more: u64) -> Option<u64> {
    let path = root.join(SIZE);
    let mut file = File::options().read(true).write(true).open(path).ok()?;
    flock(&file, FlockOperation::LockExclusive).ok()?;
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    // A file without the line end was cut short.
    let (at, size) = text.strip_suffix('\n')?.split_once(' ')?;
    let at = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(at.parse().ok()?))?;
    // A time in the future comes from another clock.
    let is_recent = at.elapsed().is_ok_and(|age| age < RELIST_INTERVAL);
    let known = size.parse::<u64>().ok().filter(|_| is_recent)?;
    let size = known.checked_add(more)?;
    if more > 0 {
        write_size(&mut file, at, size).ok()?;
    }
    Some(size)
}

fn write_size(file: &mut File, at: SystemTime, size: u64) -> io::Result<()> {
    let at = at.duration_since(SystemTime::UNIX_EPOCH);
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{} {size}", at.unwrap_or_default().as_secs())
}

/// Removes entries that were not used for a month, the least recently used ones if the
/// caches exceed `max_size` bytes, and directories in which a killed judge was compiling.
/// Entries in use stay. Several processes may prune at the same time.
pub(crate) fn prune(root: &Path, max_size: u64) -> io::Result<()> {
    // Locked meanwhile, so that entries of other processes are counted afterwards.
    let mut size = File::options();
    let size = size.create(true).append(true).open(root.join(SIZE)).ok();
    let size = size.filter(|file| flock(file, FlockOperation::LockExclusive).is_ok());
    let (mut sum, mut full) = (0, false);
    for one in entries_in(root, false)? {
        let is_abandoned = entry::is_building(&one.path);
        full |= !is_abandoned && sum + one.size.0 > max_size;
        let dispensable = full || is_abandoned || one.age > MAX_AGE;
        if !(dispensable && one.remove()) {
            sum += one.size.0;
        }
    }
    if let Some(mut file) = size {
        // If this fails, the caches are listed again next time.
        let _ = write_size(&mut file, SystemTime::now(), sum);
    }
    Ok(())
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
        let kinds: Vec<Kind> = entries_in(root, true)
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
            add_size(root, 0).unwrap()
        };
        assert_eq!(pruned(3 * size + 20), 4 * size + 10);
        assert_eq!(left(root), ["a", "b", "c", "d", "f"]);
        drop(lock);
        assert_eq!(pruned(3 * size + 20), 3 * size + 10);
        assert_eq!(left(root), ["a", "b", "c", "d"]);
        assert_eq!(pruned(0), 0);
        assert!(left(root).is_empty());
    }

    #[test]
    fn entries_are_listed_at_intervals_and_counted_in_between() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        put(root, "compiled/one", 100, Duration::ZERO);
        assert_eq!(add_size(root, 0), None);
        prune(root, 10_000).unwrap();
        let known = add_size(root, 0).unwrap();
        assert!(known >= 100, "{known}");
        // A new entry is counted without a new listing.
        put(root, "compiled/two", 100, Duration::ZERO);
        assert_eq!(add_size(root, 0), Some(known));
        assert_eq!(add_size(root, 10), Some(known + 10));
        assert_eq!(add_size(root, 1), Some(known + 11));

        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap();
        for odd in [
            String::new(),
            format!("{} 11", now.as_secs()),
            format!("{}\n", now.as_secs()),
            format!("{} -1\n", now.as_secs()),
            format!("{} 11\n", now.saturating_sub(RELIST_INTERVAL).as_secs()),
            format!("{} 11\n", (now + RELIST_INTERVAL).as_secs()),
            format!("{} 11\n", u64::MAX),
            format!("{} {}\n", now.as_secs(), u64::MAX),
        ] {
            fs::write(root.join(SIZE), &odd).unwrap();
            assert_eq!(add_size(root, 5), None, "{odd:?}");
        }
        prune(root, 10_000).unwrap();
        assert!(add_size(root, 0).unwrap() >= known + 100);
    }

    #[test]
    fn unreadable_directory_is_skipped() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        put(root, "compiled/one", 100, Duration::ZERO);
        fs::write(root.join(VERSIONS), "").unwrap();
        prune(root, 10_000).unwrap();
        let error = entries_in(root, true).unwrap_err().to_string();
        assert!(error.contains("/versions: "), "{error}");
        fs::rename(root.join(VERSIONS), root.join("away")).unwrap();
        assert_eq!(entries_in(root, true).unwrap().len(), 1);
        fs::remove_dir_all(root.join(COMPILED)).unwrap();
        fs::write(root.join(COMPILED), "").unwrap();
        assert!(prune(root, 1000).is_err());
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
        let listed = entries_in(root, true).unwrap();
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
