//! Which language a pasted text is in.

use std::path::{Path, PathBuf};

use mousetrap_judge::language::{Form, Languages};
use mousetrap_judge::{FindOptions, of_text};

/// The name that a file of this text would have; none where no language has such a
/// submission. Those in which it is a function of a problem go first, and the one
/// whose marks it bears most.
pub(crate) fn guess(text: &str, languages: &Languages) -> Option<PathBuf> {
    let mut best: Option<(usize, PathBuf)> = None;
    for language in languages.iter() {
        let Some(extension) = language.extensions.first() else {
            continue;
        };
        let name = PathBuf::from(format!("answer.{extension}"));
        let found = of_text(&name, text.as_bytes(), languages, FindOptions::default());
        let is_function = found.is_ok_and(|found| found.detected.form == Form::Function);
        let score = 2 * marks(extension, text) + usize::from(is_function) * 3;
        if score > best.as_ref().map_or(1, |(score, _)| *score) {
            best = Some((score, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many of a language's marks a text bears.
fn marks(extension: &str, text: &str) -> usize {
    let marks: &[&str] = match extension {
        "cpp" => &["vector<", "#include <", "public:", "std::", "cin >>"],
        "c" => &["char**", "char **", "int**", "malloc(", "#include <std"],
        "java" => &[
            "import java",
            "int[][]",
            "String[] ",
            "public int",
            "public boolean",
        ],
        "py" => &["def ", "self", "List[", "elif ", "import sys"],
        "js" => &["@param", "var ", "= function(", "require(", "=> {"],
        "ts" => &["number[][]", ": boolean", ": number", ": string[]"],
        "cs" => &[
            "public bool",
            "public int",
            "using System",
            "Console.",
            "IList<",
        ],
        "go" => &["func ", ":=", "package main", "[][]int", "[]string"],
        "rs" => &["impl Solution", "fn ", "Vec<", "let mut", "-> i32"],
        "rb" => &["def ", "\nend", "@param", "do |", ".each"],
        "kt" => &["fun ", "Array<", "IntArray", "val ", "when "],
        "scala" => &["object ", "def ", "Array[", "val ", "Boolean ="],
        "php" => &["<?php", "$this->", "@param", "function ", "$"],
        "swift" => &["func ", "-> Bool", "[[Int]]", "let ", "_ grid"],
        "dart" => &["List<", "bool ", "late ", "int ", "final "],
        "ex" => &["defmodule", "@spec", " do\n", "|>", "def "],
        "erl" => &["-spec", "->", ":", ").\n", "end."],
        "rkt" => &["(define", "#lang", "(-> ", "contract", "(let"],
        _ => &[],
    };
    marks.iter().filter(|mark| text.contains(**mark)).count()
}

/// Whether a name can be that of a file of a submission.
pub(crate) fn is_name(name: &str) -> bool {
    let path = Path::new(name);
    !name.is_empty()
        && name.len() <= 100
        && path
            .file_name()
            .is_some_and(|file| file == path.as_os_str())
        && !name.starts_with('.')
        && !name.chars().any(char::is_control)
}
