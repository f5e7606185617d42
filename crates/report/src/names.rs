//! Names of submissions for files and anchors.

use std::collections::BTreeSet;
use std::path::{Component, Path};

/// The most bytes of a name, well below what file systems take.
const LONGEST: usize = 150;

/// A name for each path, of letters, digits, `.`, `-` and `_`, as much like the
/// path as can be. No two are alike, even where upper and lower case are one.
pub(super) fn plain_names<'a>(paths: impl Iterator<Item = &'a Path>) -> Vec<String> {
    let mut used = BTreeSet::new();
    paths
        .map(|path| {
            let plain = plain(path);
            let mut name = plain.clone();
            let mut number = 1;
            while !used.insert(name.to_lowercase()) {
                number += 1;
                name = format!("{plain}-{number}");
            }
            name
        })
        .collect()
}

fn plain(path: &Path) -> String {
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
    use super::*;

    #[test]
    fn names_are_plain_and_no_two_are_alike() {
        let long = format!("{}.py", "é".repeat(200));
        let paths = [
            "class.zip/Anna Müller/ans.py",
            "a-b.py",
            "a/b.py",
            "A/B.py",
            "../-x.py",
            "/etc/../<b>.py",
            "..",
            &long,
        ];
        let names = plain_names(paths.iter().map(Path::new));
        assert_eq!(
            names[..7],
            [
                "class.zip-Anna_Müller-ans.py",
                "a-b.py",
                "a-b.py-2",
                "A-B.py-3",
                "x.py",
                "etc-_b_.py",
                "submission",
            ]
        );
        assert!(names[7].len() <= LONGEST && names[7].ends_with("é.py"));
    }
}
