//! Detects the language of pasted text.

use std::path::{Path, PathBuf};

use crate::store::is_deceptive;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, submission_from_text};
use mousetrap_model::Form;

/// Returns a file name for pasted text, with the extension of the most likely language. A language
/// scores points if the text defines a problem's function in that language, and further points for
/// each of its typical constructs in the text.
pub(crate) fn guess_file_name(text: &str, config: &Config) -> Option<PathBuf> {
    let mut best: Option<(usize, PathBuf)> = None;
    for language in config.languages.iter() {
        let Some(extension) = language.extensions.first() else {
            continue;
        };
        let name = PathBuf::from(format!("answer.{extension}"));
        let is_function = defines_function(text, &name, config);
        let score = 2 * count_language_markers(extension, text) + usize::from(is_function) * 3;
        if score > best.as_ref().map_or(1, |(score, _)| *score) {
            best = Some((score, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns whether the text defines a problem's function, in the language that the file name
/// implies.
fn defines_function(text: &str, name: &Path, config: &Config) -> bool {
    let found = submission_from_text(
        name,
        text.as_bytes(),
        &config.languages,
        FindOptions::new(&config.problems, None, None),
    );
    found.is_ok_and(|found| found.detected.form == Form::Function)
}

/// Counts the constructs typical of a language in a text.
fn count_language_markers(extension: &str, text: &str) -> usize {
    let phrases: &[&str] = match extension {
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
    let contained = phrases.iter().filter(|phrase| text.contains(**phrase));
    contained.count()
}

/// Returns whether this name is allowed for a submission's file.
pub fn is_valid_file_name(name: &str) -> bool {
    let path = Path::new(name);
    !name.is_empty()
        && name.len() <= 100
        && path
            .file_name()
            .is_some_and(|file| file == path.as_os_str())
        && !name.starts_with('.')
        && !name.contains(is_deceptive)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tests::CONFIG;

    #[test]
    fn language_of_pasted_text_is_guessed_correctly() {
        let languages = &CONFIG.languages;
        let root = CONFIG.root.directory().unwrap();
        let (mut right, mut asked) = (0, 0);
        for file in fs::read_dir(root.join("tests/pasted")).unwrap() {
            let file = file.unwrap().path();
            let extension = file.extension().unwrap().to_str().unwrap();
            if languages.by_extension(extension).is_none() {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let found = guess_file_name(&text, &CONFIG).unwrap_or_default();
            asked += 1;
            right += usize::from(found.extension() == file.extension());
        }
        assert!(right > 10 && right * 10 > asked * 9, "{right} of {asked}");
    }
}
