//! Rewrites C# syntax that Mono's compiler does not support: local functions, `new()`, `x[^1]`,
//! `x[1..]`, `??=`, `is 'a' or 'b'`, `int[] x = [1, 2]`, and tuples as `foreach` variables.

use std::fmt::Write as _;

use super::brackets::{closing_bracket, enclosing_bracket, nesting_change};
use super::csharp_code::{
    Edit, MAX_LOCAL_FUNCTIONS, MAX_SOURCE_BYTES, TYPE_PATTERN, end_of_statement, item_type,
    split_parameters, start_of_expression,
};
use super::csharp_erased::annotation_removals;
use super::csharp_local::rewrite_local_function;
use crate::source::{Code, Pattern, Syntax};

/// Maximum number of rewriting steps, each of which scans the entire source.
const MAX_REWRITING_STEPS: usize = 40;

/// Rewrites newer syntax to C# 7, without changing line numbers in compiler messages. `helpers`
/// is the namespace of the driver's helpers, or `None` for a program without a driver.
pub(super) fn rewrite(code: &Code, syntax: &Syntax, helpers: Option<&str>) -> Code {
    if code.text.len() > MAX_SOURCE_BYTES {
        return code.clone();
    }
    let mut code = apply_edits(code, annotation_removals(code), syntax);
    let rules = [
        rewrite_new_in_declaration,
        rewrite_new_in_assignment,
        rewrite_collection,
        rewrite_is_pattern,
        rewrite_null_assignment,
        rewrite_index_from_end,
        rewrite_foreach_tuple,
        rewrite_local_function,
    ];
    for _ in 0..MAX_REWRITING_STEPS {
        let Some(edits) = rules.iter().find_map(|rule| rule(&code, helpers)) else {
            break;
        };
        code = apply_edits(&code, edits, syntax);
    }
    code
}

/// Applies edits, which must be sorted by position.
fn apply_edits(code: &Code, edits: Vec<Edit>, syntax: &Syntax) -> Code {
    let mut text = code.text.clone();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.range, &edit.text);
    }
    Code::new(&text, syntax)
}

/// Rewrites `List<int> x = new();`.
fn rewrite_new_in_declaration(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let pattern = format!(r"(?:^|[\s;{{}}(])({TYPE_PATTERN})\s+@?\w+\s*=\s*new\s*(\()");
    let pattern = Pattern::built_in(&pattern);
    let mut found = pattern.captures_iter(&code.bare);
    let found = found.find(|found| &found[1] != "return")?;
    let [ty, open] = [1, 2].map(|group| found.get(group).map_or(0..0, |it| it.range()));
    let text = format!(" {}", &code.text[ty]);
    let range = open.start..open.start;
    Some(vec![Edit::new(range, text)])
}

/// Rewrites `x = new();` and `x[i] = new();` according to the declaration of `x`.
fn rewrite_new_in_assignment(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let pattern = r"\b([A-Za-z_]\w*)\s*(\[[^;{}=]*\])?\s*=\s*(?:[^;{}=]*\?\?\s*)?new\s*(\()";
    Pattern::built_in(pattern)
        .captures_iter(bare)
        .take(MAX_LOCAL_FUNCTIONS)
        .find_map(|found| {
            let ty = declared_type(code, &found[1])?;
            let text = match found.get(2) {
                Some(_) => format!(" {}", item_type(&ty)?),
                None => format!(" {ty}"),
            };
            let open = found.get(3)?.start();
            Some(vec![Edit::new(open..open, text)])
        })
}

/// Returns the declared type of a variable.
fn declared_type(code: &Code, name: &str) -> Option<String> {
    let typed = format!(
        r"\bvar\s+{name}\s*=\s*new\s+({TYPE_PATTERN})\s*([\[({{])|({TYPE_PATTERN})\s+{name}\s*[;=,)]"
    );
    Pattern::built_in(&typed)
        .captures_iter(&code.bare)
        .find_map(|found| {
            let ty = &code.text[found.get(1).or(found.get(3))?.range()];
            let is_array = found.get(2).is_some_and(|open| open.as_str() == "[");
            let is_type = !["var", "return", "new", "in", "out", "ref", "case"].contains(&ty);
            is_type.then(|| {
                if is_array {
                    format!("{ty}[]")
                } else {
                    ty.to_owned()
                }
            })
        })
}

