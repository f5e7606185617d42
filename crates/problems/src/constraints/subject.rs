//! Parses subjects of sentences, such as `All the values of nums`.

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity, is_number, item_type};
use super::parser::NameTable;
use super::patterns::LazyRegex;

/// A part of the arguments that a sentence is about.
#[derive(Clone)]
pub(super) struct Subject {
    pub(super) quantity: Quantity,
    /// The number of indices of the sequence whose items the subject denotes together: 1 for "the
    /// values of `mat[i]`", but 0 for `mat[i][j]` and "the values of `mat`".
    pub(super) sequence_depth: usize,
}

impl Subject {
    const fn new(quantity: Quantity) -> Self {
        Self {
            quantity,
            sequence_depth: 0,
        }
    }

    /// Returns the sequence whose items the subject denotes together. Returns `None` if these items
    /// belong to several sequences, such as the rows of a matrix.
    pub(super) fn sequence(&self) -> Option<Quantity> {
        let sequence = self.quantity.clone().enclosing_sequence();
        let is_one = sequence.indices.len() == self.sequence_depth;
        (is_one && sequence != self.quantity).then_some(sequence)
    }
}

/// Returns whether a noun such as `letters` denotes the items of a value of this type.
pub(super) fn are_items_called(noun: &str, ty: &Type) -> bool {
    let Some(item) = item_type(ty) else {
        return false;
    };
    match noun.to_lowercase().trim_end_matches('s') {
        "node" => matches!(ty, Type::ListNode | Type::TreeNode),
        "character" | "letter" => *item == Type::Char,
        "string" | "word" => *item == Type::String,
        "integer" | "number" => is_number(item),
        "row" | "pair" => item.depth() == 1,
        _ => *item == Type::String || item_type(item).is_none(),
    }
}

/// Parses a subject; returns `None` if a word is unknown.
pub(super) fn parse_subject(names: &NameTable<'_>, text: &str) -> Option<Vec<Subject>> {
    static LENGTH_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:the )?(?:number of (?:the |all )*(nodes|elements|integers|characters|letters|rows|strings)|(lengths)|length|sizes?) (?:of|in) (.+)$",
    );
    static NODE_VALUES_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:(?:the |all |each |every )*(?:values? (?:of|in) (?:the |all |each |every )*nodes?|nodes?(?:'s)? values?|node\.val|nodes?)(?: (?:in|of) (?:the |each )?(?:linked )?(?:tree|list))?)$",
    );
    static ITEMS_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(values?|elements?|integers?|numbers|items|characters?|letters?|strings?|words?|rows?|pairs?|entries) (?:of|in|from) (.+)$",
    );
    static ROWS_PATTERN: LazyRegex = LazyRegex::new("(?i)^(?:(?:the|all|each|every|any) )*rows?$");
    static ALL_PATTERN: LazyRegex =
        LazyRegex::new(r"(?i)^(?:all|each|every)(?: the)?(?: given)? (\w+)$");
    static LEADING_DETERMINER_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:all|each|every|both|the|given|input|of|integer|binary|array|string|strings|pairs|points|intervals|edges|values|elements|integers|numbers) (.+)$",
    );
    let parse_all = |text: &str, convert: &dyn Fn(Subject) -> Option<Subject>| {
        let all = parse_subject(names, text)?.into_iter();
        all.map(convert).collect::<Option<Vec<_>>>()
    };
    let type_of = |quantity: &Quantity| quantity.ty(names.signature);
    if let Some(found) = LENGTH_PATTERN.captures(text) {
        return parse_all(&found[3], &|Subject { mut quantity, .. }| {
            match found.get(1) {
                Some(noun) if are_items_called(noun.as_str(), type_of(&quantity)?) => {}
                Some(_) => return None,
                None if item_type(type_of(&quantity)?).and_then(item_type).is_none() => {}
                // "The length of words" may mean the number of words.
                None => quantity = found.get(2).map(|_| quantity.items())?,
            }
            Some(Subject::new(quantity.length()))
        });
    }
    if NODE_VALUES_PATTERN.is_match(text) {
        return Some(names.node_values()?.into_iter().map(Subject::new).collect());
    }
    if ROWS_PATTERN.is_match(text) {
        return parse_subject(names, "rows of matrix");
    }
    if let Some(quantities) = parse_quantities(names, text) {
        return Some(quantities.into_iter().map(Subject::new).collect());
    }
    if let Some(found) = ITEMS_PATTERN.captures(text) {
        return parse_all(&found[2], &|mut it| {
            // "The values of `nums[i]`" are the same as the values of `nums`.
            if item_type(type_of(&it.quantity)?).is_some() {
                it.sequence_depth = it.quantity.indices.len();
                while !are_items_called(&found[1], type_of(&it.quantity)?) {
                    it.quantity = it.quantity.items();
                }
                it.quantity = it.quantity.items();
            }
            Some(it)
        });
    }
    let parameter = ALL_PATTERN.captures(text);
    if let Some(array) = parameter.and_then(|found| names.parameter_index(&found[1])) {
        let items = Quantity::parameter(array).items();
        if names.signature.parameters[array].ty.depth() > 0 {
            return Some(vec![Subject::new(items)]);
        }
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
        "tree or list" => &[Type::TreeNode, Type::ListNode],
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
