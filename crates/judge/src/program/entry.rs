//! Entries of the program cache: their files, manifests and locks.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mousetrap_util::file_lock::is_still_at_path;

/// Name prefix of the directories of compilations in progress.
pub(super) const IN_PROGRESS_PREFIX: &str = "building-";

/// Name of the program directory in an entry.
pub(super) const PROGRAM_DIRECTORY: &str = "program";

/// Name of the manifest that lists a program's files. A program whose files no longer
/// match its manifest is compiled again.
pub(super) const MANIFEST_FILE_NAME: &str = "manifest.json";

/// Age at which the unlocked directory of a compilation counts as abandoned.
pub(crate) const MIN_ABANDONED_COMPILATION_AGE: Duration = Duration::from_secs(10);

/// Name of the file that marks an entry as a prepared toolchain. The file lists the input files of
/// the preparation commands, with their sizes and modification times.
pub(crate) const TOOLCHAIN_RECORD_FILE_NAME: &str = "warm.json";

/// A compiled program in the cache. While this guard exists, no process removes the program.
#[derive(Debug)]
pub(crate) struct CachedProgram {
    /// The directory that contains this program in the cache.
    pub entry: PathBuf,
    pub(super) lock: fs::File,
}

impl CachedProgram {
    /// Locks the program in the directory `entry`, or returns `None` if the directory does not
    /// exist.
    pub(super) fn lock(entry: &Path) -> Option<Self> {
        let lock = fs::File::open(entry).ok()?;
        lock.lock_shared().ok()?;
        // Another process may have removed the entry before it was locked.
        is_still_at_path(&lock, entry).ok()?.then(|| Self {
            entry: entry.to_owned(),
            lock,
        })
    }

    /// Returns the files of the program, or `None` if the manifest is damaged.
    pub(crate) fn manifest(&self) -> Option<Manifest> {
        let text = fs::read(self.entry.join(MANIFEST_FILE_NAME)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Returns the program directory, which is visible in the sandbox.
    pub(crate) fn directory(&self) -> PathBuf {
        self.entry.join(PROGRAM_DIRECTORY)
    }

    /// Returns whether every file in the manifest still exists with its original size and
    /// permissions. Cache cleaners can remove files, and a full disk can leave files truncated.
    /// Additional files are ignored, because runs without isolation can create files.
    pub(crate) fn is_intact(&self) -> bool {
        self.manifest().is_some_and(|manifest| {
            manifest.iter().all(|(name, properties)| {
                let file = fs::symlink_metadata(self.directory().join(name));
                file.is_ok_and(|file| (file.mode(), file.len()) == *properties)
            })
        })
    }
}

/// Permissions and size of each file, keyed by path in the program directory.
pub(crate) type Manifest = BTreeMap<String, (u32, u64)>;

/// Adds the files in a directory to a manifest, and makes them readable for the sandbox user,
/// regardless of the umask.
pub(super) fn add_files_to_manifest(
    directory: &Path,
    prefix: &str,
    manifest: &mut Manifest,
) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        // The sandbox collects only files whose names are UTF-8.
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
            add_files_to_manifest(&entry.path(), &format!("{name}/"), manifest)?;
        } else {
            manifest.insert(name, (mode, file.len()));
        }
    }
    Ok(())
}

/// A cache entry in which a program is being compiled. Dropping this value removes the entry.
#[derive(Debug)]
pub(crate) struct IncompleteEntry {
    /// The directory of the entry, which is not visible in sandboxes.
    pub(super) directory: tempfile::TempDir,
    /// The directory in which the program is compiled.
    pub(crate) program: PathBuf,
    pub(super) lock: fs::File,
}

/// Makes a directory readable for the sandbox user, regardless of the umask.
pub(super) fn make_readable_for_jobs(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, Permissions::from_mode(0o755))
}

/// Removes an entry, unless a process has locked it. Returns whether the entry was removed. The
/// entry is renamed first, so that no process uses a partly removed entry.
pub(crate) fn remove_entry(directory: &Path) -> bool {
    let Ok(lock) = fs::File::open(directory) else {
        return false;
    };
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let doomed = directory.with_file_name(format!("{IN_PROGRESS_PREFIX}{name}"));
    lock.try_lock().is_ok()
        && fs::rename(directory, &doomed).is_ok()
        && fs::remove_dir_all(&doomed).is_ok()
}

/// Returns the total size of all files below a directory. The size of a file is its length or the
/// size of its allocated blocks, whichever is larger.
pub(crate) fn total_size(directory: &Path) -> io::Result<u64> {
    const BLOCK_SIZE: u64 = 512;
    let mut sum = 0;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let file = entry.metadata()?;
        sum += if file.is_dir() {
            total_size(&entry.path())?
        } else {
            file.len().max(file.blocks() * BLOCK_SIZE)
        };
    }
    Ok(sum)
}

/// Returns whether a directory belongs to a compilation that is in progress or was abandoned.
pub(crate) fn is_compilation_directory(directory: &Path) -> bool {
    let name = directory.file_name().unwrap_or_default();
    let prefix = IN_PROGRESS_PREFIX.as_bytes();
    name.as_encoded_bytes().starts_with(prefix)
}

/// Returns whether a directory belongs to an abandoned compilation, which means that no process has
/// locked it.
pub(crate) fn is_abandoned(directory: &Path) -> bool {
    is_compilation_directory(directory)
        && fs::File::open(directory).is_ok_and(|file| file.try_lock().is_ok())
}
