//! Sentences such as `All the values of nums are unique`.

use std::sync::LazyLock;

use mousetrap_model::{Type, Value};
use regex::Regex;

use super::characters::{characters, values};
use super::expression::{Comparison, Expression, Index, Operation, Quantity, Relation};
use super::names::{Names, innermost};
use super::rule::{Order, Rule};
use super::subject::{Subject, extremes};
use super::text::{pattern, tokens};

/// Reads a line that is a sentence.
pub(super) fn sentence(names: Names<'_>, line: &str) -> Option<Vec<Rule>> {
    static PREFIX: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:it(?: is|'s) guaranteed that|you (?:may|can) assume(?: that)?|assume(?: that)?|note that) ",
        )
    });
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?ix)^(?P<subject>.+?)\ (?:
            (?P<content>(?:only\ )?(?:consists?|contains?|(?:is|are)\ (?:made\ up|composed|comprised)|comprises?)
                (?:\ (?:only|solely|entirely))?(?:\ of)?(?:\ only)?)
            |(?P<negative>(?:do|does)(?:\ not|n't)\ (?:contain|have)(?:\ any)?)
            |(?:(?:is|are)\ (?:always\ )?guaranteed\ to\ be|is|are|will\ be|must\ be|has|have)
            )\ (?P<predicate>.+)$",
        )
    });
    static CONDITION: LazyLock<Regex> =
        LazyLock::new(|| pattern("(?i),? if (?:it is|they are) (?:non-|not )empty$"));
    let line = PREFIX.replace(line, "");
    let line = CONDITION.replace(&line, "");
    let found = VERB.captures(&line)?;
    let subject = Subject::parse(names, &found["subject"])?;
    let statement = Statement {
        names,
        subject,
        is_content: found.name("content").is_some(),
    };
    let predicate = &found["predicate"];
    if found.name("negative").is_some() {
        return statement.simple(&format!("no {predicate}"));
    }
    statement.simple(predicate).or_else(|| {
        let parts = predicate
            .split(" and ")
            .map(|part| statement.simple(part.trim()));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    })
}

/// A subject of which something is stated.
struct Statement<'a> {
    names: Names<'a>,
    subject: Subject,
    /// Whether the statement is about what the subject consists of.
    is_content: bool,
}

