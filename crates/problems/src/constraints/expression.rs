//! Expressions over the arguments of a problem, such as `2 * nums[i].length + 1`.

use std::fmt::Write as _;

use mousetrap_model::{Signature, Type, Value};

/// A bound that stands for infinity. The sum of several such bounds does not overflow.
pub(crate) const INFINITY: i128 = 1 << 100;

/// The scale factor of doubles, which are compared as integers in units of one billionth.
pub(crate) const DOUBLE_SCALE: i128 = 1_000_000_000;

/// A closed interval: its lower and upper bound.
pub(crate) type Interval = (i128, i128);

/// An expression in a constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(i128),
    /// A string, or a number with a fractional part.
    Literal(Value),
    /// A name that no constraint line has defined yet.
    Unknown(String),
    /// An index variable, identified by its number. Variables are numbered by first use in the
    /// line.
    Variable(usize),
    Quantity(Quantity),
    Binary(Box<Expression>, Operation, Box<Expression>),
}

/// An argument, part of an argument, or the length of an argument or part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// The position of the parameter in the signature.
    pub(crate) parameter: usize,
    pub(crate) indices: Vec<Expression>,
    pub(crate) is_length: bool,
}

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Minimum,
    Maximum,
}

impl Operation {
    /// Computes the result, or returns `None` on overflow and on division by zero.
    pub(crate) fn apply(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div_euclid(right),
            Self::Remainder => left.checked_rem_euclid(right),
            Self::Power => left.checked_pow(u32::try_from(right).ok()?),
            Self::Minimum => Some(left.min(right)),
            Self::Maximum => Some(left.max(right)),
        }
    }
}

impl Quantity {
    pub(crate) const fn parameter(parameter: usize) -> Self {
        let indices = Vec::new();
        Self {
            parameter,
            indices,
            is_length: false,
        }
    }

    pub(crate) fn item(mut self, index: Expression) -> Self {
        self.indices.push(index);
        self
    }

    /// Returns the quantity that denotes every item of this sequence, such as `nums[i]` for `nums`.
    /// The nesting depth serves as the number of the new index variable.
    pub(crate) fn items(self) -> Self {
        let variable = self.indices.len();
        self.item(Expression::Variable(variable))
    }

    pub(crate) fn length(mut self) -> Self {
        self.is_length = true;
        self
    }

    /// Returns the type of the value or, for a length, the type of the sequence. Returns `None` if
    /// an index is applied to a value without items.
    pub(crate) fn value_or_sequence_type<'a>(&self, signature: &'a Signature) -> Option<&'a Type> {
        let ty = &signature.parameters[self.parameter].ty;
        self.indices.iter().try_fold(ty, |ty, _| item_type(ty))
    }

    /// Returns the type of the value, or `None` if the quantity is ill-typed.
    pub(crate) fn ty<'a>(&self, signature: &'a Signature) -> Option<&'a Type> {
        let ty = self.value_or_sequence_type(signature)?;
        if self.is_length {
            return item_type(ty).map(|_| &Type::Int);
        }
        Some(ty)
    }

    /// Formats the quantity, such as `words[i].length`.
    pub(crate) fn name(&self, signature: &Signature) -> String {
        let mut name = signature.parameters[self.parameter].name.clone();
        for index in &self.indices {
            let _ = match index {
                Expression::Number(index) => write!(name, "[{index}]"),
                Expression::Variable(variable @ 0..=2) => {
                    write!(name, "[{}]", ["i", "j", "k"][*variable])
                }
                _ => write!(name, "[…]"),
            };
        }
        if self.is_length {
            name += ".length";
        }
        name
    }

    /// Returns whether this quantity denotes exactly one value: all its indices are numbers.
    pub(crate) fn is_single_value(&self) -> bool {
        let mut indices = self.indices.iter();
        indices.all(|index| matches!(index, Expression::Number(_)))
    }

    /// Returns the sequence that contains this item, such as `nums` for `nums[i]`. If the last
    /// index is not a variable, returns the quantity unchanged.
    pub(crate) fn enclosing_sequence(mut self) -> Self {
        self.indices.pop_if(|index| index.as_variable().is_some());
        self
    }

    /// Returns whether both quantities are at the same nesting depth of the same parameter.
    pub(crate) fn has_same_depth_as(&self, other: &Self) -> bool {
        self.parameter == other.parameter
            && self.is_length == other.is_length
            && self.indices.len() == other.indices.len()
    }

    /// Returns whether this quantity covers every value that `other` denotes. A diagonal such as
    /// `grid[i][i]` covers only quantities whose two indices are equal, and `nums[i + 1]` does not
    /// cover `nums[0]`. If both have a variable as their index, offsets are ignored.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let mut pairs = self.indices.iter().zip(&other.indices).enumerate();
        let is_before = |number: i128, index: &Expression| {
            let variable = index.as_variable();
            variable.is_some_and(|(_, least)| number < least)
        };
        self.has_same_depth_as(other)
            && pairs.all(|(depth, (index, other_index))| match (index, other_index) {
                (Expression::Number(_), _) => index == other_index,
                (_, Expression::Number(number)) if is_before(*number, index) => false,
                _ => {
                    let mut earlier = self.indices[..depth].iter().zip(&other.indices);
                    earlier.all(|(it, other_it)| it != index || other_it == other_index)
                }
            })
    }
}

