//! Atomic replacement of files: after a crash or a power failure, a file has either its old
//! content or its new content, never a mixture.
//!
//! A new file gets the default permissions, as restricted by the umask. A replaced file keeps its
//! permissions and its owner. If the path is a symbolic link, the target of the link is replaced. A
//! pipe, a terminal or a device such as `/dev/null` is written to directly, because a rename would
//! replace it with a regular file.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use tempfile::NamedTempFile;

use crate::missing_file::none_if_missing;
use crate::output_stream;

/// Maximum number of symbolic links that Linux follows in one path.
const MAX_SYMLINKS: usize = 40;

/// Number of bytes at the beginning of a file that suffice to recognize its format.
pub const SNIFF_LENGTH: u64 = 4096;

/// Replaces a file, or writes to a pipe, a terminal or a device. Creates the parent directory.
///
/// # Errors
/// Returns errors of the file system. After an error, the file keeps its old content.
pub fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    replace_and_lock_file(path, |file| file.write_all(content.as_ref())).map(drop)
}

/// Replaces a file like [`replace_file`], but calls `write` to write the content, so that the
/// content need not fit into memory. Until the returned, locked file is closed,
/// [`check_replaceable`] fails in other processes. Returns `None` for a pipe, a terminal or a
/// device.
///
/// # Errors
/// Returns errors of the file system and of `write`. After an error, the file keeps its old
/// content.
pub fn replace_and_lock_file(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<Option<File>> {
    match resolve_output_path(path)? {
        OutputPath::File(path) => {
            let facts = check_writable(&path)?;
            let fresh = write_temporary_sibling(&path, write, facts.as_ref())?;
            // Errors are ignored, because some file systems do not support locks.
            let _ = fresh.as_file().try_lock();
            let file = fresh.persist(&path)?;
            sync_parent_directory(&path);
            Ok(Some(file))
        }
        OutputPath::Stream(path) => {
            let mut buffered = BufWriter::new(output_stream::open(&path)?);
            write(&mut buffered)?;
            buffered.flush()?;
            Ok(None)
        }
    }
}

/// Creates a file, and fails if it already exists.
///
/// # Errors
/// Returns errors of the file system, including [`ErrorKind::AlreadyExists`].
pub fn create_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let fresh = write_temporary_sibling(path, |file| file.write_all(content.as_ref()), None)?;
    fresh.persist_noclobber(path)?;
    sync_parent_directory(path);
    Ok(())
}

/// Checks, before a long computation starts, that [`replace_file`] will be able to write to this
/// path. Also checks that no unrelated file would be lost: if the file is not empty, `is_own` must
/// recognize its first bytes. Creates the parent directory.
///
/// # Errors
/// - Errors of the file system.
/// - [`ErrorKind::AlreadyExists`] for a file that `is_own` does not recognize.
/// - [`ErrorKind::ResourceBusy`] for a file that another run [has locked](replace_and_lock_file).
/// - [`ErrorKind::InvalidInput`] for a pipe without a reader and for most devices.
pub fn check_replaceable(path: &Path, is_own: impl FnOnce(&str) -> bool) -> io::Result<()> {
    match resolve_output_path(path)? {
        OutputPath::File(path) => {
            if check_writable(&path)?.is_some_and(|facts| facts.len() > 0) {
                let file = File::open(&path)?;
                if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
                    let what = "another run is writing to it; wait until that run has ended";
                    return Err(io::Error::new(ErrorKind::ResourceBusy, what));
                }
                let mut beginning = Vec::new();
                file.take(SNIFF_LENGTH).read_to_end(&mut beginning)?;
                if !is_own(&String::from_utf8_lossy(&beginning)) {
                    let what = "a file already exists there and would be overwritten";
                    return Err(io::Error::new(ErrorKind::AlreadyExists, what));
                }
            }
            create_temporary_sibling(&path).map(drop)
        }
        OutputPath::Stream(path) => output_stream::check_output_path(&path),
    }
}

/// Returns whether the path is a pipe, a terminal or a device. Output to such a path cannot be
/// undone.
pub fn is_stream(path: &Path) -> bool {
    matches!(resolve_output_path(path), Ok(OutputPath::Stream(_)))
}

/// An output path with its symbolic links resolved, classified by the kind of file at that path.
enum OutputPath {
    /// A regular file, or a path at which no file exists yet.
    File(PathBuf),
    /// An existing file that is not regular, such as a pipe, a terminal or a device.
    Stream(PathBuf),
}

