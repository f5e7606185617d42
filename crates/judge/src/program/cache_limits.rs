//! Limits on the size and age of all caches of a user: compiled programs and prepared toolchains,
//! results, start-up times, and toolchain versions.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::program::entry::{self, TOOLCHAIN_RECORD_FILE_NAME};
use mousetrap_languages::VERSIONS_DIRECTORY;
use mousetrap_util::Bytes;
use mousetrap_util::cache_dir;

/// Directory name of the cache of compiled programs and prepared toolchains.
pub(crate) const COMPILED_PROGRAMS_DIRECTORY: &str = "compiled";
/// Directory name of the result cache.
pub(crate) const RESULTS_DIRECTORY: &str = "results";
/// Directory name of the cache of measured start-up times.
pub(crate) const STARTUP_TIMES_DIRECTORY: &str = "startup";

/// The directory name of each cache, and the kind of its entries.
const CACHE_DIRECTORIES: [(&str, CacheKind); 4] = [
    (COMPILED_PROGRAMS_DIRECTORY, CacheKind::Programs),
    (RESULTS_DIRECTORY, CacheKind::Results),
    (STARTUP_TIMES_DIRECTORY, CacheKind::Startup),
    (VERSIONS_DIRECTORY, CacheKind::Versions),
];

/// Name of an empty file whose modification time is the time at which the caches were last pruned.
const PRUNING_TIMESTAMP_FILE: &str = "pruned";

/// Minimum time between two pruning passes. Pruning is slow, because it lists all cache entries.
pub(crate) const PRUNE_INTERVAL: Duration = Duration::from_mins(10);

/// Maximum time since the last use of an entry. Older entries are removed.
const MAX_UNUSED_TIME: Duration = Duration::from_hours(30 * 24);

mousetrap_util::choices! {
    /// A kind of cache entry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum CacheKind {
        /// Compiled programs
        Programs = "programs",
        /// Prepared toolchains, which make compiling faster
        Toolchains = "toolchains",
        /// Results of earlier runs
        Results = "results",
        /// Measured start-up times of the languages
        Startup = "startup",
        /// Version strings of toolchains whose version command is slow
        Versions = "versions",
    }
}

/// A cache entry.
#[derive(Clone, Debug)]
pub struct CacheEntry {
    /// The kind of the entry.
    pub kind: CacheKind,
    /// The size of the entry.
    pub size: Bytes,
    /// The time since the last use.
    pub age: Duration,
    path: PathBuf,
}

impl CacheEntry {
    /// Removes the entry, unless a process is using it. Returns whether the entry was removed.
    pub fn remove(&self) -> bool {
        match self.kind {
            CacheKind::Programs | CacheKind::Toolchains => entry::remove_entry(&self.path),
            _ => fs::remove_file(&self.path).is_ok(),
        }
    }
}

/// Returns the parent directory of all caches and the entries of all caches, most recently used
/// first.
///
/// # Errors
/// Returns an error if a directory cannot be read.
pub fn all_entries() -> io::Result<(PathBuf, Vec<CacheEntry>)> {
    let root = cache_dir::path();
    let all = entries_in(&root)?;
    Ok((root, all))
}

/// Returns the entries of all caches in `root`, most recently used first.
fn entries_in(root: &Path) -> io::Result<Vec<CacheEntry>> {
    let mut all = Vec::new();
    for (name, kind) in CACHE_DIRECTORIES {
        let path = root.join(name);
        if let Err(error) = add_entries(kind, &path, &mut all)
            && error.kind() != ErrorKind::NotFound
        {
            let text = format!("{}: {error}", path.display());
            return Err(io::Error::new(error.kind(), text));
        }
    }
    all.sort_by(|one, other| (one.age, &one.path).cmp(&(other.age, &other.path)));
    Ok(all)
}

/// Appends the entries of a cache of this kind to `all`.
fn add_entries(kind: CacheKind, directory: &Path, all: &mut Vec<CacheEntry>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        // Entries that another process removes during the listing are skipped.
        let Ok(facts) = fs::symlink_metadata(&path) else {
            continue;
        };
        // A modification time in the future, from a wrong clock, counts as the current time.
        let age = SystemTime::now().duration_since(facts.modified()?);
        let age = age.unwrap_or_default();
        let (mut kind, mut size) = (kind, facts.len());
        if kind == CacheKind::Programs {
            // A compilation directory is in use if it is locked, or so new that its process may not
            // have locked it yet.
            let is_in_use = entry::is_compilation_directory(&path)
                && (age <= entry::MIN_ABANDONED_COMPILATION_AGE || !entry::is_abandoned(&path));
            if !facts.is_dir() || is_in_use {
                continue;
            }
            if path.join(TOOLCHAIN_RECORD_FILE_NAME).exists() {
                kind = CacheKind::Toolchains;
            }
            size = entry::total_size(&path).unwrap_or(0);
        }
        all.push(CacheEntry {
            kind,
            size: Bytes(size),
            age,
            path,
        });
    }
    Ok(())
}

