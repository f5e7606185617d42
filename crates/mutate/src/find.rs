//! Walking the tree of a source and noting what can be changed.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;
use tree_sitter::{Node, Parser};

use crate::grammar::Grammar;
use crate::operators::{self, Kind, kinds};
use crate::sites::{self, bare, ends_a_loop, is, is_alone_in_if, is_bare_statement, named};
use crate::{Class, Mutation, Shape};

/// Why a source has no mutants.
#[derive(Debug, Error)]
pub enum Unparsed {
    /// There is no grammar of its language.
    #[error("there is no grammar for the language {0}")]
    Language(String),
    /// The grammar is for another version of the parser.
    #[error("the parser does not take the grammar")]
    Grammar,
}

/// All changes to a source, in its order, none of them twice.
///
/// # Errors
/// If there is no grammar for the language.
pub fn find(language: &str, source: &str) -> Result<Vec<Mutation>, Unparsed> {
    let grammar = Grammar::of(language).ok_or_else(|| Unparsed::Language(language.to_owned()))?;
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.parser(source))
        .map_err(|_| Unparsed::Grammar)?;
    let tree = parser.parse(source, None).ok_or(Unparsed::Grammar)?;
    let mut finder = Finder {
        grammar,
        source,
        found: Vec::new(),
    };
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        if is(node, Kind::Skipped) {
            continue;
        }
        finder.visit(node);
        let mut cursor = node.walk();
        waiting.extend(node.named_children(&mut cursor));
    }
    let mut found = finder.found;
    found.sort_by_key(|mutation| (mutation.span.start, mutation.span.end, mutation.class));
    let mut known = BTreeSet::new();
    found.retain(|mutation| {
        let (Range { start, end }, text) = mutation.edit(source);
        mutation.fits(source) && known.insert((start, end, text.to_owned()))
    });
    Ok(found)
}

struct Finder<'s> {
    grammar: &'static Grammar,
    source: &'s str,
    found: Vec<Mutation>,
}

impl<'s> Finder<'s> {
    fn text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// The text of `node` with another in the place of `part` of it.
    fn with(&self, node: Node<'_>, part: Range<usize>, text: &str) -> String {
        let Range { start, end } = node.byte_range();
        let (head, tail) = (&self.source[start..part.start], &self.source[part.end..end]);
        format!("{head}{text}{tail}")
    }

    /// Notes that `text` may stand in the place of `node`.
    fn put(&mut self, class: Class, shape: Shape, node: Node<'_>, text: String) {
        let statement = node
            .parent()
            .filter(|it| it.kind() == "expression_statement");
        let (shape, span, text) = match statement {
            Some(statement) => {
                let text = self.with(statement, node.byte_range(), &text);
                (Shape::Statement, statement.byte_range(), text)
            }
            None => (
                sites::shape(node, shape, self.source),
                node.byte_range(),
                text,
            ),
        };
        let mutation = Mutation {
            class,
            shape,
            span,
            text,
        };
        self.found.push(mutation);
    }

    fn visit(&mut self, node: Node<'_>) {
        for kind in kinds(node.kind()) {
            match kind {
                Kind::Binary => self.binary(node),
                Kind::Onto => self.onto(node),
                Kind::Not => self.not(node),
                Kind::Integer => self.integer(node),
                Kind::Truth => self.truth(node),
                Kind::Index => self.index(node),
                Kind::Range => {
                    if let Some(end) = named(node).last() {
                        self.moved(Class::LoopBound, *end);
                    }
                }
                Kind::If => self.condition(node),
                Kind::Arguments => self.arguments(node),
                Kind::List => self.list(node),
                Kind::Statement | Kind::Skipped => {}
            }
        }
        let bare = ["go", "kotlin", "ruby", "scala"].contains(&self.grammar.id);
        if is(node, Kind::Statement) || bare && is_bare_statement(node) {
            self.statement(node);
        }
    }

