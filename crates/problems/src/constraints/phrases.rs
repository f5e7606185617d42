//! Parses sentences such as `All the values of nums are unique`.

use std::borrow::Cow;
use std::sync::LazyLock;

use mousetrap_model::{Type, Value};
use regex::Regex;

use super::characters::{characters, values};
use super::expression::{Expression, Quantity, is_number, item_type};
use super::lines::chain_rules;
use super::names::Names;
use super::parser::SUBJECT;
use super::predicates::{PREDICATES, Part, plain};
use super::rule::Rule;
use super::subject::{innermost, subject};
use super::text::{pattern, tokens};

/// Parses a line that is a sentence.
pub(super) fn sentence(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?ix)^(?P<subject>.+?)\ (?:
            (?P<content>(?:(?:only|may)\ )?(?:consists?|contains?|(?:is|are)\ (?:made\ up|composed|comprised)|comprises?)
                (?:\ (?:only|solely|entirely))?(?:\ of)?(?:\ only)?)
            |(?P<negative>(?:do|does)(?:\ not|n't)\ (?:contain|have)(?:\ any)?)
            |(?P<most>(?:does|do|will)(?:\ not|n't)\ exceed)
            |(?P<fit>(?:(?:will|can|must|(?:is|are)\ (?:always\ )?guaranteed\ to)\ )?fits?\ (?:in|into|within))
            |(?:(?:is|are)\ (?:always\ )?guaranteed\ to\ be|is|are|will\ be|must\ be|has|have)
            )\ (?:(?:sorted|arranged|ordered)(?:\ in)?(?:\ an?)?\ )?(?P<predicate>.+?)(?:\ (?:order|array|sequence))?$",
        )
    });
    static SUM: LazyLock<Regex> = LazyLock::new(|| {
        pattern("(?i)^(?:the )?(?:(?:sum|total) of (?:all )?(?:the )?(.+)|total (lengths? .+))$")
    });
    static COLUMNS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:all (?:the )?\w+ in )?(?:(?:all|the|each|every) )*(rows and )?columns?(?: (?:of|in) (.+))?$",
        )
    });
    static WIDTH: LazyLock<Regex> = LazyLock::new(|| {
        pattern("(?i)^an? (?:signed )?(32|64)[- ]bits? (?:signed )?(?:integer|int)$")
    });
    let line = without_noise(line);
    let found = VERB.captures(&line)?;
    let predicate = &found["predicate"];
    let predicate = if found.name("negative").is_some() {
        format!("no {predicate}")
    } else if found.name("most").is_some() {
        format!("at most {predicate}")
    } else if found.name("fit").is_some() {
        let bits = WIDTH.captures(predicate)?[1].parse::<u32>().ok()? - 1;
        format!("in the range [-2^{bits}, 2^{bits} - 1]")
    } else {
        predicate.to_owned()
    };
    if let Some(summed) = SUM.captures(&found["subject"]) {
        let summed = summed.iter().skip(1).flatten().next()?;
        return sum(names, summed.as_str(), &predicate);
    }
    if let Some(columns) = COLUMNS.captures(&found["subject"]) {
        let matrix = columns.get(2).map_or("matrix", |matrix| matrix.as_str());
        let statement = |subject| Statement {
            names,
            subject,
            is_content: false,
        };
        let mut rules = statement(subject(names, matrix)?).columns(&predicate)?;
        if columns.get(1).is_some() {
            let rows = subject(names, &format!("rows of {matrix}"))?;
            rules.extend(statement(rows).rules(&predicate)?);
        }
        return Some(rules);
    }
    let statement = Statement {
        names,
        subject: subject(names, &found["subject"])?,
        is_content: found.name("content").is_some(),
    };
    statement.rules(&predicate).or_else(|| {
        let parts = predicate.split(" and ");
        let rules: Option<Vec<_>> = parts.map(|part| statement.rules(part.trim())).collect();
        Some(rules?.concat())
    })
}