/// Rewrites `foreach (var (a, b) in pairs)`.
fn rewrite_foreach_tuple(code: &Code, helpers: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let pattern = r"\bforeach\s*(\()\s*var\s*(\(\s*\w+(?:\s*,\s*\w+){1,2}\s*\))\s+in\b";
    let found = Pattern::built_in(pattern).captures(bare)?;
    let [open, names] = [1, 2].map(|group| found.get(group).map_or(0..0, |it| it.range()));
    let close = closing_bracket(bare, open.start, MAX_SOURCE_BYTES)?;
    let body = close + 1 + bare[close + 1..].find(|c: char| !c.is_whitespace())?;
    let end = end_of_statement(bare, body)?;
    let helpers = helpers?;
    let each = format!("{helpers}_{}", open.start);
    let mut text = "{ ".to_owned();
    for (index, name) in split_parameters(bare[names.clone()].trim_matches(['(', ')']))
        .iter()
        .enumerate()
    {
        let number = ["First", "Second", "Third"][index];
        if name.trim() != "_" {
            let name = name.trim();
            let _ = write!(
                text,
                "var {name} = global::{helpers}.Ends.{number}({each}); "
            );
        }
    }
    Some(vec![
        Edit::new(names, format!(" {each}")),
        Edit::new(body..body, text),
        Edit::new(end..end, " }"),
    ])
}

