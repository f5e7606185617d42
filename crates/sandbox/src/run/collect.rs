//! Copying the untrusted files of a build out of its sandbox. Only regular files and directories
//! are copied, links are not followed, and sparse files stay sparse. Copying fails if there are too
//! many files, if a path is too long, or if a name is not UTF-8.

use std::ffi::{CStr, OsStr};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, SeekFrom as Place, openat, statat};
use rustix::io::Errno;
use rustix::path::Arg;

use crate::job::{CollectError, MAX_COLLECTED_ENTRIES, MAX_DIRECTORY_DEPTH, MAX_PATH_LENGTH};

/// Copies the files of a build from `from` to the host's directory `to`. Stops at the first file
/// that is refused, and returns the reason.
pub(crate) fn copy_out(from: &OwnedFd, to: &Path) -> io::Result<Option<CollectError>> {
    let mut collector = Collector {
        root: to,
        remaining: MAX_COLLECTED_ENTRIES,
    };
    match collector.copy_directory(from, to, MAX_DIRECTORY_DEPTH) {
        Ok(()) => Ok(None),
        Err(error) => error.downcast().map(Some),
    }
}

/// Copies the files of a build, up to a maximum number of files.
struct Collector<'a> {
    /// The destination directory on the host.
    root: &'a Path,
    /// The number of files and directories that may still be copied.
    remaining: usize,
}

impl Collector<'_> {
    /// Copies a directory, except for files and directories that the judge may not open. An error
    /// that contains a [`CollectError`] means that a file was refused.
    fn copy_directory(&mut self, from: &OwnedFd, to: &Path, depth: usize) -> io::Result<()> {
        for entry in Dir::read_from(from)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let to = to.join(OsStr::from_bytes(name.to_bytes()));
            let stat = statat(from, name, AtFlags::SYMLINK_NOFOLLOW)?;
            let kind = FileType::from_raw_mode(stat.st_mode);
            if !matches!(kind, FileType::Directory | FileType::RegularFile) {
                continue;
            }
            let copies_directory = kind == FileType::Directory;
            self.count_entry(name, &to, copies_directory && depth == 0)
                .map_err(io::Error::other)?;
            let flags = if copies_directory {
                OFlags::DIRECTORY
            } else {
                OFlags::NONBLOCK
            };
            let opened = match open_nofollow(from, name, flags) {
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => continue,
                opened => opened?,
            };
            if is_directory(&to) != copies_directory {
                remove_existing_entry(&to)?;
            }
            if copies_directory {
                fs::create_dir_all(&to)?;
                self.copy_directory(&opened, &to, depth - 1)?;
            } else {
                copy_file(&opened.into(), &to)?;
            }
        }
        Ok(())
    }

    /// Counts a file or directory, and refuses it if its name or path is not allowed or the limit
    /// is exceeded.
    fn count_entry(&mut self, name: &CStr, to: &Path, too_deep: bool) -> Result<(), CollectError> {
        name.to_str().map_err(|_| CollectError::Name)?;
        let path = to.strip_prefix(self.root).unwrap_or(to);
        if path.as_os_str().len() > MAX_PATH_LENGTH || too_deep {
            return Err(CollectError::Path);
        }
        self.remaining = self.remaining.checked_sub(1).ok_or(CollectError::Entries)?;
        Ok(())
    }
}

/// Opens a file or directory for reading. Refuses symbolic links.
fn open_nofollow(parent: impl AsFd, name: impl Arg, flags: OFlags) -> io::Result<OwnedFd> {
    let flags = flags | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

fn is_directory(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Removes an existing file, link or directory on the host.
fn remove_existing_entry(path: &Path) -> io::Result<()> {
    let result = if is_directory(path) {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Copies a file, preserving its holes, and atomically replaces an existing file.
fn copy_file(from: &File, to: &Path) -> io::Result<()> {
    let data = from.metadata()?;
    if !data.is_file() {
        return Ok(());
    }
    let directory = to.parent().unwrap_or(Path::new("."));
    let mut copy = tempfile::NamedTempFile::new_in(directory)?;
    let mut at = 0;
    loop {
        at = match rustix::fs::seek(from, Place::Data(at)) {
            Ok(start) => start,
            Err(Errno::NXIO) => break,
            Err(error) => return Err(error.into()),
        };
        let end = rustix::fs::seek(from, Place::Hole(at))?;
        let mut reader = from;
        reader.seek(SeekFrom::Start(at))?;
        copy.seek(SeekFrom::Start(at))?;
        io::copy(&mut reader.take(end - at), &mut copy)?;
        at = end;
    }
    copy.as_file().set_len(data.size())?;
    let executable = data.mode() & 0o111 != 0;
    let mode = if executable { 0o755 } else { 0o644 };
    copy.as_file()
        .set_permissions(fs::Permissions::from_mode(mode))?;
    copy.persist(to)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use rustix::fs::CWD;

    use super::*;

    fn collect(from: &Path, to: &Path) -> Option<CollectError> {
        copy_out(&open_nofollow(CWD, from, OFlags::DIRECTORY).unwrap(), to).unwrap()
    }

    #[test]
    fn only_regular_files_and_directories_are_collected() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = |name: &str| inside.path().join(name);
        fs::create_dir(path("directory")).unwrap();
        fs::write(path("directory/main"), "code").unwrap();
        fs::set_permissions(path("directory/main"), fs::Permissions::from_mode(0o4777)).unwrap();
        symlink("/etc/shadow", path("link")).unwrap();
        symlink("/etc", path("directories")).unwrap();
        rustix::fs::mkfifoat(CWD, path("fifo"), Mode::RUSR).unwrap();

        assert_eq!(collect(inside.path(), host.path()), None);

        let names = fs::read_dir(host.path()).unwrap();
        assert!(
            names
                .map(|entry| entry.unwrap().file_name())
                .eq(["directory"])
        );
        let main = host.path().join("directory/main");
        assert_eq!(fs::read_to_string(&main).unwrap(), "code");
        assert_eq!(fs::metadata(main).unwrap().mode() & 0o7777, 0o755);
    }

    #[test]
    fn sparse_file_stays_sparse() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = File::create(inside.path().join("sparse")).unwrap();
        file.set_len(1 << 40).unwrap();
        assert_eq!(collect(inside.path(), host.path()), None);
        let copy = fs::metadata(host.path().join("sparse")).unwrap();
        assert_eq!(copy.size(), 1 << 40);
        assert!(copy.blocks() < 100);
    }

    #[test]
    fn existing_file_or_directory_is_replaced() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let [inside_path, host_path] =
            [&inside, &host].map(|directory| |name: &str| directory.path().join(name));
        fs::create_dir(inside_path("a")).unwrap();
        fs::write(host_path("a"), "").unwrap();
        fs::write(inside_path("b"), "").unwrap();
        fs::create_dir(host_path("b")).unwrap();
        fs::write(inside_path("c"), "new").unwrap();
        fs::write(host_path("c"), "old and longer").unwrap();
        assert_eq!(collect(inside.path(), host.path()), None);
        assert!(host_path("a").is_dir() && host_path("b").is_file());
        assert_eq!(fs::read_to_string(host_path("c")).unwrap(), "new");
    }
}