fn resolve_output_path(path: &Path) -> io::Result<OutputPath> {
    let kind = fs::metadata(path).map(|facts| facts.file_type());
    if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let is_there = kind.is_ok();
    let is_stream = kind.is_ok_and(|kind| !kind.is_file());
    let mut path = path.to_owned();
    for _ in 0..MAX_SYMLINKS {
        // These paths are open file descriptors, which cannot be replaced by a rename.
        if is_there && (path.starts_with("/proc") || path.starts_with("/dev/fd")) {
            return Ok(OutputPath::Stream(path));
        }
        match fs::read_link(&path) {
            Ok(target) => path = parent_directory(&path).join(target),
            Err(_) if is_stream => return Ok(OutputPath::Stream(path)),
            Err(_) => return Ok(OutputPath::File(path)),
        }
    }
    Err(rustix::io::Errno::LOOP.into())
}

/// Returns the metadata of the file to be replaced, or `None` if there is no such file. Fails if
/// this process may not write to the file. Without this check, a rename would replace even a
/// write-protected file.
fn check_writable(path: &Path) -> io::Result<Option<fs::Metadata>> {
    let facts = none_if_missing(fs::metadata(path))?;
    if facts.is_some() {
        access(path, Access::WRITE_OK)?;
    }
    Ok(facts)
}

fn write_temporary_sibling(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    before: Option<&fs::Metadata>,
) -> io::Result<NamedTempFile> {
    let mut fresh = create_temporary_sibling(path)?;
    if let Some(before) = before {
        let file = fresh.as_file();
        // Only root can change the owner of a file. Other users own the file already.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        file.set_permissions(before.permissions())?;
    }
    let mut buffered = BufWriter::new(fresh.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    // Without this flush, the rename might reach the disk before the content.
    fresh.as_file().sync_all()?;
    Ok(fresh)
}

/// Creates an empty temporary file in the directory of `path`, with the default permissions.
/// Creates the directory if it does not exist.
///
/// # Errors
/// Errors of the file system.
pub fn create_temporary_sibling(path: &Path) -> io::Result<NamedTempFile> {
    let directory = parent_directory(path);
    fs::create_dir_all(directory)?;
    tempfile::Builder::new()
        .prefix(".mousetrap-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(directory)
}

/// Flushes the rename of a file to disk. Errors are ignored, because some file systems cannot flush
/// a directory, and the content of the file has already been flushed.
fn sync_parent_directory(path: &Path) {
    let _ = File::open(parent_directory(path)).and_then(|directory| directory.sync_all());
}

fn parent_directory(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::symlink;
    use std::thread;

    use super::*;
    use crate::output_stream::tests::create_pipe;

    fn permission_bits(path: &Path) -> u32 {
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
            assert_eq!(permission_bits(&path), wanted);
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
    fn stream_is_written_to_and_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = create_pipe(directory.path());
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read_to_string(&pipe).unwrap());
            let unread = |error: io::Error| error.kind() == ErrorKind::InvalidInput;
            while check_replaceable(&pipe, |_| false).is_err_and(unread) {
                thread::yield_now();
            }
            check_replaceable(&pipe, |_| false).unwrap();
            replace_file(&pipe, "through").unwrap();
            reader.join().unwrap()
        });
        assert_eq!(read, "through");
        assert!(is_stream(&pipe));
        replace_file(Path::new("/dev/null"), "gone").unwrap();
        assert!(is_stream(Path::new("/dev/null")));
        let file = directory.path().join("file");
        replace_file(&file, "").unwrap();
        assert!(!is_stream(&file));
        let open = File::open(&file).unwrap();
        for descriptors in ["/proc/self/fd", "/dev/fd"] {
            assert!(is_stream(
                &Path::new(descriptors).join(open.as_raw_fd().to_string())
            ));
        }
        let full = replace_file(Path::new("/dev/full"), "text").unwrap_err();
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        for check in [
            check_replaceable(directory.path(), |_| true),
            replace_file(directory.path(), ""),
        ] {
            assert_eq!(check.unwrap_err().kind(), ErrorKind::IsADirectory);
        }
    }

    #[test]
    fn only_empty_or_own_file_may_be_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let may = || check_replaceable(&path, |text| text.starts_with("ours"));
        may().unwrap();
        fs::write(&path, "").unwrap();
        may().unwrap();
        fs::write(&path, "ours".repeat(SNIFF_LENGTH as usize)).unwrap();
        may().unwrap();
        fs::write(&path, "theirs, not ours").unwrap();
        assert_eq!(may().unwrap_err().kind(), ErrorKind::AlreadyExists);
    }

    #[test]
    fn create_file_fails_if_the_file_exists() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        create_file(&path, "first").unwrap();
        let error = create_file(&path, "second").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
    }
}
