//! Constraints on arguments, in the notation of `LeetCode`.

mod advice;
mod characters;
mod comparison_chain;
mod definitions;
mod distinct_rows;
mod normalization;
mod parser;
mod phrases;
mod predicates;
mod subject;
mod tokens;

pub(crate) mod argument_parts;
pub(crate) mod comparison;
pub(crate) mod expression;
pub(crate) mod intervals;
pub(crate) mod patterns;
pub(crate) mod rule;
pub(crate) mod scope;

use std::collections::{BTreeMap, BTreeSet};

use mousetrap_model::{Signature, Type, Value};
use thiserror::Error;

use advice::{advise, describe_lost_exponent};
use comparison::{Comparison, Relation};
use definitions::column_names;
use expression::{Expression, Quantity};
use parser::NameTable;
use patterns::LazyRegex;
use rule::Rule;
use scope::Scope;

/// The rules that the arguments of a problem's function must obey.
#[derive(Clone, Debug)]
pub struct Constraints {
    pub(crate) signature: Signature,
    /// All lines, in plain text and as the author wrote them.
    all_lines: Vec<(String, ConstraintLine)>,
    /// The lines that are understood, and their rules.
    lines: Vec<(ConstraintLine, Vec<Rule>)>,
    unparsed_lines: Vec<ConstraintLine>,
    /// The undefined names in these lines that probably stand for the items of a row.
    undefined_columns: Vec<String>,
    promises_answer_fits_type: bool,
}

/// A constraint line as the author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintLine {
    /// The line number in the text, counted from 1.
    pub number: usize,
    /// The line's text without surrounding spaces.
    pub text: String,
}

/// A description of how arguments violate a constraint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}, which violates constraint line {}: {}", line.number, line.text)]
pub struct Violation {
    /// The line that states the rule.
    pub line: ConstraintLine,
    /// The part of the arguments that violates the rule, and its value, such as `height[3] is
    /// 20000`.
    pub place: String,
}

/// A reason why the constraints do not fully describe the allowed arguments.
#[derive(Debug, Error)]
pub enum ConstraintError {
    /// No constraint bounds these lengths or values.
    #[error(
        "{}the constraints set no bounds for {}; {}add lines such as `{example}`{} to problem.toml",
        match &unparsed_lines[..] {
            [] => String::new(),
            lines => format_lines(NOT_UNDERSTOOD, lines) + "\nwithout them, ",
        },
        places.join(", "),
        if unparsed_lines.is_empty() { "" } else { "reword them, or " },
        if *has_generator { "" } else { ", or a `generator` program" },
    )]
    Unbounded {
        /// The names of the unbounded lengths and values.
        places: Vec<String>,
        /// A suggested constraint line, which would bound the first unbounded length or value.
        example: String,
        /// Whether the problem already has a generator. If it has one, the message does not suggest
        /// adding one.
        has_generator: bool,
        /// Lines that the parser does not understand, and that may state the missing bounds.
        unparsed_lines: Vec<ConstraintLine>,
    },
    /// A constraint line contradicts other lines, so no arguments can satisfy all lines.
    #[error(
        "constraint line {} contradicts the others, since {place} cannot be at least {low} and at \
         most {high}: {}",
        line.number,
        line.text
    )]
    Contradiction {
        /// The contradictory line.
        line: ConstraintLine,
        /// The name of the length or value that would have no possible value.
        place: String,
        /// The lower bound of the length or value.
        low: i128,
        /// The upper bound of the length or value.
        high: i128,
    },
    /// A line is about an item that does not exist in a short sequence.
    #[error(
        "constraint line {} needs {place} to be at least {low}; add the line `{low} <= {place}`: {}",
        line.number,
        line.text
    )]
    MissingItem {
        /// The line that is about the item.
        line: ConstraintLine,
        /// The length of the sequence, such as `nums.length`.
        place: String,
        /// The minimum length.
        low: i128,
    },
    /// The parser does not understand some lines.
    #[error(
        "{}\nreword them, or add `validator = \"FILE\"` to problem.toml: a function that returns an \
         empty string if the arguments are allowed",
        format_lines(NOT_UNDERSTOOD, _0)
    )]
    UnparsedLines(Vec<ConstraintLine>),
}

/// The heading above lines that are not understood.
const NOT_UNDERSTOOD: &str = "these constraints are not understood:\n";

