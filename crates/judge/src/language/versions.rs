//! The versions that toolchains have printed. A compiler that runs on the JVM takes up to
//! two seconds of CPU time to print one, which is as long as it takes to compile. What
//! such a toolchain printed (`kept` of its `probe`) is kept, and holds for a day at most,
//! and only while every file that it came from is the same.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::digest::digest;
use crate::place;
use mousetrap_base::replace::replace_file;

/// What they lie in.
pub(crate) const VERSIONS: &str = "versions";

/// How long they hold.
const VALID: Duration = Duration::from_hours(24);

/// What Debian's system changes with every package that it installs or removes.
const PACKAGES: &str = "/var/lib/dpkg/status";

/// Of a toolchain with more files nothing is kept.
const MOST_FILES: usize = 10_000;

/// Nobody prints more about a version.
const MOST_BYTES: u64 = 1 << 16;

/// Where what a command prints is, or would be.
pub(super) struct Slot(PathBuf);

impl Slot {
    /// The place for what a command prints whose tool is this, one of a package of the
    /// system, and which comes from these files and all below them. `None` where a
    /// change might not be seen, or nothing can be kept.
    pub(super) fn new(command: &[String], tool: &Path, parts: Vec<PathBuf>) -> Option<Self> {
        let tool = fs::canonicalize(tool).ok()?;
        let is_packaged = tool.starts_with("/usr") && !tool.starts_with("/usr/local");
        let packages = Path::new(PACKAGES);
        if !is_packaged || !packages.exists() {
            return None;
        }
        let mut files = vec![tool, packages.to_owned()];
        files.extend(parts);
        Self::below(&place::existing()?.join(VERSIONS), command, files)
    }

    fn below(directory: &Path, command: &[String], files: Vec<PathBuf>) -> Option<Self> {
        let stamps = stamps(files)?;
        let words = command.iter().map(String::as_bytes);
        let name = digest(words.chain(stamps.iter().map(Vec::as_slice)));
        Some(Self(directory.join(name)))
    }

    /// What was printed.
    pub(super) fn read(&self) -> Option<String> {
        place::read_recent(&self.0, MOST_BYTES, VALID)
    }

    /// Keeps what was printed. That it cannot be kept is not a failure: the next judge
    /// asks again.
    pub(super) fn keep(&self, printed: &str) {
        let _ = self.0.parent().map(fs::create_dir);
        let _ = replace_file(&self.0, printed);
    }
}

/// What is seen of all files there without reading them: device, number, size, and when
/// they and what is known of them last changed.
fn stamps(files: Vec<PathBuf>) -> Option<Vec<Vec<u8>>> {
    let (mut stamps, mut left) = (Vec::new(), files);
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
        stamps.push([path.as_os_str().as_encoded_bytes(), seen.as_bytes()].concat());
        if facts.is_dir() && !path.is_symlink() {
            let entries = fs::read_dir(&path).ok()?.flatten();
            left.extend(entries.map(|entry| entry.path()));
        }
        if stamps.len() > MOST_FILES {
            return None;
        }
    }
    stamps.sort();
    Some(stamps)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn slot(directory: &Path, command: &str, files: &[&Path]) -> Slot {
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        Slot::below(&directory.join(VERSIONS), &[command.to_owned()], files).unwrap()
    }

    #[test]
    fn what_was_printed_holds_until_any_file_of_the_toolchain_changes() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let (tool, library) = (root.join("tool"), root.join("toolchain/lib/library"));
        fs::create_dir_all(library.parent().unwrap()).unwrap();
        fs::write(&tool, "tool").unwrap();
        fs::write(&library, "library").unwrap();
        let toolchain = root.join("toolchain");
        let now = || slot(root, "version", &[&tool, &toolchain]);
        let kept_once = || {
            assert_eq!(now().read(), None);
            now().keep("tool 1.2");
            assert_eq!(now().read().as_deref(), Some("tool 1.2"));
        };
        kept_once();
        fs::write(&library, "another").unwrap();
        kept_once();
        // Another file of the same name, size and date.
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
        assert_eq!(slot(root, "another", &[&tool, &toolchain]).read(), None);
        assert_eq!(slot(root, "version", &[&tool]).read(), None);
    }

    #[test]
    fn it_holds_for_a_day_and_only_as_it_was_written() {
        let directory = tempfile::tempdir().unwrap();
        let slot = slot(directory.path(), "version", &[]);
        slot.keep("tool 1.2");
        let (now, minute) = (SystemTime::now(), Duration::from_mins(1));
        for (date, known) in [
            (now - VALID + minute, true),
            (now - VALID - minute, false),
            (now + minute, false),
        ] {
            let file = fs::File::open(&slot.0).unwrap();
            file.set_modified(date).unwrap();
            assert_eq!(slot.read().is_some(), known);
        }
        for odd in [vec![0xff], vec![b'1'; 1 << 17]] {
            fs::write(&slot.0, odd).unwrap();
            assert_eq!(slot.read(), None);
        }
    }

    #[test]
    fn only_what_the_system_knows_is_kept() {
        let command = ["tool".to_owned()];
        let new = |tool: &str| Slot::new(&command, Path::new(tool), Vec::new());
        let directory = tempfile::tempdir().unwrap();
        let own = directory.path().join("tool");
        fs::write(&own, "#!/bin/sh").unwrap();
        assert!(new(own.to_str().unwrap()).is_none());
        assert!(new("/usr/bin/no-such-tool").is_none());
        let many = (0..=MOST_FILES).map(|_| own.clone()).collect();
        assert!(Slot::below(directory.path(), &command, many).is_none());
    }
}
