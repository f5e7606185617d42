//! Detects a submission's language, form and problem. The file extension determines the language,
//! and the entry point determines the form and the problem.

use std::path::Path;

use super::detection::{Detection, KnownFacts};
use super::fence_hint::fence_hint;
use super::form::detect_form;
use crate::embedded_files::driver_supports;
use crate::source::SourceText;
use crate::table::{Language, Languages};
use mousetrap_model::{Form, Message, RefusedFile};
use mousetrap_util::toml_file::closest_name;

/// Detects the language, the form and the problem of the submission `source` in the file `path`.
///
/// # Errors
/// Returns an error if the extension is unknown, if the source is empty or not text, if it is
/// unclear which code block is the submission, if a function has no entry point or the entry points
/// of several problems, or if the language or the problem does not support the form.
pub fn detect<'a>(
    languages: &'a Languages,
    path: &Path,
    source: &[u8],
    known: KnownFacts<'a>,
) -> Result<Detection<'a>, RefusedFile> {
    let wrong = |reason| RefusedFile {
        path: path.to_owned(),
        reason,
    };
    let language = language_for_path(languages, path).map_err(wrong)?;
    let code = SourceText::new(decode_source(source).map_err(wrong)?, &language.syntax);
    if code.bare.trim().is_empty() {
        return Err(wrong(Message::NoCode));
    }
    if let Some([first, second]) = code.several_blocks {
        return Err(wrong(Message::SeveralBlocks { first, second }));
    }
    let (form, problem, ambiguity) = detect_form(language, &code, known).map_err(|reason| {
        let hint = fence_hint(&code, language).map(Message::from);
        wrong(hint.into_iter().fold(reason, Message::with_remark))
    })?;
    match (problem, form) {
        (Some(problem), Form::Function) if !driver_supports(language, problem) => {
            let (language, signature) = (language.name.clone(), problem.signature.to_string());
            return Err(wrong(Message::NoSignature {
                language,
                signature,
            }));
        }
        (Some(problem), Form::Program) if problem.game.is_none() => {
            let name = || problem.signature.name.clone();
            let rules = language.detect.as_ref();
            let entry = rules.map_or_else(name, |rules| rules.entry_point(problem));
            let problem = problem.id.clone();
            return Err(wrong(Message::FunctionOnly { problem, entry }));
        }
        _ => {}
    }
    Ok(Detection {
        language,
        form,
        problem,
        problems: known.problems,
        code,
        ambiguity,
    })
}

fn language_for_path<'a>(languages: &'a Languages, path: &Path) -> Result<&'a Language, Message> {
    let extension = path.extension().ok_or(Message::NoExtension)?;
    let extension = extension.to_string_lossy().into_owned();
    if let Some(language) = languages.by_extension(&extension) {
        return Ok(language);
    }
    let known = languages.iter().flat_map(|language| &language.extensions);
    let known: Vec<&str> = known.map(String::as_str).collect();
    Err(match closest_name(&extension, &known).map(str::to_owned) {
        Some(similar) => Message::SimilarExtension { similar, extension },
        None => Message::UnknownExtension { extension },
    })
}

/// Decodes the bytes of a source file as text.
fn decode_source(source: &[u8]) -> Result<&str, Message> {
    let at_line = |at: usize, problem: Message| Message::AtLine {
        line: source[..at].split(|&byte| byte == b'\n').count(),
        problem: problem.into(),
    };
    if let Some(at) = source.iter().position(|&byte| byte == 0) {
        return Err(at_line(at, Message::NotText));
    }
    std::str::from_utf8(source)
        .map_err(|error| at_line(error.valid_up_to(), Message::SourceNotUtf8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{facts_with_problems, problems};

    /// Returns the detected form (function or program) and problem as text, or the error message.
    fn detected(path: &str, source: &[u8], known: KnownFacts<'_>) -> String {
        match detect(&Languages::embedded(), Path::new(path), source, known) {
            Ok(found) => {
                let problem = found.problem.map_or("unknown", |it| it.id.as_str());
                format!("{} {problem}", found.form)
            }
            Err(error) => error.to_string(),
        }
    }

    const FUNCTION_SOURCE: &str = "class Solution { bool canMouseWin(vector<string>& grid) {} };";
    const SOURCE_WITH_TWO_ENTRY_POINTS: &str = "int catMouseGame(); bool canMouseWin();";

    /// Each row has a file name, a source, and the detected form and problem or a part of the
    /// error. `FUNCTION` stands for a function in C++, and `⏎` for a line break.
    const DETECTIONS: &str = r#"
a.cpp | FUNCTION | function 1728
a.cpp | FUNCTION int main() { test(); } | function 1728
a.cpp | FUNCTION // int main() { cin >> n; } | function 1728
a.cpp | FUNCTION int main() { puts("cin >> n"); } | function 1728
a.cpp | FUNCTION int main() { cin >> n; } | function 1728
a.cpp | bool canMouseWin(int); int main() { cin >> n; } | program 1728
a.cpp | int main() { cin >> n; } | program unknown
a.cpp | ```cpp⏎FUNCTION⏎``` | function 1728
a.cpp | First:⏎```cpp⏎FUNCTION⏎``` | function 1728
a.cpp | First:⏎```cpp⏎FUNCTION⏎```⏎Second:⏎```⏎FUNCTION⏎``` | on lines 2 and 6
a.py | ```cpp⏎FUNCTION⏎``` | names the language cpp, but the file extension belongs to Python 3
a.py | def f(): pass⏎```⏎ | line 2 is a Markdown code fence
a.rs | fn canMouseWin() {} | cat_mouse_game
a.py | ⏎class Solution:⏎    def catMouseGames(self, graph): return 0 | ; line 3 defines catMouseGames: did you mean catMouseGame?
a.cpp | int catMouseGame(); bool canMouseWin(); | catMouseGame (913) and canMouseWin (1728)
a.c |  | a.c: the file contains no code
a.c | /* int */⏎ | a.c: the file contains no code
a.cxxx | x | did you mean "cxx"?
solution | x | the file name has no extension
"#;

    #[test]
    fn detection_returns_form_and_problem_or_an_error() {
        for row in DETECTIONS.lines().skip(1) {
            let [path, source, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("a row has three columns: {row}");
            };
            let source = source.replace("FUNCTION", FUNCTION_SOURCE);
            let source = source.replace('⏎', "\n");
            let found = detected(path, source.as_bytes(), facts_with_problems());
            assert!(found.contains(expected), "{row}: {found}");
        }
    }

    #[test]
    fn binary_source_error_contains_its_line() {
        for source in [&b"\x7fELF\n\0"[..], b"int x;\n// caf\xe9\n"] {
            let error = detected("a.c", source, facts_with_problems());
            assert!(error.starts_with("a.c: line 2: "), "{error}");
        }
    }

    #[test]
    fn known_problem_or_form_is_kept() {
        let problem = Some(&*problems()[0]);
        let [function, program] = [Form::Function, Form::Program].map(Some);
        for (source, problem, form, expected) in [
            (SOURCE_WITH_TWO_ENTRY_POINTS, problem, None, "function 913"),
            (FUNCTION_SOURCE, None, program, "program 1728"),
            (FUNCTION_SOURCE, problem, function, "catMouseGame (913)"),
        ] {
            let known = KnownFacts {
                problem,
                form,
                ..facts_with_problems()
            };
            let found = detected("a.cpp", source.as_bytes(), known);
            assert!(found.contains(expected), "{source}: {found}");
        }
    }
}
