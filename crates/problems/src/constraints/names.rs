//! Meanings of the names in constraint lines.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity};

/// The meanings of the names in a line.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) signature: &'a Signature,
    /// Names that lines define, without underscores.
    pub(super) defined: &'a BTreeMap<String, Expression>,
}

impl Names<'_> {
    /// The position of the parameter with this name.
    pub(super) fn parameter(self, name: &str) -> Option<usize> {
        let parameters = &self.signature.parameters;
        let exact = parameters.iter().position(|known| known.name == name);
        let plain = name.replace('_', "");
        exact.or_else(|| parameters.iter().position(|known| known.name == plain))
    }

    /// The linked lists and trees of one of these types, also those in arrays.
    pub(super) fn nodes(self, wanted: &[Type]) -> Vec<Quantity> {
        let parameters = self.signature.parameters.iter().enumerate();
        let found = parameters.filter(|(_, it)| wanted.contains(it.ty.innermost()));
        let found = found.map(|(parameter, it)| {
            (0..it.ty.depth()).fold(Quantity::parameter(parameter), |it, _| it.each())
        });
        found.collect()
    }

    /// Every value of a node of a linked list or a tree.
    pub(super) fn node_values(self) -> Option<Vec<Quantity>> {
        let nodes = self.nodes(&[Type::ListNode, Type::TreeNode]);
        let values = nodes.into_iter().map(Quantity::each);
        Some(values.collect()).filter(|values: &Vec<_>| !values.is_empty())
    }
}
