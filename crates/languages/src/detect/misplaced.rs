//! Explains why a driver does not find the function of a submission. This is a guess, so
//! it is made only after a submission has failed.

use super::detected::Detected;
use crate::embedded_files::stub;
use crate::source::{Pattern, line_number, steps};
use crate::table::Class;
use mousetrap_model::Form;

/// A declaration of a type and its position.
#[derive(Clone, Copy)]
struct Type<'a> {
    /// `class Solution`
    text: &'a str,
    kind: &'a str,
    name: &'a str,
    at: usize,
    /// The indentation of its line.
    indented: usize,
}

/// Explains why the driver cannot call a submission in function form: its class has
/// another name, or its method is in the wrong place. Returns `None` if class and method
/// are as expected, or if the language has no classes.
pub fn misplaced<'a>(detected: &'a Detected<'_>) -> Option<String> {
    let (language, problem) = (detected.language, detected.problem?);
    if detected.form == Form::Program {
        return None;
    }
    let bare = &detected.code.bare;
    let line = |at| line_number(bare, at);
    let detect = language.detect.as_ref()?;
    let class = detect.class?;
    let entry = &detect.entry_point(problem);
    let types = types(bare);
    let mut surroundings: Box<dyn FnMut(usize) -> Option<Type<'a>> + '_> = if detect.indented {
        Box::new(indented_around(bare, &types))
    } else {
        Box::new(braced_around(bare, &types))
    };
    let mut outside = None;
    let mut inside = None;
    for found in detect.definition(entry).ok()?.find_iter(bare) {
        let at = found.start() + found.as_str().find(entry).unwrap_or(0);
        match surroundings(at) {
            Some(around) if class == Class::Inside && around.name == "Solution" => return None,
            Some(around) => inside = Some((around, at)),
            None if class == Class::Outside => return None,
            None => outside = outside.or(Some(at)),
        }
        if inside.is_some() {
            break;
        }
    }
    let solution = types.iter().any(|known| known.name == "Solution");
    // `impl` in Rust, `object` in Scala.
    let stub = stub(language, problem).unwrap_or_default();
    let expected = self::types(&stub)
        .first()
        .map_or("class Solution", |found| found.text);
    match (inside, outside) {
        (Some((Type { kind, name, at, .. }, method)), _) if class == Class::Outside => {
            Some(format!(
                "{kind} {name} (line {}) has {entry}, on line {}, which is called as a function: \
                 move it out of any {kind}",
                line(at),
                line(method)
            ))
        }
        (Some((Type { kind, name, at, .. }, method)), _) if solution => Some(format!(
            "{expected} has no {entry}; {kind} {name} (line {}) has it, on line {}: move \
             it to Solution",
            line(at),
            line(method)
        )),
        (Some((Type { kind, name, at, .. }, _)), _) => Some(format!(
            "no {expected}; {kind} {name} (line {}) has {entry}: rename it to Solution",
            line(at)
        )),
        (None, Some(at)) if !solution => Some(format!(
            "no {expected}: write {entry} (line {}) inside `{expected}`",
            line(at)
        )),
        _ => None,
    }
}

fn types(bare: &str) -> Vec<Type<'_>> {
    let declared = Pattern::sound(
        r"\b(?:def)?(class|struct|object|interface|trait|enum|record|impl|module)\s+([\w$]+)",
    );
    let mut indentation = indentation(bare);
    declared
        .captures_iter(bare)
        .map(|found| {
            let (all, [kind, name]) = (found.get_match(), found.extract::<2>().1);
            let at = all.start();
            Type {
                text: all.as_str(),
                kind,
                name,
                at,
                indented: indentation(at),
            }
        })
        .collect()
}

/// Returns the indentation of the line at a position. Positions must ascend.
fn indentation(bare: &str) -> impl FnMut(usize) -> usize {
    let indent = |start: usize| {
        let line = &bare[start..];
        let indented = line.len() - line.trim_start_matches([' ', '\t']).len();
        steps::add(indented);
        indented
    };
    let (mut from, mut indented) = (0, indent(0));
    move |at| {
        steps::add(at - from);
        if let Some(end) = bare[from..at].rfind('\n') {
            indented = indent(from + end + 1);
        }
        from = at;
        indented
    }
}

/// Returns the innermost type whose braces are open at a position. Positions must ascend.
fn braced_around<'a>(bare: &str, types: &[Type<'a>]) -> impl FnMut(usize) -> Option<Type<'a>> {
    let mut types = types.iter().copied().peekable();
    let (mut from, mut depth, mut pending) = (0, 0, None);
    // The surrounding types, each with the depth inside its braces.
    let mut open: Vec<(usize, Type<'_>)> = Vec::new();
    move |at| {
        steps::add(at - from);
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

/// Returns the last type before a position that is indented less. Positions must ascend.
fn indented_around<'a>(bare: &str, types: &[Type<'a>]) -> impl FnMut(usize) -> Option<Type<'a>> {
    let mut types = types.iter().copied().peekable();
    let mut indentation = indentation(bare);
    // Each is indented more than the previous one; no other type can be the answer.
    let mut open: Vec<Type<'_>> = Vec::new();
    move |at| {
        while let Some(next) = types.next_if(|next| next.at < at) {
            while open.pop_if(|last| last.indented >= next.indented).is_some() {}
            open.push(next);
        }
        let inner = indentation(at);
        let less = open.partition_point(|around| around.indented < inner);
        less.checked_sub(1).map(|last| open[last])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tests::problems;
    use crate::{Hints, Languages, detect};

    fn check(path: &str, source: &str, expected: Option<&str>) {
        let known = Hints {
            problems: problems(),
            problem: Some(&problems()[0]),
            form: Some(Form::Function),
        };
        let languages = Languages::embedded();
        let found = detect(&languages, Path::new(path), source.as_bytes(), known).unwrap();
        assert_eq!(misplaced(&found).as_deref(), expected, "{source}");
    }

    #[test]
    fn misplaced_with_repeated_calls_names_surrounding_type() {
        let calls = "int catMouseGame(int);\n".repeat(20);
        let inner = "struct A { struct B { int b; }; int catMouseGame(int); };";
        let note = "class Solution has no catMouseGame; struct A (line 21) has it, on line 21: move \
                    it to Solution";
        let source = format!("{calls}{inner}\nclass Solution {{}};");
        check("a.cpp", &source, Some(note));
        let solution = "class Solution { int catMouseGame(int); };";
        check("a.cpp", &format!("{calls}}}\n{solution}"), None);
    }

    #[test]
    fn misplaced_in_indented_language_names_less_indented_type() {
        let helper = "  class Helper:\n    pass\n  class Other:\n    pass\n";
        let method = "  def catMouseGame(self, graph):\n    pass\n";
        check("a.py", &format!("class Solution:\n{helper}{method}"), None);
        let note = "no class Solution; class A (line 1) has catMouseGame: rename it to Solution";
        check("a.py", &format!("class A:\n{helper}{method}"), Some(note));
    }
}
