//! Links, numbers and TOML examples in the documents.

use std::fs;
use std::path::Path;

use mousetrap_judge::config::Config;
use mousetrap_languages::Languages;
use mousetrap_util::project::Project;

use super::{files, read};
use crate::project::has;

/// Every document, named from the repository.
pub(super) fn pages() -> Vec<String> {
    let mut pages = vec![];
    let directories = "|docs/|docs/generated/|docs/measurements/|cases/|generators/|\
        crates/languages/src/drivers/";
    for directory in directories.split('|') {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        for entry in fs::read_dir(root).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if Path::new(&name).extension().is_some_and(|it| it == "md") {
                pages.push(format!("{directory}{name}"));
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn readme_states_the_numbers_of_languages_and_solutions() {
    let page = read("README.md");
    let languages = Languages::embedded().iter().count();
    assert_eq!(languages, 17, "adapt the README and this test");
    has(&page, "seventeen languages");
    let mut solutions = files("solutions", "");
    for problem in ["pair-sums", "pack-runs", "water-tree"] {
        solutions.extend(files(&format!("problems/{problem}/solutions"), ""));
    }
    solutions.retain(|name| !name.ends_with("README.md"));
    let count = solutions.len();
    has(&page, format!("{count} submissions: {count} as expected"));
}

#[test]
fn links_between_documents_have_targets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in pages() {
        let text = read(&page);
        let directory = root.join(&page);
        let directory = directory.parent().unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if !target.is_empty() && !target.contains("://") {
                assert!(directory.join(target).exists(), "{page}: no {target}");
            }
        }
    }
}

pub(super) fn toml_examples(page: &str) -> impl Iterator<Item = &str> {
    let examples = page.split("```toml\n").skip(1);
    examples.map(|example| example.split("```").next().unwrap())
}

#[test]
fn every_toml_example_is_valid() {
    for name in ["docs/judge-toml.md", "docs/class.md"] {
        let page = read(name);
        assert!(page.contains("```toml\n"), "{name}");
        for example in toml_examples(&page) {
            // Its suites are those of this repository.
            let root = Project::from(Path::new(env!("CARGO_MANIFEST_DIR")));
            Config::parse(&root, example, mousetrap_suite::known_suites()).unwrap();
        }
    }
}

#[test]
fn nginx_log_format_contains_no_secret_of_a_link() {
    let page = read("docs/operator.md");
    let map = page.split("map $request_uri $uri_without_secret {").nth(1);
    let map = map.unwrap().split('}').next().unwrap();
    let expression = map.split("\"~*").nth(1).unwrap();
    let expression = expression.split('"').next().unwrap();
    let expression = regex::Regex::new(&format!("(?i){expression}")).unwrap();
    let secret_paths = "/enter/s3cret|/join/s3cret|/Enter/s3cret?x=1|//enter/s3cret|\
        /x/join/s3cret/y|/enter/s3cret/enter/x";
    for path in secret_paths.split('|') {
        let found = expression.captures(path).unwrap();
        let start = found.name("start").unwrap().as_str();
        assert!(
            path.starts_with(start) && !start.contains("s3cret"),
            "{path}"
        );
    }
    assert!(!expression.is_match("/rooms/r/manage") && !expression.is_match("/"));
    let (_, format) = page.split_once("log_format mousetrap ").unwrap();
    let (format, _) = format.split_once(';').unwrap();
    for secret in "$request |$request\"|$request_uri|$uri |$http_referer".split('|') {
        assert!(!format.contains(secret), "{secret} in {format}");
    }
}
