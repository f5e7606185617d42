//! Names of submissions for files and anchors.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The most bytes of a spelling, well below what file systems take.
const LONGEST: usize = 150;

/// A name for a path, of letters, digits, `.`, `-` and `_`, as much like the
/// path as can be. It depends on nothing but the path, and no two paths share
/// one: the digest of the path follows what does not spell it.
pub(crate) fn plain_name(path: &Path) -> String {
    let path: PathBuf = (path.components())
        .filter(|part| *part != Component::CurDir)
        .collect();
    let spelling = spelling(&path);
    if is_faithful(&path, &spelling) {
        return spelling;
    }
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    let start = digest.first_chunk().expect("it has 32 bytes");
    let digest = u64::from_be_bytes(*start);
    format!("{spelling}--{digest:016x}")
}

/// Whether the spelling is the path but for its separators, none of which is a
/// part of a component.
fn is_faithful(path: &Path, spelling: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/".contains(c);
    path.to_str()
        .is_some_and(|text| text.chars().all(is_plain) && text.replace('/', "-") == spelling)
}

fn spelling(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name: String = (parts.collect::<Vec<_>>().join("-").chars())
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    // The end says more than the beginning.
    let start = name.len().saturating_sub(LONGEST);
    let name = name[name.ceil_char_boundary(start)..].trim_start_matches(['.', '-']);
    if name.is_empty() { "submission" } else { name }.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn what_spells_its_path_is_its_name() {
        for (path, expected) in [
            ("class.zip/ben/answer_1.py", "class.zip-ben-answer_1.py"),
            ("./A/B.py", "A-B.py"),
            ("queue.rs", "queue.rs"),
        ] {
            assert_eq!(plain_name(Path::new(path)), expected);
        }
    }

    #[test]
    fn no_two_paths_share_a_name() {
        let long = format!("{}.py", "é".repeat(200));
        let longer = format!("x{long}");
        let paths = [
            "class.zip/Anna Müller/ans.py",
            "class.zip/Anna_Müller/ans.py",
            "a-b.py",
            "a/b.py",
            "a/b-c.py",
            "a-b/c.py",
            "a/b/c.py",
            "a-/b/c.py",
            "a/-b/c.py",
            "../x.py",
            "-x.py",
            ".x.py",
            "x.py",
            "/x.py",
            "/etc/../<b>.py",
            "..",
            "submission",
            &long,
            &longer,
        ];
        let broken = [&b"\xff.py"[..], b"\xfe.py"].map(|name| Path::new(OsStr::from_bytes(name)));
        let names: BTreeSet<String> = paths
            .iter()
            .map(Path::new)
            .chain(broken)
            .map(plain_name)
            .collect();
        assert_eq!(names.len(), paths.len() + broken.len(), "{names:?}");
        for name in names {
            assert!(name.len() <= LONGEST + 18, "{name}");
            assert!(!name.starts_with(['.', '-']) && !name.contains(['/', '<', ' ']));
        }
    }
}