    fn binary(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        for three in parts.windows(3) {
            let [_, operator, right] = three else {
                continue;
            };
            let text = self.text(*operator);
            if ["..", "to", "until", "downTo"].contains(&text) {
                self.moved(Class::LoopBound, *right);
            }
            if operator.child_count() > 0 {
                continue;
            }
            if self.grammar.id == "scala" && operators::onto(text).is_some() {
                self.onto(node);
            }
            let Some((class, others)) = operators::between(text) else {
                continue;
            };
            let in_loop = class == Class::Comparison && ends_a_loop(node);
            let class = if in_loop { Class::LoopBound } else { class };
            let shape = match class {
                Class::Arithmetic => Shape::Value,
                // Words are operators on bits in some languages.
                _ if self.grammar.id == "kotlin" && ["and", "or"].contains(&text) => Shape::Value,
                _ => Shape::Truth,
            };
            for other in others {
                let text = self.with(node, operator.byte_range(), other);
                self.put(class, shape, node, text);
            }
            if let Some(by) = operators::moved(text).filter(|_| !is(*right, Kind::Integer)) {
                let moved = format!("{} {by}", self.operand(*right));
                let text = self.with(node, right.byte_range(), &moved);
                let class = if in_loop {
                    Class::LoopBound
                } else {
                    Class::Bound
                };
                self.put(class, Shape::Truth, node, text);
            }
        }
    }

    /// The text of an operand, in brackets where that could be needed.
    fn operand(&self, node: Node<'_>) -> String {
        let text = self.text(node);
        let last = text.strip_suffix(')').unwrap_or(text);
        let is_simple = !last.contains([' ', '?', '\n']) || node.kind().contains("parenthesized");
        if is_simple {
            text.to_owned()
        } else {
            format!("({text})")
        }
    }

    /// Adds and takes one, except for numbers, which are changed for themselves.
    fn moved(&mut self, class: Class, node: Node<'_>) {
        let odd = [
            "string",
            "reference",
            "array",
            "list",
            "tuple",
            "literal",
            "slice",
            "lambda",
        ];
        let is_odd = odd.iter().any(|part| node.kind().contains(part));
        if is(node, Kind::Integer) || is_odd {
            return;
        }
        for by in ["+ 1", "- 1"] {
            let text = format!("{} {by}", self.operand(node));
            self.put(class, Shape::Value, node, text);
        }
    }

