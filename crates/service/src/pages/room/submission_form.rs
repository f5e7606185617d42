//! Reads a submission from a form, and detects the language of pasted text.

use std::path::Path;

use crate::store::{Room, Submission, is_deceptive};
use crate::texts::Texts;
use crate::web::{App, Fields, FormError};
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, size_refusal_reason, submission_from_text};
use mousetrap_model::{Form, Message};
use mousetrap_util::Choice as _;

/// Parses the kind of a solution, `function` or `program`. Returns `None` for an empty name; the
/// kind must then be detected from the source.
pub(crate) fn parse_solution_kind(name: &str, w: &Texts) -> Result<Option<Form>, FormError> {
    match Form::from_name(name) {
        None if !name.is_empty() => Err(FormError::new("form", &w["unknown_form"])),
        form => Ok(form),
    }
}

/// Reads a submission from a form with these fields:
///
/// - `source`, or a file, whose extension determines the language
/// - `language`: its id; required if neither the file name nor the source determines it
/// - `problem`: its id; required if the problem cannot be detected from the source
/// - `form`: `function` or `program`; required if it cannot be detected from the source
///
/// The number of concurrent calls is limited, because a source without a file name is tried in
/// every language.
pub(crate) async fn read_submission(
    app: &App,
    room: &Room,
    participant: &str,
    form: &Fields,
    w: &Texts,
) -> Result<Submission, FormError> {
    app.recognition
        .run(participant, || {
            let config = app.settings.config;
            let error = |field, text: &str| FormError::new(field, text);
            let kind = parse_solution_kind(form.get("form"), w)?;
            let (name, text) = match &form.file {
                Some((name, text)) => (name.as_str(), text.as_str()),
                None => ("", form.untrimmed_value("source")),
            };
            // Browsers send CRLF at the end of each line.
            let text = text.replace("\r\n", "\n");
            if text.trim().is_empty() {
                return Err(error("source", &w["empty_source"]));
            }
            if let Some(reason) = size_refusal_reason(text.len()) {
                return Err(FormError::source_error(w, &reason));
            }
            let unknown = || error("language", &w["unknown_language"]);
            let file = if form.is_set("language") {
                let language = config.languages.by_id(form.get("language"));
                let language = language.ok_or_else(unknown)?;
                let extension = language.extensions.first().map_or("", String::as_str);
                let stem = Path::new(name).file_stem();
                let stem = stem.map_or("answer".into(), |stem| stem.to_string_lossy());
                format!("{stem}.{extension}")
            } else if name.is_empty() {
                guess_file_name(&text, config).ok_or_else(unknown)?
            } else {
                name.to_owned()
            };
            if !is_valid_file_name(&file) {
                return Err(error("source", &w["unusable_file"]));
            }
            let other_problem =
                |id: &str| error("problem", &format!("{} ({id})", &w["other_problem"]));
            let problem = match (form.get("problem"), room.policy.problems.as_slice()) {
                ("", [only]) => config.problem(only),
                ("", _) => None,
                (id, _) => Some(config.problem(id).ok_or_else(|| other_problem(id))?),
            };
            let wanted = FindOptions::new(&config.problems, problem, kind);
            let found =
                submission_from_text(Path::new(&file), text.as_bytes(), &config.languages, wanted);
            let found = found.map_err(|refused| {
                if is_problem_unknown(&refused.reason) {
                    return error("problem", &w["which_problem"]);
                }
                FormError::source_error(w, &refused.reason)
            })?;
            let id = &found.problem.id;
            if !room.policy.problems.contains(id) {
                return Err(other_problem(id));
            }
            Ok(Submission::new((&room.id, participant), &found, &text))
        })
        .await
}

/// Returns whether a source was refused because the problem that it solves could not be determined.
pub(crate) fn is_problem_unknown(reason: &Message) -> bool {
    match reason {
        Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => true,
        Message::Remark { problem, .. } => is_problem_unknown(problem),
        _ => false,
    }
}

/// Returns a file name for pasted text, with the extension of the most likely language. A language
/// scores points if the text defines a problem's function in that language, and further points for
/// each of its typical constructs in the text.
fn guess_file_name(text: &str, config: &Config) -> Option<String> {
    let scores = config.languages.iter().filter_map(|language| {
        let extension = language.extensions.first()?;
        let name = format!("answer.{extension}");
        let is_function = defines_function(text, Path::new(&name), config);
        let score = 2 * count_language_markers(extension, text) + usize::from(is_function) * 3;
        Some((score, name))
    });
    // If several languages have the highest score, the first of them is chosen.
    let best = scores.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(score, _)| *score > 1).map(|(_, name)| name)
}

/// Returns whether the text defines a problem's function, in the language that the file name
/// implies.
fn defines_function(text: &str, name: &Path, config: &Config) -> bool {
    let wanted = FindOptions::new(&config.problems, None, None);
    let found = submission_from_text(name, text.as_bytes(), &config.languages, wanted);
    found.is_ok_and(|found| found.detected.form == Form::Function)
}

/// Counts how many typical constructs of a language occur in a text.
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
            right += usize::from(found.rsplit('.').next() == Some(extension));
        }
        assert!(right > 10 && right * 10 > asked * 9, "{right} of {asked}");
    }
}
