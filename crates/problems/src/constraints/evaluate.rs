//! Values of expressions for given arguments.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

use mousetrap_model::{Signature, Value};

use super::expression::{Comparison, Expression, Index, Quantity, Relation};

/// Arguments, and the values of index variables.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) arguments: &'a [Value],
    pub(crate) variables: &'a [i128],
}

/// The number of items, characters or nodes.
pub(crate) fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) => Some(items.iter().filter(|&item| *item != Value::Null).count()),
        Value::String(text) => Some(text.chars().count()),
        _ => None,
    }
}

/// The number of indices: of a tree, places for nodes count, too.
fn places(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        _ => length(value).unwrap_or_default(),
    }
}

fn item(value: &Value, index: usize) -> Option<Cow<'_, Value>> {
    match value {
        Value::Array(items) => items.get(index).map(Cow::Borrowed),
        Value::String(text) if text.is_ascii() => {
            let letter = char::from(*text.as_bytes().get(index)?);
            Some(Cow::Owned(Value::String(letter.into())))
        }
        Value::String(text) => Some(Cow::Owned(Value::String(text.chars().nth(index)?.into()))),
        _ => None,
    }
}

impl<'a> Scope<'a> {
    /// The value of an expression, or `None` if an item does not exist.
    pub(crate) fn value(&self, expression: &Expression) -> Option<Cow<'a, Value>> {
        match expression {
            Expression::Literal(value) => Some(Cow::Owned(value.clone())),
            Expression::Quantity(quantity) if !quantity.is_length => {
                let value = self.container(quantity, quantity.indices.len())?;
                Some(value).filter(|value| **value != Value::Null)
            }
            _ => None,
        }
    }

    /// The value of an expression of whole numbers, or `None` if an item does not exist.
    pub(crate) fn number(&self, expression: &Expression) -> Option<i128> {
        match expression {
            Expression::Number(number) => Some(*number),
            Expression::Variable(variable) => self.variables.get(*variable).copied(),
            Expression::Quantity(quantity) if quantity.is_length => {
                let value = self.container(quantity, quantity.indices.len())?;
                length(&value).map(|length| length as i128)
            }
            Expression::Binary(left, operation, right) => {
                operation.apply(self.number(left)?, self.number(right)?)
            }
            _ => match *self.value(expression)? {
                Value::Integer(value) => Some(value.into()),
                _ => None,
            },
        }
    }

    /// The value of a quantity after the first `depth` of its indices.
    fn container(&self, quantity: &Quantity, depth: usize) -> Option<Cow<'a, Value>> {
        let mut value = Cow::Borrowed(self.arguments.get(quantity.parameter)?);
        for index in &quantity.indices[..depth] {
            let index = usize::try_from(self.index(index)?).ok()?;
            value = match value {
                Cow::Borrowed(value) => item(value, index)?,
                Cow::Owned(_) => return None,
            };
        }
        Some(value)
    }

    pub(crate) fn index(&self, index: &Index) -> Option<i128> {
        match index {
            Index::Each { variable, offset } => Some(self.variables.get(*variable)? + offset),
            Index::At(index) => self.number(index),
        }
    }

    /// Replaces what does not depend on index variables by its value.
    fn fixed(&self, expression: &Expression) -> Expression {
        if let Some(number) = self.number(expression) {
            return Expression::Number(number);
        }
        match expression {
            Expression::Binary(left, operation, right) => {
                let (left, right) = (self.fixed(left), self.fixed(right));
                Expression::Binary(Box::new(left), *operation, Box::new(right))
            }
            _ => expression.clone(),
        }
    }

    /// Compares two expressions; texts and arrays are equal or have no order.
    pub(crate) fn holds(&self, comparison: &Comparison) -> bool {
        let order = match comparison.sides().map(|side| self.number(side)) {
            [Some(left), Some(right)] => Some(left.cmp(&right)),
            numbers => {
                let mut reals = [None, None];
                let mut values = [None, None];
                for (index, side) in comparison.sides().into_iter().enumerate() {
                    values[index] = self.value(side);
                    reals[index] = match (numbers[index], values[index].as_deref()) {
                        (Some(number), _) => Some(number as f64),
                        (_, Some(Value::Double(value))) => Some(*value),
                        (_, Some(_)) => None,
                        // The rule is about an item that does not exist.
                        (_, None) => return true,
                    };
                }
                match reals {
                    [Some(left), Some(right)] => left.partial_cmp(&right),
                    _ => (values[0] == values[1]).then_some(Ordering::Equal),
                }
            }
        };
        match comparison.relation {
            Relation::Less => order == Some(Ordering::Less),
            Relation::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Relation::Equal => order == Some(Ordering::Equal),
            Relation::NotEqual => order != Some(Ordering::Equal),
        }
    }
}

impl Comparison {
    /// Replaces what does not depend on index variables by its value.
    pub(crate) fn fixed(&self, scope: Scope<'_>) -> Self {
        let [left, right] = self.sides().map(|side| scope.fixed(side));
        Self::new(left, self.relation, right)
    }
}

/// Calls `visit` with all values of the index variables of these quantities, until it returns
/// something.
pub(crate) fn find_indices<T>(
    quantities: &[&Quantity],
    arguments: &[Value],
    visit: &mut dyn FnMut(Scope<'_>) -> Option<T>,
) -> Option<T> {
    find_from(quantities, arguments, &mut Vec::new(), visit)
}

fn find_from<T>(
    quantities: &[&Quantity],
    arguments: &[Value],
    variables: &mut Vec<i128>,
    visit: &mut dyn FnMut(Scope<'_>) -> Option<T>,
) -> Option<T> {
    let next = variables.len();
    let scope = Scope {
        arguments,
        variables,
    };
    let uses = quantities.iter().flat_map(|quantity| {
        let indices = quantity.indices.iter().enumerate();
        indices.filter_map(move |(depth, index)| match index {
            Index::Each { variable, offset } if *variable >= next => {
                Some((*quantity, depth, *variable, *offset))
            }
            _ => None,
        })
    });
    let uses: Vec<_> = uses.collect();
    let Some(last) = uses.iter().map(|it| it.2).max() else {
        return visit(scope);
    };
    let ends = uses
        .iter()
        .filter(|it| it.2 == next)
        .filter_map(|(quantity, depth, _, offset)| {
            let end = scope
                .container(quantity, *depth)
                .map(|it| places(&it) as i128)?;
            Some((*offset != 0, end - offset))
        });
    // A variable that is not used itself takes one value.
    let (_, end) = ends.min().unwrap_or((false, i128::from(last > next)));
    for value in 0..end {
        variables.push(value);
        let found = find_from(quantities, arguments, variables, visit);
        variables.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The name of a part of the arguments: `words[2].length`.
pub(crate) fn place(quantity: &Quantity, signature: &Signature, scope: Scope<'_>) -> String {
    let mut name = signature.parameters[quantity.parameter].name.clone();
    for index in &quantity.indices {
        let index = scope.index(index).unwrap_or_default();
        let _ = write!(name, "[{index}]");
    }
    if quantity.is_length {
        name += ".length";
    }
    name
}
