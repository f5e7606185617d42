//! What is probably wrong with a function that its driver does not find. Asked
//! only once a submission has failed: a guess must not fail a right one.

use std::collections::BTreeMap;

use regex::Regex;

use super::code::steps;
use super::detect::Detected;
use super::row::Detect;
use super::spec::Form;
use cat_and_mouse::problem::Problem;
use mousetrap_base::toml_file::closest;

/// How many places that look like the entry point are examined.
const LOOKED_AT: usize = 16;

/// A declaration of a type, and where it stands.
#[derive(Clone, Copy)]
struct Type<'a> {
    kind: &'a str,
    name: &'a str,
    at: usize,
    /// How far its line is indented.
    indented: usize,
}

/// Why the driver of a submission in function form cannot call it: its class
/// has another name, or its method stands elsewhere. None where all of that is
/// as it has to be, or a language has no classes.
pub(crate) fn misplaced(detected: &Detected<'_>) -> Option<String> {
    let (language, problem) = (detected.language, detected.problem?);
    if detected.form == Form::Program {
        return None;
    }
    let lenient = match language.drivers.first()?.as_str() {
        "cpp" | "java" | "kotlin" | "scala" | "rust" => false,
        "python" | "javascript" | "php" | "ruby" => true,
        _ => return None,
    };
    let by_indentation = matches!(language.drivers[0].as_str(), "python" | "ruby");
    let bare = &detected.code.bare;
    let line = |at: usize| bare[..at].matches('\n').count() + 1;
    let detect = language.detect.as_ref()?;
    let entry = detect.case.pick(problem.entry_points())?;
    let pattern = format!("(?m){}", detect.entry.replace("{entry}", entry));
    let types = types(bare);
    let mut outside = None;
    let mut inside = None;
    // Each is looked at from the start of the text, so not all of many are.
    for found in Regex::new(&pattern).ok()?.find_iter(bare).take(LOOKED_AT) {
        steps::add(found.len());
        let at = found.start() + found.as_str().find(entry).unwrap_or(0);
        let around = if by_indentation {
            indented_around(bare, &types, at)
        } else {
            braced_around(bare, &types, at)
        };
        match around {
            Some(around) if around.name == "Solution" => return None,
            Some(around) => inside = inside.or(Some((around, at))),
            None => outside = outside.or(Some(at)),
        }
        if inside.is_some() {
            break;
        }
    }
    let solution = types.iter().any(|known| known.name == "Solution");
    match (inside, outside) {
        (_, Some(_)) if lenient => None,
        (Some((Type { kind, name, at, .. }, method)), _) if solution => Some(format!(
            "class Solution has no {entry}; {kind} {name} (line {}) has it, on line {}: move it \
             to Solution",
            line(at),
            line(method)
        )),
        (Some((Type { kind, name, at, .. }, _)), _) => Some(format!(
            "no class Solution; {kind} {name} (line {}) has {entry}: rename it to Solution",
            line(at)
        )),
        (None, Some(at)) if !solution => Some(format!(
            "no class Solution; {entry} (line {}) stands outside of any class: put it into one",
            line(at)
        )),
        _ => None,
    }
}

fn types(bare: &str) -> Vec<Type<'_>> {
    let declared =
        Regex::new(r"\b(class|struct|object|interface|trait|enum|record|impl|module)\s+([\w$]+)")
            .expect("a sound expression");
    let (mut from, mut indented) = (0, indent(bare, 0));
    declared
        .captures_iter(bare)
        .map(|found| {
            let (all, [kind, name]) = (found.get_match(), found.extract::<2>().1);
            let at = all.start();
            steps::add(at - from);
            if let Some(end) = bare[from..at].rfind('\n') {
                indented = indent(bare, from + end + 1);
            }
            from = at;
            Type {
                kind,
                name,
                at,
                indented,
            }
        })
        .collect()
}

/// How far the line that starts at `start` is indented.
fn indent(bare: &str, start: usize) -> usize {
    let line = &bare[start..];
    let indented = line.len() - line.trim_start_matches([' ', '\t']).len();
    steps::add(indented);
    indented
}

/// The innermost type whose braces are open at `at`.
fn braced_around<'a>(bare: &str, types: &[Type<'a>], at: usize) -> Option<Type<'a>> {
    let mut types = types.iter().copied().peekable();
    let (mut pending, mut open) = (None, Vec::new());
    for (index, byte) in bare.bytes().enumerate().take(at) {
        steps::add(1);
        while let Some(next) = types.next_if(|next| next.at <= index) {
            pending = Some(next);
        }
        match byte {
            b'{' => open.push(pending.take()),
            b'}' => drop(open.pop()),
            b';' => pending = None,
            _ => {}
        }
    }
    open.into_iter().rev().flatten().next()
}

/// The last type before `at` that is indented less.
fn indented_around<'a>(bare: &str, types: &[Type<'a>], at: usize) -> Option<Type<'a>> {
    let start = bare[..at].rfind('\n').map_or(0, |end| end + 1);
    let inner = indent(bare, start);
    let mut before = types.iter().rev().filter(|known| known.at < at);
    before.find(|known| known.indented < inner).copied()
}

/// The name before a parenthesis that is most like an entry point, and its line.
pub(super) fn like_entry<'a>(
    detect: &Detect,
    bare: &'a str,
    problems: &[&'static dyn Problem],
) -> Option<(&'a str, usize)> {
    /// Longer names are like none.
    const LONGEST: usize = 40;
    let names = Regex::new(r"\b(\w+)\s*\(").expect("a sound expression");
    let names = names.captures_iter(bare).filter_map(|found| found.get(1));
    let names = names.filter(|name| name.len() <= LONGEST);
    let mut first = BTreeMap::new();
    for name in names {
        first.entry(name.as_str()).or_insert(name.start());
    }
    let known: Vec<&str> = first.keys().copied().collect();
    let mut entries = problems
        .iter()
        .filter_map(|problem| detect.case.pick(problem.entry_points()));
    let name = entries.find_map(|entry| closest(entry, &known))?;
    Some((name, bare[..first[name]].matches('\n').count() + 1))
}
