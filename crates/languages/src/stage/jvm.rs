//! Java, Kotlin and Scala: implicit imports, and the class that is started.

use std::iter;

use super::task::{StagedFile, Task, Wrapped};
use crate::source::{Code, Pattern, steps};
use mousetrap_model::Form;

pub(super) fn java(task: &Task<'_>) -> Wrapped {
    let bare = &task.code.bare;
    let main = match task.form {
        Form::Function => "Solution",
        Form::Program => type_before(bare, r"\bvoid\s+main\s*\(").unwrap_or("Main"),
    };
    let file = public_class(bare).unwrap_or(main);
    task.wrapped(format!("{file}.java"), &without_package(task.code))
        .with("main", main)
}

pub(super) fn kotlin(task: &Task<'_>) -> Wrapped {
    let bare = &task.code.bare;
    // A main outside of any object is in a class named after the file.
    let main = type_before(bare, r"@JvmStatic\s+fun\s+main\s*\(").unwrap_or("SolutionKt");
    let text = without_package(task.code);
    let text = after_file_annotations(&text, bare, task.before);
    let task = Task {
        before: "",
        ..*task
    };
    task.wrapped("solution.kt", &text).with("main", main)
}

pub(super) fn scala(task: &Task<'_>, driver: &mut Vec<StagedFile>) -> Wrapped {
    let bare = &task.code.bare;
    if task.form == Form::Function {
        let entry = format!(r"\bdef\s+{}\b", task.entry());
        let declaration = Pattern::sound(r"\b(class|object)\s+Solution\b");
        let kind = before(bare, &entry)
            .and_then(|before| Some(declaration.captures_iter(before).last()?.extract::<1>().1[0]));
        let new = if kind == Some("class") { "new " } else { "" };
        let submission = format!(
            "package mousetrap\n\nobject Submission {{ def apply() = {new}submission.Solution }}\n"
        );
        driver.push(StagedFile {
            name: "submission.scala".to_owned(),
            content: task.renamed(&submission).into_bytes(),
        });
    }
    let main = Pattern::sound(r"\bobject\s+(\w+)\s+extends\s+App\b")
        .captures(bare)
        .map(|app| app.extract::<1>().1[0])
        .or_else(|| type_before(bare, r"\bdef\s+main\s*\("))
        .unwrap_or("Main");
    task.wrapped("solution.scala", &without_package(task.code))
        .with("main", main)
}

/// Blanks the package clauses of the source, because the driver is in the unnamed package.
/// A clause may span lines.
fn without_package(code: &Code) -> String {
    let clause =
        r"\A\s*(?:@file\s*:[^\n]*\s*)*(?<clause>package\s+[\w`]+(?:\s*\.\s*[\w`]+)*[ \t]*;?)";
    let clause = Pattern::sound(clause);
    let mut text = code.text.clone();
    let mut from = 0;
    while let Some(found) = clause.captures(&code.bare[from..]) {
        let range = found.name("clause").map_or(0..0, |clause| clause.range());
        let range = from + range.start..from + range.end;
        steps::add(range.end - from);
        from = range.end;
        if text[range.clone()].split_whitespace().nth(1) == Some("object") {
            break; // Scala's package object
        }
        let blank = text[range.clone()].chars().flat_map(|c| {
            let kept = if matches!(c, '\n' | '\r') { c } else { ' ' };
            iter::repeat_n(kept, c.len_utf8())
        });
        text.replace_range(range.clone(), &blank.collect::<String>());
    }
    text
}

/// Inserts `imports` after the annotations of the file, which must come first.
fn after_file_annotations(text: &str, bare: &str, imports: &str) -> String {
    let end = Pattern::sound(r"@file\s*:\s*\w+(?:\([^()]*\))?")
        .find_iter(bare)
        .last()
        .map_or(0, |annotation| annotation.end());
    let (head, rest) = text.split_at(end);
    let separator = if head.is_empty() { "" } else { " " };
    format!("{head}{separator}{imports}{rest}")
}

/// Returns the name of the public class. The file must have the same name.
fn public_class(bare: &str) -> Option<&str> {
    let declaration = Pattern::sound(
        r"\bpublic\s+(?:(?:final|abstract|sealed|strictfp)\s+)*(?:class|interface|enum|record)\s+([\w$]+)",
    );
    outermost(bare, &declaration).next()
}

/// Returns the last type that is declared outside of all braces before `pattern`.
fn type_before<'a>(bare: &'a str, pattern: &str) -> Option<&'a str> {
    let declaration = Pattern::sound(r"\b(?:class|object|interface|enum|record)\s+([\w$]+)");
    outermost(before(bare, pattern)?, &declaration).last()
}

/// Returns the text of the group in all matches of `pattern` outside of all braces.
fn outermost<'a>(bare: &'a str, pattern: &Pattern) -> impl Iterator<Item = &'a str> {
    let (mut at, mut depth) = (0, 0isize);
    pattern.captures_iter(bare).filter_map(move |found| {
        let (all, [name]) = (found.get_match(), found.extract::<1>().1);
        steps::add(all.end() - at);
        for byte in bare[at..all.start()].bytes() {
            depth += isize::from(byte == b'{') - isize::from(byte == b'}');
        }
        at = all.start();
        (depth <= 0).then_some(name)
    })
}

fn before<'a>(bare: &'a str, pattern: &str) -> Option<&'a str> {
    let found = Pattern::sound(pattern).find(bare)?;
    Some(&bare[..found.start()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    fn code(text: &str) -> Code {
        Code::new(text, &Languages::embedded().by_id("java").unwrap().syntax)
    }

    #[test]
    fn package_clause_is_blanked_only_in_code() {
        for (clause, blanked) in [
            (
                "// package a;\npackage b.c;\n",
                "// package a;\n            \n",
            ),
            (
                "package\n a\n .ü;\npackage c\n",
                "       \n  \n     \n         \n",
            ),
            ("package object a {}", "package object a {}"),
        ] {
            let text = format!("{clause}class A {{}}");
            let expected = format!("{blanked}class A {{}}");
            assert_eq!(without_package(&code(&text)), expected);
        }
    }

    #[test]
    fn imports_follow_the_annotations_of_the_file() {
        let text = "@file:Suppress(\"a\")\nclass A";
        let bare = code(text).bare;
        assert_eq!(
            after_file_annotations(text, &bare, "import b; "),
            "@file:Suppress(\"a\") import b; \nclass A"
        );
        assert_eq!(
            after_file_annotations("class A", "class A", "b; "),
            "b; class A"
        );
    }

    #[test]
    fn only_an_outer_public_class_names_the_file() {
        let bare = "class A { public static class B {} } public final class C {}";
        assert_eq!(public_class(bare), Some("C"));
        assert_eq!(public_class("class A { public class B {} }"), None);
    }

    #[test]
    fn main_class_is_the_class_around_main() {
        let bare = "class A { } class B { static class C { } static void main(String[] a) { } }";
        assert_eq!(type_before(bare, r"\bvoid\s+main\s*\("), Some("B"));
    }
}
