//! Many mutants in one program. An environment variable selects one of them at the start.
//!
//! An expression becomes a choice between its mutants and itself, and a statement the same
//! with `if`. The original in a choice has choices of its own, so each mutant occurs once,
//! and the program grows little faster than the source.

use std::fmt::Write as _;
use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::grammar::{Choice, Grammar, Selection};
use crate::{Mutation, Shape};

/// The placeholder of the variable in the grammars.
const NUMBER: &str = "MUTANT_NUMBER";

/// Returns the environment variable that selects a mutant, from 1; without it, the program is
/// the original. Its name contains a hash of the source, so the source cannot contain the
/// name and cannot know whether it is a mutant.
pub fn variable(source: &str) -> String {
    let digest = Sha256::digest(source);
    let digits = digest[..8].iter().map(|byte| format!("{byte:02X}"));
    format!("{NUMBER}_{}", digits.collect::<String>())
}

/// A program that holds many mutants.
#[derive(Clone, Debug)]
pub struct Woven {
    /// The source.
    pub text: String,
    /// The index of each mutant, and its lines as the compiler counts them.
    lines: Vec<(usize, Range<usize>)>,
}

impl Woven {
    /// Returns whether the program holds the mutant of this index.
    pub fn has(&self, index: usize) -> bool {
        self.lines.iter().any(|(there, _)| *there == index)
    }

    /// Returns the mutants that can be the cause of a compiler error in this line, from 1.
    pub fn on_line(&self, line: usize) -> Vec<usize> {
        let there = self.lines.iter().filter(|(_, lines)| lines.contains(&line));
        let least = there.clone().map(|(_, lines)| lines.len()).min();
        let there = there.filter(|(_, lines)| Some(lines.len()) == least);
        there.map(|(index, _)| *index).collect()
    }
}

/// Writes the wanted mutations that can be selected at run time into one program. The number
/// of each is its index plus one. Returns `None` if the language does not support this, or if
/// the source contains a reserved word.
pub fn weave(
    language: &str,
    source: &str,
    mutations: &[Mutation],
    wanted: impl Fn(usize) -> bool,
) -> Option<Woven> {
    let selection = Grammar::of(language)?.selection?;
    let lower = source.to_lowercase();
    if lower.contains("mutantnumber") || lower.contains("mutant_number") {
        return None;
    }
    let mut chosen: Vec<usize> = (0..mutations.len())
        .filter(|index| wanted(*index) && fits(selection, source, &mutations[*index]))
        .collect();
    let span = |index: &usize| &mutations[*index].span;
    chosen.sort_by_key(|index| (span(index).start, usize::MAX - span(index).end, *index));
    let mut weaver = Weaver {
        selection,
        source,
        mutations,
        out: String::new(),
        lines: Vec::new(),
    };
    weaver.range(0..source.len(), &chosen);
    let Weaver { out, lines, .. } = weaver;
    let own = |text: &str| text.replace(NUMBER, &variable(source));
    let text = format!(
        "{}{}{}",
        own(selection.before),
        imported(selection, out),
        own(selection.after)
    );
    Some(Woven { text, lines })
}

/// Returns whether a mutation can be selected at run time in this language.
fn fits(selection: &Selection, source: &str, mutation: &Mutation) -> bool {
    let old = &source[mutation.span.clone()];
    match (selection.choice, mutation.shape) {
        (_, Shape::Token) => false,
        // Go evaluates both sides.
        (Choice::Go, Shape::Value) => !old.contains('(') || old.starts_with('('),
        _ => true,
    }
}

struct Weaver<'s> {
    selection: &'s Selection,
    source: &'s str,
    mutations: &'s [Mutation],
    out: String,
    lines: Vec<(usize, Range<usize>)>,
}

impl Weaver<'_> {
    /// Writes a piece of the source with the mutants in it, outer ones first.
    fn range(&mut self, range: Range<usize>, mut inner: &[usize]) {
        let mut at = range.start;
        while let Some(first) = inner.first() {
            let span = self.mutations[*first].span.clone();
            let same = |index: &&usize| self.mutations[**index].span == span;
            let here = inner.iter().take_while(same).count();
            let within = |index: &&usize| self.mutations[**index].span.start < span.end;
            let below = inner[here..].iter().take_while(within).count();
            let (these, rest) = inner.split_at(here);
            let (nested, after) = rest.split_at(below);
            self.out.push_str(&self.source[at..span.start]);
            let start = self.line();
            self.choice(span.clone(), these, nested);
            let lines = start..self.line() + 1;
            self.lines
                .extend(these.iter().map(|index| (*index, lines.clone())));
            at = span.end;
            inner = after;
        }
        self.out.push_str(&self.source[at..range.end]);
    }

    fn line(&self) -> usize {
        self.out.matches('\n').count() + 1
    }

    /// Writes a choice between mutants and the original, which has nested mutants.
    fn choice(&mut self, span: Range<usize>, these: &[usize], nested: &[usize]) {
        let Selection { choice, number, .. } = *self.selection;
        let shape = self.mutations[these[0]].shape;
        let all = || {
            these
                .iter()
                .map(|index| (index + 1, &self.mutations[*index].text))
        };
        // The text around the condition and the text of each mutant.
        let [before, between, after] = match (choice, shape) {
            (Choice::Go, Shape::Statement) => ["if ", " {", "} else "],
            (Choice::Go, Shape::Truth) => ["", "&&(", ")||"],
            (Choice::Go, _) => ["mutantPick_(", ",", ","],
            (Choice::Ternary, Shape::Truth | Shape::Value | Shape::Token) => ["", "?(", "):"],
            _ => ["if(", "){", "}else "],
        };
        let none = all().fold(String::new(), |text, (n, _)| {
            text + &format!("{number}!={n}&&")
        });
        let parentheses = ")".repeat(these.len());
        // The text around the choice, with the one before the original in the middle.
        let (open, original, close) = match (choice, shape) {
            (Choice::Go, Shape::Truth) => ("(", &*(none + "("), "))"),
            (Choice::Go, Shape::Value | Shape::Token) => ("", "", &*parentheses),
            (Choice::Ternary, Shape::Statement) => ("{", "{", "}}"),
            (Choice::Ternary, _) => ("(", "(", "))"),
            (_, Shape::Statement) => ("", "{", "}"),
            (Choice::If, _) => ("(", "{", "})"),
        };
        self.out += open;
        for (n, text) in all() {
            let _ = write!(self.out, "{before}{number}=={n}{between}{text}{after}");
        }
        self.out += original;
        self.range(span, nested);
        self.out += close;
    }
}

/// Adds the imports that the number needs in Go, without moving a line.
fn imported(selection: &Selection, text: String) -> String {
    if selection.choice != Choice::Go {
        return text;
    }
    let imports = "; import mutantOs_ \"os\"; import mutantText_ \"strconv\"";
    let is_clause = |line: &str| line.trim_start().starts_with("package ");
    let Some(clause) = text.lines().position(is_clause) else {
        return format!("package main{imports}; {text}");
    };
    let lines = text.lines().enumerate().map(|(number, line)| {
        let more = if number == clause { imports } else { "" };
        format!("{line}{more}\n")
    });
    lines.collect()
}