/// Removes entries that have not been used for a month, and the directories of compilations whose
/// judge process was killed. If the caches exceed `max_size` bytes, also removes the least recently
/// used entries. Entries in use are kept. Several processes may prune at the same time.
pub(crate) fn prune(root: &Path, max_size: u64) -> io::Result<()> {
    let (mut sum, mut full) = (0, false);
    for one in entries_in(root)? {
        let is_abandoned = entry::is_compilation_directory(&one.path);
        full |= !is_abandoned && sum + one.size.0 > max_size;
        let dispensable = full || is_abandoned || one.age > MAX_UNUSED_TIME;
        if !(dispensable && one.remove()) {
            sum += one.size.0;
        }
    }
    // Errors are ignored: at worst, the next judge prunes again.
    let _ = fs::write(root.join(PRUNING_TIMESTAMP_FILE), "");
    Ok(())
}

/// Returns whether the caches were pruned within the last [`PRUNE_INTERVAL`].
pub(crate) fn was_pruned_recently(root: &Path) -> bool {
    cache_dir::read_if_recent(&root.join(PRUNING_TIMESTAMP_FILE), 0, PRUNE_INTERVAL).is_some()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rustix::fs::{FlockOperation, flock};

    use super::*;

    /// The block size in which file systems allocate space.
    const BLOCK_SIZE: usize = 4096;

    /// Creates an entry with this age.
    fn create_entry(root: &Path, name: &str, size: usize, age: Duration) -> PathBuf {
        let path = root.join(name);
        let mut file = path.clone();
        if name.starts_with(COMPILED_PROGRAMS_DIRECTORY) {
            let toolchain = name
                .ends_with("toolchain")
                .then_some(TOOLCHAIN_RECORD_FILE_NAME);
            file.push(toolchain.unwrap_or("program"));
        }
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, vec![0; size]).unwrap();
        let used = SystemTime::now() - age;
        fs::File::open(&path).unwrap().set_modified(used).unwrap();
        path
    }

    /// Returns the sorted names of the remaining entries.
    fn remaining_entry_names(root: &Path) -> Vec<String> {
        let mut left: Vec<String> = CACHE_DIRECTORIES
            .iter()
            .flat_map(|(name, _)| fs::read_dir(root.join(name)).into_iter().flatten())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        left
    }

    #[test]
    fn pruning_removes_least_recently_used_unlocked_entries() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let sizes = [
            ("compiled/a", BLOCK_SIZE, CacheKind::Programs),
            ("results/b", BLOCK_SIZE, CacheKind::Results),
            ("startup/c", 10, CacheKind::Startup),
            ("compiled/d-toolchain", BLOCK_SIZE, CacheKind::Toolchains),
            ("results/e", BLOCK_SIZE, CacheKind::Results),
            ("compiled/f", BLOCK_SIZE, CacheKind::Programs),
            // This entry is small, but older than the first entry that no longer fits.
            ("versions/g", 1, CacheKind::Versions),
        ];
        for (minutes, (name, size, _)) in (1..).zip(sizes) {
            create_entry(root, name, size, Duration::from_mins(minutes));
        }
        let entries = entries_in(root).unwrap();
        let kinds = entries.iter().map(|entry| entry.kind);
        assert!(kinds.eq(sizes.map(|(.., kind)| kind)));

        let lock = fs::File::open(root.join("compiled/f")).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        let size = BLOCK_SIZE as u64;
        let pruned = |most| {
            prune(root, most).unwrap();
            assert!(was_pruned_recently(root));
            remaining_entry_names(root)
        };
        assert!(!was_pruned_recently(root));
        assert_eq!(pruned(3 * size + 20), ["a", "b", "c", "d-toolchain", "f"]);
        drop(lock);
        assert_eq!(pruned(3 * size + 20), ["a", "b", "c", "d-toolchain"]);
        assert!(pruned(0).is_empty());
    }

    #[test]
    fn unreadable_cache_directory_is_an_error_but_a_missing_one_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        assert!(entries_in(root).unwrap().is_empty());
        fs::write(root.join(VERSIONS_DIRECTORY), "").unwrap();
        let error = prune(root, 10_000).unwrap_err().to_string();
        assert!(error.contains("/versions: "), "{error}");
    }

    #[test]
    fn prune_removes_only_abandoned_compilations_and_old_entries() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let old = entry::MIN_ABANDONED_COMPILATION_AGE * 2;
        let locked = create_entry(root, "compiled/building-locked", 1, old);
        let lock = fs::File::open(locked).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        for (name, age) in [
            ("building-new", Duration::ZERO),
            ("building-old", old),
            ("finished", old),
            ("forgotten", MAX_UNUSED_TIME + old),
        ] {
            create_entry(root, &format!("compiled/{name}"), 1, age);
        }
        fs::write(root.join("compiled/of-others"), "").unwrap();
        let entries = entries_in(root).unwrap();
        let names = entries.iter().map(|one| one.path.file_name().unwrap());
        let names: BTreeSet<_> = names.collect();
        assert!(
            names
                .into_iter()
                .eq(["building-old", "finished", "forgotten"])
        );
        prune(root, u64::MAX).unwrap();
        let kept = ["building-locked", "building-new", "finished", "of-others"];
        assert_eq!(remaining_entry_names(root), kept);
    }
}
