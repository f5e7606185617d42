use std::fs::{self, File};
use std::io::Write as _;

use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::unreadable::MAX_EXTENSION;
use super::*;

/// What was seen, a line each.
fn lines(seen: &[Seen]) -> Vec<String> {
    seen.iter()
        .map(|seen| match seen {
            Seen::File { path, .. } => format!("file {}", path.display()),
            Seen::Packed { path, content } => {
                format!("{} of {} bytes", path.display(), content.len())
            }
            Seen::Archive(path) => format!("archive {}", path.display()),
            Seen::LeftOut(path) => format!("left out {}", path.display()),
            Seen::Refused(refused) => refused.to_string(),
        })
        .collect()
}

/// As [`lines`], for an archive with its directory left out.
fn read(directory: &TempDir, name: &str) -> Vec<String> {
    let seen = entries(&directory.path().join(name), true);
    let prefix = format!("{}/", directory.path().display());
    let lines = lines(&seen).into_iter();
    lines.map(|line| line.replace(&prefix, "")).collect()
}

fn zip_of(directory: &TempDir, fill: impl FnOnce(&mut ZipWriter<File>)) {
    let mut zip = ZipWriter::new(File::create(directory.path().join("a.zip")).unwrap());
    fill(&mut zip);
    zip.finish().unwrap();
}

fn add(zip: &mut ZipWriter<File>, name: &str, content: &[u8]) {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    zip.start_file(name, options).unwrap();
    zip.write_all(content).unwrap();
}

#[test]
fn a_zip_is_read_and_what_is_wrong_in_it_is_named() {
    let directory = tempfile::tempdir().unwrap();
    zip_of(&directory, |zip| {
        add(zip, "ben/ans.py", b"two");
        add(zip, "./anna/ans.py", b"one");
        add(zip, "../../evil.py", b"x");
        add(zip, "/etc/passwd.py", b"x");
        add(zip, "__MACOSX/anna/._ans.py", b"x");
        add(zip, "__MACOSX/ben/._ans.py", b"x");
        add(zip, "README.md", b"x");
        add(zip, "inner.zip", b"x");
        add(zip, "large.py", &vec![b' '; LARGEST.0 as usize + 1]);
        add(
            zip,
            "old.csv",
            b"path,problem,language,form,expected,status,\n",
        );
        let options = SimpleFileOptions::default();
        zip.add_symlink("link.py", "/etc/passwd", options).unwrap();
        zip.add_directory("empty", options).unwrap();
    });
    assert_eq!(
        read(&directory, "a.zip"),
        [
            "left out a.zip/__MACOSX",
            "a.zip/anna/ans.py of 3 bytes",
            "a.zip/ben/ans.py of 3 bytes",
            "a.zip/evil.py: a name that leads out of the archive; pack it again from inside \
             its directory",
            "a.zip/inner.zip: an archive in an archive is not opened; unpack the outer one",
            "a.zip/large.py: larger than 1 MiB, the most that a source may have; shorten it",
            "a.zip/link.py: a link in an archive is not followed; put the file itself there",
            "left out a.zip/old.csv",
            "a.zip/passwd.py: a name that leads out of the archive; pack it again from inside \
             its directory",
        ]
    );
}

fn tar_of(directory: &TempDir, name: &str, content: &[u8], times: usize) {
    let path = directory.path().join("a.tgz");
    let file = File::create(path).unwrap();
    let gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    for time in 0..times {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_cksum();
        let name = name.replace('#', &time.to_string());
        tar.append_data(&mut header, name, content).unwrap();
    }
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "link.py", "/etc/passwd")
        .unwrap();
    tar.into_inner().unwrap().finish().unwrap();
}

#[test]
fn compressed_tar_is_read_and_bomb_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    tar_of(&directory, "./anna/#.py", b"one", 2);
    assert_eq!(
        read(&directory, "a.tgz"),
        [
            "a.tgz/anna/0.py of 3 bytes",
            "a.tgz/anna/1.py of 3 bytes",
            "a.tgz/link.py: a link in an archive is not followed; put the file itself there",
        ]
    );
    tar_of(&directory, "same.py", b"x", 2);
    assert!(
        read(&directory, "a.tgz")
            .contains(&"a.tgz/same.py: stands in the archive twice; keep one".to_owned())
    );
    // Each is larger than a source may be, and is passed over to the end.
    tar_of(&directory, "#.py", &vec![0; 3 << 20], 100);
    let seen = read(&directory, "a.tgz");
    assert!(
        seen.contains(
            &"a.tgz: more than 256 MiB, the maximum for an archive and for its content; split it"
                .to_owned()
        ),
        "{seen:?}"
    );
}

#[test]
fn what_is_not_a_whole_archive_is_one_error() {
    let directory = tempfile::tempdir().unwrap();
    for (name, expected) in [
        (
            "a.zip",
            "a.zip: not a whole zip archive: it is cut short, or another kind of file;",
        ),
        (
            "a.tar.gz",
            "a.tar.gz: not a whole tar archive: it is cut short, or another kind of file;",
        ),
        ("a.RAR", "a.RAR: an archive of a format that is not read; "),
    ] {
        fs::write(directory.path().join(name), "no archive").unwrap();
        let lines = read(&directory, name);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with(expected), "{lines:?}");
    }
}