/// Formats lines that are not understood, with advice, below a heading.
fn format_lines(heading: &str, lines: &[ConstraintLine]) -> String {
    let advice = |line: &str| advise(&normalization::normalize_line(line));
    let lines = lines.iter().map(|line| match advice(&line.text) {
        Some(advice) => format!("  {} ({advice})", line.text),
        None => format!("  {}", line.text),
    });
    heading.to_owned() + &lines.collect::<Vec<_>>().join("\n")
}

/// Maximum length of a line in bytes. Parsing is recursive, so a longer line could overflow the
/// stack.
const MAX_LINE_BYTES: usize = 1000;

/// The text that replaces a line that is too long. This text is not a valid constraint.
const OVERLONG_LINE_REPLACEMENT: &str = "this line is too long";

impl Constraints {
    /// Parses constraints, one per line. Lines that are not understood constrain nothing;
    /// [`unparsed_lines`](Self::unparsed_lines) lists them. Empty lines and the heading
    /// `Constraints:` are skipped.
    ///
    /// A line such as `edges[i] = [from_i, to_i]` names the items of each row.
    pub fn parse(text: &str, signature: &Signature) -> Self {
        static HEADING_PATTERN: LazyRegex = LazyRegex::new(r"(?i)^\W*(?:constraints)?\W*$");
        let lines = text
            .lines()
            .enumerate()
            .map(|(index, text)| ConstraintLine {
                number: index + 1,
                text: text.trim().to_owned(),
            });
        let cleaned = lines.map(|line| match line.text.len() {
            0..=MAX_LINE_BYTES => (normalization::normalize_line(&line.text), line),
            _ => (OVERLONG_LINE_REPLACEMENT.to_owned(), line),
        });
        let lines: Vec<(String, ConstraintLine)> = cleaned
            .filter(|(clean, _)| !HEADING_PATTERN.is_match(clean))
            .collect();
        let has_lost_exponent = |line: &str| describe_lost_exponent(line).is_some();
        let cleaned = lines.iter().map(|(clean, _)| clean.as_str());
        let cleaned: Vec<&str> = cleaned.filter(|line| !has_lost_exponent(line)).collect();
        let mut names = NameTable {
            signature,
            defined: BTreeMap::new(),
            least_indices: BTreeMap::new(),
        };
        // Each round may define names that other lines need in the next round.
        for _ in 0..4 {
            names.add_defined_names(&cleaned);
        }
        let mut constraints = Self {
            signature: signature.clone(),
            all_lines: lines.clone(),
            lines: Vec::new(),
            unparsed_lines: Vec::new(),
            undefined_columns: Vec::new(),
            promises_answer_fits_type: false,
        };
        let mut unparsed = Vec::new();
        for (clean, line) in &lines {
            let line = line.clone();
            if phrases::promises_answer_fits_type(clean, signature.answer_type()) {
                constraints.promises_answer_fits_type = true;
                continue;
            }
            let rules = phrases::parse_rules(&names, clean).filter(|rules| {
                rules.iter().all(has_only_defined_names) && !has_lost_exponent(clean)
            });
            if let Some(rules) = rules {
                constraints.lines.push((line, rules));
            } else {
                constraints.unparsed_lines.push(line);
                unparsed.push(clean.as_str());
            }
        }
        constraints.undefined_columns = column_names(&names, &unparsed, true);
        constraints.make_grids_rectangular();
        constraints
    }

    /// For a parameter such as `grid`, adds the rule that all rows have the same length, unless a
    /// line states it. The rule follows the first line about the lengths of rows.
    fn make_grids_rectangular(&mut self) {
        static GRID_PATTERN: LazyRegex =
            LazyRegex::new(r"(?i)(?:grid|matrix|board)\d*$|^(?:mat|image|maze)\d*$");
        let parameters = self.signature.parameters.iter().enumerate();
        for (index, parameter) in parameters.filter(|(_, it)| GRID_PATTERN.is_match(&it.name)) {
            let row_length = |row| Quantity::parameter(index).item(row).length();
            let rows = row_length(Expression::Variable(0));
            let is_equated = self.comparisons().any(|it| {
                it.relation == Relation::Equal && it.quantities().iter().any(|it| it.covers(&rows))
            });
            let sides = [row_length(Expression::Number(0)), rows.clone()];
            let [left, right] = sides.map(Expression::Quantity);
            let is_about_rows = |rule: &Rule| {
                rule.quantities()
                    .iter()
                    .any(|it| it.has_same_depth_as(&rows))
            };
            let mut lines = self.lines.iter();
            if let Some(at) = lines.position(|(_, rules)| rules.iter().any(is_about_rows))
                && !is_equated
                && let Some(it) = Comparison::new(&self.signature, left, Relation::Equal, right)
            {
                let mut line = self.lines[at].0.clone();
                let name = &parameter.name;
                let rule = format!(" (all rows of {name} must also have the same length)");
                line.text.push_str(&rule);
                self.lines.insert(at + 1, (line, vec![Rule::Compare(it)]));
            }
        }
    }

