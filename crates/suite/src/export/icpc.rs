//! The ICPC's legacy package format, which Kattis and `DOMjudge` read.

use std::collections::BTreeSet;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::cases::{file_name, pair};
use super::package::{File, Package, file};
use super::templates::{filled, text};
use mousetrap_util::printable::hexadecimal;

/// The texts of a game: the path in the package and the name of the text.
const TEXTS: [(&str, &str); 6] = [
    (
        "input_validators/strict/input_validator.cpp",
        "input_validator.cpp",
    ),
    ("problem_statement/problem.en.tex", "statement.en.tex"),
    ("problem_statement/problem.en.md", "statement.en.md"),
    ("problem_statement/problem.zh.tex", "statement.zh.tex"),
    ("problem_statement/problem.zh.md", "statement.zh.md"),
    // DOMjudge shows a text without further tools.
    ("problem.txt", "statement.en.md"),
];

/// Returns the files of a package.
pub fn icpc(package: &Package<'_>) -> Vec<File> {
    let id = package.game.id();
    let cases = || package.samples.iter().chain(&package.secret);
    let seconds = cases().map(|case| case.limits.cpu.as_secs_f64().ceil() as u64);
    let memory = cases().map(|case| case.limits.memory.0.div_ceil(1 << 20));
    let suites: BTreeSet<&str> = cases().map(|case| case.id.suite()).collect();
    let suites: Vec<&str> = suites.into_iter().collect();
    let parts = [
        ("title", &*package.game.problem().title),
        ("name", &package.name),
        ("seconds", &seconds.max().unwrap_or(1).to_string()),
        ("memory", &memory.max().unwrap_or(512).to_string()),
        ("version", env!("CARGO_PKG_VERSION")),
        ("suites", &suites.join(", ")),
        ("id", id),
        ("uuid", &uuid(package)),
    ];
    let metadata = ["problem.yaml", "domjudge-problem.ini", "README.md"];
    let mut files: Vec<File> = metadata
        .iter()
        .map(|name| file(*name, filled(name, &parts)))
        .collect();
    let texts = TEXTS.iter();
    files.extend(texts.map(|(path, name)| file(*path, text(&format!("{id}/{name}")))));
    files.push(file(
        "input_validators/strict/strict.hpp",
        text("strict.hpp"),
    ));
    for (directory, cases) in [("sample", &package.samples), ("secret", &package.secret)] {
        let directory = Path::new("data").join(directory);
        files.extend(
            (cases.iter()).flat_map(|case| pair(&directory.join(file_name(&case.id)), case)),
        );
    }
    files.extend(package.programs.iter().map(|(expected, program)| {
        let directory = Path::new("submissions").join(expected.directory());
        file(directory.join(&program.name), &program.text)
    }));
    files
}

/// Returns the identity of a package, made from its name and cases: a UUID of version 8,
/// which leaves the content to the application.
fn uuid(package: &Package<'_>) -> String {
    let mut hash = Sha256::new();
    hash.update(&package.name);
    for case in package.samples.iter().chain(&package.secret) {
        hash.update([0]);
        hash.update(&case.input);
    }
    let hex = hexadecimal(&hash.finalize());
    let parts = [0..8, 8..12, 12..15, 15..18, 18..30].map(|part| &hex[part]);
    let [first, second, third, fourth, fifth] = parts;
    format!("{first}-{second}-8{third}-8{fourth}-{fifth}")
}
