use std::fs::{self, File};
use std::io::Write as _;

use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;

/// Returns a line for each entry.
fn lines(entries: &[FoundEntry]) -> Vec<String> {
    let line = |entry: &FoundEntry| {
        let path = entry.path.display();
        match &entry.kind {
            EntryKind::Packed(content) => format!("{path} of {} bytes", content.len()),
            EntryKind::LeftOut => format!("left out {path}"),
            EntryKind::Refused(reason) => format!("{path}: {reason}"),
            kind => format!("{kind:?} {path}"),
        }
    };
    entries.iter().map(line).collect()
}

/// Returns the [`lines`] of an archive, with paths relative to `directory`.
fn archive_lines(directory: &TempDir, name: &str) -> Vec<String> {
    let seen = read_entries(&directory.path().join(name), true);
    let prefix = format!("{}/", directory.path().display());
    let lines = lines(&seen).into_iter();
    lines.map(|line| line.replace(&prefix, "")).collect()
}

fn write_zip(directory: &TempDir, fill: impl FnOnce(&mut ZipWriter<File>)) {
    let mut zip = ZipWriter::new(File::create(directory.path().join("a.zip")).unwrap());
    fill(&mut zip);
    zip.finish().unwrap();
}

fn add_entry(zip: &mut ZipWriter<File>, name: &str, content: &[u8]) {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    zip.start_file(name, options).unwrap();
    zip.write_all(content).unwrap();
}

#[test]
fn zip_entries_are_read_or_refused_with_a_reason() {
    let directory = tempfile::tempdir().unwrap();
    write_zip(&directory, |zip| {
        add_entry(zip, "ben/ans.py", b"two");
        add_entry(zip, "./anna/ans.py", b"one");
        add_entry(zip, "./ben/ans.py", b"three");
        add_entry(zip, "../../evil.py", b"x");
        add_entry(zip, "/etc/passwd.py", b"x");
        add_entry(zip, "__MACOSX/anna/._ans.py", b"x");
        add_entry(zip, "__MACOSX/ben/._ans.py", b"x");
        add_entry(zip, "README.md", b"x");
        add_entry(zip, "inner.zip", b"x");
        add_entry(zip, "large.py", &vec![b' '; MAX_SOURCE_SIZE.0 as usize + 1]);
        add_entry(zip, "old.csv", b"path,problem,language,expected,status,\n");
        let options = SimpleFileOptions::default();
        zip.add_symlink("link.py", "/etc/passwd", options).unwrap();
        zip.add_directory("empty", options).unwrap();
    });
    let lines = archive_lines(&directory, "a.zip");
    let rules: Vec<&str> = lines
        .iter()
        .map(|line| line.split(';').next().unwrap())
        .collect();
    let expected = [
        "left out a.zip/__MACOSX",
        "a.zip/anna/ans.py of 3 bytes",
        "a.zip/ben/ans.py of 3 bytes",
        "a.zip/ben/ans.py: occurs twice in the archive",
        "a.zip/evil.py: the path leads outside the archive",
        "a.zip/inner.zip: archives in archives are not opened",
        "a.zip/large.py: larger than 1 MiB, the maximum size of a source",
        "a.zip/link.py: links in archives are not followed",
        "left out a.zip/old.csv",
        "a.zip/passwd.py: the path leads outside the archive",
    ];
    assert_eq!(rules, expected);
}

#[test]
fn zip_bomb_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    write_zip(&directory, |zip| {
        let content = vec![b' '; MAX_SOURCE_SIZE.0 as usize];
        for number in 0..=256 {
            add_entry(zip, &format!("{number}.py"), &content);
        }
    });
    let lines = archive_lines(&directory, "a.zip");
    let rule = "a.zip: the archive or its content is larger than 256 MiB";
    assert!(lines.iter().any(|line| line.starts_with(rule)), "{lines:?}");
}

#[test]
fn damaged_or_unsupported_archive_is_reported_once() {
    let directory = tempfile::tempdir().unwrap();
    for (name, expected) in [
        ("a.zip", "a.zip: cannot be unpacked"),
        ("a.tar.gz", "a.tar.gz: unsupported archive format"),
        ("a.RAR", "a.RAR: unsupported archive format"),
    ] {
        fs::write(directory.path().join(name), "no archive").unwrap();
        let lines = archive_lines(&directory, name);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with(expected), "{lines:?}");
    }
}

#[test]
fn archive_without_submission_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let refused = "a.zip: the archive contains no submission; add the source file to it";
    for names in ["", "notes.md README.txt readme", "__MACOSX/._a.py"] {
        write_zip(&directory, |zip| {
            names
                .split_whitespace()
                .for_each(|name| add_entry(zip, name, b"x"));
        });
        let seen = archive_lines(&directory, "a.zip");
        assert!(seen.contains(&refused.to_owned()), "{seen:?}");
        for path in ["", "a.zip", "a.zip/anna.py"] {
            let path = directory.path().join(path);
            let seen = lines(&crate::submissions::find::entries_in(&path));
            let is_refused = seen.iter().any(|line| line.ends_with(refused));
            assert!(is_refused, "{seen:?}");
        }
    }
}

#[test]
fn path_into_an_archive_selects_its_entries() {
    let directory = tempfile::tempdir().unwrap();
    write_zip(&directory, |zip| add_entry(zip, "anna/ans.py", b"one"));
    let archive = directory.path().join("a.zip");
    for path in [&archive.join("anna/ans.py"), &archive] {
        assert_eq!(containing_archive(path), Some(&*archive));
    }
    assert_eq!(containing_archive(&directory.path().join("b.zip")), None);
    let seen = |path: &str| lines(&crate::submissions::find::entries_in(&archive.join(path)));
    assert_eq!(seen("anna").len(), 1);
    assert_eq!(seen("anna/ans.py"), seen("anna"));
    assert!(seen("ann")[0].ends_with("the archive contains no such file"));
}

#[test]
fn zip_with_overlapping_entries_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    write_zip(&directory, |zip| {
        add_entry(zip, "a.py", b"x");
        add_entry(zip, "b.py", b"x");
    });
    let path = directory.path().join("a.zip");
    let mut bytes = fs::read(&path).unwrap();
    let mut headers = bytes.windows(4);
    let second = headers.rposition(|four| four == b"PK\x01\x02").unwrap();
    bytes[second + 42..second + 46].fill(0);
    fs::write(path, bytes).unwrap();
    let refused = "a.zip: entries overlap, as in a zip bomb; create the archive again";
    assert_eq!(archive_lines(&directory, "a.zip"), [refused]);
}

proptest::proptest! {
    #[test]
    fn damaged_archive_never_panics(
        at in 0..2048usize,
        byte: u8,
        cut in 0..4096usize,
    ) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.zip");
        write_zip(&directory, |zip| add_entry(zip, "anna/ans.py", b"one"));
        let mut bytes = fs::read(&path).unwrap();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(cut.max(1));
        fs::write(&path, bytes).unwrap();
        assert!(!read_entries(&path, true).is_empty());
    }
}
