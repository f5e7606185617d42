//! ARCHITECTURE.md and the list of dependencies against the tree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{files, quoted, read};

/// The rows of a table below a heading of a page, cell by cell.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, part) = page.split_once(heading).unwrap();
    let lines = part.lines().skip_while(|line| !line.starts_with('|'));
    let table = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = table.map(|line| line.trim_matches('|').split('|'));
    cells
        .map(|cells| cells.map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

#[test]
fn crate_table_shows_the_dependencies_of_each_crate() {
    let page = read("ARCHITECTURE.md");
    let mut above = BTreeSet::new();
    for row in rows(&page, "## Crates") {
        let path = quoted(&row[0]).next().unwrap().to_owned();
        let shown: BTreeSet<String> = quoted(&row[2]).map(str::to_owned).collect();
        let Some(name) = path.strip_prefix("crates/") else {
            continue;
        };
        let manifest: toml::Table = read(&format!("{path}/Cargo.toml")).parse().unwrap();
        let needed = manifest["dependencies"].as_table().unwrap().keys();
        let needed =
            needed.filter(|name| *name == "cat-and-mouse" || name.starts_with("mousetrap-"));
        let needed = needed.map(|name| name.trim_start_matches("mousetrap-").to_owned());
        let needed: BTreeSet<String> = needed.collect();
        assert_eq!(shown, needed, "{path}: left: ARCHITECTURE.md");
        assert!(needed.is_subset(&above), "{path} depends on a later row");
        above.insert(name.to_owned());
    }
    let crates = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(above, crates.collect());
}

/// Returns every directory of the repository that the map must name: below the sources of
/// each crate and of the program, and one level below other directories with code.
fn directories_with_code() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = subdirectories(root, "crates");
    let sources = crates.iter().map(|name| format!("{name}/src"));
    let parents = sources.chain(["src", "scripts", "tests"].map(str::to_owned));
    let below = parents.flat_map(|parent| subdirectories(root, &parent));
    let is_code = |name: &String| {
        let files = files(name, "");
        !name.ends_with("/tests") && files.iter().any(|file| is_source(file))
    };
    below.filter(is_code).collect()
}

fn subdirectories(root: &Path, parent: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(parent)).unwrap().map(Result::unwrap);
    let directories = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    let names = directories.map(|entry| entry.file_name().into_string().unwrap());
    names.map(|name| format!("{parent}/{name}")).collect()
}

/// Returns whether a file is part of the program or of its tools: Rust, or a script.
fn is_source(file: &str) -> bool {
    let extension = Path::new(file).extension();
    extension.is_none_or(|extension| ["rs", "py", "mjs", "js"].iter().any(|it| extension == *it))
}

#[test]
fn code_map_names_every_directory_with_code_and_only_existing_paths() {
    let mut named = BTreeSet::new();
    for row in rows(&read("ARCHITECTURE.md"), "## Code map") {
        named.extend(quoted(&row[0]).map(|path| path.trim_end_matches('/').to_owned()));
    }
    for path in &named {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        assert!(path.exists(), "ARCHITECTURE.md: {}", path.display());
    }
    let expected = directories_with_code();
    let missing: Vec<_> = expected.difference(&named).collect();
    assert_eq!(missing, [""; 0], "ARCHITECTURE.md does not name them");
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let dependencies = manifest["workspace"]["dependencies"].as_table().unwrap();
    let foreign = dependencies
        .iter()
        .filter(|(_, value)| value.get("path").is_none());
    let needed: BTreeSet<&str> = foreign.map(|(name, _)| &**name).collect();
    let table = rows(&read("CONTRIBUTING.md"), "## Dependencies");
    let explained: BTreeSet<&str> = table.iter().flat_map(|row| quoted(&row[0])).collect();
    assert_eq!(needed, explained, "left: Cargo.toml");
}
