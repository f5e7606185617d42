//! Rewrites tuple assignments in C#. Mono's compiler evaluates and assigns the values one by one,
//! so after `(a[i], a[j]) = (a[j], a[i])` both items would have the same value.

use std::fmt::Write as _;
use std::ops::Range;

use super::brackets::{closing_bracket, floor_char_boundary, opening_bracket};
use super::csharp_newer;
use super::task::{StagingTask, WrappedFile};
use crate::source::{Code, Pattern};
use mousetrap_model::Form;

/// Maximum length of one side of a tuple assignment, in bytes.
const MAX_TUPLE_BYTES: usize = 2_000;

pub(super) fn wrap(task: &StagingTask<'_>) -> WrappedFile {
    let prefix = task.add_suffix("mousetrap");
    let helpers = (task.form == Form::Function).then(|| task.add_suffix("Mousetrap"));
    let code = csharp_newer::rewrite(task.code, &task.language.syntax, helpers.as_deref());
    task.wrap_file("solution.cs", &rewrite_tuple_assignments(&code, &prefix))
}

/// Replaces each tuple assignment with a block of single assignments, without changing line
/// numbers.
fn rewrite_tuple_assignments(code: &Code, prefix: &str) -> String {
    let mut text = String::with_capacity(code.text.len());
    let mut at = 0;
    let mut names = NameGenerator { prefix, count: 0 };
    for found in Pattern::built_in(r"\)\s*=\s*\(").find_iter(&code.bare) {
        let sides = TupleAssignment::find(code, found.range());
        let Some(assignment) = sides.filter(|it| it.span.start >= at) else {
            continue;
        };
        let block = assignment.assignment_block(&mut names);
        let old = &code.text[assignment.span.clone()];
        let lines = |text: &str| text.matches('\n').count();
        text += &code.text[at..assignment.span.start];
        text += &block;
        text += &"\n".repeat(lines(old).saturating_sub(lines(&block)));
        at = assignment.span.end;
    }
    text + &code.text[at..]
}

/// Generates names that the submission does not use.
struct NameGenerator<'a> {
    prefix: &'a str,
    count: usize,
}

impl NameGenerator<'_> {
    fn next(&mut self) -> String {
        self.count += 1;
        format!("{}_{}", self.prefix, self.count)
    }
}

/// An assignment to a tuple of variables, items and fields.
struct TupleAssignment<'a> {
    targets: Vec<&'a str>,
    values: Vec<&'a str>,
    /// The range of the statement that the block of assignments replaces.
    span: Range<usize>,
}

impl<'a> TupleAssignment<'a> {
    /// Parses the tuple assignment whose `) = (` is at this position, if there is one.
    fn find(code: &'a Code, sign: Range<usize>) -> Option<Self> {
        let bare = code.bare.as_str();
        let open = opening_bracket(bare, sign.start, MAX_TUPLE_BYTES)?;
        let close = closing_bracket(bare, sign.end - 1, MAX_TUPLE_BYTES)?;
        let targets = split_at_commas(code, open + 1..sign.start);
        let values = split_at_commas(code, sign.end..close);
        let is_target = Pattern::built_in(r"^@?[A-Za-z_][\w.]*(?:\s*[\[.]|$)");
        let is_named = Pattern::built_in(r"^\w+\s*:[^:]");
        let is_simple = targets.len() == values.len()
            && targets.len() > 1
            && targets.iter().all(|target| is_target.is_match(target))
            && !values.iter().any(|value| is_named.is_match(value));
        let before = bare[..open].trim_end();
        let after = close + 1 + bare[close + 1..].find(|c: char| !c.is_whitespace())?;
        let is_ended = bare[after..].starts_with(';');
        let keyword = Pattern::built_in(r"(?:^|[;{}):]|\b(?:else|do))$");
        let last = &bare[floor_char_boundary(bare, before.len().saturating_sub(20))..before.len()];
        let span = if let Some(head) = before.strip_suffix("=>") {
            if is_method_head(head.trim_end()) {
                is_ended.then_some(head.len()..after + 1)
            } else {
                Some(open..close + 1)
            }
        } else {
            (is_ended && keyword.is_match(last)).then_some(open..after + 1)
        };
        span.filter(|_| is_simple).map(|span| Self {
            targets,
            values,
            span,
        })
    }

    /// Returns a block that first evaluates the values and the indices of the targets, and then
    /// assigns the values.
    fn assignment_block(&self, names: &mut NameGenerator<'_>) -> String {
        let (mut first, mut last) = (String::new(), String::new());
        let mut targets = Vec::new();
        for target in &self.targets {
            targets.push(self.hoist_indices(target, names, &mut first));
        }
        // Constants and lambdas need no variable, because the assignments do not change their
        // values. For some constants and lambdas, `var` could not infer a type.
        let constant =
            Pattern::built_in(r"^(?:null|default\b.*|true|false|-?[\d.]+\w*|'.*'|new\s*\(.*)$|=>");
        for (target, value) in targets.iter().zip(&self.values) {
            if constant.is_match(value) {
                let _ = write!(last, "{target} = {value}; ");
            } else {
                let name = names.next();
                let _ = write!(first, "var {name} = {value}; ");
                let _ = write!(last, "{target} = {name}; ");
            }
        }
        format!("{{ {first}{last}}}")
    }

