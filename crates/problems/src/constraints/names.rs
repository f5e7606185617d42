//! Resolves the names in constraint lines.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity};

/// Resolves the names in a line.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) signature: &'a Signature,
    /// The names that lines define, with underscores removed.
    pub(super) defined: &'a BTreeMap<String, Expression>,
}

impl Names<'_> {
    /// Returns the index of the parameter with this name.
    pub(super) fn parameter(self, name: &str) -> Option<usize> {
        let parameters = &self.signature.parameters;
        let exact = parameters.iter().position(|known| known.name == name);
        let plain = name.replace('_', "");
        exact.or_else(|| parameters.iter().position(|known| known.name == plain))
    }

    /// Returns the arguments of one of these node types, and the items of arrays of them.
    pub(super) fn nodes(self, wanted: &[Type]) -> Vec<Quantity> {
        let parameters = self.signature.parameters.iter().enumerate();
        let found = parameters.filter(|(_, it)| wanted.contains(it.ty.innermost_type()));
        let found = found.map(|(parameter, it)| {
            (0..it.ty.depth()).fold(Quantity::parameter(parameter), |it, _| it.each())
        });
        found.collect()
    }

    /// Returns the node values of all linked lists and trees.
    pub(super) fn node_values(self) -> Option<Vec<Quantity>> {
        let nodes = self.nodes(&[Type::ListNode, Type::TreeNode]);
        let values = nodes.into_iter().map(Quantity::each);
        Some(values.collect()).filter(|values: &Vec<_>| !values.is_empty())
    }
}