/// Rewrites `c is 'a' or 'e'`, `c is >= '0' and <= '9'` and `x is not null`. Skips expressions that
/// contain a call, because the rewritten code would make the call several times.
fn rewrite_is_pattern(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let part = r#"(?:not\s+|[<>]=?\s*)?(?:'[^']*'|"[^"]*"|-?\w[\w.]*)"#;
    let pattern =
        format!(r"\s+is\s+({part}(?:\s+(?:or|and)\s+{part})+|(?:not\s+|[<>]=?\s*){part})");
    let operand =
        Pattern::built_in(r#"\b(or|and)\s|(not\s+|[<>]=?\s*)?('[^']*'|"[^"]*"|-?\w[\w.]*)"#);
    let found = Pattern::built_in(&pattern);
    found.captures_iter(&code.bare).find_map(|found| {
        let start = start_of_expression(&code.bare, found.get_match().start());
        let tested = &code.text[start..found.get_match().start()];
        let is_pure = !tested.contains('(') || tested.starts_with("char.");
        let parts = found.get(1)?.range();
        let text = operand
            .captures_iter(&code.bare[parts.clone()])
            .map(|part| {
                let group = |index| {
                    let range = part.get(index).map_or(0..0, |it| it.range());
                    code.text[parts.start + range.start..parts.start + range.end].trim()
                };
                let value = group(3);
                match (group(1), group(2)) {
                    ("or", _) => " || ".to_owned(),
                    ("and", _) => " && ".to_owned(),
                    (_, "") => format!("{tested} is {value}"),
                    (_, "not") => format!("!({tested} is {value})"),
                    (_, sign) => format!("{tested} {sign} {value}"),
                }
            });
        let edit = Edit::new(start..parts.end, format!("({})", text.collect::<String>()));
        (is_pure && !tested.is_empty()).then(|| vec![edit])
    })
}

/// Rewrites `int[][] x = [[1, 2], []];`.
fn rewrite_collection(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let pattern = format!(r"(?:^|[\s;{{}}(])({TYPE_PATTERN})\s+@?\w+\s*=\s*(\[)");
    let pattern = Pattern::built_in(&pattern);
    pattern.captures_iter(&code.bare).find_map(|found| {
        let mut edits = Vec::new();
        add_collection_edits(&code.bare, found.get(2)?.start(), &found[1], &mut edits)?;
        Some(edits)
    })
}

/// Adds the edits that replace the collection expression at `open` with an initializer such as `new
/// int[] {1, 2}`.
fn add_collection_edits(bare: &str, open: usize, ty: &str, edits: &mut Vec<Edit>) -> Option<()> {
    let close = closing_bracket(bare, open, MAX_SOURCE_BYTES)?;
    if bare[open..close].contains("..") {
        return None;
    }
    let list = Pattern::built_in(r"^I(?:List|Collection|Enumerable|ReadOnlyList)<");
    let ty = match list.find(ty) {
        Some(interface) => &format!("List<{}", &ty[interface.end()..]),
        None => ty,
    };
    edits.push(Edit::new(open..open + 1, format!("new {ty} {{")));
    let (mut depth, mut start) = (0, open + 1);
    for (offset, c) in bare[open + 1..close].char_indices() {
        let at = open + 1 + offset;
        if c == '[' && depth == 0 && bare[start..at].trim().is_empty() {
            add_collection_edits(bare, at, item_type(ty)?, edits)?;
        }
        depth += nesting_change(c);
        if c == ',' && depth == 0 {
            start = at + 1;
        }
    }
    edits.push(Edit::new(close..close + 1, "}"));
    Some(())
}

/// Rewrites `x ??= y`.
fn rewrite_null_assignment(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let sign = Pattern::built_in(r"\s*\?\?=").find(&code.bare)?.range();
    let place = &code.text[start_of_expression(&code.bare, sign.start)..sign.start];
    let text = format!(" = {place} ??");
    Some(vec![Edit::new(sign, text)])
}

/// Rewrites `x[^1]` and `x[1..^1]`.
fn rewrite_index_from_end(code: &Code, helpers: Option<&str>) -> Option<Vec<Edit>> {
    let ends = format!("global::{}.Ends", helpers?);
    let bare = &code.bare;
    let sign = Pattern::built_in(r"\[\s*\^|\.\.").find(bare)?;
    let open = match sign.as_str() {
        ".." => {
            enclosing_bracket(bare, sign.start()).filter(|open| bare[*open..].starts_with('['))?
        }
        _ => sign.start(),
    };
    let close = closing_bracket(bare, open, MAX_SOURCE_BYTES)?;
    let start = start_of_expression(bare, open);
    let owner = &code.text[start..open];
    // A negative number counts from the end.
    let place = |text: &str, default: &str| match text.trim() {
        "" => default.to_owned(),
        text => match text.strip_prefix('^') {
            Some(from_end) => format!("-1 - ({from_end})"),
            None => text.to_owned(),
        },
    };
    let inner = code.text[open + 1..close].trim();
    let text = match (inner.split_once(".."), inner.strip_prefix('^')) {
        (Some((from, to)), _) => {
            format!(
                "{ends}.Slice({owner}, {}, {})",
                place(from, "0"),
                place(to, "-1")
            )
        }
        // An expression without a call can be evaluated twice.
        (None, Some(from_end)) if !owner.contains('(') => {
            format!("{owner}[{ends}.Of({owner}) - ({from_end})]")
        }
        (None, from_end) => format!("{ends}.At({owner}, {})", from_end?),
    };
    let range = start..close + 1;
    Some(vec![Edit::new(range, text)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    #[test]
    fn newer_syntax_is_rewritten() {
        let languages = Languages::embedded();
        let syntax = &languages.by_id("csharp").unwrap().syntax;
        for (text, expected) in [
            (
                "List<int[]> x = new();",
                "List<int[]> x = new List<int[]>();",
            ),
            (
                "Dictionary<int, List<int>> d; var g = new List<int>[n]; d[0] ??= new(); g[i] = new();",
                "Dictionary<int, List<int>> d; var g = new List<int>[n]; d[0] = d[0] ?? new List<int>(); \
                 g[i] = new List<int>();",
            ),
            (
                "foreach (var (k, _) in d) if (k) a(); else b();",
                "foreach (var  M_8 in d) { var k = global::M.Ends.First(M_8); if (k) a(); else b(); }",
            ),
            ("if (x is not null) y();", "if ((!(x is null))) y();"),
            (
                "return a[i] is >= '0' and <= '9' || char.F(c) is 'a' or 'e';",
                "return (a[i] >= '0' && a[i] <= '9') || (char.F(c) is 'a' || char.F(c) is 'e');",
            ),
            (
                "int[][] d = [[0, f(1, 2)], []]; IList<int> l = [];",
                "int[][] d = new int[][] {new int[] {0, f(1, 2)}, new int[] {}}; \
                 IList<int> l = new List<int> {};",
            ),
            (
                "#nullable enable\nclass A { } A? a = null; int[]? n = null; int? x = a!.x! != 1 ? 0x_f : 1_000_7;",
                "\nclass A { } A a = null; int[] n = null; int? x = a.x != 1 ? 0xf : 10007;",
            ),
            ("m[i] ??= f(i);", "m[i] = m[i] ?? f(i);"),
            (
                "return s[^1] + t()[^2];",
                "return s[global::M.Ends.Of(s) - (1)] + global::M.Ends.At(t(), 2);",
            ),
            (
                "x = s[1..^1] + s[i..];",
                "x = global::M.Ends.Slice(s, 1, -1 - (1)) + global::M.Ends.Slice(s, i, -1);",
            ),
            (
                "class A { void F() { int m = 0; int G(int a, List<int> b) => a; G(m, null); } }",
                "class A { void F() { int m = 0; System.Func<int, List<int>, int> G = null; \
                 G = (int a, List<int> b) => a; G(m, null); } }",
            ),
            (
                "class A { void F() { int m = 0;\n if (m > 0) G(m); return;\nvoid G(int a) { m = a; } } }",
                "class A { void F() { int m = 0;System.Action<int> G = null;\n#line 3\n\
                 G = (int a) => { m = a; };\n#line 1\n\n if (m > 0) G(m); return;\n } }",
            ),
        ] {
            let code = Code::new(text, syntax);
            assert_eq!(rewrite(&code, syntax, Some("M")).text, expected);
        }
        for text in [
            "class A { int F(int a) { if (a > 0) { return 1; } else if (a < 0) { return 2; } } }",
            "class A { A(int a) { } int F(ref int a) => a; static int G() { return 1; } }",
            "var s = \"[^1]..\"; // x ??= new();",
            "if (Pop() is 'a' or 'b') { } bool b = x is string s ? s == a_1 : y is int;",
        ] {
            let code = Code::new(text, syntax);
            assert_eq!(rewrite(&code, syntax, Some("M")).text, text);
        }
    }
}