/// Returns the type of the items of a value, or `None` if a value of this type has no items.
pub(crate) fn item_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::ListNode | Type::TreeNode => Some(&Type::Int),
        Type::String => Some(&Type::Char),
        _ => ty.item(),
    }
}

pub(crate) const fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Long | Type::Double)
}

impl Expression {
    /// Applies an operation to two expressions; computes the result if both are numbers.
    pub(crate) fn apply_operation(self, operation: Operation, right: Self) -> Option<Self> {
        Some(match (&self, &right) {
            (Self::Number(left), Self::Number(right)) => {
                Self::Number(operation.apply(*left, *right)?)
            }
            _ => Self::Binary(Box::new(self), operation, Box::new(right)),
        })
    }

    /// Returns the index variable and the offset of an index such as `i + 1`.
    pub(crate) fn as_variable(&self) -> Option<(usize, i128)> {
        match self {
            Self::Variable(variable) => Some((*variable, 0)),
            Self::Binary(left, operation @ (Operation::Add | Operation::Subtract), right) => {
                let (variable, offset) = left.as_variable()?;
                match **right {
                    Self::Number(number) => Some((variable, operation.apply(offset, number)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns whether this index contains an index variable.
    pub(crate) fn has_variable(&self) -> bool {
        match self {
            Self::Binary(left, _, right) => left.has_variable() || right.has_variable(),
            _ => matches!(self, Self::Variable(_)),
        }
    }

    /// Returns the type of the value, or `None` if the expression is ill-typed.
    pub(crate) fn ty<'a>(&self, signature: &'a Signature) -> Option<&'a Type> {
        match self {
            Self::Number(_) | Self::Unknown(_) | Self::Variable(_) => Some(&Type::Long),
            Self::Literal(Value::Double(_)) => Some(&Type::Double),
            Self::Literal(_) => Some(&Type::String),
            Self::Quantity(quantity) => quantity.ty(signature),
            Self::Binary(left, _, right) => {
                let types = [left.ty(signature)?, right.ty(signature)?];
                let is_whole = |ty: &&Type| matches!(ty, Type::Int | Type::Long);
                types.iter().all(is_whole).then_some(&Type::Long)
            }
        }
    }

    /// Returns the quantities and unknown names in this expression, including those in indices.
    fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::Quantity(quantity) => {
                let inner = quantity.indices.iter().flat_map(Self::leaves);
                [self].into_iter().chain(inner).collect()
            }
            Self::Binary(left, _, right) => [left.leaves(), right.leaves()].concat(),
            Self::Unknown(_) => vec![self],
            _ => Vec::new(),
        }
    }

    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        let quantities = self.leaves().into_iter().filter_map(|leaf| match leaf {
            Self::Quantity(quantity) => Some(quantity),
            _ => None,
        });
        quantities.collect()
    }

    pub(crate) fn unknowns(&self) -> Vec<&str> {
        let unknowns = self.leaves().into_iter().filter_map(|leaf| match leaf {
            Self::Unknown(name) => Some(name.as_str()),
            _ => None,
        });
        unknowns.collect()
    }

    /// Solves the equation `self == value` for the undefined name in `self`, which must be the only
    /// one.
    pub(super) fn solve(&self, value: Self) -> Option<(String, Self)> {
        match self {
            Self::Unknown(name) => Some((name.clone(), value)),
            Self::Binary(left, operation, right) => {
                let is_left = !left.unknowns().is_empty();
                let (part, other) = if is_left {
                    (left, right)
                } else {
                    (right, left)
                };
                let inverse = match operation {
                    Operation::Add => Operation::Subtract,
                    Operation::Multiply => Operation::Divide,
                    Operation::Subtract if is_left => Operation::Add,
                    Operation::Divide if is_left => Operation::Multiply,
                    _ => return None,
                };
                part.solve(value.apply_operation(inverse, (**other).clone())?)
            }
            _ => None,
        }
    }

    /// Replaces all indices with 0. In an equation about row lengths, the first row represents all
    /// rows because they have the same length.
    pub(super) fn with_zero_indices(mut self) -> Self {
        if let Self::Quantity(quantity) = &mut self {
            quantity.indices.fill(Self::Number(0));
        }
        self
    }

    /// Scales the expression to billionths. Quantities of type double are already in billionths.
    pub(super) fn in_billionths(self, signature: &Signature) -> Self {
        match self {
            Self::Literal(Value::Double(value)) => {
                Self::Number((value * DOUBLE_SCALE as f64).round() as i128)
            }
            _ if self.ty(signature) == Some(&Type::Double) => self,
            _ => {
                let scale = Box::new(Self::Number(DOUBLE_SCALE));
                Self::Binary(Box::new(self), Operation::Multiply, scale)
            }
        }
    }
}
