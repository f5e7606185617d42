//! Access to parts of arguments by index.

use std::borrow::Cow;
use std::cmp::Ordering;

use mousetrap_model::Value;

use super::expression::{Expression, Quantity};

/// Returns the number of items or characters. A tree's items include nulls for missing children.
pub(crate) fn count_items(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) => Some(items.len()),
        Value::String(text) if text.is_ascii() => Some(text.len()),
        Value::String(text) => Some(text.chars().count()),
        _ => None,
    }
}

/// Returns the part of a value at these indices. Returns `None` for a missing tree node.
pub(crate) fn part_at(
    mut value: &Value,
    mut indices: impl Iterator<Item = Option<i128>>,
) -> Option<Cow<'_, Value>> {
    while let Some(index) = indices.next() {
        let index = usize::try_from(index?).ok()?;
        let letter = match value {
            Value::Array(items) => {
                value = items.get(index)?;
                continue;
            }
            Value::String(text) if text.is_ascii() => char::from(*text.as_bytes().get(index)?),
            Value::String(text) => text.chars().nth(index)?,
            _ => return None,
        };
        let is_last = indices.next().is_none();
        return is_last.then(|| Cow::Owned(Value::String(letter.into())));
    }
    Some(Cow::Borrowed(value)).filter(|value| **value != Value::Null)
}

/// Replaces the part of the arguments at `place`, whose indices must all be constants. If `place`
/// is a length, replaces the entire sequence.
pub(crate) fn set_part(arguments: &mut [Value], place: &Quantity, new: Value) {
    let mut value = &mut arguments[place.parameter];
    for index in &place.indices {
        let Expression::Number(index) = index else {
            return;
        };
        let index = *index as usize;
        match value {
            Value::Array(items) => value = &mut items[index],
            Value::String(text) => {
                if let (Some((start, old)), Value::String(new)) =
                    (text.char_indices().nth(index), &new)
                {
                    text.replace_range(start..start + old.len_utf8(), new);
                }
                return;
            }
            _ => return,
        }
    }
    *value = new;
}

/// Compares two values of the same type; arrays are compared item by item.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    left.partial_cmp(right).unwrap_or(Ordering::Equal)
}
