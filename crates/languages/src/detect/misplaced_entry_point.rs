//! Explains why a driver cannot find the function of a submission. The explanation is a guess, so
//! it is given only after a submission has failed.

use super::detection::Detection;
use crate::embedded_files::stub_source;
use crate::source::{Pattern, scanned_bytes_counter};
use crate::table::EntryLocation;
use mousetrap_model::Form;
use mousetrap_util::toml_file::line_number;

/// The declaration of a type, and its position.
#[derive(Clone, Copy)]
struct TypeDeclaration<'a> {
    /// The text of the declaration, such as `class Solution`.
    text: &'a str,
    kind: &'a str,
    name: &'a str,
    at: usize,
    /// The indentation of the declaration, or 0 if other code precedes the declaration on its line.
    indented: usize,
}

/// Maximum number of definitions of the entry point that are examined. For each definition, the
/// text before it is scanned again.
const MAX_DEFINITIONS: usize = 30;

/// Explains why the driver cannot call a submission in function form: the class has the wrong
/// name, or the method is in the wrong class. Returns `None` if the class and the method are as
/// expected, or if the language has no classes.
pub fn entry_point_hint(detected: &Detection<'_>) -> Option<String> {
    let (language, problem) = (detected.language, detected.problem?);
    let detect = language.detect.as_ref();
    let detect = detect.filter(|_| detected.form == Form::Function)?;
    let (class, entry, bare) = (
        detect.class?,
        detect.entry_point(problem),
        &detected.code.bare,
    );
    let line = |at| line_number(bare, at);
    let types = type_declarations(bare);
    let mut outside = None;
    let mut inside = None;
    let definitions = detect.entry_pattern(&entry).ok()?;
    for found in definitions.find_iter(bare).take(MAX_DEFINITIONS) {
        let at = found.start() + found.as_str().find(&entry).unwrap_or(0);
        match enclosing_type(bare, &types, detect.indented, at) {
            Some(around) if class == EntryLocation::Inside && around.name == "Solution" => {
                return None;
            }
            Some(around) => {
                inside = Some((around, line(at)));
                break;
            }
            None if class == EntryLocation::Outside => return None,
            None => outside = outside.or(Some(line(at))),
        }
    }
    let has_solution = types.iter().any(|known| known.name == "Solution");
    // The expected declaration depends on the language, such as `impl Solution` in Rust.
    let stub = stub_source(language, problem).unwrap_or_default();
    let expected = type_declarations(&stub);
    let expected = expected
        .first()
        .map_or("class Solution", |found| found.text);
    Some(match (inside, outside) {
        (Some((TypeDeclaration { kind, name, at, .. }, method)), _) => {
            let type_line = line(at);
            if class == EntryLocation::Outside {
                format!(
                    "{entry} must be outside any class, but {kind} {name} (line {type_line}) \
                     contains it, on line {method}: move {entry} out of the {kind}"
                )
            } else if has_solution {
                format!(
                    "{expected} has no {entry}; {kind} {name} (line {type_line}) contains it, on \
                     line {method}: move {entry} to Solution"
                )
            } else {
                format!(
                    "there is no {expected}; {kind} {name} (line {type_line}) contains {entry}: \
                     rename {name} to Solution"
                )
            }
        }
        (None, Some(line)) if !has_solution => {
            format!("there is no {expected}: define it and move {entry} (line {line}) into it")
        }
        _ => return None,
    })
}

fn type_declarations(bare: &str) -> Vec<TypeDeclaration<'_>> {
    let declared = Pattern::built_in(
        r"(?m)(?P<indented>^[ \t]+|)\b(?P<text>(?:def)?(?P<kind>class|struct|object|interface|trait|enum|record|impl|module)\s+(?P<name>[\w$]+))",
    );
    let found = declared.captures_iter(bare).filter_map(|found| {
        let text = found.name("text")?;
        Some(TypeDeclaration {
            text: text.as_str(),
            kind: found.name("kind")?.as_str(),
            name: found.name("name")?.as_str(),
            at: text.start(),
            indented: found.name("indented")?.len(),
        })
    });
    found.collect()
}

/// Returns the innermost type around a position. If the language marks blocks by indentation
/// (`indented`), this is the last type that is declared before the position on a line with less
/// indentation than the position's own line. Otherwise, it is the innermost type whose braces
/// enclose the position.
fn enclosing_type<'a>(
    bare: &str,
    types: &[TypeDeclaration<'a>],
    indented: bool,
    at: usize,
) -> Option<TypeDeclaration<'a>> {
    let mut types = types.iter().take_while(|known| known.at < at).copied();
    scanned_bytes_counter::add_scanned_bytes(at);
    if indented {
        let line = &bare[bare[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        let inner = line.len() - line.trim_start_matches([' ', '\t']).len();
        return types.filter(|known| known.indented < inner).last();
    }
    let (mut next, mut pending) = (types.next(), None);
    // For each open brace, the type that it belongs to.
    let mut open = Vec::new();
    for (index, byte) in bare.bytes().enumerate().take(at) {
        if next.is_some_and(|declared| declared.at == index) {
            (pending, next) = (next, types.next());
        }
        match byte {
            b'{' => open.push(pending.take()),
            b'}' => _ = open.pop(),
            b';' => pending = None,
            _ => {}
        }
    }
    open.into_iter().flatten().last()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tests::problems;
    use crate::{KnownFacts, Languages, detect};

    fn assert_hint(path: &str, source: &str, expected: Option<&str>) {
        let known = KnownFacts {
            problems: problems(),
            problem: Some(&problems()[0]),
            form: Some(Form::Function),
        };
        let languages = Languages::embedded();
        let found = detect(&languages, Path::new(path), source.as_bytes(), known).unwrap();
        assert_eq!(entry_point_hint(&found).as_deref(), expected, "{source}");
    }

    #[test]
    fn hint_ignores_calls_and_contains_the_enclosing_type() {
        let calls = "int catMouseGame(int);\n".repeat(20);
        let inner = "struct A { struct B { int b; }; int catMouseGame(int); };";
        let note = "class Solution has no catMouseGame; struct A (line 21) contains it, on line 21: \
                    move catMouseGame to Solution";
        let source = format!("{calls}{inner}\nclass Solution {{}};");
        assert_hint("a.cpp", &source, Some(note));
        let solution = "class Solution { int catMouseGame(int); };";
        assert_hint("a.cpp", &format!("{calls}}}\n{solution}"), None);
    }

    #[test]
    fn hint_for_indented_language_contains_the_enclosing_type() {
        let helper = "  class Helper:\n    pass\n  class Other:\n    pass\n";
        let method = "  def catMouseGame(self, graph):\n    pass\n";
        assert_hint("a.py", &format!("class Solution:\n{helper}{method}"), None);
        let note = "there is no class Solution; class A (line 1) contains catMouseGame: rename A to Solution";
        assert_hint("a.py", &format!("class A:\n{helper}{method}"), Some(note));
    }
}
