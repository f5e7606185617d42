//! Comparisons between expressions, such as `nums[i] <= nums[i + 1]`.

use std::cmp::Ordering;

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity, is_number};

/// The required relation between two expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// A required relation between two expressions, which must hold for all values of their index
/// variables. Doubles, and all numbers compared with doubles, are expressed in billionths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) left: Expression,
    pub(crate) relation: Relation,
    pub(crate) right: Expression,
}

impl Relation {
    pub(crate) const fn holds_for(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }
}

impl Comparison {
    /// Creates a comparison, or returns `None` if the values are not comparable. Also returns
    /// `None` if the comparison has two independent index variables, because checking it would take
    /// quadratic time. The only exception is the rule that a matrix is symmetric.
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
        let is_clear = is_equation || comparison.ordered_sequence().is_some();
        if !are_numbers && !(is_clear && (are_texts || types[0] == types[1])) {
            return None;
        }
        let outer = comparison
            .quantities()
            .into_iter()
            .map(|it| it.indices.first());
        let mut outer = outer.filter_map(|index| Some(index?.as_variable()?.0));
        let first = outer.next();
        if !comparison.requires_symmetry() && !outer.all(|variable| Some(variable) == first) {
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

    /// Returns whether the comparison requires a matrix to be symmetric, as in `a[i][j] == a[j][i]`.
    pub(crate) fn requires_symmetry(&self) -> bool {
        let [Expression::Quantity(left), Expression::Quantity(right)] = self.sides() else {
            return false;
        };
        let mut transposed = right.clone();
        transposed.indices.reverse();
        let mut indices = left.indices.iter();
        self.relation == Relation::Equal
            && *left == transposed
            && left.indices.len() == 2
            && indices.all(|index| matches!(index, Expression::Variable(_)))
    }

    /// Returns whether this comparison relates different items of one sequence.
    pub(crate) fn relates_items_of_one_sequence(&self) -> bool {
        let quantities = self.quantities();
        let are_one = |a: &Quantity, b: &Quantity| a != b && a.covers(b) && b.covers(a);
        quantities
            .iter()
            .any(|a| quantities.iter().any(|b| are_one(a, b)))
    }

    /// Returns the name that this equation defines, such as `n` in `n == mat[i].length`, and its
    /// value.
    pub(crate) fn as_definition(&self) -> Option<(String, Expression)> {
        let [left, right] = self.sides().map(|side| side.unknowns().len());
        match (self.relation, left, right) {
            (Relation::Equal, 1, 0) => self.left.solve(self.right.clone().with_zero_indices()),
            (Relation::Equal, 0, 1) => self.right.solve(self.left.clone().with_zero_indices()),
            _ => None,
        }
    }

    /// If the comparison requires a sequence to be sorted, as in `nums[i] < nums[i + 1]`, returns
    /// the sequence and whether the order is descending.
    pub(crate) fn ordered_sequence(&self) -> Option<(Quantity, bool)> {
        let [Expression::Quantity(left), Expression::Quantity(right)] = self.sides() else {
            return None;
        };
        let (variable, start) = left.indices.last()?.as_variable()?;
        let (other, end) = right.indices.last()?.as_variable()?;
        let sequence = left.clone().enclosing_sequence();
        let is_order = matches!(self.relation, Relation::Less | Relation::LessOrEqual);
        let is_one = sequence == right.clone().enclosing_sequence() && variable == other;
        let are_next = start.abs_diff(end) == 1 && !left.is_length;
        (is_order && is_one && are_next).then_some((sequence, end < start))
    }

    /// If the comparison requires the columns of a matrix to be sorted, as in
    /// `grid[i][j] <= grid[i + 1][j]`, returns the matrix, whether the order is descending, and the
    /// column index.
    pub(crate) fn matrix_with_ordered_columns(&self) -> Option<(Quantity, bool, Expression)> {
        let mut rows = self.clone();
        let columns = [&mut rows.left, &mut rows.right].map(|side| match side {
            Expression::Quantity(quantity) => quantity.indices.pop(),
            _ => None,
        });
        let [left, right] = columns;
        let column = left.clone().filter(|_| left == right)?;
        let (matrix, is_descending) = rows.ordered_sequence()?;
        Some((matrix, is_descending, column))
    }
}
