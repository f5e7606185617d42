//! What the documents say is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// What stands between backquotes in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let named = |table: &str| -> BTreeSet<String> {
        manifest[table]
            .as_table()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    let needed: BTreeSet<String> = &named("dependencies") | &named("dev-dependencies");
    let page = read("CONTRIBUTING.md");
    let (_, table) = page.split_once("| Crate | Why |").unwrap();
    let explained: BTreeSet<String> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .flat_map(quoted)
        .map(str::to_owned)
        .collect();
    assert_eq!(
        needed, explained,
        "left: Cargo.toml, right: CONTRIBUTING.md"
    );
}

#[test]
fn links_between_documents_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "docs/json.md",
        "docs/solver.md",
    ] {
        let text = read(page);
        let folder = root.join(page);
        let folder = folder.parent().unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if !target.is_empty() && !target.contains("://") {
                assert!(folder.join(target).exists(), "{page}: no {target}");
            }
        }
    }
}
