//! Explains why a driver cannot find the function of a submission. The explanation is a guess, so
//! it is given only after a submission has failed.

use super::detection::Detection;
use crate::embedded_files::stub_source;
use crate::source::{Pattern, line_number, scan_counter};
use crate::table::EntryLocation;
use mousetrap_model::Form;

/// The declaration of a type, and its position.
#[derive(Clone, Copy)]
struct TypeDeclaration<'a> {
    /// The text of the declaration, such as `class Solution`.
    text: &'a str,
    kind: &'a str,
    name: &'a str,
    at: usize,
    /// The indentation of the declaration's line.
    indented: usize,
}

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
    let mut enclosing_type = enclosing_type_finder(bare, &types, detect.indented);
    let mut outside = None;
    let mut inside = None;
    for found in detect.entry_pattern(&entry).ok()?.find_iter(bare) {
        let at = found.start() + found.as_str().find(&entry).unwrap_or(0);
        match enclosing_type(at) {
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
                    "{kind} {name} (line {type_line}) contains {entry}, on line {method}, which is \
                     called as a function: move {entry} out of the {kind}"
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
        r"\b(?:def)?(class|struct|object|interface|trait|enum|record|impl|module)\s+([\w$]+)",
    );
    let mut indentation = indentation_at_position(bare);
    declared
        .captures_iter(bare)
        .map(|found| {
            let (all, [kind, name]) = (found.get_match(), found.extract::<2>().1);
            let at = all.start();
            TypeDeclaration {
                text: all.as_str(),
                kind,
                name,
                at,
                indented: indentation(at),
            }
        })
        .collect()
}

/// Returns a function that computes the indentation of the line at a position. Positions must be
/// passed in ascending order.
fn indentation_at_position(bare: &str) -> impl FnMut(usize) -> usize {
    let indent = |start: usize| {
        let line = &bare[start..];
        let indented = line.len() - line.trim_start_matches([' ', '\t']).len();
        scan_counter::add_scanned_bytes(indented);
        indented
    };
    let (mut from, mut indented) = (0, indent(0));
    move |at| {
        scan_counter::add_scanned_bytes(at - from);
        if let Some(end) = bare[from..at].rfind('\n') {
            indented = indent(from + end + 1);
        }
        from = at;
        indented
    }
}

/// Returns a function that finds the innermost type around a position. If the language marks blocks
/// by indentation (`indented`), this is the last type that is declared before the position on a
/// line with less indentation than the position's own line. Otherwise, it is the innermost type
/// whose braces enclose the position. Positions must be passed in ascending order.
fn enclosing_type_finder<'a>(
    bare: &str,
    types: &[TypeDeclaration<'a>],
    indented: bool,
) -> impl FnMut(usize) -> Option<TypeDeclaration<'a>> {
    let mut types = types.iter().copied().peekable();
    let mut indentation = indentation_at_position(bare);
    let (mut from, mut depth, mut pending) = (0, 0, None);
    // The types that may enclose a position, from the outermost to the innermost, each with its
    // indentation or the nesting depth inside its braces.
    let mut open: Vec<(usize, TypeDeclaration<'_>)> = Vec::new();
    move |at| {
        if indented {
            while let Some(next) = types.next_if(|next| next.at < at) {
                while open.pop_if(|(last, _)| *last >= next.indented).is_some() {}
                open.push((next.indented, next));
            }
            let inner = indentation(at);
            let less = open.partition_point(|(around, _)| *around < inner);
            return less.checked_sub(1).map(|last| open[last].1);
        }
        scan_counter::add_scanned_bytes(at - from);
        for index in from..at {
            while let Some(next) = types.next_if(|next| next.at <= index) {
                pending = Some(next);
            }
            match bare.as_bytes()[index] {
                b'{' => {
                    depth += 1;
                    open.extend(pending.take().map(|around| (depth, around)));
                }
                b'}' => {
                    open.pop_if(|(inner, _)| *inner == depth);
                    depth = depth.saturating_sub(1);
                }
                b';' => pending = None,
                _ => {}
            }
        }
        from = at;
        open.last().map(|(_, around)| *around)
    }
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
