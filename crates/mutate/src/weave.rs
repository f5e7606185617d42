//! Many mutants in one program, which is told when it starts which of them it is.
//!
//! An expression becomes a choice between its mutants and itself, a statement the
//! same under an `if`; what stands in the original is chosen from again. So each
//! mutant stands there once, and the program grows little faster than the source.

use std::fmt::Write as _;
use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::grammar::{Choice, Grammar, Selection};
use crate::{Mutation, Shape};

/// What stands for the variable in the grammars.
const NUMBER: &str = "MUTANT_NUMBER";

/// The variable of the environment that says which mutant a program is, from 1;
/// without it, it is the original. Its name is made from the source, which cannot
/// hold it then, in pieces neither, and so does not know when it is a mutant.
pub fn variable(source: &str) -> String {
    let digest = Sha256::digest(source);
    let digits = digest[..8].iter().map(|byte| format!("{byte:02X}"));
    format!("{NUMBER}_{}", digits.collect::<String>())
}

/// A program that is many.
#[derive(Clone, Debug)]
pub struct Woven {
    /// Its source.
    pub text: String,
    /// Index of each mutant in it, and the lines of the source as the compiler counts
    /// them on which it stands.
    lines: Vec<(usize, Range<usize>)>,
}

impl Woven {
    /// Whether the mutant of this index is in it.
    pub fn has(&self, index: usize) -> bool {
        self.lines.iter().any(|(there, _)| *there == index)
    }

    /// The mutants that a compiler's complaint about this line, from 1, can be due to.
    pub fn on_line(&self, line: usize) -> Vec<usize> {
        let there = self.lines.iter().filter(|(_, lines)| lines.contains(&line));
        let least = there.clone().map(|(_, lines)| lines.len()).min();
        let there = there.filter(|(_, lines)| Some(lines.len()) == least);
        there.map(|(index, _)| *index).collect()
    }
}

/// Writes those of `mutations` into one program that can be chosen at run time, the
/// number of each its index and one; `None` where the language has no use for
/// that, or the source has a word of ours.
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

/// Whether it can be chosen at run time in this language.
fn fits(selection: &Selection, source: &str, mutation: &Mutation) -> bool {
    let old = &source[mutation.span.clone()];
    match (selection.choice, mutation.shape) {
        (_, Shape::Token) => false,
        // Both sides are worked out.
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

    fn choice(&mut self, span: Range<usize>, these: &[usize], nested: &[usize]) {
        let number = self.selection.number;
        let choice = self.selection.choice;
        let shape = self.mutations[these[0]].shape;
        let is_statement = shape == Shape::Statement;
        let mut open = String::new();
        let mut close = String::new();
        if is_statement && choice == Choice::Ternary {
            open.push('{');
            close.push('}');
        }
        let other = these.iter().map(|index| format!("{number}!={}", index + 1));
        let other = other.collect::<Vec<_>>().join("&&");
        for (place, index) in these.iter().enumerate() {
            let text = &self.mutations[*index].text;
            let is = format!("{number}=={}", index + 1);
            let _ = match (is_statement, choice) {
                (true, Choice::Go) => write!(open, "if {is} {{{text}}} else "),
                (false, Choice::Ternary) if place == 0 => write!(open, "({is}?({text}):"),
                (false, Choice::Ternary) => write!(open, "{is}?({text}):"),
                (false, Choice::If) if place == 0 => write!(open, "(if({is}){{{text}}}else "),
                (true, _) | (false, Choice::If) => write!(open, "if({is}){{{text}}}else "),
                (false, Choice::Go) if shape == Shape::Truth => {
                    let start = if place == 0 { "(" } else { "" };
                    write!(open, "{start}{is}&&({text})||")
                }
                (false, Choice::Go) => write!(open, "mutantPick_({is},{text},"),
            };
        }
        match (is_statement, choice) {
            (true, _) => {
                open.push('{');
                close.insert(0, '}');
            }
            (false, Choice::Ternary) => {
                open.push('(');
                close.push_str("))");
            }
            (false, Choice::If) => {
                open.push('{');
                close.push_str("})");
            }
            (false, Choice::Go) if shape == Shape::Truth => {
                let _ = write!(open, "{other}&&(");
                close.push_str("))");
            }
            (false, Choice::Go) => close.push_str(&")".repeat(these.len())),
        }
        self.out.push_str(&open);
        self.range(span, nested);
        self.out.push_str(&close);
    }
}

/// With the packages that Go's number comes from, no line moved.
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
