//! A cache for the version output of slow tools (`kept` in `probe`). A JVM-based compiler needs up
//! to two seconds of CPU time to print its version, which is as much as a compilation needs. An
//! entry is valid for at most a day, and only until a file of the toolchain changes.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mousetrap_util::cache_dir;
use mousetrap_util::digest::digest;
use mousetrap_util::replace::replace_file;

/// Name of the subdirectory of Mousetrap's cache directory in which version outputs are cached.
pub const VERSIONS_DIRECTORY: &str = "versions";

const MAX_VERSION_AGE: Duration = Duration::from_hours(24);

/// The file that Debian's package manager changes whenever it installs or removes a package.
const PACKAGE_STATUS_FILE: &str = "/var/lib/dpkg/status";

/// Maximum number of files that a toolchain may have for its version to be cached.
const MAX_TOOLCHAIN_FILES: usize = 10_000;

/// Maximum size of a cache entry in bytes.
const MAX_ENTRY_BYTES: u64 = 1 << 16;

/// The path of the cache entry for one version command.
pub(super) struct VersionCacheEntry(PathBuf);

impl VersionCacheEntry {
    /// Returns the entry for a version command. `tool` is the executable, and `parts` are the other
    /// files and directories of the toolchain. Returns `None` if there is no cache directory. Also
    /// returns `None` if the tool is not from a system package, because changes to its files could
    /// go unnoticed.
    pub(super) fn new(command: &[String], tool: &Path, parts: Vec<PathBuf>) -> Option<Self> {
        let tool = fs::canonicalize(tool).ok()?;
        let is_packaged = tool.starts_with("/usr") && !tool.starts_with("/usr/local");
        let packages = Path::new(PACKAGE_STATUS_FILE);
        if !is_packaged || !packages.exists() {
            return None;
        }
        let mut files = vec![tool, packages.to_owned()];
        files.extend(parts);
        Self::in_directory(
            &cache_dir::existing_path()?.join(VERSIONS_DIRECTORY),
            command,
            files,
        )
    }

    fn in_directory(directory: &Path, command: &[String], files: Vec<PathBuf>) -> Option<Self> {
        let metadata = file_metadata(files)?;
        let words = command.iter().map(String::as_bytes);
        let name = digest(words.chain(metadata.iter().map(Vec::as_slice)));
        Some(Self(directory.join(name)))
    }

    /// Returns the cached output, if the entry is valid.
    pub(super) fn read(&self) -> Option<String> {
        cache_dir::read_if_recent(&self.0, MAX_ENTRY_BYTES, MAX_VERSION_AGE)
    }

    /// Caches the output. A failure is ignored, because the next process can run the command again.
    pub(super) fn store(&self, printed: &str) {
        let _ = self.0.parent().map(fs::create_dir);
        let _ = replace_file(&self.0, printed);
    }
}

/// Returns the metadata of these files and of all files below these directories: device, inode,
/// size, and the times of the last changes to the content and the metadata.
fn file_metadata(files: Vec<PathBuf>) -> Option<Vec<Vec<u8>>> {
    let (mut metadata, mut left) = (Vec::new(), files);
    while let Some(path) = left.pop() {
        let Ok(facts) = fs::metadata(&path) else {
            continue;
        };
        let seen = format!(
            " {} {} {} {} {} {} {}",
            facts.dev(),
            facts.ino(),
            facts.len(),
            facts.mtime(),
            facts.mtime_nsec(),
            facts.ctime(),
            facts.ctime_nsec(),
        );
        metadata.push([path.as_os_str().as_encoded_bytes(), seen.as_bytes()].concat());
        if facts.is_dir() && !path.is_symlink() {
            let entries = fs::read_dir(&path).ok()?.flatten();
            left.extend(entries.map(|entry| entry.path()));
        }
        if metadata.len() > MAX_TOOLCHAIN_FILES {
            return None;
        }
    }
    metadata.sort();
    Some(metadata)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn entry(directory: &Path, command: &str, files: &[&Path]) -> VersionCacheEntry {
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        let versions = directory.join(VERSIONS_DIRECTORY);
        VersionCacheEntry::in_directory(&versions, &[command.to_owned()], files).unwrap()
    }

    #[test]
    fn entry_is_invalid_after_any_file_of_toolchain_changes() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let (tool, library) = (root.join("tool"), root.join("toolchain/lib/library"));
        fs::create_dir_all(library.parent().unwrap()).unwrap();
        fs::write(&tool, "tool").unwrap();
        fs::write(&library, "library").unwrap();
        let toolchain = root.join("toolchain");
        let now = || entry(root, "version", &[&tool, &toolchain]);
        let kept_once = || {
            assert_eq!(now().read(), None);
            now().store("tool 1.2");
            assert_eq!(now().read().as_deref(), Some("tool 1.2"));
        };
        kept_once();
        fs::write(&library, "another").unwrap();
        kept_once();
        // Replace the file with another file of the same name, size and date.
        let made = fs::metadata(&tool).unwrap().modified().unwrap();
        let next = root.join("next");
        fs::write(&next, "TOOL").unwrap();
        fs::File::open(&next).unwrap().set_modified(made).unwrap();
        fs::rename(&next, &tool).unwrap();
        kept_once();
        fs::write(root.join("toolchain/lib/more"), "").unwrap();
        kept_once();
        fs::remove_file(&library).unwrap();
        kept_once();
        assert_eq!(entry(root, "another", &[&tool, &toolchain]).read(), None);
        assert_eq!(entry(root, "version", &[&tool]).read(), None);
    }

    #[test]
    fn old_or_corrupted_entry_is_ignored() {
        let directory = tempfile::tempdir().unwrap();
        let entry = entry(directory.path(), "version", &[]);
        entry.store("tool 1.2");
        let (now, minute) = (SystemTime::now(), Duration::from_mins(1));
        for (date, known) in [
            (now - MAX_VERSION_AGE + minute, true),
            (now - MAX_VERSION_AGE - minute, false),
            (now + minute, false),
        ] {
            let file = fs::File::open(&entry.0).unwrap();
            file.set_modified(date).unwrap();
            assert_eq!(entry.read().is_some(), known);
        }
        for odd in [vec![0xff], vec![b'1'; 1 << 17]] {
            fs::write(&entry.0, odd).unwrap();
            assert_eq!(entry.read(), None);
        }
    }

    #[test]
    fn entry_exists_only_for_packaged_tools() {
        let command = ["tool".to_owned()];
        let new = |tool: &str| VersionCacheEntry::new(&command, Path::new(tool), Vec::new());
        let directory = tempfile::tempdir().unwrap();
        let own = directory.path().join("tool");
        fs::write(&own, "#!/bin/sh").unwrap();
        assert!(new(own.to_str().unwrap()).is_none());
        assert!(new("/usr/bin/no-such-tool").is_none());
        let many = (0..=MAX_TOOLCHAIN_FILES).map(|_| own.clone()).collect();
        assert!(VersionCacheEntry::in_directory(directory.path(), &command, many).is_none());
    }
}