#[test]
fn an_archive_without_a_submission_is_refused_and_not_passed_over() {
    let directory = tempfile::tempdir().unwrap();
    let refused = "a.zip: the archive contains no submission; put the source file there";
    for names in [
        &[][..],
        &["notes.md", "README.txt", "readme"],
        &["__MACOSX/._a.py"],
    ] {
        zip_of(&directory, |zip| {
            for name in names {
                add(zip, name, b"x");
            }
        });
        let seen = read(&directory, "a.zip");
        assert!(seen.contains(&refused.to_owned()), "{seen:?}");
        for path in ["", "a.zip", "a.zip/anna.py"] {
            let seen = lines(&crate::submissions::walk::entries_in(
                &directory.path().join(path),
            ));
            let is_refused = seen.iter().any(|line| line.ends_with(refused));
            assert!(is_refused, "{path}: {seen:?}");
        }
    }
}

#[test]
fn a_path_may_lead_into_an_archive() {
    let directory = tempfile::tempdir().unwrap();
    zip_of(&directory, |zip| add(zip, "anna/ans.py", b"one"));
    let archive = directory.path().join("a.zip");
    assert_eq!(around(&archive.join("anna/ans.py")), Some(&*archive));
    assert_eq!(around(&archive), Some(&*archive));
    assert_eq!(around(&directory.path().join("b.zip")), None);
    let seen = |path: &str| lines(&crate::submissions::walk::entries_in(&archive.join(path)));
    assert_eq!(seen("anna").len(), 1);
    assert_eq!(seen("anna/ans.py"), seen("anna"));
    assert!(seen("ann")[0].ends_with("there is no such file in the archive"));
}

/// Appends a member without the builder's own extended headers.
fn member(tar: &mut tar::Builder<File>, kind: tar::EntryType, content: &[u8]) {
    let mut header = tar::Header::new_gnu();
    header.set_path("short.py").unwrap();
    header.set_entry_type(kind);
    header.set_size(content.len() as u64);
    header.set_cksum();
    tar.append(&header, content).unwrap();
}

#[test]
fn extended_tar_header_is_limited_by_kind() {
    use tar::EntryType;
    let large = vec![b'a'; MAX_EXTENSION.0 as usize + 1];
    let pax = |record: &str| format!("{} {record}\n", record.len() + 4).into_bytes();
    let extension = "a.tar: an extended header is larger than 1 MiB; pack it without extended \
                     attributes";
    let sparse = "a.tar: contains a sparse file, which is not read; pack it without --sparse";
    let read_as = |name: &str| format!("a.tar/{name} of 1 bytes");
    for (kind, content, line) in [
        (EntryType::GNULongName, large.clone(), extension.to_owned()),
        (EntryType::XHeader, large.clone(), extension.to_owned()),
        (EntryType::GNULongLink, large.clone(), read_as("short.py")),
        (EntryType::XGlobalHeader, large, read_as("short.py")),
        (
            EntryType::GNULongName,
            b"long.py\0".to_vec(),
            read_as("long.py"),
        ),
        (EntryType::XHeader, pax("path=long.py"), read_as("long.py")),
        (
            EntryType::XHeader,
            pax("GNU.sparse.major=1"),
            sparse.to_owned(),
        ),
        (EntryType::GNUSparse, Vec::new(), sparse.to_owned()),
        (
            EntryType::XHeader,
            pax("size=99999999999"),
            "a.tar: more than 256 MiB, the maximum for an archive and for its content; split it"
                .to_owned(),
        ),
        (
            EntryType::GNULongName,
            vec![b'a'; MAX_NAME.0 as usize + 1],
            "a.tar: a name is longer than 1 KiB, the maximum in an archive; shorten it".to_owned(),
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let file = File::create(directory.path().join("a.tar")).unwrap();
        let mut tar = tar::Builder::new(file);
        member(&mut tar, kind, &content);
        member(&mut tar, EntryType::Regular, b"x");
        tar.finish().unwrap();
        assert_eq!(read(&directory, "a.tar"), [line], "{kind:?}");
    }
}

#[test]
fn zip_with_overlapping_entries_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    zip_of(&directory, |zip| {
        add(zip, "a.py", b"x");
        add(zip, "b.py", b"x");
    });
    let path = directory.path().join("a.zip");
    let mut bytes = fs::read(&path).unwrap();
    let second = bytes
        .windows(4)
        .rposition(|four| four == b"PK\x01\x02")
        .unwrap();
    bytes[second + 42..second + 46].fill(0);
    fs::write(path, bytes).unwrap();
    let refused = "a.zip: entries overlap, as in a zip bomb; pack it again";
    assert_eq!(read(&directory, "a.zip"), [refused]);
}

proptest::proptest! {
    #[test]
    fn damaged_archive_never_panics(
        at in 0..2048usize,
        byte: u8,
        cut in 0..4096usize,
        name in proptest::sample::select(&["a.zip", "a.tar", "a.tgz"][..]),
    ) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        match name {
            "a.zip" => zip_of(&directory, |zip| add(zip, "anna/ans.py", b"one")),
            "a.tgz" => tar_of(&directory, "anna/#.py", b"one", 1),
            _ => {
                let mut tar = tar::Builder::new(File::create(&path).unwrap());
                member(&mut tar, tar::EntryType::XHeader, b"16 path=long.py\n");
                member(&mut tar, tar::EntryType::Regular, b"x");
                tar.finish().unwrap();
            }
        }
        let mut bytes = fs::read(&path).unwrap();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(cut.max(1));
        fs::write(&path, bytes).unwrap();
        assert!(!entries(&path, true).is_empty());
    }
}
