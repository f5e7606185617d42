//! Expressions over the arguments of a problem, such as `2 * nums[i].length + 1`.

use mousetrap_model::{Signature, Type, Value};

/// An expression in a constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(i128),
    /// A text, or a number with a fraction.
    Literal(Value),
    /// A name that no other line has defined yet.
    Unknown(String),
    /// The value of an index variable, numbered by its first use in the line.
    Variable(usize),
    Quantity(Quantity),
    Binary(Box<Expression>, Operation, Box<Expression>),
}

/// An argument, a part of it, or the length of either.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// The position of the parameter in the signature.
    pub(crate) parameter: usize,
    pub(crate) indices: Vec<Index>,
    pub(crate) is_length: bool,
}

/// The index of an item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Index {
    /// An index variable that takes every value, plus a constant: `i + 1`.
    Each {
        variable: usize,
        offset: i128,
    },
    At(Box<Expression>),
}

/// An operation on two whole numbers.
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

/// How two expressions must compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// The rule that two expressions compare in this way for all values of index variables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) left: Expression,
    pub(crate) relation: Relation,
    pub(crate) right: Expression,
}

impl Operation {
    /// Returns `None` on overflow and on division by zero.
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
    /// A whole argument.
    pub(crate) const fn parameter(parameter: usize) -> Self {
        let indices = Vec::new();
        Self {
            parameter,
            indices,
            is_length: false,
        }
    }

    /// Every item of this quantity, counted by the index variable with this number.
    pub(crate) fn each(mut self, variable: usize) -> Self {
        self.indices.push(Index::Each {
            variable,
            offset: 0,
        });
        self
    }

    pub(crate) fn length(mut self) -> Self {
        self.is_length = true;
        self
    }

    /// The type of the value, or `None` if something without items is indexed.
    pub(crate) fn ty(&self, signature: &Signature) -> Option<Type> {
        let mut ty = signature.parameters[self.parameter].ty.clone();
        for _ in &self.indices {
            ty = item_type(&ty)?;
        }
        if self.is_length {
            item_type(&ty)?;
            return Some(Type::Int);
        }
        Some(ty)
    }
}

/// The type of the items that a value of this type can be indexed for.
pub(crate) fn item_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::ListNode | Type::TreeNode => Some(Type::Int),
        Type::String => Some(Type::Char),
        _ => ty.item().cloned(),
    }
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

    /// The type of the value, or `None` if the expression makes no sense.
    pub(crate) fn ty(&self, signature: &Signature) -> Option<Type> {
        match self {
            Self::Number(_) | Self::Unknown(_) | Self::Variable(_) => Some(Type::Long),
            Self::Literal(Value::Double(_)) => Some(Type::Double),
            Self::Literal(_) => Some(Type::String),
            Self::Quantity(quantity) => quantity.ty(signature),
            Self::Binary(left, _, right) => {
                let types = [left.ty(signature)?, right.ty(signature)?];
                let is_whole = |ty| matches!(ty, &Type::Int | &Type::Long);
                types.iter().all(is_whole).then_some(Type::Long)
            }
        }
    }

    /// Calls `visit` with this expression and every part of it, also in indices.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Quantity(quantity) => {
                for index in &quantity.indices {
                    if let Index::At(index) = index {
                        index.walk(visit);
                    }
                }
            }
            Self::Binary(left, _, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            _ => {}
        }
    }

    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let Self::Quantity(quantity) = part {
                found.push(quantity);
            }
        });
        found
    }

    pub(crate) fn unknowns(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let Self::Unknown(name) = part {
                found.push(name.as_str());
            }
        });
        found
    }

    /// Solves `self == value` for the only unknown name in `self`.
    fn solve(&self, value: Self) -> Option<(String, Self)> {
        match self {
            Self::Unknown(name) => Some((name.clone(), value)),
            Self::Binary(left, operation, right) => {
                let (part, other) = match left.unknowns().len() {
                    1 => (left, right),
                    _ => (right, left),
                };
                let inverse = match operation {
                    Operation::Add => Operation::Subtract,
                    Operation::Multiply => Operation::Divide,
                    Operation::Subtract if part == left => Operation::Add,
                    Operation::Divide if part == left => Operation::Multiply,
                    _ => return None,
                };
                part.solve(value.binary(inverse, (**other).clone())?)
            }
            _ => None,
        }
    }

    /// Replaces index variables by their values, as far as they are known.
    fn bind(&self, variables: &[Option<i128>]) -> Self {
        let value = |variable: &usize| variables.get(*variable).copied().flatten();
        match self {
            Self::Variable(variable) => value(variable).map_or_else(|| self.clone(), Self::Number),
            Self::Quantity(quantity) => {
                let indices = quantity.indices.iter().map(|index| match index {
                    Index::Each { variable, offset } => match value(variable) {
                        Some(value) => Index::At(Box::new(Self::Number(value + offset))),
                        None => index.clone(),
                    },
                    Index::At(index) => Index::At(Box::new(index.bind(variables))),
                });
                let indices = indices.collect();
                Self::Quantity(Quantity {
                    indices,
                    ..*quantity
                })
            }
            Self::Binary(left, operation, right) => {
                let (left, right) = (left.bind(variables), right.bind(variables));
                Self::Binary(Box::new(left), *operation, Box::new(right))
            }
            _ => self.clone(),
        }
    }

    /// Replaces index variables by 0: the size of every row is that of the first one.
    fn of_first_items(mut self) -> Self {
        if let Self::Quantity(quantity) = &mut self {
            for index in &mut quantity.indices {
                *index = Index::At(Box::new(Self::Number(0)));
            }
        }
        self
    }
}

impl Comparison {
    pub(crate) const fn new(left: Expression, relation: Relation, right: Expression) -> Self {
        Self {
            left,
            relation,
            right,
        }
    }

    pub(crate) fn sides(&self) -> [&Expression; 2] {
        [&self.left, &self.right]
    }

    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        self.sides()
            .into_iter()
            .flat_map(Expression::quantities)
            .collect()
    }

    /// Replaces index variables by their values, as far as they are known.
    pub(crate) fn bind(&self, variables: &[Option<i128>]) -> Self {
        let [left, right] = self.sides().map(|side| side.bind(variables));
        Self::new(left, self.relation, right)
    }

    /// The name that this equation defines, such as `n` in `n == mat[i].length`.
    pub(crate) fn definition(&self) -> Option<(String, Expression)> {
        let [left, right] = self.sides().map(|side| side.unknowns().len());
        match (self.relation, left, right) {
            (Relation::Equal, 1, 0) => self.left.solve(self.right.clone().of_first_items()),
            (Relation::Equal, 0, 1) => self.right.solve(self.left.clone().of_first_items()),
            _ => None,
        }
    }
}
