//! Rules for the sources: unsafe code, typed errors, ignored tests.

use std::collections::BTreeSet;

use regex::Regex;

use super::data::{COMPILED_WITH_SUBMISSIONS, UNSAFE_PLACES};
use super::{files, quoted, read};

/// Every Rust source of the workspace below these directories, without comments.
fn sources(directories: &[&str]) -> impl Iterator<Item = (String, String)> {
    let names = directories.iter().flat_map(|name| files(name, ".rs"));
    let is_ours = |name: &String| {
        let mut others = COMPILED_WITH_SUBMISSIONS.iter();
        !others.any(|it| name.starts_with(it))
    };
    names.filter(is_ours).map(|name| {
        let text = read(&name);
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = text.lines().filter(is_code).collect();
        (name, code.join("\n"))
    })
}

#[test]
fn unsafe_code_is_only_where_the_architecture_allows_it() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let lint = &manifest["workspace"]["lints"]["rust"]["unsafe_code"];
    assert_eq!(lint.as_str(), Some("deny"));
    let is_unsafe = Regex::new(r"\bunsafe (\{|fn|impl|extern)|\(\s*unsafe_code").unwrap();
    let used: BTreeSet<String> = sources(&["src", "crates", "tests", "benches", "fuzz"])
        .filter(|(_, code)| is_unsafe.is_match(code))
        .map(|(file, _)| {
            let mut places = UNSAFE_PLACES.iter();
            let place = places.find(|(_, directory)| file.starts_with(directory));
            place.map_or(file, |(name, _)| (*name).to_owned())
        })
        .collect();
    let page = read("ARCHITECTURE.md");
    let (_, rule) = page.split_once("Invariant: unsafe code ").unwrap();
    let allowed = quoted(rule.split("\n\n").next().unwrap());
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).collect();
    assert_eq!(used, allowed, "left: sources, right: ARCHITECTURE.md");
}

#[test]
fn libraries_return_typed_errors() {
    // The last argument of `Result`, after arguments with at most three levels of brackets.
    let one = r"<[^<>]*>";
    let two = format!("<(?:[^<>]|{one})*>");
    let three = format!("<(?:[^<>]|{two})*>");
    let text = r"(?:String|&(?:'static )?str)";
    let untyped =
        format!(r"Result<(?:[^<>;{{}}]|{three})*,\s*{text},?\s*>|type Err(or)? = {text};");
    let untyped = Regex::new(&untyped).unwrap();
    for (example, is_untyped) in [
        ("Result<Vec<Option<u8>>, String>", true),
        ("type Err = &'static str;", true),
        ("Result<Map<u8, String>, io::Error>", false),
    ] {
        assert_eq!(untyped.is_match(example), is_untyped, "{example}");
    }
    for (file, code) in sources(&["crates"]).filter(|(name, _)| !name.contains("/tests")) {
        let library = code.split("#[cfg(test)]\nmod tests").next().unwrap();
        let found = untyped.find(library).map(|it| it.as_str());
        assert_eq!(found, None, "{file}");
    }
}

#[test]
fn no_test_is_ignored() {
    for (file, code) in sources(&["src", "crates", "tests"]) {
        assert!(!code.contains(concat!("#[", "ignore")), "{file}");
    }
}
