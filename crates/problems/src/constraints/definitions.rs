//! Names that constraint lines define, such as `n` in `n == height.length`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mousetrap_model::Signature;
use regex::Regex;

use super::expression::{Comparison, Expression, Quantity, Relation};
use super::lines::{rules, tuple};
use super::names::Names;
use super::rule::Rule;
use super::text::pattern;

/// Pairs of names that problems commonly give to the two items of a row, in this order.
const USUAL_PAIRS: [[&str; 2]; 9] = [
    ["starti", "endi"],
    ["lefti", "righti"],
    ["li", "ri"],
    ["fromi", "toi"],
    ["lowi", "highi"],
    ["loi", "hii"],
    ["ai", "bi"],
    ["ui", "vi"],
    ["xi", "yi"],
];

/// Adds the names that the lines define in terms of names that are already known.
pub(super) fn define(
    signature: &Signature,
    lines: &[&str],
    defined: &mut BTreeMap<String, Expression>,
) {
    let mut rows = Vec::new();
    for line in lines {
        let names = Names { signature, defined };
        let mut found = Vec::new();
        if let Some((row, columns)) = tuple(names, line) {
            found.extend(named_items(&row, columns));
        }
        for rule in rules(names, line).into_iter().flatten() {
            if let Rule::Compare(comparison) = rule {
                found.extend(comparison.definition());
                rows.extend(row_of_length(&comparison));
            }
        }
        add(signature, found, defined);
    }
    rows.dedup();
    let [(row, length)] = rows.as_slice() else {
        return;
    };
    for line in lines {
        let columns = columns(line);
        if columns.len() as i128 == *length {
            add(signature, named_items(row, columns), defined);
        }
    }
}

fn add(
    signature: &Signature,
    found: Vec<(String, Expression)>,
    defined: &mut BTreeMap<String, Expression>,
) {
    for (name, meaning) in found {
        let names = Names { signature, defined };
        if names.parameter(&name).is_none() {
            defined.entry(name).or_insert(meaning);
        }
    }
}

fn named_items(row: &Quantity, columns: Vec<String>) -> Vec<(String, Expression)> {
    let items = columns.into_iter().zip(0..).map(|(name, index)| {
        let item = row.clone().item(Expression::Number(index));
        (name, Expression::Quantity(item))
    });
    items.collect()
}

/// Returns the row and its length for a comparison such as `edges[i].length == 2`.
fn row_of_length(comparison: &Comparison) -> Option<(Quantity, i128)> {
    match (comparison.sides(), comparison.relation) {
        ([Expression::Quantity(length), Expression::Number(number)], Relation::Equal) => {
            let row = Quantity::parameter(length.parameter).each();
            (*length == row.clone().length()).then_some((row, *number))
        }
        _ => None,
    }
}

/// Returns names with an index, such as `ai` and `bi`, if their order in a row is known because the
/// line lists them or they are a usual pair.
fn columns(line: &str) -> Vec<String> {
    static LIST: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:[^<]*<=? )?(\w+i(?:, \w+i)+)(?: <=? [^<]*)?$"));
    static PAIR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\w+i) <=? (\w+i)\b"));
    let line = line.replace('_', "");
    if let Some(found) = LIST.captures(&line) {
        return found[1].split(", ").map(str::to_owned).collect();
    }
    let pair = PAIR
        .captures(&line)
        .map(|found| [1, 2].map(|group| found[group].to_owned()));
    let usual = pair.filter(|pair| USUAL_PAIRS.iter().any(|usual| usual == pair));
    usual.map_or_else(Vec::new, Vec::from)
}
