//! What the documents say is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use proc_macro2::{TokenStream, TokenTree};

use mousetrap_judge::config::Config;
use mousetrap_languages::Languages;
use mousetrap_util::root::Root;

use crate::project::Project;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// What stands between backquotes in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Every document, named from the repository.
fn pages() -> Vec<String> {
    let mut pages = vec![];
    for directory in [
        "",
        "docs/",
        "docs/generated/",
        "docs/measurements/",
        "cases/",
        "generators/",
        "crates/languages/src/drivers/",
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        let names = fs::read_dir(root)
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let names = names.map(|name| name.into_string().unwrap());
        let documents = names.filter(|name| Path::new(name).extension().is_some_and(|e| e == "md"));
        pages.extend(documents.map(|name| format!("{directory}{name}")));
    }
    pages.sort();
    pages
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let dependencies = manifest["workspace"]["dependencies"].as_table().unwrap();
    let foreign = dependencies
        .iter()
        .filter(|(_, value)| value.get("path").is_none());
    let needed: BTreeSet<String> = foreign.map(|(name, _)| name.clone()).collect();
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

/// The rows of a table below a heading of a page, cell by cell.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, part) = page.split_once(heading).unwrap();
    let lines = part.lines().skip_while(|line| !line.starts_with('|'));
    let table = lines.take_while(|line| line.starts_with('|')).skip(2);
    table
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

#[test]
fn the_map_shows_each_crate_with_what_it_stands_on() {
    let page = read("ARCHITECTURE.md");
    let mut above = BTreeSet::new();
    for row in rows(&page, "## Crates") {
        let path = quoted(&row[0]).next().unwrap().to_owned();
        let stands_on: BTreeSet<String> = quoted(&row[2]).map(str::to_owned).collect();
        let Some(name) = path.strip_prefix("crates/") else {
            continue;
        };
        let manifest: toml::Table = read(&format!("{path}/Cargo.toml")).parse().unwrap();
        let needed: BTreeSet<String> = manifest["dependencies"]
            .as_table()
            .unwrap()
            .keys()
            .filter(|name| *name == "cat-and-mouse" || name.starts_with("mousetrap-"))
            .map(|name| name.trim_start_matches("mousetrap-").to_owned())
            .collect();
        assert_eq!(stands_on, needed, "{path}: left: ARCHITECTURE.md");
        assert!(needed.is_subset(&above), "{path} stands on a later row");
        above.insert(name.to_owned());
    }
    let crates = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(above, crates.collect());
}

/// Every file below a directory of the repository whose name ends like this.
fn files(directory: &str, ending: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(directory)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{directory}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&path, ending));
        } else if path.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_readme_counts_right() {
    let page = read("README.md");
    let languages = Languages::embedded().iter().count();
    let words = [
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
    ];
    let said = format!("in {} languages", words[languages - 12]);
    assert!(page.contains(&said), "README.md: {said}");
    let solutions = files("solutions", "");
    let solutions = solutions.iter().filter(|name| !name.ends_with("README.md"));
    let count = solutions.count();
    let said = format!("{count} submissions: {count} as expected");
    assert!(page.contains(&said), "README.md: {said}");
}

#[test]
fn the_paths_of_the_code_map_exist() {
    let page = read("ARCHITECTURE.md");
    let (_, map) = page.split_once("| Path | What it is |").unwrap();
    let (map, _) = map.split_once("\n## ").unwrap();
    let rows = map.lines().filter_map(|line| line.strip_prefix("| "));
    let paths = rows
        .filter_map(|row| row.split(" | ").next())
        .flat_map(quoted);
    let paths: Vec<&str> = paths.collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths {
        let there = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        assert!(there.exists(), "ARCHITECTURE.md: {path}");
    }
}

/// Directories of Rust texts that are compiled with submissions, not with the workspace.
const COMPILED_WITH_SUBMISSIONS: [&str; 3] = [
    "crates/suite/src/export/files/",
    "crates/judge/src/attack/sources/",
    "crates/languages/src/drivers/",
];

