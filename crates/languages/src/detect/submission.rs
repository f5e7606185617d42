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
/// If the extension is unknown, the source is empty or not text, or a function has no entry point
/// or entry points of several problems.
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
    if let Some([first, second]) = code.block_start_lines(&language.syntax) {
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
            let problem = problem.id.clone();
            return Err(wrong(Message::FunctionOnly { problem }));
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

    fn detect_form_and_problem(
        path: &str,
        source: &str,
        known: KnownFacts<'_>,
    ) -> Result<(Form, Option<String>), String> {
        let languages = Languages::embedded();
        let detected = detect(&languages, Path::new(path), source.as_bytes(), known);
        let found = detected.map(|it| (it.form, it.problem.map(|problem| problem.id.clone())));
        found.map_err(|error| error.to_string())
    }

    fn detection_error(path: &str, source: &[u8]) -> String {
        let languages = Languages::embedded();
        let detected = detect(&languages, Path::new(path), source, facts_with_problems());
        detected.unwrap_err().to_string()
    }

    const FUNCTION_SOURCE: &str = "class Solution { bool canMouseWin(vector<string>& grid) {} };";
    const SOURCE_WITH_TWO_ENTRY_POINTS: &str = "int catMouseGame(); bool canMouseWin();";

    #[test]
    fn function_form_and_program_form_are_detected() {
        let [function, program] = [Form::Function, Form::Program];
        let main = "int main() { cin >> n; }";
        let second = Some("1728");
        for (before, after, form, problem) in [
            (FUNCTION_SOURCE, "", function, second),
            (FUNCTION_SOURCE, "int main() { test(); }", function, second),
            (
                FUNCTION_SOURCE,
                "// int main() { cin >> n; }",
                function,
                second,
            ),
            (
                FUNCTION_SOURCE,
                "int main() { puts(\"cin >> n\"); }",
                function,
                second,
            ),
            (FUNCTION_SOURCE, main, function, second),
            ("bool canMouseWin(int);", main, program, second),
            ("", main, program, None),
        ] {
            let source = format!("{before} {after}");
            let found = detect_form_and_problem("a.cpp", &source, facts_with_problems());
            assert_eq!(found, Ok((form, problem.map(str::to_owned))), "{source}");
        }
    }

    #[test]
    fn known_problem_or_form_is_kept() {
        let mut known = facts_with_problems();
        known.problem = Some(&problems()[0]);
        let found = detect_form_and_problem("a.cpp", SOURCE_WITH_TWO_ENTRY_POINTS, known);
        assert_eq!(found, Ok((Form::Function, Some("913".to_owned()))));
        let mut known = facts_with_problems();
        known.form = Some(Form::Program);
        let found = detect_form_and_problem("a.cpp", FUNCTION_SOURCE, known);
        assert_eq!(found, Ok((Form::Program, Some("1728".to_owned()))));
    }

    #[test]
    fn source_without_entry_point_is_refused() {
        let all = facts_with_problems();
        let first = KnownFacts {
            problem: Some(&problems()[0]),
            form: Some(Form::Function),
            ..all
        };
        let both = "catMouseGame (913) and canMouseWin (1728)";
        for (path, source, known, expected) in [
            ("a.rs", "fn canMouseWin() {}", all, "cat_mouse_game"),
            ("a.cpp", FUNCTION_SOURCE, first, "catMouseGame (913)"),
            ("a.cpp", SOURCE_WITH_TWO_ENTRY_POINTS, all, both),
        ] {
            let error = detect_form_and_problem(path, source, known).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn binary_source_error_contains_its_line() {
        let empty = "a.c: the file contains no code";
        let binary = "a.c: line 2: contains data that is not text";
        for (source, expected) in [
            (&b""[..], empty),
            (b"\xef\xbb\xbf /* int */\r\n", empty),
            (b"\x7fELF\n\0", binary),
            (b"int x;\n// caf\xe9\n", "a.c: line 2: "),
        ] {
            let error = detection_error("a.c", source);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn error_for_fence_of_other_language_names_both_languages() {
        let fenced = format!("```cpp\n{FUNCTION_SOURCE}\n```\n");
        assert!(detect_form_and_problem("a.cpp", &fenced, facts_with_problems()).is_ok());
        let text = detection_error("a.py", fenced.as_bytes());
        let hint = "names the language cpp, but the file extension belongs to Python 3";
        assert!(text.ends_with(hint), "{text}");
        let text = detection_error("a.py", b"def f(): pass\n```\n");
        assert!(text.contains("line 2 is a Markdown code fence"), "{text}");
    }

    #[test]
    fn error_for_several_code_blocks_contains_their_lines() {
        let block = format!("First:\n```cpp\n{FUNCTION_SOURCE}\n```\n");
        assert!(detect_form_and_problem("a.cpp", &block, facts_with_problems()).is_ok());
        let error = detection_error("a.cpp", block.repeat(2).as_bytes());
        assert!(error.contains("on lines 2 and 6"), "{error}");
    }

    #[test]
    fn unknown_extension_error_contains_the_remedy() {
        assert!(detection_error("a.cxxx", b"x").ends_with("did you mean \"cxx\"?"));
        assert!(detection_error("solution", b"x").contains("the file name has no extension"));
    }
}
