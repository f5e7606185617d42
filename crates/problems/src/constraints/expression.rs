//! Expressions over the arguments of a problem, such as `2 * nums[i].length + 1`.

use std::cmp::Ordering;
use std::fmt::Write as _;

use mousetrap_model::{Signature, Type, Value};

/// Represents infinity; adding several of these does not overflow.
pub(crate) const INFINITE: i128 = 1 << 100;

/// The scale of doubles, which are compared as multiples of a billionth.
pub(crate) const BILLION: i128 = 1_000_000_000;

/// A closed interval: its least and its greatest number.
pub(crate) type Interval = (i128, i128);

/// An expression in a constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(i128),
    /// A text, or a number with a fraction.
    Literal(Value),
    /// A name that no other line has defined yet.
    Unknown(String),
    /// The value of an index variable; variables are numbered in order of first use in the line.
    Variable(usize),
    Quantity(Quantity),
    Binary(Box<Expression>, Operation, Box<Expression>),
}

/// An argument, a part of an argument, or the length of either.
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

/// The required relation between two expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// The rule that a relation between two expressions holds for all values of index variables.
/// Doubles, and all numbers that are compared with doubles, are in billionths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) left: Expression,
    pub(crate) relation: Relation,
    pub(crate) right: Expression,
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

impl Relation {
    pub(crate) const fn allows(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }
}

impl Quantity {
    /// An entire argument.
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

    /// Returns the quantity that stands for every item of this one. Index variables are numbered by
    /// depth.
    pub(crate) fn each(self) -> Self {
        let variable = self.indices.len();
        self.item(Expression::Variable(variable))
    }

    pub(crate) fn length(mut self) -> Self {
        self.is_length = true;
        self
    }

    /// Returns the type of the value or, for a length, the type of the sequence. Returns `None` if
    /// a value without items is indexed.
    pub(crate) fn inner_type<'a>(&self, signature: &'a Signature) -> Option<&'a Type> {
        let ty = &signature.parameters[self.parameter].ty;
        self.indices.iter().try_fold(ty, |ty, _| item_type(ty))
    }

    /// Returns the type of the value, or `None` if the quantity is ill-typed.
    pub(crate) fn ty<'a>(&self, signature: &'a Signature) -> Option<&'a Type> {
        let ty = self.inner_type(signature)?;
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

    /// Returns whether this quantity stands for a single place in the arguments.
    pub(crate) fn is_place(&self) -> bool {
        let mut indices = self.indices.iter();
        indices.all(|index| matches!(index, Expression::Number(_)))
    }

    /// Removes the last index if it is an index variable.
    pub(crate) fn sequence(mut self) -> Self {
        self.indices.pop_if(|index| index.variable().is_some());
        self
    }

    /// Returns whether both quantities have the same depth in the same parameter.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.parameter == other.parameter
            && self.is_length == other.is_length
            && self.indices.len() == other.indices.len()
    }

    /// Returns whether this quantity stands for every place that `other` stands for.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let mut pairs = self.indices.iter().zip(&other.indices);
        let is_any = |index: &Expression| !matches!(index, Expression::Number(_));
        self.is_alike(other) && pairs.all(|(index, other)| is_any(index) || index == other)
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
    /// Combines two expressions; computes the result if both are numbers.
    pub(crate) fn binary(self, operation: Operation, right: Self) -> Option<Self> {
        Some(match (&self, &right) {
            (Self::Number(left), Self::Number(right)) => {
                Self::Number(operation.apply(*left, *right)?)
            }
            _ => Self::Binary(Box::new(self), operation, Box::new(right)),
        })
    }

    /// Returns the variable and the constant of an index such as `i + 1`.
    pub(crate) fn variable(&self) -> Option<(usize, i128)> {
        match self {
            Self::Variable(variable) => Some((*variable, 0)),
            Self::Binary(left, operation, right) => match (&**left, operation, &**right) {
                (Self::Variable(variable), Operation::Add, Self::Number(offset)) => {
                    Some((*variable, *offset))
                }
                (Self::Variable(variable), Operation::Subtract, Self::Number(offset)) => {
                    Some((*variable, -offset))
                }
                _ => None,
            },
            _ => None,
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

    /// Solves `self == value` for the only unknown name in `self`.
    fn solve(&self, value: Self) -> Option<(String, Self)> {
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
                part.solve(value.binary(inverse, (**other).clone())?)
            }
            _ => None,
        }
    }

    /// Replaces index variables by 0, because every row has the size of the first row.
    fn of_first_items(mut self) -> Self {
        if let Self::Quantity(quantity) = &mut self {
            quantity.indices.fill(Self::Number(0));
        }
        self
    }

    /// Returns the expression in billionths; doubles already are.
    fn in_billionths(self, signature: &Signature) -> Self {
        match self {
            Self::Literal(Value::Double(value)) => {
                Self::Number((value * BILLION as f64).round() as i128)
            }
            _ if self.ty(signature) == Some(&Type::Double) => self,
            _ => {
                let billion = Box::new(Self::Number(BILLION));
                Self::Binary(Box::new(self), Operation::Multiply, billion)
            }
        }
    }
}