/// Every Rust source of the workspace below these directories, with its tokens.
fn sources(directories: &[&str]) -> impl Iterator<Item = (String, Vec<TokenTree>)> {
    let names = directories.iter().flat_map(|name| files(name, ".rs"));
    let is_ours = |name: &String| {
        !COMPILED_WITH_SUBMISSIONS
            .iter()
            .any(|it| name.starts_with(it))
    };
    names.filter(is_ours).map(|name| {
        let tokens: TokenStream = read(&name).parse().unwrap();
        (name, tokens.into_iter().collect())
    })
}

/// Calls `look` for each pair of brackets, with the tokens that precede the pair and the
/// tokens inside it, and then walks the inside unless `look` returned `false`.
fn walk(tokens: &[TokenTree], look: &mut impl FnMut(&[TokenTree], &[TokenTree]) -> bool) {
    for (index, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            if look(&tokens[..index], &inner) {
                walk(&inner, look);
            }
        }
    }
}

/// Returns whether one of the tokens is this word, at any depth.
fn contains_word(tokens: &[TokenTree], word: &str) -> bool {
    let mut found = tokens.iter().any(|token| is_word(token, word));
    walk(tokens, &mut |_, inner| {
        found |= inner.iter().any(|token| is_word(token, word));
        !found
    });
    found
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The names in ARCHITECTURE.md of the places for unsafe code, and their directories.
const UNSAFE_PLACES: [(&str, &str); 2] = [
    ("sandbox", "crates/sandbox/src/"),
    ("solve", "crates/cat-and-mouse/src/solve/"),
];

#[test]
fn unsafe_code_is_where_the_architecture_says() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let lint = &manifest["workspace"]["lints"]["rust"]["unsafe_code"];
    assert_eq!(lint.as_str(), Some("deny"));
    let directories = ["src", "crates", "tests", "benches", "fuzz"];
    let used: BTreeSet<String> = sources(&directories)
        .filter(|(_, tokens)| {
            ["unsafe", "unsafe_code"]
                .iter()
                .any(|word| contains_word(tokens, word))
        })
        .map(|(file, _)| {
            let place = UNSAFE_PLACES
                .iter()
                .find(|(_, directory)| file.starts_with(directory));
            place.map_or(file, |(name, _)| (*name).to_owned())
        })
        .collect();
    let page = read("ARCHITECTURE.md");
    let (_, rule) = page.split_once("Invariant: unsafe code ").unwrap();
    let allowed = quoted(rule.split("\n\n").next().unwrap());
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).collect();
    assert_eq!(used, allowed, "left: sources, right: ARCHITECTURE.md");
}

/// Returns the error type that `Result` has in the tokens that follow the word: the last
/// of several generic arguments.
fn error_type(after: &[TokenTree]) -> Option<&[TokenTree]> {
    let start = after.iter().position(|token| !is_sign(token, ':'));
    let start = start.filter(|&start| is_sign(&after[start], '<'))?;
    let mut comma = None;
    let mut depth = 0;
    for (index, token) in after.iter().enumerate().skip(start) {
        // The end of an arrow closes nothing.
        if is_sign(token, '<') {
            depth += 1;
        } else if is_sign(token, '>') && !is_sign(&after[index - 1], '-') {
            depth -= 1;
        } else if is_sign(token, ',') && depth == 1 && !is_sign(after.get(index + 1)?, '>') {
            comma = Some(index);
        }
        if depth == 0 {
            return Some(&after[comma? + 1..index]);
        }
    }
    None
}

