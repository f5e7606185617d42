//! A cache of compiled programs, shared by all judge processes of a user.
//!
//! Each entry is a directory whose name is a hash of the program's inputs. An entry contains the
//! program directory, which is visible in the sandbox, and the manifest. Processes coordinate
//! through locks on entries. Entries are created and removed atomically, by renaming the directory.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

use parking_lot::Mutex;

use crate::JudgeError;
use crate::program::cache_limits::{self, COMPILED_PROGRAMS_DIRECTORY};
use crate::program::entry::{
    CachedProgram, IN_PROGRESS_PREFIX, IncompleteEntry, MANIFEST_FILE_NAME, Manifest,
    PROGRAM_DIRECTORY, add_files_to_manifest, is_abandoned, make_readable_for_jobs, total_size,
};
use mousetrap_util::Bytes;
use mousetrap_util::cache_dir;

/// The cache of compiled programs.
#[derive(Debug)]
pub(crate) struct ProgramCache {
    directory: PathBuf,
    opened: Instant,
    /// The directory that contains all caches.
    root: PathBuf,
    /// Maximum size of all caches.
    max_size: u64,
    /// Total size of the entries that this process has stored since it last pruned the caches.
    added: AtomicU64,
    /// The prepared toolchains that this process has looked up or is preparing, keyed by name.
    pub toolchains: Mutex<BTreeMap<String, Arc<Mutex<ToolchainState>>>>,
}

/// The state of a prepared toolchain, as known to this process.
#[derive(Debug, Default)]
pub(crate) enum ToolchainState {
    #[default]
    NotLookedUp,
    /// An entry of the cache, which stays locked for the lifetime of the [`ProgramCache`].
    Prepared(CachedProgram),
    Failed,
}

impl ProgramCache {
    /// Opens the cache in the user's cache directory. Removes old entries and, if all caches
    /// together exceed `max_size`, the least recently used entries.
    pub(crate) fn open(max_size: Bytes) -> Result<Self, JudgeError> {
        let root = cache_dir::path();
        cache_dir::create().map_err(JudgeError::cache_error(&root))?;
        Self::open_in(root, max_size)
    }

    fn open_in(root: PathBuf, max_size: Bytes) -> Result<Self, JudgeError> {
        let directory = root.join(COMPILED_PROGRAMS_DIRECTORY);
        fs::create_dir_all(&directory).map_err(JudgeError::cache_error(&directory))?;
        let cache = Self {
            opened: Instant::now(),
            directory,
            root,
            max_size: max_size.0,
            added: AtomicU64::new(0),
            toolchains: Mutex::default(),
        };
        if !cache_limits::was_pruned_recently(&cache.root) {
            cache_limits::prune(&cache.root, cache.max_size)
                .map_err(JudgeError::io_error(&cache.directory))?;
        }
        mousetrap_sandbox::hide_path(&cache.root);
        Ok(cache)
    }

    /// Returns whether the open cache can still be used: its directory must still exist, its
    /// maximum size must be `max_size`, and it must have been opened recently.
    pub(crate) fn is_reusable(&self, max_size: Bytes) -> bool {
        self.max_size == max_size.0
            && self.opened.elapsed() < cache_limits::PRUNE_INTERVAL
            && self.directory.exists()
    }

    /// Adds the size of a new entry to the amount stored in all caches since they were last pruned.
    /// Prunes the caches if this amount exceeds an eighth of the maximum size.
    pub(crate) fn add_stored_size(&self, size: u64) -> io::Result<()> {
        let eighth = self.max_size / 8;
        if self.added.fetch_add(size, Ordering::Relaxed) + size <= eighth {
            return Ok(());
        }
        self.added.store(0, Ordering::Relaxed);
        cache_limits::prune(&self.root, self.max_size - eighth)
    }

    /// Returns the program with this name if it is intact. Removes a damaged program.
    pub(crate) fn find_program(&self, name: &str) -> Option<CachedProgram> {
        let directory = self.directory.join(name);
        let program = CachedProgram::lock(&directory)?;
        if !program.is_intact() {
            let broken = tempfile::Builder::new()
                .prefix(IN_PROGRESS_PREFIX)
                .tempdir_in(&self.directory);
            // The damaged entry is moved to a temporary directory, so that another process can
            // replace it immediately.
            let _ = broken.and_then(|broken| fs::rename(&directory, broken.path().join(name)));
            return None;
        }
        // The modification time is the time of last use. If this update fails, the program is
        // removed earlier, and then has to be compiled again.
        let _ = program.lock.set_modified(SystemTime::now());
        Some(program)
    }

    /// Creates an entry with an empty program directory for a compilation.
    pub(crate) fn create_incomplete_entry(&self) -> Result<IncompleteEntry, JudgeError> {
        let directory = tempfile::Builder::new()
            .prefix(IN_PROGRESS_PREFIX)
            .tempdir_in(&self.directory)
            .map_err(JudgeError::io_error(&self.directory))?;
        let program = directory.path().join(PROGRAM_DIRECTORY);
        fs::create_dir(&program).map_err(JudgeError::io_error(&program))?;
        make_readable_for_jobs(&program).map_err(JudgeError::io_error(&program))?;
        let lock = fs::File::open(&directory).and_then(|lock| {
            lock.lock_shared()?;
            make_readable_for_jobs(directory.path()).map(|()| lock)
        });
        let lock = lock.map_err(JudgeError::io_error(directory.path()))?;
        Ok(IncompleteEntry {
            directory,
            program,
            lock,
        })
    }

