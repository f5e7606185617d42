//! Rewrites C# syntax that Mono's compiler does not support: local functions, `new()`, `x[^1]`,
//! `x[1..]`, `??=`, `is not`, and tuples as loop variables of `foreach`.

use std::fmt::Write as _;

use super::brackets::{closing_bracket, enclosing_bracket};
use super::csharp_code::{
    Edit, MAX_LOCAL_FUNCTIONS, MAX_SOURCE_BYTES, TYPE, end_of_statement, split_parameters,
    start_of_expression,
};
use super::csharp_local::local_function;
use crate::source::{Code, Pattern, Syntax};

/// Maximum number of rewriting steps, each of which scans the entire source.
const MAX_STEPS: usize = 40;

/// Rewrites the source in the syntax of C# 7, so that compiler messages still name the original
/// lines. `helpers` is the namespace of the driver's helpers, or `None` for a program without a
/// driver.
pub(super) fn rewritten(code: &Code, syntax: &Syntax, helpers: Option<&str>) -> Code {
    let mut code = code.clone();
    if code.text.len() > MAX_SOURCE_BYTES {
        return code;
    }
    let rules = [
        rewrite_new_in_declaration,
        rewrite_new_in_assignment,
        rewrite_is_not_null,
        rewrite_null_assignment,
        rewrite_index_from_end,
        rewrite_foreach_tuple,
        local_function,
    ];
    for _ in 0..MAX_STEPS {
        let Some(edits) = rules.iter().find_map(|rule| rule(&code, helpers)) else {
            break;
        };
        let mut text = code.text.clone();
        for edit in edits.into_iter().rev() {
            text.replace_range(edit.range, &edit.text);
        }
        code = Code::new(&text, syntax);
    }
    code
}

/// Rewrites `List<int> x = new();`.
fn rewrite_new_in_declaration(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let pattern = format!(r"(?:^|[\s;{{}}(])({TYPE})\s+@?\w+\s*=\s*new\s*(\()");
    let pattern = Pattern::new_valid(&pattern);
    let mut found = pattern.captures_iter(&code.bare);
    let found = found.find(|found| &found[1] != "return")?;
    let [ty, open] = [1, 2].map(|group| found.get(group).map_or(0..0, |it| it.range()));
    let text = format!(" {}", &code.text[ty]);
    let range = open.start..open.start;
    Some(vec![Edit { range, text }])
}

/// Rewrites `x = new();` and `x[i] = new();` according to the declaration of `x`.
fn rewrite_new_in_assignment(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let pattern = r"\b([A-Za-z_]\w*)\s*(\[[^;{}=]*\])?\s*=\s*(?:[^;{}=]*\?\?\s*)?new\s*(\()";
    Pattern::new_valid(pattern)
        .captures_iter(bare)
        .take(MAX_LOCAL_FUNCTIONS)
        .find_map(|found| {
            let ty = declared_type(code, &found[1])?;
            let text = match found.get(2) {
                Some(_) => format!(" {}", item_type(&ty)?),
                None => format!(" {ty}"),
            };
            let open = found.get(3)?.start();
            Some(vec![Edit {
                range: open..open,
                text,
            }])
        })
}

/// Returns the declared type of a variable.
fn declared_type(code: &Code, name: &str) -> Option<String> {
    let typed =
        format!(r"\bvar\s+{name}\s*=\s*new\s+({TYPE})\s*([\[({{])|({TYPE})\s+{name}\s*[;=,)]");
    Pattern::new_valid(&typed)
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

/// Returns the type of the items of an array, list or dictionary type.
fn item_type(ty: &str) -> Option<&str> {
    if ty.ends_with(']') {
        return Some(&ty[..ty.rfind('[')?]);
    }
    let arguments = ty.strip_suffix('>')?.split_once('<')?.1;
    split_parameters(arguments).last().map(|it| it.trim())
}

/// Rewrites `foreach (var (a, b) in pairs)`.
fn rewrite_foreach_tuple(code: &Code, helpers: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let pattern = r"\bforeach\s*(\()\s*var\s*(\(\s*\w+(?:\s*,\s*\w+){1,2}\s*\))\s+in\b";
    let found = Pattern::new_valid(pattern).captures(bare)?;
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
        Edit {
            range: names,
            text: format!(" {each}"),
        },
        Edit {
            range: body..body,
            text,
        },
        Edit {
            range: end..end,
            text: " }".to_owned(),
        },
    ])
}

/// Rewrites `x is not null`.
fn rewrite_is_not_null(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let found = Pattern::new_valid(r"\bis\s+not\s+null\b").find(&code.bare)?;
    let text = "!= null".to_owned();
    Some(vec![Edit {
        range: found.range(),
        text,
    }])
}

/// Rewrites `x ??= y`.
fn rewrite_null_assignment(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let sign = Pattern::new_valid(r"\s*\?\?=").find(&code.bare)?.range();
    let place = &code.text[start_of_expression(&code.bare, sign.start)..sign.start];
    let text = format!(" = {place} ??");
    Some(vec![Edit { range: sign, text }])
}

/// Rewrites `x[^1]` and `x[1..^1]`.
fn rewrite_index_from_end(code: &Code, helpers: Option<&str>) -> Option<Vec<Edit>> {
    let ends = format!("global::{}.Ends", helpers?);
    let bare = &code.bare;
    let sign = Pattern::new_valid(r"\[\s*\^|\.\.").find(bare)?;
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
        // In an assignment, the array expression is a variable, so evaluating it twice is safe.
        (None, Some(from_end)) if !owner.contains('(') => {
            format!("{owner}[{ends}.Of({owner}) - ({from_end})]")
        }
        (None, from_end) => format!("{ends}.At({owner}, {})", from_end?),
    };
    let range = start..close + 1;
    Some(vec![Edit { range, text }])
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
            ("if (x is not null) y();", "if (x != null) y();"),
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
            assert_eq!(rewritten(&code, syntax, Some("M")).text, expected);
        }
        for text in [
            "class A { int F(int a) { if (a > 0) { return 1; } else if (a < 0) { return 2; } } }",
            "class A { A(int a) { } int F(ref int a) => a; static int G() { return 1; } }",
            "var s = \"[^1]..\"; // x ??= new();",
        ] {
            let code = Code::new(text, syntax);
            assert_eq!(rewritten(&code, syntax, Some("M")).text, text);
        }
    }
}