/// Returns the error types in `tokens` that are text: those of `Result`, and those that
/// implementations of traits name.
fn text_errors(tokens: &[TokenTree]) -> Vec<String> {
    let types = tokens.iter().enumerate().filter_map(|(index, token)| {
        let after = &tokens[index + 1..];
        if is_word(token, "Result") {
            return error_type(after);
        }
        let [name, sign, after @ ..] = after else {
            return None;
        };
        let is_error = is_word(name, "Err") || is_word(name, "Error");
        (is_word(token, "type") && is_error && is_sign(sign, '='))
            .then(|| after.split(|token| is_sign(token, ';')).next())?
    });
    types
        .filter(|tokens| {
            let mut words = tokens.iter().rev();
            let last = words.find(|token| matches!(token, TokenTree::Ident(_)));
            last.is_some_and(|token| is_word(token, "String") || is_word(token, "str"))
        })
        .map(|tokens| tokens.iter().cloned().collect::<TokenStream>().to_string())
        .collect()
}

#[test]
fn libraries_return_typed_errors() {
    let mut untyped = Vec::new();
    for (file, tokens) in sources(&["crates"]).filter(|(name, _)| !name.contains("/tests")) {
        let mut note = |tokens: &[TokenTree]| {
            untyped.extend(
                text_errors(tokens)
                    .into_iter()
                    .map(|error| format!("{file}: {error}")),
            );
        };
        note(&tokens);
        walk(&tokens, &mut |before, inner| {
            let is_library = !matches!(before, [.., keyword, name]
                if is_word(keyword, "mod") && is_word(name, "tests"));
            if is_library {
                note(inner);
            }
            is_library
        });
    }
    assert_eq!(untyped, [""; 0]);
}

#[test]
fn no_test_is_ignored() {
    for (file, tokens) in sources(&["src", "crates", "tests"]) {
        walk(&tokens, &mut |before, inner| {
            let is_attribute = before.last().is_some_and(|token| is_sign(token, '#'));
            assert!(!is_attribute || !contains_word(inner, "ignore"), "{file}");
            true
        });
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
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

/// The directory of pages that commands of this repository write. Other tests run these
/// commands.
const GENERATED: &str = "docs/generated/";

/// Parts of commands that no test runs as they stand, each with the reason.
const NOT_RUN: [(&str, &str); 13] = [
    (
        "mousetrap worker",
        "never ends; scripts/check/service workers",
    ),
    ("mousetrap serve", "never ends; scripts/check/service"),
    ("--server", "needs a server; tests/it/remote.rs"),
    ("sbatch ", "needs Slurm; scripts/check/slurm"),
    (
        "report merge parts/",
        "merges what Slurm has run; scripts/check/slurm",
    ),
    ("../other", "is another project; tests/it/parts.rs"),
    ("cargo ", "works on this repository, as scripts/test does"),
    ("scripts/", "runs this test"),
    ("docker ", "needs a daemon"),
    ("mousetrap setup", "installs; scripts/test begins with it"),
    (
        "doctor --attack",
        "is the battery, which tests/it/sandbox runs",
    ),
    ("--watch", "never ends; tests/it/watch.rs"),
    ("mousetrap play", "opens a browser; tests/it/board.rs"),
];

/// The commands of a page, those that go on over several lines joined.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        let text = text.replace("\\\n", " ");
        if language == "sh" {
            commands.extend(text.lines().map(str::to_owned));
        } else {
            let loose = text.lines().find(|line| line.starts_with("mousetrap "));
            assert_eq!(loose, None, "mark the block as sh, so that it is tested");
        }
    }
    commands
}

