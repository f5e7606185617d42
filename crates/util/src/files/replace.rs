//! Atomic replacing of files: after a crash or a power failure, a file has its old or its
//! new content, never a part of it.
//!
//! A new file gets the mode that the umask leaves. A replaced file keeps its mode and owner.
//! A link stays, and its target is replaced. Anything but a regular file (a pipe, a terminal,
//! `/dev/null`) is written to, because a rename would put a file in its place.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use tempfile::NamedTempFile;

use crate::output_stream;

/// Maximum number of links that Linux follows.
const LINKS: usize = 40;

/// Number of bytes of a file from which its kind is recognized.
pub const BEGINNING: u64 = 4096;

/// Replaces a file, or writes to something that is not a file. Creates its directory.
///
/// # Errors
/// Those of the file system. The old content stays then.
pub fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    hold_file_by(path, |file| file.write_all(content.as_ref())).map(drop)
}

/// As [`replace_file`], with content that `write` writes, which need not fit into memory.
/// Nobody else [may replace the file](may_replace_file) while the returned lock exists.
/// Returns `None` for something that is not a file.
///
/// # Errors
/// Those of the file system and of `write`. The old content stays then.
pub fn hold_file_by(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<Option<File>> {
    match place(path)? {
        Place::File(path) => {
            let facts = writable(&path)?;
            let fresh = written_beside(&path, write, facts.as_ref())?;
            // Not every file system has locks.
            let _ = fresh.as_file().try_lock();
            let file = fresh.persist(&path)?;
            settle(&path);
            Ok(Some(file))
        }
        Place::Stream(path) => {
            let mut buffered = BufWriter::new(output_stream::open(&path)?);
            write(&mut buffered)?;
            buffered.flush()?;
            Ok(None)
        }
    }
}

/// Creates a file that does not exist yet.
///
/// # Errors
/// Those of the file system, [`ErrorKind::AlreadyExists`] among them.
pub fn make_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let fresh = written_beside(path, |file| file.write_all(content.as_ref()), None)?;
    fresh.persist_noclobber(path)?;
    settle(path);
    Ok(())
}

/// Checks before long work that [`replace_file`] can write here and destroys no other file:
/// a file that is not empty is replaced only if `is_own` recognizes its first bytes. Creates
/// the directory.
///
/// # Errors
/// Those of the file system, [`ErrorKind::AlreadyExists`] for another file,
/// [`ErrorKind::ResourceBusy`] for a file that another run [holds](hold_file_by), and
/// [`ErrorKind::InvalidInput`] for a pipe without a reader and for most devices.
pub fn may_replace_file(path: &Path, is_own: impl FnOnce(&str) -> bool) -> io::Result<()> {
    match place(path)? {
        Place::File(path) => {
            if writable(&path)?.is_some_and(|facts| facts.len() > 0) {
                let file = File::open(&path)?;
                if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
                    let what = "another run is writing it; wait for its end";
                    return Err(io::Error::new(ErrorKind::ResourceBusy, what));
                }
                let mut beginning = Vec::new();
                file.take(BEGINNING).read_to_end(&mut beginning)?;
                if !is_own(&String::from_utf8_lossy(&beginning)) {
                    let what = "a file is there already, and it would be lost";
                    return Err(io::Error::new(ErrorKind::AlreadyExists, what));
                }
            }
            beside(&path).map(drop)
        }
        Place::Stream(path) => output_stream::claim(&path),
    }
}

/// Returns whether output to this path cannot be taken back, as in a pipe.
pub fn is_stream(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Stream(_)))
}

/// The kind of output at a path.
enum Place {
    /// A regular file, which may not exist yet; not a link.
    File(PathBuf),
    /// A pipe, a terminal or another stream.
    Stream(PathBuf),
}

fn place(path: &Path) -> io::Result<Place> {
    let kind = fs::metadata(path).map(|facts| facts.file_type());
    if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let is_there = kind.is_ok();
    let is_stream = kind.is_ok_and(|kind| !kind.is_file());
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        // Open files have no name that a rename could give to another file.
        if is_there && (path.starts_with("/proc") || path.starts_with("/dev/fd")) {
            return Ok(Place::Stream(path));
        }
        match fs::read_link(&path) {
            Ok(target) => path = directory(&path).join(target),
            Err(_) if is_stream => return Ok(Place::Stream(path)),
            Err(_) => return Ok(Place::File(path)),
        }
    }
    Err(rustix::io::Errno::LOOP.into())
}

