//! Parses subjects of sentences, such as `All the values of nums`.

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity, item_type};
use super::parser::NameTable;
use super::patterns::LazyRegex;

/// Parses a subject; returns `None` if a word is unknown.
pub(super) fn parse_subject(names: &NameTable<'_>, text: &str) -> Option<Vec<Quantity>> {
    static LENGTH_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:the )?(?:number of (?:the )?(?:nodes|elements|characters)|lengths?|sizes?) (?:of|in) (.+)$",
    );
    static NODE_VALUES_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:(?:the |all |each |every )*(?:values? (?:of|in) (?:the |all |each |every )*nodes?|nodes?(?:'s)? values?|node\.val|nodes?)(?: (?:in|of) (?:the |each )?(?:linked )?(?:tree|list))?)$",
    );
    static ITEMS_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:values?|elements?|integers?|numbers?|items|characters?|letters|strings?|words?|pairs?|entries) (?:of|in|from) (.+)$",
    );
    static ROWS_PATTERN: LazyRegex =
        LazyRegex::new("(?i)^(?:(?:the|all|each|every|any) )*rows?(?: (?:of|in) (.+))?$");
    static LEADING_DETERMINER_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:all|each|every|both|the|given|input|of|integer|binary|array|string|strings|pairs|points|intervals|edges|values|elements|integers|numbers) (.+)$",
    );
    if let Some(found) = LENGTH_PATTERN.captures(text) {
        let whole = parse_subject(names, &found[1])?.into_iter();
        let lengths = whole.map(|it| (!it.is_length).then(|| it.length()));
        return lengths.collect();
    }
    if NODE_VALUES_PATTERN.is_match(text) {
        return names.node_values();
    }
    if let Some(found) = ROWS_PATTERN.captures(text) {
        let matrix = found.get(1).map_or("matrix", |matrix| matrix.as_str());
        let rows = parse_subject(names, matrix)?
            .into_iter()
            .map(Quantity::items);
        let is_row = |row: &Quantity| row.ty(names.signature).is_some_and(|ty| ty.depth() == 1);
        return Some(rows.collect()).filter(|rows: &Vec<_>| rows.iter().all(is_row));
    }
    if let Some(quantities) = parse_quantities(names, text) {
        return Some(quantities);
    }
    if let Some(found) = ITEMS_PATTERN.captures(text) {
        // "The values of `nums[i]`" are the same as the values of `nums`.
        let items = |whole: Quantity| match whole.ty(names.signature).and_then(item_type) {
            Some(_) => whole.items(),
            None => whole,
        };
        let whole = parse_subject(names, &found[1])?;
        return Some(whole.into_iter().map(items).collect());
    }
    parse_subject(names, &LEADING_DETERMINER_PATTERN.captures(text)?[1])
}

/// Returns the quantity that denotes the innermost values of `quantity`: numbers and strings or, if
/// `of_characters` is set, the characters of the strings.
pub(super) fn innermost_values(
    mut quantity: Quantity,
    signature: &Signature,
    of_characters: bool,
) -> Quantity {
    while let Some(ty) = quantity.ty(signature) {
        if item_type(ty).is_none() || *ty == Type::String && !of_characters {
            break;
        }
        quantity = quantity.items();
    }
    quantity
}

/// Parses expressions and nouns that are separated by commas and "and".
fn parse_quantities(names: &NameTable<'_>, text: &str) -> Option<Vec<Quantity>> {
    static CONJUNCTION_PATTERN: LazyRegex = LazyRegex::new(", and |, | and ");
    static NOUN_PATTERN: LazyRegex =
        LazyRegex::new("(?i)^(?:array |string )| (?:tree|list|linked list|array|string)$");
    let pieces = CONJUNCTION_PATTERN.split(text).map(|piece| {
        match names.parse_expression(&NOUN_PATTERN.replace(piece, "")) {
            Some(Expression::Quantity(quantity)) => Some(vec![quantity]),
            _ => parse_noun(names, piece),
        }
    });
    Some(pieces.collect::<Option<Vec<_>>>()?.concat())
}

/// Returns the arguments that a noun such as `tree` or `words` denotes.
fn parse_noun(names: &NameTable<'_>, noun: &str) -> Option<Vec<Quantity>> {
    let noun = noun.trim_start_matches("the ").to_lowercase();
    let node_types: &[Type] = match noun.trim_end_matches('s') {
        "tree" | "binary tree" | "bst" | "binary search tree" => &[Type::TreeNode],
        "list" | "linked list" | "linked-list" => &[Type::ListNode],
        _ => &[],
    };
    let nodes = names.arguments_with_node_type(node_types);
    if !nodes.is_empty() {
        return Some(nodes);
    }
    let are_strings = matches!(noun.as_str(), "strings" | "words");
    let is_denoted = |ty: &Type| match noun.as_str() {
        "string" => *ty == Type::String,
        "array" => ty.depth() == 1,
        "matrix" | "grid" => ty.depth() == 2,
        _ => are_strings && ty.depth() > 0 && *ty.innermost_type() == Type::String,
    };
    let parameters = (0..).zip(&names.signature.parameters);
    let mut denoted = parameters.filter(|(_, it)| is_denoted(&it.ty));
    let (Some((parameter, _)), None) = (denoted.next(), denoted.next()) else {
        return None;
    };
    let mut quantity = Quantity::parameter(parameter);
    if are_strings {
        quantity = innermost_values(quantity, names.signature, false);
    }
    Some(vec![quantity])
}