    /// Replaces the indices in an assignment target with variables. Appends the declarations of the
    /// variables to `first`.
    fn hoist_indices(
        &self,
        target: &str,
        names: &mut NameGenerator<'_>,
        first: &mut String,
    ) -> String {
        if let Some(inner) = target.strip_suffix(']')
            && let Some(open) = opening_bracket(target, inner.len(), MAX_TUPLE_BYTES)
        {
            let owner = self.hoist_changed_owner(&target[..open], names, first);
            let code = Code {
                text: target.to_owned(),
                bare: target.to_owned(),
                ..Code::default()
            };
            let indices = split_at_commas(&code, open + 1..inner.len())
                .into_iter()
                .map(|index| {
                    let name = names.next();
                    let _ = write!(first, "var {name} = {index}; ");
                    name
                });
            return format!("{owner}[{}]", indices.collect::<Vec<_>>().join(", "));
        }
        match target.rsplit_once('.') {
            Some((owner, field)) => {
                format!("{}.{field}", self.hoist_changed_owner(owner, names, first))
            }
            None => target.to_owned(),
        }
    }

    /// Returns an expression for `owner`, the object or array of an assignment target. If the tuple
    /// assignment also changes a variable in this expression, the object is stored in a variable
    /// first.
    fn hoist_changed_owner(
        &self,
        owner: &str,
        names: &mut NameGenerator<'_>,
        first: &mut String,
    ) -> String {
        let is_changed = self.targets.iter().any(|target| {
            let rest = owner.strip_prefix(target);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        });
        if is_changed {
            let name = names.next();
            let _ = write!(first, "var {name} = {owner}; ");
            return name;
        }
        self.hoist_indices(owner, names, first)
    }
}

/// Returns whether the code before `=>` is the head of a method rather than the parameters of a
/// lambda.
fn is_method_head(head: &str) -> bool {
    let Some(open) = head
        .strip_suffix(')')
        .and_then(|rest| opening_bracket(head, rest.len(), MAX_TUPLE_BYTES))
    else {
        return false;
    };
    let before = head[..open].trim_end();
    before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '>')
        && !before.ends_with("async")
        && !before.ends_with("=>")
}

/// Splits code at the commas outside brackets.
fn split_at_commas(code: &Code, range: Range<usize>) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut depth) = (range.start, 0);
    for (at, c) in code.bare[range.clone()].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(code.text[from..range.start + at].trim());
                from = range.start + at + 1;
            }
            _ => {}
        }
    }
    pieces.push(code.text[from..range.end].trim());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    #[test]
    fn tuple_assignments_are_rewritten_in_place() {
        let languages = Languages::embedded();
        let syntax = &languages.by_id("csharp").unwrap().syntax;
        for (text, expected) in [
            (
                "if (x) (a[i], a[j]) = (a[j], a[i]); else b();",
                "if (x) { var m_1 = i; var m_2 = j; var m_3 = a[j]; var m_4 = a[i]; a[m_1] = m_3; \
                 a[m_2] = m_4; } else b();",
            ),
            (
                "{\n(p.Next, p) = (null,\n p.Next);",
                "{\n{ var m_1 = p; var m_2 = p.Next; m_1.Next = null; p = m_2; }\n",
            ),
            (
                "void S(int[] a) => (a[0], a[1]) = (a[1], 5);",
                "void S(int[] a) { var m_1 = 0; var m_2 = 1; var m_3 = a[1]; a[m_1] = m_3; \
                 a[m_2] = 5; }",
            ),
            (
                "F((i, j) => (x, y) = (y, x));",
                "F((i, j) => { var m_1 = y; var m_2 = x; x = m_1; y = m_2; });",
            ),
            (
                "; (g[r][c], n) = (n, g[r][c]);",
                "; { var m_1 = r; var m_2 = c; var m_3 = n; var m_4 = g[r][c]; g[m_1][m_2] = m_3; \
                 n = m_4; }",
            ),
        ] {
            assert_eq!(
                rewrite_tuple_assignments(&Code::new(text, syntax), "m"),
                expected
            );
        }
        for text in [
            "var (a, b) = (b, a);",
            "(int a, int b) = (1, 2);",
            "for (;; (a, b) = (b, a + b)) {}",
            "(a, b) = (b, a) == c;",
            "; (a, (b, c)) = (1, (2, 3));",
            "bool f = (a) == (b);",
            "// ; (a, b) = (b, a);",
        ] {
            assert_eq!(
                rewrite_tuple_assignments(&Code::new(text, syntax), "m"),
                text
            );
        }
    }
}
