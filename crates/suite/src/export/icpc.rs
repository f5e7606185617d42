//! Exports problem packages in the ICPC's legacy format, which Kattis and `DOMjudge` read.

use std::collections::BTreeSet;
use std::path::Path;

use super::cases::{case_files, file_stem};
use super::package::Package;
use super::templates::{embedded_text, fill_template};
use crate::project_files::{NewFile, new_file};
use mousetrap_util::digest::digest_of_bytes;

/// The package files that depend only on the game. Each entry has a path in the package, and the
/// name of an embedded file.
const GAME_FILES: [(&str, &str); 6] = [
    (
        "input_validators/strict/input_validator.cpp",
        "input_validator.cpp",
    ),
    ("problem_statement/problem.en.tex", "statement.en.tex"),
    ("problem_statement/problem.en.md", "statement.en.md"),
    ("problem_statement/problem.zh.tex", "statement.zh.tex"),
    ("problem_statement/problem.zh.md", "statement.zh.md"),
    // DOMjudge can show this text file to contestants without additional tools.
    ("problem.txt", "statement.en.md"),
];

/// Returns the files of a problem package.
pub fn icpc_files(package: &Package<'_>) -> Vec<NewFile> {
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
        ("uuid", &package_uuid(package)),
    ];
    let metadata = ["problem.yaml", "domjudge-problem.ini", "README.md"];
    let mut files: Vec<NewFile> = metadata
        .iter()
        .map(|name| new_file(*name, fill_template(name, &parts)))
        .collect();
    let texts = GAME_FILES.iter();
    files.extend(texts.map(|(path, name)| new_file(*path, embedded_text(&format!("{id}/{name}")))));
    files.push(new_file(
        "input_validators/strict/strict.hpp",
        embedded_text("strict.hpp"),
    ));
    for (directory, cases) in [("sample", &package.samples), ("secret", &package.secret)] {
        let directory = Path::new("data").join(directory);
        files.extend(
            (cases.iter()).flat_map(|case| case_files(&directory.join(file_stem(&case.id)), case)),
        );
    }
    files.extend(package.programs.iter().map(|(expected, (name, text))| {
        let directory = Path::new("submissions").join(expected.directory());
        new_file(directory.join(name), text)
    }));
    files
}

/// Returns a UUID that is computed from the package's name and cases. UUID version 8 lets
/// applications choose the bits.
fn package_uuid(package: &Package<'_>) -> String {
    let cases = package.samples.iter().chain(&package.secret);
    let text = cases.fold(package.name.clone(), |text, case| text + "\0" + &case.input);
    let hex = digest_of_bytes(text.as_bytes());
    let parts = [0..8, 8..12, 12..15, 15..18, 18..30].map(|part| &hex[part]);
    let [first, second, third, fourth, fifth] = parts;
    format!("{first}-{second}-8{third}-8{fourth}-{fifth}")
}