/// A directory with what the documents speak of: a project, and some files.
fn directory_of_examples() -> Project {
    let project = Project::empty();
    for arguments in [
        &["init", "."][..],
        &["new", "solution", "python", "1728", "answer.py"],
        &["new", "solution", "cpp", "1728", "answer.cpp"],
        &["new", "solution", "ruby", "913", "submissions/one.rb"],
        &["new", "solution", "c", "1728", "submissions/two.c"],
    ] {
        let (code, _, said) = project.run(arguments, "");
        assert_eq!(code, 0, "{said}");
    }
    for (name, source) in [
        (
            "class/anna/answer.py",
            "solutions/913/accepted/topological_sort.py",
        ),
        (
            "class/ben/answer.py",
            "solutions/913/wrong_answer/memo_on_path.py",
        ),
        ("program.cpp", "solutions/1728/accepted/mouse_sets.cpp"),
        ("fast.cpp", "solutions/913/wrong_answer/hole_in_degrees.cpp"),
        (
            "brute_force.py",
            "solutions/913/accepted/topological_sort.py",
        ),
        ("case.txt", "cases/1728/regressions/wall-in-the-way.in"),
    ] {
        project.write(name, read(source));
    }
    let page = read("docs/instructor.md");
    project.write("exam/judge.toml", toml_examples(&page).next().unwrap());
    let class = ["anna", "ben"].map(|name| format!("class/{name}/answer.py"));
    let class: Vec<(String, String)> = (class.into_iter())
        .map(|name| {
            let text = fs::read_to_string(project.path().join(&name)).unwrap();
            (name.replace("class/", ""), text)
        })
        .collect();
    let class: Vec<(&str, &str)> = class
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    project.zip("class.zip", &class);
    project.write(
        "report.txt",
        "Wrong on\n[\"M.C...F\"]\n1\n4\nExpected: true\n",
    );
    project
}

#[test]
#[expect(clippy::disallowed_methods, reason = "commands as people type them")]
fn every_command_of_the_documents_works() {
    let program = Path::new(env!("CARGO_BIN_EXE_mousetrap"));
    let directories = std::env::var("PATH").unwrap();
    let path = format!("{}:{directories}", program.parent().unwrap().display());
    let mut run = BTreeSet::new();
    for page in pages() {
        if page.starts_with(GENERATED) {
            continue;
        }
        let project = directory_of_examples();
        for command in commands(&read(&page)) {
            let left_out = NOT_RUN.iter().any(|(part, _)| command.contains(part));
            if left_out || !run.insert(command.clone()) {
                continue;
            }
            let output = Command::new("bash")
                .args(["-c", &command])
                .current_dir(project.path())
                .env("PATH", &path)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            // Something that is not as expected is not misuse.
            let fine = matches!(output.status.code(), Some(0 | 1));
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(fine, "{page}: {command}\n{said}");
        }
    }
    assert!(run.len() > 20, "the commands are found: {run:?}");
}

fn toml_examples(page: &str) -> impl Iterator<Item = &str> {
    let examples = page.split("```toml\n").skip(1);
    examples.map(|example| example.split("```").next().unwrap())
}

#[test]
fn every_toml_example_is_understood() {
    for name in ["docs/judge-toml.md", "docs/instructor.md"] {
        let page = read(name);
        assert!(page.contains("```toml\n"), "{name}");
        for example in toml_examples(&page) {
            // Its suites are those of this repository.
            let root = Root::from(Path::new(env!("CARGO_MANIFEST_DIR")));
            Config::parse(&root, example, mousetrap_suite::known()).unwrap();
        }
    }
}

#[test]
fn nginx_log_format_contains_no_secret_of_a_link() {
    let page = read("docs/service.md");
    let map = page.split("map $request_uri $uri_without_secret {").nth(1);
    let map = map.unwrap().split('}').next().unwrap();
    let expression = map.split("\"~*").nth(1).unwrap();
    let expression = expression.split('"').next().unwrap();
    let expression = regex::Regex::new(&format!("(?i){expression}")).unwrap();
    for path in [
        "/enter/s3cret",
        "/join/s3cret",
        "/Enter/s3cret?x=1",
        "//enter/s3cret",
        "/x/join/s3cret/y",
        "/enter/s3cret/enter/x",
    ] {
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
    for secret in [
        "$request ",
        "$request\"",
        "$request_uri",
        "$uri ",
        "$http_referer",
    ] {
        assert!(!format.contains(secret), "{secret} in {format}");
    }
}