    fn onto(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let Some(other) = operators::onto(self.text(child)) else {
                continue;
            };
            let text = self.with(node, child.byte_range(), other);
            let parent = node.parent();
            let shape = match self.grammar.id {
                "c" | "cpp" | "scala" => Shape::Value,
                _ if is_bare_statement(node) => Shape::Statement,
                _ if parent.is_some_and(|parent| is(parent, Kind::Statement)) => Shape::Statement,
                _ => Shape::Token,
            };
            self.put(Class::Arithmetic, shape, node, text);
        }
    }

    fn not(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
        if let [not, operand] = parts[..]
            && ["!", "not"].contains(&self.text(not))
        {
            let text = self.text(operand).to_owned();
            self.put(Class::Boolean, Shape::Truth, node, text);
        } else {
            self.onto(node);
        }
    }

    fn integer(&mut self, node: Node<'_>) {
        let text = self.text(node);
        // The second field of a tuple.
        let is_field = (node.parent()).is_some_and(|parent| parent.kind() == "field_expression");
        if is_field || node.named_child_count() > 0 {
            return;
        }
        let (digits, radix) = match text.get(..2) {
            Some("0x" | "0X") => (&text[2..], 16),
            _ => (text, 10),
        };
        let end = digits.find(|c: char| !c.is_digit(radix) && c != '_' && c != '\'');
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let octal = radix == 10 && digits.len() > 1 && digits.starts_with('0');
        let value = digits.replace(['_', '\''], "");
        let Ok(value) = i128::from_str_radix(&value, radix) else {
            return;
        };
        if octal || suffix.contains(['.', 'e', 'E', 'b', 'o', 'x']) && radix == 10 {
            return;
        }
        for other in [value + 1, value - 1] {
            self.put(
                Class::Constant,
                Shape::Value,
                node,
                format!("{other}{suffix}"),
            );
        }
    }

    fn truth(&mut self, node: Node<'_>) {
        let other = match self.text(node) {
            "true" => "false",
            "false" => "true",
            "True" => "False",
            "False" => "True",
            "#t" | "#true" => "#f",
            "#f" | "#false" => "#t",
            _ => return,
        };
        self.put(Class::Constant, Shape::Truth, node, other.to_owned());
    }

    fn index(&mut self, node: Node<'_>) {
        let fields = ["index", "indices", "subscript", "argument"];
        let index = fields
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let parts = named(node);
        let Some(mut index) = index.or(parts.get(1).copied()) else {
            return;
        };
        while index.kind().contains("argument")
            && let [inner] = named(index)[..]
        {
            index = inner;
        }
        self.moved(Class::Bound, index);
    }

    fn condition(&mut self, node: Node<'_>) {
        let parts = named(node);
        let condition = node.child_by_field_name("condition");
        // Python has it in the middle, and in no field.
        let middle = parts
            .get(1)
            .filter(|_| node.kind() == "conditional_expression");
        let Some(condition) = condition.or(middle.copied()).or(parts.first().copied()) else {
            return;
        };
        let condition = bare(condition);
        let binds = ["let", "declaration", "decl"];
        let is_fixed =
            is(condition, Kind::Truth) || binds.iter().any(|part| condition.kind().contains(part));
        if !is_fixed {
            for truth in self.grammar.truth {
                self.put(Class::Boolean, Shape::Truth, condition, truth.to_owned());
            }
        }
    }

    fn statement(&mut self, node: Node<'_>) {
        let inner = node.named_child(0).map_or("", |inner| inner.kind());
        let keeps = [
            "string", "if_", "for_", "while_", "loop_", "match_", "unsafe", "block", "return_",
        ];
        if keeps.iter().any(|part| inner.starts_with(part)) || is_alone_in_if(node) {
            return;
        }
        let mutation = Mutation {
            class: Class::Statement,
            shape: Shape::Statement,
            span: node.byte_range(),
            text: self.grammar.nothing.to_owned(),
        };
        self.found.push(mutation);
    }

    fn arguments(&mut self, node: Node<'_>) {
        let Some(call) = node.parent() else { return };
        let callee = &self.source[call.start_byte()..node.start_byte()];
        let last = callee
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .find(|it| !it.is_empty());
        let last = last.unwrap_or_default();
        let is_call = ["call", "invocation", "creation", "new_", "init_declarator"]
            .iter()
            .any(|part| call.kind().contains(part));
        if !is_call
            || call
                .parent()
                .is_some_and(|above| above.kind() == "type_sig")
        {
            return;
        }
        let mut parts = named(node);
        parts.retain(|part| part.kind() != "keywords");
        let at = callee.rfind(last).unwrap_or(0) + call.start_byte();
        for (one, other) in [("min", "max"), ("max", "min")] {
            if last == one {
                let text = self.with(call, at..at + one.len(), other);
                self.put(Class::Arithmetic, Shape::Value, call, text);
            }
        }
        if last == "range"
            && let Some(end) = parts.get(1).or(parts.first())
        {
            self.moved(Class::LoopBound, *end);
        }
        // Their order makes no difference.
        if ["min", "max", "swap", "gcd", "equals"].contains(&last) {
            return;
        }
        let shape = match call.kind() {
            "init_declarator" => Shape::Token,
            _ => Shape::Value,
        };
        for two in parts.windows(2) {
            let (one, other) = (self.text(two[0]), self.text(two[1]));
            let between = &self.source[two[0].end_byte()..two[1].start_byte()];
            let span = two[0].start_byte()..two[1].end_byte();
            if one != other {
                let text = self.with(call, span, &format!("{other}{between}{one}"));
                self.put(Class::Arguments, shape, call, text);
            }
        }
    }

    /// A list of a Lisp: its first word is the operator.
    fn list(&mut self, node: Node<'_>) {
        let parts = named(node);
        let Some((first, rest)) = parts.split_first() else {
            return;
        };
        if first.kind() != "symbol" {
            return;
        }
        let name = self.text(*first);
        if let Some((class, others)) = operators::head(name).filter(|_| !rest.is_empty()) {
            for other in others {
                let text = self.with(node, first.byte_range(), other);
                self.put(class, Shape::Value, node, text);
            }
        }
        if let ("if", Some(condition)) = (name, rest.first()) {
            for truth in self.grammar.truth {
                self.put(Class::Boolean, Shape::Truth, *condition, truth.to_owned());
            }
        }
        for (one, other) in [("min", "max"), ("max", "min")] {
            if name == one {
                let text = self.with(node, first.byte_range(), other);
                self.put(Class::Arithmetic, Shape::Value, node, text);
            }
        }
    }
}
