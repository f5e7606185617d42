//! Wraps Java, Kotlin and Scala submissions: adds implicit imports, and finds the main class.

use super::task::{StagedFile, StagingTask};
use crate::source::{Pattern, SourceText, blank_text, scanned_bytes_counter};
use mousetrap_model::Form;

pub(super) fn wrap_java(task: &mut StagingTask<'_>) -> StagedFile {
    let code = &task.detected.code;
    let main = match task.detected.form {
        Form::Function => "Solution",
        Form::Program => top_level_type_before(&code.bare, r"\bvoid\s+main\s*\(").unwrap_or("Main"),
    };
    task.set_placeholder("main", main);
    let name = public_class(&code.bare).unwrap_or(main);
    StagedFile::new(format!("{name}.java"), blank_package_clauses(code))
}

pub(super) fn wrap_kotlin(task: &mut StagingTask<'_>) -> StagedFile {
    let code = &task.detected.code;
    // A main function outside any object belongs to a class that is named after the file.
    let main = top_level_type_before(&code.bare, r"@JvmStatic\s+fun\s+main\s*\(");
    task.set_placeholder("main", main.unwrap_or("SolutionKt"));
    let before = std::mem::take(&mut task.before);
    let text = insert_imports(&blank_package_clauses(code), &code.bare, &before);
    StagedFile::new("solution.kt", text)
}

pub(super) fn wrap_scala(task: &mut StagingTask<'_>) -> StagedFile {
    let detected = task.detected;
    let bare = &detected.code.bare;
    let rules = detected.language.detect.as_ref().zip(detected.problem);
    if let (Form::Function, Some((detect, problem))) = (detected.form, rules) {
        let entry = format!(r"\bdef\s+{}\b", detect.entry_point(problem));
        let declaration = Pattern::built_in(r"\b(class|object)\s+Solution\b");
        let kind = text_before_match(bare, &entry)
            .and_then(|before| Some(declaration.captures_iter(before).last()?.extract::<1>().1[0]));
        let new = if kind == Some("class") { "new " } else { "" };
        let submission = format!(
            "package mousetrap\n\nobject Submission {{ def apply() = {new}submission.Solution }}\n"
        );
        let submission = StagedFile::new("submission.scala", task.add_suffix(&submission));
        task.driver.push(submission);
    }
    let main = Pattern::built_in(r"\bobject\s+(\w+)\s+extends\s+App\b")
        .captures(bare)
        .map(|app| app.extract::<1>().1[0])
        .or_else(|| top_level_type_before(bare, r"\bdef\s+main\s*\("));
    task.set_placeholder("main", main.unwrap_or("Main"));
    StagedFile::new("solution.scala", blank_package_clauses(&detected.code))
}

/// Replaces package clauses with spaces, because the driver expects the submission in the unnamed
/// package. A clause may span several lines.
fn blank_package_clauses(code: &SourceText) -> String {
    let clause =
        r"\A\s*(?:@file\s*:[^\n]*\s*)*(?<clause>package\s+[\w`]+(?:\s*\.\s*[\w`]+)*[ \t]*;?)";
    let clause = Pattern::built_in(clause);
    let mut text = code.text.clone();
    let mut from = 0;
    while let Some(found) = clause.captures(&code.bare[from..]) {
        let range = found.name("clause").map_or(0..0, |clause| clause.range());
        let range = from + range.start..from + range.end;
        scanned_bytes_counter::add_scanned_bytes(range.end - from);
        from = range.end;
        if text[range.clone()].split_whitespace().nth(1) == Some("object") {
            break; // Scala's package object
        }
        let blanked = blank_text(&text[range.clone()]);
        text.replace_range(range, &blanked);
    }
    text
}

/// Inserts imports after the `@file:` annotations, which must come first.
fn insert_imports(text: &str, bare: &str, imports: &str) -> String {
    let end = Pattern::built_in(r"@file\s*:\s*\w+(?:\([^()]*\))?")
        .find_iter(bare)
        .last()
        .map_or(0, |annotation| annotation.end());
    let (head, rest) = text.split_at(end);
    let separator = if head.is_empty() { "" } else { " " };
    format!("{head}{separator}{imports}{rest}")
}

/// Returns the name of the public class. The file must have the same name.
fn public_class(bare: &str) -> Option<&str> {
    let declaration = Pattern::built_in(
        r"\bpublic\s+(?:(?:final|abstract|sealed|strictfp)\s+)*(?:class|interface|enum|record)\s+([\w$]+)",
    );
    top_level_matches(bare, &declaration).next()
}

/// Returns the name of the last top-level type that is declared before the first match of
/// `pattern`.
fn top_level_type_before<'a>(bare: &'a str, pattern: &str) -> Option<&'a str> {
    let declaration = Pattern::built_in(r"\b(?:class|object|interface|enum|record)\s+([\w$]+)");
    top_level_matches(text_before_match(bare, pattern)?, &declaration).last()
}

/// For each match of `pattern` that is not inside braces, returns the text of its capture group.
fn top_level_matches<'a>(bare: &'a str, pattern: &Pattern) -> impl Iterator<Item = &'a str> {
    let (mut at, mut depth) = (0, 0isize);
    pattern.captures_iter(bare).filter_map(move |found| {
        let (all, [name]) = (found.get_match(), found.extract::<1>().1);
        scanned_bytes_counter::add_scanned_bytes(all.end() - at);
        for byte in bare[at..all.start()].bytes() {
            depth += isize::from(byte == b'{') - isize::from(byte == b'}');
        }
        at = all.start();
        (depth <= 0).then_some(name)
    })
}

fn text_before_match<'a>(bare: &'a str, pattern: &str) -> Option<&'a str> {
    let found = Pattern::built_in(pattern).find(bare)?;
    Some(&bare[..found.start()])
}