impl Statement<'_> {
    /// Reads a predicate that is not a conjunction.
    fn simple(&self, predicate: &str) -> Option<Vec<Rule>> {
        static DISTINCT: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:(?:an? |all |pairwise |mutually )?(?:unique|distinct|different)(?: (?:from each other|values?|elements?|integers?|numbers?|characters?|letters|strings|words))?|no (?:duplicates?|duplicated?|repeated)(?: (?:values?|elements?|integers?|numbers?|characters?|letters|strings|words))?)$",
            )
        });
        static SORTED: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:(?:sorted|arranged|ordered)(?: in)?(?: an?)? )?(strictly |monotonically )?(non-?decreasing|non-?descending|ascending|increasing|non-?increasing|descending|decreasing)(?: order| array| sequence)?$",
            )
        });
        static TREE: LazyLock<Regex> = LazyLock::new(|| {
            pattern(r"(?i)^(?:an? )?(?:valid )?(?:binary search tree|bst)(?: \(bst\))?$")
        });
        static PERMUTATION: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^an? permutation of [a-z ]*[\[(]?\s*([01])\b.*(?:\.\.+,?|,| to | and )\s*([^,\])]+)[\])]?$",
            )
        });
        static NON_EMPTY: LazyLock<Regex> = LazyLock::new(|| pattern("(?i)^(?:non-?|not )empty$"));
        static SAME_LENGTH: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                "(?i)^(?:of )?(?:the |an? )?(?:same|equal) (?:length|size)s?$|^equal in length$",
            )
        });
        let containers = || self.subject.containers(self.names.signature);
        let each = |rule: fn(Quantity) -> Rule| -> Option<Vec<Rule>> {
            Some(containers()?.into_iter().map(rule).collect())
        };
        if DISTINCT.is_match(predicate) {
            return match containers()?.as_slice() {
                // "a and b are distinct" compares the two.
                [] => self.compare_all(Relation::NotEqual, false),
                _ => each(Rule::Distinct),
            };
        }
        if let Some(found) = SORTED.captures(predicate) {
            let is_strict = found
                .get(1)
                .is_some_and(|it| it.as_str().eq_ignore_ascii_case("strictly "));
            let direction = found[2].to_lowercase().replace('-', "");
            // "Increasing" alone leaves open whether values may repeat.
            let is_clear = is_strict || !matches!(direction.as_str(), "increasing" | "decreasing");
            let is_descending = matches!(
                direction.as_str(),
                "nonincreasing" | "descending" | "decreasing"
            );
            let order = Order {
                is_descending,
                is_strict,
            };
            let sorted = containers()?.into_iter().map(|it| Rule::Sorted(it, order));
            return is_clear
                .then(|| sorted.collect())
                .filter(|it: &Vec<_>| !it.is_empty());
        }
        if TREE.is_match(predicate) {
            let containers = containers()?;
            let is_tree = |it: &Quantity| it.ty(self.names.signature) == Some(Type::TreeNode);
            let trees = containers.iter().all(is_tree) && !containers.is_empty();
            return if trees { each(Rule::SearchTree) } else { None };
        }
        if let Some(found) = PERMUTATION.captures(predicate) {
            let [array] = containers()?.try_into().ok()?;
            let first: i128 = found[1].parse().ok()?;
            let last = self.names.expression(&found[2])?;
            let length = Expression::Quantity(array.clone().length());
            let left = length.binary(Operation::Add, Expression::Number(first - 1))?;
            let relation = Relation::Equal;
            let comparison = Comparison::new(left, relation, last);
            return Some(vec![
                Rule::Permutation(array, first),
                Rule::Compare(comparison),
            ]);
        }
        if NON_EMPTY.is_match(predicate) {
            let lengths = self
                .subject
                .texts(self.names.signature)?
                .into_iter()
                .map(Quantity::length);
            let numbers = lengths.map(|it| at_least(1, Expression::Quantity(it)));
            return Some(numbers.collect());
        }
        if SAME_LENGTH.is_match(predicate) {
            return self.compare_all(Relation::Equal, true);
        }
        self.numeric(predicate).or_else(|| self.listed(predicate))
    }

    /// Reads a range or another property of numbers.
    fn numeric(&self, predicate: &str) -> Option<Vec<Rule>> {
        let numbers = self.subject.numbers(self.names.signature)?;
        let remainder = match predicate {
            "even" | "an even number" | "an even integer" => Some(0),
            "odd" | "an odd number" | "an odd integer" => Some(1),
            _ => None,
        };
        if let Some(remainder) = remainder {
            let rules = numbers.into_iter().map(|number| {
                let left = number.binary(Operation::Remainder, Expression::Number(2))?;
                let right = Expression::Number(remainder);
                let relation = Relation::Equal;
                Some(Rule::Compare(Comparison::new(left, relation, right)))
            });
            return rules.collect();
        }
        let least = match predicate {
            "positive" | "a positive integer" | "positive integers" => Some(1),
            "non-negative" | "a non-negative integer" | "non-negative integers" => Some(0),
            _ => None,
        };
        if let Some(least) = least {
            return Some(numbers.into_iter().map(|it| at_least(least, it)).collect());
        }
        let [low, high] = extremes(self.names, predicate, self.subject.is_measure)?;
        let mut rules = Vec::new();
        let pairs = numbers
            .iter()
            .flat_map(|it| [(low.as_ref(), Some(it)), (Some(it), high.as_ref())]);
        for (left, right) in pairs {
            if let (Some(left), Some(right)) = (left.cloned(), right.cloned()) {
                let relation = if low == high {
                    Relation::Equal
                } else {
                    Relation::LessOrEqual
                };
                let comparison = Comparison::new(left, relation, right);
                rules.push(
                    self.names
                        .is_sensible(&comparison)
                        .then_some(Rule::Compare(comparison))?,
                );
            }
        }
        Some(rules)
    }

    /// Reads a list of characters or of values.
    fn listed(&self, predicate: &str) -> Option<Vec<Rule>> {
        let signature = self.names.signature;
        let tokens = tokens(predicate)?;
        let rules = self.subject.quantities.iter().map(|quantity| {
            let quantity = innermost(quantity.clone(), signature);
            let ty = quantity
                .ty(signature)
                .filter(|_| !self.subject.is_measure)?;
            let is_numeric = matches!(ty, Type::Int | Type::Long);
            match ty {
                Type::String if !self.is_content && !self.subject.is_items => {
                    values(&tokens).map(|values| Rule::OneOf(quantity, values))
                }
                Type::String | Type::Char => {
                    characters(&tokens).map(|set| Rule::Alphabet(quantity, set))
                }
                _ => {
                    let values = values(&tokens)?;
                    let is_whole = |it| matches!(it, &Value::Integer(_));
                    let is_right = is_numeric && values.iter().all(is_whole);
                    is_right.then_some(Rule::OneOf(quantity, values))
                }
            }
        });
        rules.collect()
    }

    /// Compares the values or lengths of the subjects with that of the first one.
    fn compare_all(&self, relation: Relation, of_lengths: bool) -> Option<Vec<Rule>> {
        let mut subjects = self.subject.quantities.clone();
        if let [only] = subjects.as_slice() {
            let mut each = only.clone();
            if !matches!(each.indices.last(), Some(Index::Each { .. })) {
                let variable = each.indices.len();
                each = each.each(variable);
            }
            let mut first = each.clone();
            first.indices.pop();
            first
                .indices
                .push(Index::At(Box::new(Expression::Number(0))));
            subjects = vec![first, each];
        }
        if of_lengths {
            subjects = subjects.into_iter().map(Quantity::length).collect();
        }
        let mut rules = Vec::new();
        for (index, left) in subjects.iter().enumerate() {
            for right in &subjects[index + 1..] {
                let [left, right] = [left, right].map(|it| Expression::Quantity(it.clone()));
                let comparison = Comparison::new(left, relation, right);
                rules.push(
                    self.names
                        .is_sensible(&comparison)
                        .then_some(Rule::Compare(comparison))?,
                );
            }
        }
        (!rules.is_empty()).then_some(rules)
    }
}

fn at_least(least: i128, right: Expression) -> Rule {
    let (left, relation) = (Expression::Number(least), Relation::LessOrEqual);
    Rule::Compare(Comparison::new(left, relation, right))
}
