//! Lists the entries of the directories and archives that a user names.

use std::fs;
use std::io;
use std::path::Path;

use crate::submissions::archive;
use crate::submissions::files::{Seen, is_documentation, is_litter, refused, shown, unreadable};

/// Returns the entries at a path that the user named, in order of names. The path may
/// lead into an archive.
pub(crate) fn entries_in(path: &Path) -> Vec<Seen> {
    let mut seen = Vec::new();
    if path.is_dir() {
        walk(path, &mut seen);
    } else if let Some(archive) = archive::around(path) {
        seen = archive::entries(archive, true);
        let is_meant = |seen: &Seen| shown(seen.path()).starts_with(shown(path));
        if seen.iter().any(is_meant) {
            seen.retain(is_meant);
        } else {
            // If the archive itself is refused, so is each entry in it.
            seen.retain(|seen| seen.path() == shown(archive));
        }
        if seen.is_empty() {
            let reason = "there is no such file in the archive";
            seen.push(Seen::Refused(refused(path, reason)));
        }
    } else {
        let path = path.to_owned();
        seen.push(Seen::File { path, named: true });
    }
    seen
}

/// Adds everything below `directory` except documentation. A link is followed only if the
/// user names it: it could lead to any file of this machine, which a compiler would print.
fn walk(directory: &Path, seen: &mut Vec<Seen>) {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return seen.push(Seen::Refused(unreadable(directory, &error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if is_documentation(&path) {
            continue;
        }
        match entry.file_type() {
            _ if is_litter(&entry.file_name().to_string_lossy()) => {
                seen.push(Seen::LeftOut(shown(&path)));
            }
            Err(error) => seen.push(Seen::Refused(unreadable(&path, &error))),
            Ok(kind) if kind.is_symlink() => seen.push(Seen::Refused(refused(
                &path,
                "a link in a directory of submissions is not followed; put the file itself there, \
                 or name the link",
            ))),
            Ok(kind) if kind.is_dir() => walk(&path, seen),
            Ok(kind) if kind.is_file() && archive::is_archive(&path) => {
                seen.push(Seen::Archive(shown(&path)));
                seen.extend(archive::entries(&path, false));
            }
            Ok(_) => seen.push(Seen::File { path, named: false }),
        }
    }
}
