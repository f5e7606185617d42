//! Subjects of sentences, such as `All the values of nums`, and ranges of numbers.

use std::sync::LazyLock;

use mousetrap_model::{Signature, Type};
use regex::Regex;

use super::expression::{Expression, Index, Quantity, item_type};
use super::names::{Names, innermost};
use super::text::pattern;

/// What a sentence is about.
pub(super) struct Subject {
    pub(super) quantities: Vec<Quantity>,
    /// Whether the sentence is about the items of the quantities.
    pub(super) is_items: bool,
    /// Whether the sentence is about the lengths of the quantities.
    pub(super) is_measure: bool,
}

impl Subject {
    /// Reads a subject, or returns `None` if a word is unknown.
    pub(super) fn parse(names: Names<'_>, text: &str) -> Option<Self> {
        static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:the )?(?:(?:total )?number of (?:the )?(?:nodes|elements|characters)|lengths?|sizes?) (?:of|in) (.+)$",
            )
        });
        static NODES: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:(?:the |all |each |every )*(?:values? (?:of|in) (?:the |all |each |every )*nodes?|nodes?(?:'s)? values?|node\.val|nodes?)(?: in (?:the |each )?(?:linked )?(?:tree|list))?)$",
            )
        });
        static ITEMS: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:values?|elements?|integers?|numbers?|items|characters?|letters|strings?|words?|pairs?|entries) (?:of|in|from) (.+)$",
            )
        });
        static NOISE: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r"(?i)^(?:all|each|every|both|the|given|input|of|integer|binary|array|string|strings) (.+)$",
            )
        });
        static PAIRS: LazyLock<Regex> = LazyLock::new(|| pattern("(?i)^pairs (.+)$"));
        let all = |quantities: Vec<Quantity>| Self {
            quantities,
            is_items: false,
            is_measure: false,
        };
        if let Some(found) = MEASURE.captures(text) {
            let measured = Self::parse(names, &found[1])?;
            let is_measure = !measured.is_items && !measured.is_measure;
            return is_measure.then_some(Self {
                is_measure,
                ..measured
            });
        }
        if NODES.is_match(text) {
            let nodes = names.node_values(&[Type::ListNode, Type::TreeNode]);
            return (!nodes.is_empty()).then(|| all(nodes));
        }
        if let Some(quantities) = quantities(names, text) {
            return Some(all(quantities));
        }
        if let Some(found) = ITEMS.captures(text) {
            let whole = Self::parse(names, &found[1])?;
            return Some(Self {
                is_items: true,
                ..whole
            });
        }
        if let Some(found) = PAIRS.captures(text) {
            // "All the pairs edges[i]" are the items of `edges`.
            let mut pairs = Self::parse(names, &found[1])?;
            for quantity in &mut pairs.quantities {
                match quantity.indices.last() {
                    Some(Index::Each { .. }) => _ = quantity.indices.pop(),
                    Some(_) => return None,
                    None => {}
                }
            }
            return Some(Self {
                is_items: true,
                ..pairs
            });
        }
        Self::parse(names, &NOISE.captures(text)?[1])
    }

    /// The sequences whose items the sentence compares; none for numbers and booleans.
    pub(super) fn containers(&self, signature: &Signature) -> Option<Vec<Quantity>> {
        let mut containers = Vec::new();
        for mut quantity in self.quantities.iter().filter(|_| !self.is_measure).cloned() {
            let ty = quantity.ty(signature)?;
            let is_last_each = matches!(quantity.indices.last(), Some(Index::Each { .. }));
            let is_row = item_type(&ty).is_some() && ty != Type::String;
            if is_last_each && !self.is_items && !is_row {
                quantity.indices.pop();
            }
            match item_type(&quantity.ty(signature)?) {
                Some(_) if self.is_items || quantity.ty(signature)? != Type::String => {
                    containers.push(quantity);
                }
                _ => return self.quantities.get(1).map(|_| Vec::new()),
            }
        }
        (!containers.is_empty()).then_some(containers)
    }

    /// The texts, or the sequences if there are no texts.
    pub(super) fn texts(&self, signature: &Signature) -> Option<Vec<Quantity>> {
        let texts = self.quantities.iter().map(|quantity| {
            let inner = innermost(quantity.clone(), signature);
            if inner.ty(signature)? == Type::String {
                return Some(inner);
            }
            item_type(&quantity.ty(signature)?).map(|_| quantity.clone())
        });
        texts.collect()
    }

    /// The numbers: lengths, values, or all values in a sequence.
    pub(super) fn numbers(&self, signature: &Signature) -> Option<Vec<Expression>> {
        let numbers = self.quantities.iter().map(|quantity| {
            let number = if self.is_measure {
                quantity.clone().length()
            } else {
                innermost(quantity.clone(), signature)
            };
            let ty = number.ty(signature)?;
            let is_number = matches!(ty, Type::Int | Type::Long | Type::Double);
            is_number.then_some(Expression::Quantity(number))
        });
        numbers.collect()
    }
}