impl Comparison {
    /// Returns `None` if the values are not comparable, or if the check would take quadratic time
    /// because of two independent index variables.
    pub(crate) fn new(
        signature: &Signature,
        left: Expression,
        relation: Relation,
        right: Expression,
    ) -> Option<Self> {
        let types = [left.ty(signature)?, right.ty(signature)?];
        let are_doubles = types.contains(&&Type::Double);
        let are_numbers = types.iter().all(|ty| is_number(ty));
        let are_texts = types
            .iter()
            .all(|ty| matches!(ty, Type::Char | Type::String));
        let mut comparison = Self {
            left,
            relation,
            right,
        };
        let is_equation = matches!(relation, Relation::Equal | Relation::NotEqual);
        let is_clear = is_equation || comparison.neighbours().is_some();
        if !are_numbers && !(is_clear && (are_texts || types[0] == types[1])) {
            return None;
        }
        let outer = comparison
            .quantities()
            .into_iter()
            .map(|it| it.indices.first());
        let mut outer = outer.filter_map(|index| Some(index?.variable()?.0));
        let first = outer.next();
        if !outer.all(|variable| Some(variable) == first) {
            return None;
        }
        if are_doubles {
            comparison.left = comparison.left.in_billionths(signature);
            comparison.right = comparison.right.in_billionths(signature);
        }
        Some(comparison)
    }

    pub(crate) const fn sides(&self) -> [&Expression; 2] {
        [&self.left, &self.right]
    }

    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        [self.left.quantities(), self.right.quantities()].concat()
    }

    /// Returns whether this comparison relates different items of one sequence.
    pub(crate) fn is_recurrent(&self) -> bool {
        let quantities = self.quantities();
        let are_one = |a: &Quantity, b: &Quantity| a != b && a.covers(b) && b.covers(a);
        quantities
            .iter()
            .any(|a| quantities.iter().any(|b| are_one(a, b)))
    }

    /// Returns the name that this equation defines, such as `n` in `n == mat[i].length`, and its
    /// value.
    pub(crate) fn definition(&self) -> Option<(String, Expression)> {
        let [left, right] = self.sides().map(|side| side.unknowns().len());
        match (self.relation, left, right) {
            (Relation::Equal, 1, 0) => self.left.solve(self.right.clone().of_first_items()),
            (Relation::Equal, 0, 1) => self.right.solve(self.left.clone().of_first_items()),
            _ => None,
        }
    }

    /// Returns the sequence that a comparison such as `nums[i] < nums[i + 1]` orders, and whether
    /// the order is descending.
    pub(crate) fn neighbours(&self) -> Option<(Quantity, bool)> {
        let [Expression::Quantity(left), Expression::Quantity(right)] = self.sides() else {
            return None;
        };
        let (variable, start) = left.indices.last()?.variable()?;
        let (other, end) = right.indices.last()?.variable()?;
        let sequence = left.clone().sequence();
        let is_order = matches!(self.relation, Relation::Less | Relation::LessOrEqual);
        let is_one = sequence == right.clone().sequence() && variable == other;
        let are_next = start.abs_diff(end) == 1 && !left.is_length;
        (is_order && is_one && are_next).then_some((sequence, end < start))
    }

    /// Returns the matrix whose columns a comparison such as `grid[i][j] <= grid[i + 1][j]` orders,
    /// and whether the order is descending.
    pub(crate) fn column_neighbours(&self) -> Option<(Quantity, bool)> {
        let mut rows = self.clone();
        let columns = [&mut rows.left, &mut rows.right].map(|side| match side {
            Expression::Quantity(quantity) => quantity.indices.pop(),
            _ => None,
        });
        let is_same = columns[0].is_some() && columns[0] == columns[1];
        rows.neighbours().filter(|_| is_same)
    }
}