/// Removes introductory phrases without meaning, and a final clause that excepts empty values or
/// allows leading zeros.
fn without_noise(line: &str) -> Cow<'_, str> {
    static NOISE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:it(?: is|'s) guaranteed that|you (?:may|can) assume(?: that)?|assume(?: that)?|note that|(?:the )?(?:test ?cases|tests|inputs?) (?:is|are) generated (?:such|so) that) |,? if (?:it is|they are) (?:non-|not )empty$|,? and may contain leading zero(?:s|\(s\))?$",
        )
    });
    NOISE.replace_all(line, "")
}

/// Returns whether a line promises that the answer fits in an integer as wide as its type.
pub(super) fn promises_fit(line: &str, answer: &Type) -> bool {
    static PROMISE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:the )?(?:final )?(?:answer|result|output|return value)s?(?: [a-z ]*?)? fits? (?:in|into|within) an? (?:signed )?(32|64)[- ]bits? (?:signed )?(?:integer|int)$",
        )
    });
    let width = match answer {
        Type::Int => "32",
        Type::Long => "64",
        _ => return false,
    };
    PROMISE
        .captures(&without_noise(line))
        .is_some_and(|found| &found[1] == width)
}

/// Parses an upper limit on a sum.
fn sum(names: Names<'_>, summed: &str, predicate: &str) -> Option<Vec<Rule>> {
    static LIMIT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)^(?:at most (.+)|in the range \[.+, (.+)\])$"));
    let limit = LIMIT.captures(predicate)?;
    let limit = names.expression(limit.iter().skip(1).flatten().next()?.as_str())?;
    let rules = subject(names, summed)?.into_iter().map(|mut summed| {
        // "The lengths of words" means the length of each word, not the number of words.
        if summed.is_length && summed.indices.is_empty() {
            summed = Quantity::parameter(summed.parameter).each().length();
        } else if !summed.is_length {
            summed = innermost(summed, names.signature, false);
        }
        let ty = summed.ty(names.signature)?;
        matches!(ty, Type::Int | Type::Long).then(|| Rule::Sum(summed, limit.clone()))
    });
    rules.collect()
}

/// The subject of a sentence.
struct Statement<'a> {
    names: Names<'a>,
    subject: Vec<Quantity>,
    /// Whether the statement applies to the items of the subject instead of the subject itself.
    is_content: bool,
}