    /// Adds a compiled program under this name, unless another process has added the same program
    /// first.
    pub(crate) fn store(
        &self,
        built: IncompleteEntry,
        name: &str,
    ) -> Result<CachedProgram, JudgeError> {
        let entry = self.directory.join(name);
        let file = built.directory.path().join(MANIFEST_FILE_NAME);
        let mut manifest = Manifest::new();
        add_files_to_manifest(&built.program, "", &mut manifest)
            .and_then(|()| fs::write(&file, serde_json::to_vec(&manifest)?))
            .map_err(JudgeError::io_error(&file))?;
        let size = total_size(built.directory.path())
            .map_err(JudgeError::io_error(built.directory.path()))?;
        let program = match fs::rename(built.directory.path(), &entry) {
            Ok(()) => {
                let _ = built.directory.keep();
                CachedProgram {
                    entry,
                    lock: built.lock,
                }
            }
            Err(source) => {
                CachedProgram::lock(&entry).ok_or_else(|| JudgeError::io_error(&entry)(source))?
            }
        };
        self.add_stored_size(size)
            .map_err(JudgeError::io_error(&self.directory))?;
        Ok(program)
    }
}

/// Returns the directories of abandoned compilations. Must not be called while this process is
/// compiling.
///
/// # Errors
/// Returns an error if the cache cannot be listed.
pub(crate) fn abandoned_compilations() -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(cache_dir::path().join(COMPILED_PROGRAMS_DIRECTORY))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let is_found =
        |path: &io::Result<PathBuf>| path.as_ref().map_or(true, |path| is_abandoned(path));
    paths.filter(is_found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use crate::program::entry::remove_entry;

    #[test]
    fn damaged_program_is_not_returned() {
        let root = tempfile::tempdir().unwrap();
        let cache = ProgramCache::open_in(root.path().to_owned(), Bytes::mib(1)).unwrap();
        let store = || {
            let building = cache.create_incomplete_entry().unwrap();
            fs::create_dir(building.program.join("lib")).unwrap();
            // The compile commands of a submission choose some file names.
            let files = ["main", "lib/more", ".contents", "a\r", "a\nb", "a 1"];
            for file in files.into_iter().chain([MANIFEST_FILE_NAME]) {
                fs::write(building.program.join(file), "text").unwrap();
            }
            cache.store(building, "name").unwrap()
        };
        let damages: [fn(&Path); 4] = [
            |main| fs::remove_file(main).unwrap(),
            |main| fs::write(main, "tex").unwrap(),
            |main| fs::set_permissions(main, Permissions::from_mode(0o0)).unwrap(),
            |main| fs::remove_dir_all(main.with_file_name("lib")).unwrap(),
        ];
        for damage in damages {
            let stored = store();
            fs::write(stored.directory().join("left"), "by a run").unwrap();
            assert!(stored.is_intact() && cache.find_program("name").is_some());
            damage(&stored.directory().join("main"));
            assert!(!stored.is_intact() && cache.find_program("name").is_none());
            // The program is compiled again while another process still uses the damaged entry.
            assert!(store().is_intact() && cache.find_program("name").is_some());
            let compiled = root.path().join(COMPILED_PROGRAMS_DIRECTORY);
            assert!(remove_entry(&compiled.join("name")));
        }
    }

    #[test]
    fn caches_are_pruned_after_storing_an_eighth_of_the_maximum_size() {
        let root = tempfile::tempdir().unwrap();
        let cache = ProgramCache::open_in(root.path().to_owned(), Bytes(1000)).unwrap();
        let results = root.path().join(cache_limits::RESULTS_DIRECTORY);
        fs::create_dir(&results).unwrap();
        fs::write(results.join("one"), [0; 475]).unwrap();
        fs::write(results.join("two"), [0; 475]).unwrap();
        for (size, count) in [(125, 2), (1, 1)] {
            cache.add_stored_size(size).unwrap();
            assert_eq!(fs::read_dir(&results).unwrap().count(), count);
        }
    }

    #[test]
    fn cache_is_reusable_until_it_is_removed_or_its_maximum_size_changes() {
        let root = tempfile::tempdir().unwrap();
        let open = || ProgramCache::open_in(root.path().to_owned(), Bytes(1000)).unwrap();
        let cache = open();
        assert!(cache.is_reusable(Bytes(1000)));
        assert!(!cache.is_reusable(Bytes(999)));
        fs::remove_dir_all(root.path().join(COMPILED_PROGRAMS_DIRECTORY)).unwrap();
        assert!(!cache.is_reusable(Bytes(1000)));
        assert!(open().is_reusable(Bytes(1000)));
        let long_ago = Instant::now().checked_sub(cache_limits::PRUNE_INTERVAL);
        let old = long_ago.map(|opened| ProgramCache { opened, ..open() });
        assert!(old.is_none_or(|old| !old.is_reusable(Bytes(1000))));
    }
}