/// Reads expressions and nouns, separated by commas and "and".
fn quantities(names: Names<'_>, text: &str) -> Option<Vec<Quantity>> {
    static AND: LazyLock<Regex> = LazyLock::new(|| pattern(", and |, | and "));
    static NOUN: LazyLock<Regex> = LazyLock::new(|| {
        pattern("(?i)^(?:array |string )| (?:tree|list|linked list|array|string)$")
    });
    let mut quantities = Vec::new();
    for piece in AND.split(text) {
        let named = NOUN.replace(piece, "");
        match names.expression(&named) {
            Some(Expression::Quantity(quantity)) => quantities.push(quantity),
            _ => quantities.extend(noun(names, piece)?),
        }
    }
    Some(quantities)
}

/// Returns the parameters that a noun names.
fn noun(names: Names<'_>, noun: &str) -> Option<Vec<Quantity>> {
    let noun = noun.trim_start_matches("the ").to_lowercase();
    let nodes = match noun.trim_end_matches('s') {
        "tree" | "binary tree" | "bst" | "binary search tree" => Some(Type::TreeNode),
        "list" | "linked list" | "linked-list" => Some(Type::ListNode),
        _ => None,
    };
    if let Some(ty) = nodes {
        let mut nodes = names.node_values(&[ty]);
        for quantity in &mut nodes {
            quantity.indices.pop();
        }
        return (!nodes.is_empty()).then_some(nodes);
    }
    let parameters = names.signature.parameters.iter().enumerate();
    let is_named = |ty: &Type| match noun.as_str() {
        "string" => *ty == Type::String,
        "strings" | "words" => ty.depth() > 0 && *ty.innermost() == Type::String,
        "array" => ty.depth() == 1,
        "matrix" | "grid" => ty.depth() == 2,
        _ => false,
    };
    let [only] = <[usize; 1]>::try_from(
        parameters
            .filter(|(_, it)| is_named(&it.ty))
            .map(|(index, _)| index)
            .collect::<Vec<_>>(),
    )
    .ok()?;
    let quantity = Quantity::parameter(only);
    Some(vec![match noun.as_str() {
        "strings" | "words" => innermost(quantity, names.signature),
        _ => quantity,
    }])
}

/// Reads the lower and the upper end of `in the range [1, n]`, `between 1 and n` or `at most n`;
/// after a number of items also of `n`.
pub(super) fn extremes(
    names: Names<'_>,
    text: &str,
    is_measure: bool,
) -> Option<[Option<Expression>; 2]> {
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:an integer |integers |a number )?(?:(?:in|within) (?:the )?(?:inclusive )?range(?: of)?(?: from)? ?\[?|between )(.+?)(?:, ?| and | to )(.+?)\]?(?:,? ?\(?inclusive\)?)?$",
        )
    });
    static LIMIT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)^(?:(at least|not less than)|at most|not (?:greater|more) than) (.+)$")
    });
    let end = |text: &str| {
        names.expression(text).or_else(|| {
            let measured = Subject::parse(names, text).filter(|it| it.is_measure)?;
            let [quantity] = measured.quantities.try_into().ok()?;
            Some(Expression::Quantity(quantity.length()))
        })
    };
    if let Some(found) = RANGE.captures(text) {
        return Some([Some(end(&found[1])?), Some(end(&found[2])?)]);
    }
    if let Some(found) = LIMIT.captures(text) {
        let limit = Some(end(&found[2])?);
        return Some(if found.get(1).is_some() {
            [limit, None]
        } else {
            [None, limit]
        });
    }
    let exact = names.expression(text).filter(|_| is_measure)?;
    Some([Some(exact.clone()), Some(exact)])
}