impl Statement<'_> {
    /// Parses a predicate that is not a conjunction.
    fn rules(&self, predicate: &str) -> Option<Vec<Rule>> {
        static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
            let texts = PREDICATES
                .iter()
                .map(|(text, ..)| format!("(?i)^(?:{text})$"));
            texts.map(|text| pattern(&text)).collect()
        });
        if let Some((part, lines)) = plain(predicate) {
            return self.stated(part, lines, &[]).or_else(|| match lines {
                "distinct" => self.stated(Part::Pair, "lowEnd != this", &[]),
                _ => None,
            });
        }
        let mut known = PATTERNS.iter().zip(PREDICATES);
        let known = known.find_map(|(pattern, (_, part, lines))| {
            let found = pattern.captures(predicate)?;
            let captured = found.iter().skip(1).flatten();
            let captured: Option<Vec<_>> = captured.map(|it| self.number(it.as_str())).collect();
            self.stated(part, lines, &captured?)
        });
        known.or_else(|| self.listed(predicate))
    }

    /// Parses an order of the columns of the subject.
    fn columns(&self, predicate: &str) -> Option<Vec<Rule>> {
        match plain(predicate)? {
            (Part::Order, lines) => self.stated(Part::Order, &lines.replace(']', "][j]"), &[]),
            _ => None,
        }
    }

    /// Returns the requested parts of the subject. For pairs, each comes with the first member.
    fn parts(&self, part: Part) -> Option<Vec<(Quantity, Option<Quantity>)>> {
        let signature = self.names.signature;
        if let Part::Pair = part {
            if let [only] = self.subject.as_slice() {
                let sequence = only.clone().sequence();
                let first = sequence.clone().item(Expression::Number(0));
                return Some(vec![(sequence.each(), Some(first))]);
            }
            let pairs = self.subject.iter().enumerate().flat_map(|(index, first)| {
                let others = &self.subject[index + 1..];
                others
                    .iter()
                    .map(|other| (other.clone(), Some(first.clone())))
            });
            return Some(pairs.collect());
        }
        let parts = self.subject.iter().cloned().map(|quantity| {
            let ty = quantity.ty(signature)?;
            let is_row = *ty != Type::String && item_type(ty).is_some();
            let part = match part {
                Part::Number => {
                    let number = innermost(quantity, signature, false);
                    Some(number).filter(|it| it.ty(signature).is_some_and(is_number))?
                }
                Part::Length => Some(quantity).filter(|it| it.is_length)?,
                Part::Text => match innermost(quantity.clone(), signature, false) {
                    text if text.ty(signature) == Some(&Type::String) => text,
                    _ => quantity,
                },
                _ if quantity.is_length => return None,
                Part::Order if is_row => quantity,
                _ if is_row => quantity.sequence(),
                _ => Some(quantity.clone().sequence()).filter(|it| *it != quantity)?,
            };
            Some((part, None))
        });
        parts.collect()
    }

    /// Parses an expression, or a phrase such as `the number of elements in nums`.
    fn number(&self, text: &str) -> Option<Expression> {
        self.names.expression(text).or_else(|| {
            let [length] = subject(self.names, text)?.try_into().ok()?;
            Some(Expression::Quantity(length)).filter(|_| text.contains(' '))
        })
    }

    /// Parses lines in which `this` stands for a part of the subject, and `lowEnd` and `highEnd`
    /// for the expressions.
    fn stated(&self, part: Part, lines: &str, ends: &[Expression]) -> Option<Vec<Rule>> {
        let mut rules = Vec::new();
        for (this, other) in self.parts(part)? {
            let other = other.map(Expression::Quantity);
            let names = ["lowEnd", "highEnd"].map(str::to_owned).into_iter();
            let mut defined = self.names.defined.clone();
            defined.extend(names.zip(ends.iter().cloned().chain(other)));
            defined.insert(SUBJECT.to_owned(), Expression::Quantity(this.clone()));
            let names = Names {
                signature: self.names.signature,
                defined: &defined,
            };
            let is_tree = this.ty(names.signature) == Some(&Type::TreeNode);
            for line in lines.split("; ") {
                match line {
                    "distinct" => rules.push(Rule::Distinct(this.clone())),
                    "search tree" if is_tree => rules.push(Rule::SearchTree(this.clone())),
                    "no leading zeros" => {
                        let is_text = this.ty(names.signature) == Some(&Type::String);
                        rules.push(is_text.then(|| Rule::NoLeadingZeros(this.clone()))?);
                    }
                    _ => rules.extend(chain_rules(names, line)?),
                }
            }
        }
        Some(rules)
    }

    /// Parses a list of allowed characters or values.
    fn listed(&self, predicate: &str) -> Option<Vec<Rule>> {
        static POWERS: LazyLock<Regex> =
            LazyLock::new(|| pattern("(?i)^(?:a )?powers? of (?:two|2)$"));
        let signature = self.names.signature;
        let predicate = if POWERS.is_match(predicate) {
            let powers = (0..63).map(|it| (1_u64 << it).to_string());
            &powers.collect::<Vec<_>>().join(" or ")
        } else {
            predicate
        };
        let tokens = tokens(predicate)?;
        let rules = self.subject.iter().cloned().map(|quantity| {
            let quantity = innermost(quantity, signature, self.is_content);
            let ty = quantity.ty(signature).filter(|_| !quantity.is_length)?;
            let text = quantity.clone().sequence();
            if *ty == Type::Char && text.ty(signature) == Some(&Type::String) {
                return Some(Rule::Letters(text, characters(&tokens)?));
            }
            let values = match ty {
                Type::Char => characters(&tokens)?,
                _ => values(&tokens)?,
            };
            let fits = |it: &Value| match it {
                Value::Integer(_) => matches!(ty, Type::Int | Type::Long),
                _ => matches!(ty, Type::String | Type::Char),
            };
            values
                .iter()
                .all(fits)
                .then_some(Rule::OneOf(quantity, values))
        });
        rules.collect()
    }
}
