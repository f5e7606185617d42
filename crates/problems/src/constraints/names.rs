//! Resolves the names in constraint lines.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity};

/// The names that a constraint line can use.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) signature: &'a Signature,
    /// The names that constraint lines define, spelled without underscores, and their values.
    pub(super) defined: &'a BTreeMap<String, Expression>,
}

impl Names<'_> {
    pub(super) fn parameter_index(self, name: &str) -> Option<usize> {
        let parameters = &self.signature.parameters;
        let exact = parameters.iter().position(|known| known.name == name);
        let plain = name.replace('_', "");
        exact.or_else(|| parameters.iter().position(|known| known.name == plain))
    }

    /// Returns every argument of one of these node types, and the items of every argument that is
    /// an array of one of these types.
    pub(super) fn arguments_with_node_type(self, wanted: &[Type]) -> Vec<Quantity> {
        let parameters = self.signature.parameters.iter().enumerate();
        let found = parameters.filter(|(_, it)| wanted.contains(it.ty.innermost_type()));
        let found = found.map(|(parameter, it)| {
            (0..it.ty.depth()).fold(Quantity::parameter(parameter), |it, _| it.items())
        });
        found.collect()
    }

    /// Returns the node values of all linked lists and trees.
    pub(super) fn node_values(self) -> Option<Vec<Quantity>> {
        let nodes = self.arguments_with_node_type(&[Type::ListNode, Type::TreeNode]);
        let values = nodes.into_iter().map(Quantity::items);
        Some(values.collect()).filter(|values: &Vec<_>| !values.is_empty())
    }
}
