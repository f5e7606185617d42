//! Copies the files of a build out of its sandbox. These files are untrusted: only regular files and directories are copied, links are not
//! followed, and holes of sparse files stay holes. Too many files, long paths and names
//! that are not UTF-8 are refused.

use std::ffi::{CStr, OsStr};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{Dir, FileType, Mode, OFlags, SeekFrom as Place, openat};
use rustix::io::Errno;

use crate::job::{MAX_DEPTH, MAX_ENTRIES, MAX_PATH, Uncollected};

/// Copies the files that a build left in `from` to the host's directory `to`. Stops
/// at the first file that is refused.
pub(crate) fn copy_out(from: &OwnedFd, to: &Path) -> io::Result<Result<(), Uncollected>> {
    Collector {
        root: to,
        left: MAX_ENTRIES,
    }
    .copy_directory(from, to, MAX_DEPTH)
}

/// The state of one copy out of a sandbox.
struct Collector<'a> {
    /// The host's directory.
    root: &'a Path,
    /// The number of entries that may still be copied.
    left: usize,
}

impl Collector<'_> {
    fn copy_directory(
        &mut self,
        from: &OwnedFd,
        to: &Path,
        depth: usize,
    ) -> io::Result<Result<(), Uncollected>> {
        for entry in Dir::read_from(from)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let to = to.join(OsStr::from_bytes(name.to_bytes()));
            let kind = kind(from, name)?;
            if let Err(reason) = self.admit(kind, name, &to, depth) {
                return Ok(Err(reason));
            }
            match kind {
                FileType::Directory => {
                    let Some(directory) = readable(open_directory(from, name))? else {
                        continue;
                    };
                    if !is_directory(&to) {
                        remove(&to)?;
                        fs::create_dir(&to)?;
                    }
                    if let refused @ Err(_) = self.copy_directory(&directory, &to, depth - 1)? {
                        return Ok(refused);
                    }
                }
                FileType::RegularFile => {
                    let flags =
                        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                    let file = openat(from, name, flags, Mode::empty()).map_err(io::Error::from);
                    if let Some(file) = readable(file)? {
                        if is_directory(&to) {
                            remove(&to)?;
                        }
                        copy_file(&file.into(), &to)?;
                    }
                }
                _ => {}
            }
        }
        Ok(Ok(()))
    }

    /// Counts an entry, and refuses it if it exceeds a limit.
    fn admit(
        &mut self,
        kind: FileType,
        name: &CStr,
        to: &Path,
        depth: usize,
    ) -> Result<(), Uncollected> {
        if !matches!(kind, FileType::Directory | FileType::RegularFile) {
            return Ok(());
        }
        name.to_str().map_err(|_| Uncollected::Name)?;
        let path = to.strip_prefix(self.root).unwrap_or(to);
        if path.as_os_str().len() > MAX_PATH || (kind == FileType::Directory && depth == 0) {
            return Err(Uncollected::Path);
        }
        self.left = self.left.checked_sub(1).ok_or(Uncollected::Entries)?;
        Ok(())
    }
}

/// Opens a directory, which must not be a link.
fn open_directory(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

fn is_directory(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Removes an entry of another kind.
fn remove(path: &Path) -> io::Result<()> {
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

fn kind(directory: &OwnedFd, name: &CStr) -> io::Result<FileType> {
    let stat = rustix::fs::statat(directory, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Returns `None` for a file that cannot be read, which is skipped.
fn readable<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(opened) => Ok(Some(opened)),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        Err(error) => Err(error),
    }
}

/// Copies a file with its holes, and replaces an existing one by a rename.
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

        let from = open_directory(CWD, inside.path()).unwrap();
        copy_out(&from, host.path()).unwrap().unwrap();

        let names: Vec<_> = fs::read_dir(host.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["directory"]);
        let main = host.path().join("directory/main");
        assert_eq!(fs::read_to_string(&main).unwrap(), "code");
        assert_eq!(fs::metadata(main).unwrap().mode() & 0o7777, 0o755);
    }

    #[test]
    fn sparse_file_stays_sparse() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = File::create(inside.path().join("sparse")).unwrap();
        file.set_len(1 << 40).unwrap();
        let from = open_directory(CWD, inside.path()).unwrap();
        copy_out(&from, host.path()).unwrap().unwrap();
        let copy = fs::metadata(host.path().join("sparse")).unwrap();
        assert_eq!(copy.size(), 1 << 40);
        assert!(copy.blocks() < 100);
    }

    #[test]
    fn existing_file_is_replaced() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(inside.path().join("a"), "new").unwrap();
        fs::write(host.path().join("a"), "old and longer").unwrap();
        let from = open_directory(CWD, inside.path()).unwrap();
        copy_out(&from, host.path()).unwrap().unwrap();
        assert_eq!(fs::read_to_string(host.path().join("a")).unwrap(), "new");
    }

    #[test]
    fn directory_and_file_replace_each_other() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(inside.path().join("a")).unwrap();
        fs::write(inside.path().join("b"), "").unwrap();
        fs::write(host.path().join("a"), "").unwrap();
        fs::create_dir(host.path().join("b")).unwrap();
        let from = open_directory(CWD, inside.path()).unwrap();
        copy_out(&from, host.path()).unwrap().unwrap();
        assert!(host.path().join("a").is_dir() && host.path().join("b").is_file());
    }

    #[test]
    fn untrusted_output_is_refused_by_reason() {
        let long = vec!["a".repeat(250); 5].join("/");
        let deep = vec!["d"; MAX_DEPTH + 1].join("/");
        let latin1 = OsStr::from_bytes(b"\xe9");
        for (path, reason) in [
            (OsStr::new(&long), Some(Uncollected::Path)),
            (OsStr::new(&deep), Some(Uncollected::Path)),
            (latin1, Some(Uncollected::Name)),
            (OsStr::new("carriage return\r"), None),
            (OsStr::new("line\nbreak"), None),
        ] {
            let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            fs::create_dir_all(inside.path().join(path)).unwrap();
            let copied =
                copy_out(&open_directory(CWD, inside.path()).unwrap(), host.path()).unwrap();
            assert_eq!(copied.err(), reason, "{}", path.display());
        }
    }

    #[test]
    fn entry_limit_stops_the_copy() {
        let (inside, host) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for name in 0..MAX_ENTRIES + 10 {
            fs::write(inside.path().join(name.to_string()), "").unwrap();
        }
        let copied = copy_out(&open_directory(CWD, inside.path()).unwrap(), host.path()).unwrap();
        assert_eq!(copied, Err(Uncollected::Entries));
        assert_eq!(fs::read_dir(host.path()).unwrap().count(), MAX_ENTRIES);
    }
}