/// Returns the metadata of the file to be replaced, or `None` if it is new. Fails if this
/// process may not write to the file, because a rename would replace it nevertheless.
fn writable(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(facts) => {
            access(path, Access::WRITE_OK)?;
            Ok(Some(facts))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn written_beside(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    before: Option<&fs::Metadata>,
) -> io::Result<NamedTempFile> {
    let mut fresh = beside(path)?;
    if let Some(before) = before {
        let file = fresh.as_file();
        // Only the superuser can give files away, and needs to.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        file.set_permissions(before.permissions())?;
    }
    let mut buffered = BufWriter::new(fresh.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    // A rename may reach the disk before the content does.
    fresh.as_file().sync_all()?;
    Ok(fresh)
}

/// Creates an empty file in the same directory, with the mode that the umask leaves.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = directory(path);
    fs::create_dir_all(directory)?;
    tempfile::Builder::new()
        .prefix(".mousetrap-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(directory)
}

/// Writes the rename to the disk. Not every file system can; the file is complete anyway.
fn settle(path: &Path) {
    let _ = File::open(directory(path)).and_then(|directory| directory.sync_all());
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::thread;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn replaced_file_keeps_its_mode() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new/file");
        replace_file(&path, "old").unwrap();
        for wanted in [0o600, 0o664, 0o755, 0o666] {
            fs::set_permissions(&path, Permissions::from_mode(wanted)).unwrap();
            replace_file(&path, "new").unwrap();
            assert_eq!(mode(&path), wanted);
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        }
        let names = fs::read_dir(path.parent().unwrap()).unwrap();
        assert_eq!(names.count(), 1, "no temporary file is left");
    }

    #[test]
    fn link_stays_and_its_target_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("target"), "old").unwrap();
        symlink("../target", at("inner/second")).unwrap();
        symlink("inner/second", at("link")).unwrap();
        symlink("made", at("dangling")).unwrap();
        for (link, target) in [("link", "target"), ("dangling", "made")] {
            replace_file(&at(link), "new").unwrap();
            assert!(at(link).is_symlink() && !at(target).is_symlink());
            assert_eq!(fs::read_to_string(at(target)).unwrap(), "new");
        }
        assert!(at("inner/second").is_symlink());
        symlink("loop", at("loop")).unwrap();
        assert!(replace_file(&at("loop"), "new").is_err());
    }

    #[test]
    fn reader_sees_old_or_new_content() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let contents = [b"a", b"b"].map(|letter| letter.repeat(1 << 16));
        replace_file(&path, &contents[0]).unwrap();
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for turn in 1..50 {
                    replace_file(&path, &contents[turn % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                assert!(contents.contains(&fs::read(&path).unwrap()));
            }
        });
    }

    #[test]
    fn stream_is_written_to_and_stays() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let kind = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).unwrap();
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read_to_string(&pipe).unwrap());
            let unread = |error: io::Error| error.kind() == ErrorKind::InvalidInput;
            while may_replace_file(&pipe, |_| false).is_err_and(unread) {
                thread::yield_now();
            }
            may_replace_file(&pipe, |_| false).unwrap();
            replace_file(&pipe, "through").unwrap();
            reader.join().unwrap()
        });
        assert_eq!(read, "through");
        assert!(is_stream(&pipe));
        replace_file(Path::new("/dev/null"), "gone").unwrap();
        assert!(is_stream(Path::new("/dev/null")));
        let full = replace_file(Path::new("/dev/full"), "text").unwrap_err();
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        for check in [
            may_replace_file(directory.path(), |_| true),
            replace_file(directory.path(), ""),
        ] {
            assert_eq!(check.unwrap_err().kind(), ErrorKind::IsADirectory);
        }
    }

    #[test]
    fn only_empty_or_own_file_may_be_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let may = || may_replace_file(&path, |text| text.starts_with("ours"));
        may().unwrap();
        fs::write(&path, "").unwrap();
        may().unwrap();
        fs::write(&path, "ours".repeat(BEGINNING as usize)).unwrap();
        may().unwrap();
        fs::write(&path, "theirs, not ours").unwrap();
        assert_eq!(may().unwrap_err().kind(), ErrorKind::AlreadyExists);
    }

    #[test]
    fn existing_file_is_not_made() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        make_file(&path, "first").unwrap();
        let error = make_file(&path, "second").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
    }
}