    /// Returns whether a line promises that the answer fits in its type, such as a 32-bit integer.
    /// The arguments do not show whether this promise is kept: only an answer that was computed
    /// without overflow shows it.
    pub const fn promises_answer_fits_type(&self) -> bool {
        self.promises_answer_fits_type
    }

    /// Returns the constraint lines that a statement does not contain, ignoring markup and bullets.
    pub fn lines_missing_from<'a>(&'a self, statement: &str) -> impl Iterator<Item = &'a str> {
        let stated = statement.lines().map(normalization::normalize_line);
        let stated: BTreeSet<String> = stated.collect();
        let lines = self.all_lines.iter();
        let missing = lines.filter(move |(clean, _)| !stated.contains(clean));
        missing.map(|(_, line)| line.text.as_str())
    }

    /// Returns the lines that are not understood.
    pub fn unparsed_lines(&self) -> &[ConstraintLine] {
        &self.unparsed_lines
    }

    /// Checks that every line is understood, that every value is bounded, and that the lines do not
    /// contradict each other.
    ///
    /// # Errors
    /// Returns the first of these errors: a value is unbounded, lines contradict each other, a line
    /// is about an item that may not exist, or a line is not understood. The message about an
    /// unbounded value suggests adding a generator unless `has_generator` is set.
    pub fn check_completeness(&self, has_generator: bool) -> Result<(), ConstraintError> {
        let places = self.unbounded_quantities();
        if let Some(first) = places.first() {
            let name = first.name(&self.signature);
            let columns = &self.undefined_columns;
            let example = match first.ty(&self.signature) {
                // Names that no line defines are most likely those of the row's items.
                _ if first.is_length && first.indices.len() == 1 && !columns.is_empty() => {
                    let row = name.trim_end_matches(".length");
                    format!("{row} = [{}]", columns.join(", "))
                }
                Some(Type::Char | Type::String) => {
                    format!("{name} consists of lowercase English letters")
                }
                _ => format!("1 <= {name} <= 100"),
            };
            return Err(ConstraintError::Unbounded {
                places: places.iter().map(|it| it.name(&self.signature)).collect(),
                example,
                has_generator,
                unparsed_lines: self.unparsed_lines.clone(),
            });
        }
        if let Some(error) = self.contradiction().or_else(|| self.missing_item()) {
            return Err(error);
        }
        if !self.unparsed_lines.is_empty() {
            return Err(ConstraintError::UnparsedLines(self.unparsed_lines.clone()));
        }
        Ok(())
    }

    /// Checks arguments against the constraints. The arguments must already have the types in the
    /// signature.
    ///
    /// # Errors
    /// Returns an error if the arguments violate a constraint that is understood.
    pub fn check(&self, arguments: &[Value]) -> Result<(), Violation> {
        let scope = self.scope(arguments, &[]);
        for (line, rule) in self.rules_with_lines() {
            if let Some(place) = rule.violation(scope) {
                let line = line.clone();
                return Err(Violation { line, place });
            }
        }
        Ok(())
    }

    pub(crate) const fn scope<'a>(
        &'a self,
        arguments: &'a [Value],
        variables: &'a [i128],
    ) -> Scope<'a> {
        Scope {
            signature: &self.signature,
            arguments,
            variables,
        }
    }

    pub(crate) fn rules_with_lines(&self) -> impl Iterator<Item = (&ConstraintLine, &Rule)> {
        let lines = self.lines.iter();
        lines.flat_map(|(line, rules)| rules.iter().map(move |rule| (line, rule)))
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules_with_lines().map(|(_, rule)| rule)
    }

    pub(crate) fn comparisons(&self) -> impl Iterator<Item = &Comparison> {
        self.rules().filter_map(|rule| match rule {
            Rule::Compare(comparison) => Some(comparison),
            _ => None,
        })
    }
}

/// Returns whether constraint lines define every name in this rule.
fn has_only_defined_names(rule: &Rule) -> bool {
    match rule {
        Rule::Compare(comparison) => comparison.sides().iter().all(|it| it.unknowns().is_empty()),
        _ => true,
    }
}
