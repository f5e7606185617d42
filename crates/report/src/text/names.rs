//! Names for the feedback pages of submissions and for the page elements about them.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use mousetrap_util::digest::digest_of_bytes;

/// Maximum length in bytes of the readable part of a name.
const MAX_READABLE_PART_BYTES: usize = 150;

/// Returns a file name that consists of letters, digits, `.`, `-` and `_` and is as similar to the
/// path as possible. Different paths get different names: a name that does not determine the path
/// ends in a digest of the path.
pub(crate) fn file_name(path: &Path) -> String {
    let path: PathBuf = (path.components())
        .filter(|part| *part != Component::CurDir)
        .collect();
    let readable = readable_name(&path);
    if is_reversible(&path, &readable) {
        return readable;
    }
    let digest = digest_of_bytes(path.as_os_str().as_bytes());
    format!("{readable}--{}", &digest[..16])
}

/// Returns whether the path can be recovered from the name. The path can be recovered if the name
/// differs from it only in the separators, and if no component of the path contains `-`.
fn is_reversible(path: &Path, name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/".contains(c);
    path.to_str()
        .is_some_and(|text| text.chars().all(is_plain) && text.replace('/', "-") == name)
}

/// Returns the path with unsafe characters replaced. If the result is too long, its beginning is
/// removed.
fn readable_name(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name: String = (parts.collect::<Vec<_>>().join("-").chars())
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let start = name.len().saturating_sub(MAX_READABLE_PART_BYTES);
    let name = name[name.ceil_char_boundary(start)..].trim_start_matches(['.', '-']);
    if name.is_empty() { "submission" } else { name }.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn file_name_of_safe_path_differs_only_in_separators() {
        for (path, expected) in [
            ("class.zip/ben/answer_1.py", "class.zip-ben-answer_1.py"),
            ("./A/B.py", "A-B.py"),
            ("queue.rs", "queue.rs"),
        ] {
            assert_eq!(file_name(Path::new(path)), expected);
        }
    }

    #[test]
    fn different_paths_have_different_names() {
        let long = format!("{}.py", "é".repeat(200));
        let longer = format!("x{long}");
        let similar = "class.zip/Anna Müller/ans.py|class.zip/Anna_Müller/ans.py|a-b.py|a/b.py|\
                       a/b-c.py|a-b/c.py|a/b/c.py|a-/b/c.py|a/-b/c.py|../x.py|-x.py|.x.py|x.py|\
                       /x.py|/etc/../<b>.py|..|submission";
        let similar = similar.split('|').chain([&*long, &longer]).map(Path::new);
        let broken = [&b"\xff.py"[..], b"\xfe.py"].map(|name| Path::new(OsStr::from_bytes(name)));
        let mut names = BTreeSet::new();
        for name in similar.chain(broken).map(file_name) {
            assert!(name.len() <= MAX_READABLE_PART_BYTES + 18, "{name}");
            assert!(!name.starts_with(['.', '-']) && !name.contains(['/', '<', ' ']));
            assert!(
                names.insert(name.clone()),
                "{name} is the name of two paths"
            );
        }
    }
}
